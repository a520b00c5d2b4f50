/* A folder of its own for a test, and tables built into it. */
#ifndef FAN_TESTS_TABLEGEN_FOLDER_H
#define FAN_TESTS_TABLEGEN_FOLDER_H

#include "tablegen/tablegen.h"

typedef struct Folder {
    char path[256];
    FanBoard board;
    FanRules rules;
    unsigned quiet_limit; /* 0: the default one */
} Folder;

/* Makes an empty folder, for the default rules. */
Folder folder_new(unsigned files, unsigned ranks);

/* Removes it with all that is in it. */
void folder_remove(const Folder *folder);

/* A build of all classes up to so many stones into it, for the caller to change. */
FanBuild folder_begin(const Folder *folder, unsigned stones, FanTableMetric metric,
                      unsigned threads);

/* Builds all classes up to so many stones, and fails the test if that fails. */
void folder_build(const Folder *folder, unsigned stones, FanTableMetric metric, unsigned threads);

/* The tables of the folder, all that they are numbered by listed. */
FanTables *folder_open(const Folder *folder);

/* A file of the folder, as bytes to be freed; NULL if there is none. */
uint8_t *folder_read(const Folder *folder, const char *name, size_t *len_bytes);

/* A file, as bytes to be freed; NULL if there is none. */
uint8_t *file_read(const char *path, size_t *len_bytes);

#endif
