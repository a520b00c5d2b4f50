/* What options change. */
#include "ugi/session.h"

#include <fanorona/fanorona.h>
#include <inttypes.h>
#include <string.h>

static void set_number(FanUgi *ugi, FanUgiOption option, FanWord value) {
    const FanUgiOptionRow *row = &fan_ugi_options[option];
    uint64_t number;
    if (!fan_word_number(value, &number) || number < row->min || number > row->max) {
        fan_ugi_say(ugi, "info string %s takes %" PRIu64 " to %" PRIu64 ", not %s", row->name,
                    row->min, row->max, fan_ugi_show(value).text);
        return;
    }
    if (option == FAN_UGI_HASH && number != ugi->values[option]) {
        fan_engine_free(ugi->engine);
        ugi->engine = NULL;
    }
    ugi->values[option] = number;
}

static void set_check(FanUgi *ugi, FanUgiOption option, FanWord value) {
    if (!fan_word_is(value, "true") && !fan_word_is(value, "false")) {
        fan_ugi_say(ugi, "info string %s takes true or false, not %s", fan_ugi_options[option].name,
                    fan_ugi_show(value).text);
        return;
    }
    ugi->values[option] = fan_word_is(value, "true");
}

/* A new variant or new rules begin a new game; they must go together. */
static void set_start(FanUgi *ugi, const FanBoard *board, const FanRules *rules) {
    if (!fan_rules_fit(rules, board)) {
        fan_ugi_say(ugi, "info string these rules are not played on this board (R6.1, R7.1)");
        return;
    }
    ugi->start_board = *board;
    ugi->start_rules = *rules;
    fan_ugi_begin_start(ugi);
}

static void set_variant(FanUgi *ugi, FanWord value) {
    FanBoard board;
    FanRules rules = ugi->start_rules;
    if (fan_variant_read(&board, &rules, value.text, value.length)) {
        set_start(ugi, &board, &rules);
    } else {
        fan_ugi_say(ugi,
                    "info string Variant takes tsivy, dimy, telo or a size such as 7x3, not %s",
                    fan_ugi_show(value).text);
    }
}

static void set_rules(FanUgi *ugi, FanWord value) {
    FanRules rules;
    FanRulesError error;
    char sentence[FAN_UGI_SENTENCE_MAX];
    if (fan_word_is(value, "<empty>")) {
        value.length = 0;
    }
    if (!fan_rules_read(&rules, value.text, value.length, &error)) {
        fan_rules_error_write(&error, value.text, sentence, sizeof sentence);
        fan_ugi_say(ugi, "info string Rules: %s", sentence);
        return;
    }
    rules.telo = ugi->start_rules.telo;
    set_start(ugi, &ugi->start_board, &rules);
}

/* Before the tables it leans on. */
static void drop_proof(FanUgi *ugi) {
    if (ugi->engine) {
        fan_engine_set_proof(ugi->engine, NULL);
    }
    fan_proof_free(ugi->proof);
    ugi->proof = NULL;
    ugi->proof_looked = false;
}

/* Sees that the tables, if any, are those of this board and these rules; what is wrong is told. */
static void choose_tables(FanUgi *ugi, const FanBoard *board, const FanRules *rules) {
    FanTablesError error;
    if (ugi->looked && ugi->tables_board.files == board->files &&
        ugi->tables_board.ranks == board->ranks && ugi->tables_rules.telo == rules->telo &&
        ugi->tables_rules.chain == rules->chain && ugi->tables_rules.blocked == rules->blocked) {
        return;
    }
    drop_proof(ugi);
    if (ugi->engine) {
        fan_engine_set_tables(ugi->engine, NULL);
    }
    fan_tables_free(ugi->tables);
    ugi->tables = NULL;
    ugi->looked = true;
    ugi->tables_board = *board;
    ugi->tables_rules = *rules;
    if (ugi->folder[0] && !rules->telo) {
        ugi->tables = ugi->open_tables(ugi->folder, board, rules, &error);
        if (!ugi->tables) {
            fan_ugi_say(ugi, "info string TablesPath: %s; searching without tables", error.text);
        }
    }
    if (ugi->engine) {
        fan_engine_set_tables(ugi->engine, ugi->tables);
    }
}

