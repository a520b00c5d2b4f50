/* Files of tables, one or several behind each other. The input is read as it is, and once more with
 * the right checksums, for no chance finds those. Whatever is taken is asked for positions all over
 * its classes: there is an answer or none, never a read beyond the bytes. */
#include "fuzz/require.h"
#include "tables/tables.h"

enum {
    OUTER_SETS_MAX = 20000, /* larger classes take the fuzzer's time, and show nothing new */
    POSITIONS = 16,         /* that are asked of a class */
    AT_METRIC = 10,
    AT_FILES = 11,
    AT_RANKS = 12,
    AT_OWN = 13,
    AT_FOE = 14,
    AT_CHAIN = 15,
    AT_BLOCKED = 16,
    AT_BLOCKS = 60,
    AT_DATA_BYTES = 64,
    AT_INDEX_SUM = 120,
    AT_HEAD_SUM = 124,
};

/* --- asking -------------------------------------------------------------------------------------
 */

static void require_probe(FanTableReader *reader, const FanPosition *position,
                          FanTableMetric metric) {
    FanTableProbe probe = {(FanTableValue)99, 99999};
    FanProbeStatus status = fan_table_reader_probe(reader, position, metric, &probe);
    REQUIRE(status <= FAN_PROBE_DAMAGED);
    if (status == FAN_PROBE_OK) {
        REQUIRE(probe.value <= FAN_TABLE_LOSS);
        REQUIRE(probe.distance <= UINT16_MAX / 2);
        REQUIRE(probe.value != FAN_TABLE_DRAW || probe.distance == 0);
    } else {
        REQUIRE(probe.distance == 99999);
    }
}

static void require_position(const FanTables *tables, FanTableReader *reader,
                             const FanPosition *position) {
    FanTableValue value = (FanTableValue)99;
    FanTableProbe probe;
    if (fan_tables_value(tables, position, &value)) {
        REQUIRE(value <= FAN_TABLE_LOSS);
    } else {
        REQUIRE(value == 99);
    }
    require_probe(reader, position, FAN_TABLE_VALUES);
    require_probe(reader, position, FAN_TABLE_DTC);
    require_probe(reader, position, FAN_TABLE_DTW);
    REQUIRE(fan_table_reader_limited(reader, position, &probe) <= FAN_PROBE_DAMAGED);
}

static void require_truths(const FanTables *tables, FanTableReader *reader,
                           const FanPosition *position) {
    FanTruths truths;
    if (fan_tables_truths(tables, &tables->rules, position, &truths) == FAN_PROBE_OK) {
        fan_truths_free(&truths);
    }
    if (fan_table_reader_truths(reader, &tables->rules, position, FAN_TABLE_DTC, &truths) ==
        FAN_PROBE_OK) {
        fan_truths_free(&truths);
    }
}

static void ask_class(const FanTables *tables, FanTableReader *reader, FanTableClass class) {
    uint64_t entries = fan_class_entries(&tables->space, class);
    for (unsigned i = 0; i < POSITIONS; i++) {
        FanPosition position = {.number = 1, .quiet = (uint16_t)(4 * i)};
        fan_entry_position(&tables->space, class, i * (entries - 1) / (POSITIONS - 1),
                           &position.stones[0], &position.stones[1]);
        require_position(tables, reader, &position);
        if (i % 8 == 7) {
            require_truths(tables, reader, &position);
        }
    }
}

static void ask_all(const FanTables *tables) {
    FanTableReader *reader = fan_table_reader_new(tables);
    REQUIRE(reader);
    REQUIRE(fan_tables_list(tables));
    (void)fan_tables_sound(tables);
    (void)fan_tables_distances(tables, FAN_TABLE_DTC);
    for (unsigned own = 1; own <= FAN_TABLE_SIDE_MAX; own++) {
        for (unsigned foe = 1; foe <= FAN_TABLE_SIDE_MAX; foe++) {
            for (unsigned kind = 0; kind < FAN_FILE_KINDS; kind++) {
                const FanTableFile *file = &tables->files[own][foe][kind];
                if (file->data) {
                    ask_class(tables, reader, (FanTableClass){(uint8_t)own, (uint8_t)foe});
                }
                for (uint64_t block = 0;
                     file->data && kind != FAN_TABLE_VALUES && block < file->head.blocks; block++) {
                    (void)fan_table_reader_sound(reader, file, block);
                }
            }
        }
    }
    fan_table_reader_free(reader);
}

