#include "cli/match/report.h"

#include "cli/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool is_json(const FanMatch *match) {
    return fan_arguments_given(match->arguments, "json");
}

/* --- a game --------------------------------------------------------------------------------------
 */

static const char *score_of(FanResult result) {
    return result == FAN_WHITE_WINS ? "1-0" : result == FAN_BLACK_WINS ? "0-1" : "1/2-1/2";
}

/* "B answered 'e2-e9': …", or "" where nothing was wrong. */
static const char *write_fault(uint64_t number, const FanVerdict *verdict,
                               char text[FAN_VERDICT_DETAIL_MAX + 4]) {
    text[0] = '\0';
    if (verdict->detail[0]) {
        int player = (int)(number % 2) ^ (verdict->side == FAN_BLACK);
        snprintf(text, FAN_VERDICT_DETAIL_MAX + 4, "%c %s", fan_match_letter(player),
                 verdict->detail);
    }
    return text;
}

FanExit fan_report_game(const FanMatch *match, uint64_t number, const FanBout *bout,
                        const FanVerdict *verdict) {
    char fault[FAN_VERDICT_DETAIL_MAX + 4];
    const char *word = fan_verdict_word(verdict, &bout->game);
    char white = fan_match_letter(number % 2), black = fan_match_letter(1 - number % 2);
    write_fault(number, verdict, fault);
    if (fan_err_is_terminal(match->arguments)) { /* the line of the progress */
        fputs("\r\033[K", fan_err(match->arguments));
        fflush(fan_err(match->arguments));
    }
    if (!is_json(match)) {
        FILE *out = fan_out(match->arguments);
        fprintf(out, "game %" PRIu64 " %c-%c %s %s turns %zu%s%s\n", number + 1, white, black,
                score_of(verdict->result), word, bout->game.length, fault[0] ? ": " : "", fault);
        fflush(out);
        return FAN_EXIT_FINE;
    }
    json_t *line =
        json_pack("{s:I, s:s#, s:s#, s:s, s:s, s:I}", "game", (json_int_t)number + 1, "white",
                  &white, 1, "black", &black, 1, "result", fan_result_word(verdict->result),
                  "reason", word, "turns", (json_int_t)bout->game.length);
    if (line && fault[0] && json_object_set_new(line, "fault", json_string(fault)) != 0) {
        json_decref(line);
        line = NULL;
    }
    FanExit status = fan_json_print(match->arguments, line);
    fflush(fan_out(match->arguments));
    return status;
}

/* --- the sum -------------------------------------------------------------------------------------
 */

static const char *const sprt_words[] = {"open", "H0", "H1"};

static uint64_t games_of(const FanTally *tally) {
    return tally->wins + tally->draws + tally->losses;
}

static void print_elo(FILE *out, const FanPairs *pairs) {
    FanEstimate elo = fan_pairs_elo(pairs);
    double superiority;
    if (elo.known && fan_pairs_superiority(pairs, &superiority)) {
        fprintf(out, "elo %.1f +- %.1f (%.1f to %.1f)\nsuperiority %.1f %%\n", elo.value,
                (elo.high - elo.low) / 2, elo.low, elo.high, 100 * superiority);
    } else {
        fprintf(out, "elo %.1f +- unknown (all pairs are equal)\n", elo.value);
    }
}