void fan_ugi_choose_proof(FanUgi *ugi, const FanBoard *board, const FanRules *rules) {
    FanProofError error = {""};
    choose_tables(ugi, board, rules);
    if (!ugi->values[FAN_UGI_PERFECT] || ugi->proof_looked) {
        return;
    }
    ugi->proof_looked = true;
    if (ugi->open_proof && !rules->telo) {
        ugi->proof = ugi->open_proof(ugi->proof_folder, board, rules, ugi->tables, &error);
        if (error.text[0]) {
            fan_ugi_say(ugi, "info string %s: %s%s", ugi->proof_folder[0] ? "ProofPath" : "Perfect",
                        error.text, ugi->proof ? "" : "; searching without certificates");
        }
    }
    if (ugi->engine) {
        fan_engine_set_proof(ugi->engine, ugi->proof);
    }
}

/* Takes the name of a folder; `readable`: there is a way to read from one. */
static bool set_folder(FanUgi *ugi, FanUgiOption option, bool readable, FanWord value,
                       char folder[FAN_UGI_FOLDER_MAX]) {
    bool empty = value.length == 0 || fan_word_is(value, "<empty>");
    if (!empty && (!readable || value.length >= FAN_UGI_FOLDER_MAX ||
                   memchr(value.text, '\0', value.length))) {
        fan_ugi_say(ugi, "info string %s: %s is no folder that can be read here",
                    fan_ugi_options[option].name, fan_ugi_show(value).text);
        return false;
    }
    memcpy(folder, value.text, empty ? 0 : value.length);
    folder[empty ? 0 : value.length] = '\0';
    return true;
}

static void set_tables_folder(FanUgi *ugi, FanWord value) {
    if (set_folder(ugi, FAN_UGI_TABLES, ugi->open_tables != NULL, value, ugi->folder)) {
        ugi->looked = false;
        choose_tables(ugi, &ugi->board, &ugi->game.rules);
    }
}

static void set_proof_folder(FanUgi *ugi, FanWord value) {
    if (set_folder(ugi, FAN_UGI_PROOFS, ugi->open_proof != NULL, value, ugi->proof_folder)) {
        drop_proof(ugi);
    }
}

/* `setoption name NAME [value VALUE]`; names may be of several words. */
void fan_ugi_do_setoption(FanUgi *ugi, FanWord rest) {
    FanWord word = fan_word_next(&rest);
    FanWord name = {rest.text, 0};
    if (!fan_word_is(word, "name")) {
        fan_ugi_say(ugi, "info string setoption name NAME value VALUE is expected");
        return;
    }
    for (word = fan_word_next(&rest); word.length && !fan_word_is(word, "value");
         word = fan_word_next(&rest)) {
        name.length = (size_t)(word.text + word.length - name.text);
    }
    name = fan_word_rest(name);
    FanWord value = fan_word_rest(rest);
    FanUgiOption option = fan_ugi_find_option(name);
    switch (option) {
    case FAN_UGI_OPTIONS:
        fan_ugi_say(ugi, "info string no such option: %s", fan_ugi_show(name).text);
        break;
    case FAN_UGI_VARIANT:
        set_variant(ugi, value);
        break;
    case FAN_UGI_RULES:
        set_rules(ugi, value);
        break;
    case FAN_UGI_TABLES:
        set_tables_folder(ugi, value);
        break;
    case FAN_UGI_PROOFS:
        set_proof_folder(ugi, value);
        break;
    case FAN_UGI_OWN_BOOK:
    case FAN_UGI_PONDER:
    case FAN_UGI_PERFECT:
        set_check(ugi, option, value);
        break;
    case FAN_UGI_CLEAR:
        if (ugi->engine) {
            fan_engine_clear(ugi->engine);
        }
        break;
    default:
        set_number(ugi, option, value);
    }
}
