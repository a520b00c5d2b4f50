/* Which form of a file a request gets: Accept-Encoding and If-None-Match (RFC 9110, 12.5.3
 * and 13.1.2). */
#ifndef FAN_SERVER_ENCODING_H
#define FAN_SERVER_ENCODING_H

#include <stdbool.h>

/* From the least to the most wished. */
typedef enum FanEncoding {
    FAN_ENCODING_IDENTITY,
    FAN_ENCODING_GZIP,
    FAN_ENCODING_BROTLI,
    FAN_ENCODINGS, /* how many there are; as an answer: none */
} FanEncoding;

/* The name in HTTP: "identity", "gzip", "br". Static memory. */
const char *fan_encoding_name(FanEncoding encoding);

/* Chooses among the encodings in `available` (bits) what the header asks for: the highest weight,
 * the smallest form among equals. `accept` NULL means there was no header: identity. FAN_ENCODINGS
 * if nothing available is acceptable. Items written wrongly are passed over. */
FanEncoding fan_encoding_choose(const char *accept, unsigned available);

/* Whether the list in If-None-Match holds this entity tag (quoted), compared weakly, or is "*". */
bool fan_etag_listed(const char *list, const char *etag);

#endif