/* --- reading ------------------------------------------------------------------------------------
 */

/* Whether a class that a head names is small enough. */
static bool is_small(const FanTableSpace *space, const uint8_t *head) {
    unsigned large = head[AT_OWN] > head[AT_FOE] ? head[AT_OWN] : head[AT_FOE];
    return large <= FAN_TABLE_SIDE_MAX &&
           space->choose[large][space->board.points] <= OUTER_SETS_MAX;
}

/* The board and the rules are those of the first head. */
static void read_once(const uint8_t *data, size_t size) {
    FanBoard board;
    FanRules rules = fan_rules_default();
    FanTablesError error;
    bool head = size >= FAN_FILE_HEAD_BYTES;
    if (!head || !fan_board_init(&board, data[AT_FILES], data[AT_RANKS])) {
        REQUIRE(fan_board_init(&board, 3, 3));
    }
    rules.chain = head && data[AT_CHAIN] == 1;
    rules.blocked = head && data[AT_BLOCKED] == 1;
    FanTables *tables = fan_tables_new(&board, &rules);
    REQUIRE(tables);
    if (head && !is_small(&tables->space, data)) {
        fan_tables_free(tables);
        return;
    }
    error.text[0] = '\0';
    if (fan_tables_add(tables, data, size, &error)) {
        ask_all(tables);
    } else {
        require_sentence(error.text, strlen(error.text), sizeof error.text);
        REQUIRE(error.text[0]);
        REQUIRE(fan_tables_stones(tables) == 0);
    }
    fan_tables_free(tables);
}

/* --- mending checksums --------------------------------------------------------------------------
 */

static void mend_blocks(uint8_t *index, uint64_t blocks, const uint8_t *data, uint64_t data_bytes,
                        bool values) {
    FanTableHead head = {.metric = values ? FAN_TABLE_VALUES : FAN_TABLE_DTC,
                         .blocks = (uint32_t)blocks};
    uint64_t start = 0, length = FAN_FILE_VALUES_BYTES;
    for (uint64_t block = 0; block < blocks; block++, start += length) {
        uint8_t *sum = index + 4 * block;
        if (!values) {
            start = block % FAN_FILE_STRIDE == 0
                        ? load_number(index + block / FAN_FILE_STRIDE * 8, 8)
                        : start;
            sum += cells_sums_at(&head);
            length = load_number(index + cells_lengths_at(&head) + 2 * block, 2);
        }
        uint64_t left = start <= data_bytes ? data_bytes - start : 0;
        store_number(sum, 4,
                     fan_file_sum(data + (start <= data_bytes ? start : 0),
                                  (size_t)(length < left ? length : left)));
    }
}

/* Gives every file of the bytes the checksums it should have, as far as lengths allow. */
static void mend(uint8_t *bytes, size_t size) {
    for (size_t at = 0; size - at >= FAN_FILE_HEAD_BYTES;) {
        uint8_t *head = bytes + at, *index = head + FAN_FILE_HEAD_BYTES;
        FanTableHead lengths = {.metric = head[AT_METRIC],
                                .blocks = (uint32_t)load_number(head + AT_BLOCKS, 4)};
        uint64_t index_bytes = fan_file_index_bytes(&lengths);
        uint64_t data_bytes = load_number(head + AT_DATA_BYTES, 8);
        uint64_t left = size - at - FAN_FILE_HEAD_BYTES;
        if (index_bytes > left || data_bytes > left - index_bytes) {
            return;
        }
        mend_blocks(index, lengths.blocks, index + index_bytes, data_bytes,
                    head[AT_METRIC] == FAN_TABLE_VALUES);
        store_number(head + AT_INDEX_SUM, 4, fan_file_sum(index, (size_t)index_bytes));
        store_number(head + AT_HEAD_SUM, 4, fan_file_sum(head, AT_HEAD_SUM));
        at += FAN_FILE_HEAD_BYTES + (size_t)(index_bytes + data_bytes);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_once(data, size);
    uint8_t *bytes = malloc(size + 1);
    REQUIRE(bytes);
    memcpy(bytes, data, size);
    mend(bytes, size);
    uint8_t *exact = malloc(size ? size : 1); /* so that a read past the end is seen */
    REQUIRE(exact);
    memcpy(exact, bytes, size);
    free(bytes);
    read_once(exact, size);
    free(exact);
    return 0;
}
