/* Writes the files that the fuzz target `tables` starts from:  tables_corpus FOLDER
 *
 * They are made anew with every build, so that they are always of the present format: each kind of
 * file, classes with blocks of every kind, and several files one behind the other. */
#include "tablegen/pack.h"
#include "tablegen/tablegen.h"
#include "tables/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void require(bool claim, const char *what) {
    if (!claim) {
        fprintf(stderr, "tables_corpus: %s\n", what);
        exit(1);
    }
}

/* What is made of a board under rules, in a folder of its own, and which files of it are seeds. */
typedef struct Source {
    unsigned files, ranks, stones;
    FanTableMetric metric;
    unsigned quiet_limit;
    const char *options;
    const char *seeds[8];
} Source;

static const Source sources[] = {
    {3, 3, 4, FAN_TABLE_DTC, 0, "", {"1v1.values", "2v2.dtc", "1v3.dtc", "2v1.quiet"}},
    {3, 3, 3, FAN_TABLE_DTW, 0, "blocked=draw", {"2v1.dtw", "1v1.dtw"}},
    {5, 3, 3, FAN_TABLE_DTC, 4, "chain=mandatory", {"2v1.dtc", "2v1.limit", "1v2.quiet"}},
};

static void copy(const char *from, const char *to) {
    static uint8_t bytes[1 << 20];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    require(in && out, from);
    size_t length = fread(bytes, 1, sizeof bytes, in);
    require(fwrite(bytes, 1, length, out) == length && fclose(out) == 0, to);
    fclose(in);
}

static void write_source(const Source *source, const char *folder, unsigned number) {
    char place[] = "/tmp/fanorona-corpus-XXXXXX", from[512], to[4096], set[FAN_TABLE_NAME_MAX];
    FanBoard board;
    FanRules rules = fan_rules_default();
    FanTablesError error = {""};
    require(mkdtemp(place) != NULL, "no folder");
    require(fan_board_init(&board, source->files, source->ranks) &&
                fan_rules_read(&rules, source->options, strlen(source->options), NULL),
            "a board or rules that are none");
    FanBuild build = {.board = &board,
                      .rules = &rules,
                      .stones = source->stones,
                      .metric = source->metric,
                      .folder = place,
                      .threads = 1,
                      .quiet_limit = source->quiet_limit};
    require(fan_tables_build(&build, &error) == FAN_BUILD_DONE, error.text);
    FanTables *tables = fan_tables_open(place, &board, &rules, &error);
    FanPack pack = {tables, source->stones, 1};
    require(tables && fan_pack_files(&pack, place, &error), error.text);
    snprintf(to, sizeof to, "%s/%u.bundle", folder, number);
    require(fan_pack_bundle(&pack, to, &error), error.text);
    fan_tables_folder_name(&board, &rules, set);
    for (size_t i = 0; source->seeds[i]; i++) {
        snprintf(from, sizeof from, "%s/%s/%s", place, set, source->seeds[i]);
        snprintf(to, sizeof to, "%s/%u-%s", folder, number, source->seeds[i]);
        copy(from, to);
    }
    fan_tables_free(tables);
    snprintf(from, sizeof from, "rm -r '%s'", place);
    require(system(from) == 0, "the folder stays");
}

int main(int argc, char **argv) {
    require(argc == 2, "usage: tables_corpus FOLDER");
    for (unsigned i = 0; i < sizeof sources / sizeof *sources; i++) {
        write_source(&sources[i], argv[1], i);
    }
    return 0;
}
