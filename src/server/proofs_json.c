/* Certificates as the page and the log are told of them. */
#include <jansson.h>

#include "server/proofs.h"

static json_t *name_set(const FanProofSet *set) {
    char variant[FAN_VARIANT_TEXT_MAX], rules[FAN_RULES_TEXT_MAX];
    fan_variant_write(&set->board, &set->rules, variant);
    fan_rules_write(&set->rules, rules);
    return json_pack("{s:s, s:s}", "variant", variant, "rules", rules);
}

static json_t *files_json(const FanProofs *proofs, size_t number) {
    json_t *files = json_array();
    for (size_t i = 0; files && i < proofs->files_count; i++) {
        const FanProofFile *file = &proofs->files[i];
        if (file->set == number && !file->refused) {
            json_array_append_new(files, json_pack("{s:s, s:I, s:i}", "name", file->name, "bytes",
                                                   (json_int_t)file->len_bytes, "stones",
                                                   (int)file->stones));
        }
    }
    return files;
}

static uint64_t answers_of(const FanProofs *proofs, size_t number) {
    uint64_t answers = 0;
    for (size_t i = 0; i < proofs->files_count; i++) {
        const FanProofFile *file = &proofs->files[i];
        answers += file->set == number && !file->refused ? file->answers : 0;
    }
    return answers;
}

json_t *fan_proofs_set_json(const FanProofs *proofs, size_t number) {
    const FanProofSet *set = &proofs->sets[number];
    json_t *about = name_set(set);
    bool ready = fan_proofs_ready(proofs, set);
    json_object_set_new(about, "ready", json_boolean(ready));
    if (ready) {
        json_object_set_new(about, "white", json_string(fan_promise_word(set->start[FAN_WHITE])));
        json_object_set_new(about, "black", json_string(fan_promise_word(set->start[FAN_BLACK])));
        json_object_set_new(about, "answers",
                            json_integer((json_int_t)answers_of(proofs, number)));
        json_object_set_new(about, "files", files_json(proofs, number));
    }
    return about;
}

/* A set of which every file was refused is none. */
static bool has_files(const FanProofs *proofs, size_t number) {
    bool ready = fan_proofs_ready(proofs, &proofs->sets[number]);
    for (size_t i = 0; i < proofs->files_count; i++) {
        if (proofs->files[i].set == number && (!ready || !proofs->files[i].refused)) {
            return true;
        }
    }
    return false;
}

json_t *fan_proofs_about(const FanProofs *proofs) {
    json_t *about = json_array();
    for (size_t i = 0; about && proofs && i < proofs->sets_count; i++) {
        if (has_files(proofs, i)) {
            json_array_append_new(about, fan_proofs_set_json(proofs, i));
        }
    }
    return about;
}
