/* Which addresses of the network are anybody's: not of this machine, not of the network behind it.
 */
#ifndef FAN_PEOPLE_ADDRESS_H
#define FAN_PEOPLE_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

/* Whether it is a public unicast address (RFC 6890 and its successors' registries). */
bool fan_address_is_public(const struct sockaddr *address);

#endif
