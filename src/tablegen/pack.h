/* Values in little room, out of files of values that a build has left: positions with a capture are
 * left out, as one turn settles them. */
#ifndef FAN_TABLEGEN_PACK_H
#define FAN_TABLEGEN_PACK_H

#include <fanorona/tables.h>

typedef struct FanPack {
    const FanTables *tables; /* with the values of all classes asked for */
    unsigned stones;         /* all classes up to so many, 2 or more */
    unsigned threads;
} FanPack;

/* Writes a compressed file a class ("3v2.quiet") into the board's folder in `folder`, which is made
 * if need be. Returns false with the reason; files that were finished stay. */
FAN_NODISCARD bool fan_pack_files(const FanPack *pack, const char *folder, FanTablesError *error);

/* Writes one file of all classes, two bits an entry, the fewest stones first. It is for
 * fan_tables_add, and for whoever sends it to compress: positions with a capture have the value
 * that is most frequent. */
FAN_NODISCARD bool fan_pack_bundle(const FanPack *pack, const char *path, FanTablesError *error);

#endif