static void print_sum(const FanMatch *match) {
    const FanTally *tally = &match->tally;
    FILE *out = fan_out(match->arguments);
    for (int i = 0; i < 2; i++) {
        fprintf(out, "%c %s, faults %" PRIu64 "\n", fan_match_letter(i),
                match->names[i][0] ? match->names[i] : "(no name)", tally->faults[i]);
    }
    fprintf(out,
            "games %" PRIu64 ", A won %" PRIu64 " drew %" PRIu64 " lost %" PRIu64 ", points %.1f\n",
            games_of(tally), tally->wins, tally->draws, tally->losses,
            (double)tally->wins + (double)tally->draws / 2);
    fprintf(out,
            "pairs %" PRIu64 ", A's points 0 %" PRIu64 " 0.5 %" PRIu64 " 1 %" PRIu64 " 1.5 %" PRIu64
            " 2 %" PRIu64 "\n",
            fan_pairs_total(&tally->pairs), tally->pairs.count[0], tally->pairs.count[1],
            tally->pairs.count[2], tally->pairs.count[3], tally->pairs.count[4]);
    if (fan_pairs_total(&tally->pairs)) {
        print_elo(out, &tally->pairs);
    }
    if (match->testing) {
        const FanSprt *sprt = &match->sprt;
        fprintf(out, "sprt %g %g llr %.2f (%.2f to %.2f) %s\n", sprt->elo0, sprt->elo1,
                fan_sprt_ratio(sprt, &tally->pairs), fan_sprt_low(sprt), fan_sprt_high(sprt),
                sprt_words[fan_sprt_state(sprt, &tally->pairs)]);
    }
}

/* JSON has no infinity. */
static json_t *number_of(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *elo_to_json(const FanPairs *pairs) {
    double superiority;
    if (fan_pairs_total(pairs) == 0) {
        return json_null();
    }
    FanEstimate elo = fan_pairs_elo(pairs);
    bool known = fan_pairs_superiority(pairs, &superiority);
    return json_pack("{s:o, s:o, s:o, s:o}", "value", number_of(elo.value), "low",
                     number_of(elo.low), "high", number_of(elo.high), "superiority",
                     known ? json_real(superiority) : json_null());
}

static json_t *sprt_to_json(const FanMatch *match) {
    const FanSprt *sprt = &match->sprt;
    const FanPairs *pairs = &match->tally.pairs;
    return !match->testing
               ? json_null()
               : json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "elo0", sprt->elo0, "elo1", sprt->elo1,
                           "llr", fan_sprt_ratio(sprt, pairs), "low", fan_sprt_low(sprt), "high",
                           fan_sprt_high(sprt), "state", sprt_words[fan_sprt_state(sprt, pairs)]);
}

static json_t *sum_to_json(const FanMatch *match) {
    const FanTally *tally = &match->tally;
    const uint64_t *pairs = tally->pairs.count;
    return json_pack(
        "{s:I, s:I, s:I, s:I, s:[I, I, I, I, I], s:o, s:o, s:[{s:s, s:I}, {s:s, s:I}]}", "games",
        (json_int_t)games_of(tally), "won", (json_int_t)tally->wins, "drawn",
        (json_int_t)tally->draws, "lost", (json_int_t)tally->losses, "pairs", (json_int_t)pairs[0],
        (json_int_t)pairs[1], (json_int_t)pairs[2], (json_int_t)pairs[3], (json_int_t)pairs[4],
        "elo", elo_to_json(&tally->pairs), "sprt", sprt_to_json(match), "players", "name",
        match->names[0], "faults", (json_int_t)tally->faults[0], "name", match->names[1], "faults",
        (json_int_t)tally->faults[1]);
}

FanExit fan_report_sum(const FanMatch *match) {
    if (is_json(match)) {
        return fan_json_print(match->arguments, sum_to_json(match));
    }
    print_sum(match);
    return FAN_EXIT_FINE;
}

void fan_report_progress(const FanMatch *match, uint64_t elapsed_ms) {
    const FanTally *tally = &match->tally;
    uint64_t games = games_of(tally);
    FILE *err = fan_err(match->arguments);
    if (games == 0) {
        return;
    }
    double left_s = (double)elapsed_ms / 1000 * (double)(match->games - games) / (double)games;
    fprintf(err, "\rmatch: %" PRIu64 " of %" PRIu64 ", A +%" PRIu64 " =%" PRIu64 " -%" PRIu64,
            games, match->games, tally->wins, tally->draws, tally->losses);
    if (match->testing) {
        fprintf(err, ", llr %.2f", fan_sprt_ratio(&match->sprt, &tally->pairs));
    } else {
        fprintf(err, ", about %.0f s left", left_s);
    }
    fputs(" \033[K", err);
    fflush(err);
}
