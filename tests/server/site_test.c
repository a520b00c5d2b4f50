/* Reading the folder of the page. */
#define _GNU_SOURCE /* nftw */
#include "server/site.h"

#include "support/test.h"

#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void write_file(const char *name, const char *text) {
    char path[FAN_SITE_PATH_MAX + sizeof folder];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Sets when a file was changed, in seconds. */
static void set_changed(const char *name, time_t at) {
    char path[FAN_SITE_PATH_MAX + sizeof folder];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const struct timespec times[] = {{at, 0}, {at, 0}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void make_folder(const char *name) {
    char path[FAN_SITE_PATH_MAX + sizeof folder];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

static void begin(void) {
    strcpy(folder, "/tmp/fanorona-site-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *at) {
    (void)about, (void)kind, (void)at;
    return remove(path);
}

static void end(void) {
    assert_int_equal(nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static void reads_files_and_their_compressed_forms(void **state) {
    (void)state;
    begin();
    make_folder("assets");
    write_file("index.html", "page");
    write_file("index.html.br", "b");
    write_file("index.html.gz", "gz");
    write_file("assets/x.js", "");
    write_file("assets/alone.js.gz", "no such file without .gz");
    FanSite site;
    char where[FAN_SITE_PATH_MAX];
    assert_int_equal(fan_site_read(&site, folder, where), FAN_SITE_OK);
    assert_int_equal(site.count, 2);

    const FanSiteFile *page = fan_site_find(&site, "/");
    assert_non_null(page);
    assert_true(page == fan_site_find(&site, "/index.html"));
    assert_int_equal(fan_site_forms(page), 7);
    assert_int_equal(page->forms[FAN_ENCODING_IDENTITY].len_bytes, 4);
    assert_memory_equal(page->forms[FAN_ENCODING_IDENTITY].bytes, "page", 4);
    assert_int_equal(page->forms[FAN_ENCODING_BROTLI].len_bytes, 1);
    assert_int_equal(page->forms[FAN_ENCODING_GZIP].len_bytes, 2);
    assert_true(strcmp(page->forms[0].etag, page->forms[1].etag) != 0);
    const FanSiteFile *empty = fan_site_find(&site, "/assets/x.js");
    assert_non_null(empty);
    assert_int_equal(empty->forms[FAN_ENCODING_IDENTITY].len_bytes, 0);
    assert_int_equal(fan_site_forms(empty), 1);
    fan_site_free(&site);
    end();
}

static void finds_exact_names_only(void **state) {
    (void)state;
    begin();
    make_folder("assets");
    write_file("index.html", "page");
    write_file("index.html.gz", "gz");
    write_file("assets/x.js", "x");
    FanSite site;
    char where[FAN_SITE_PATH_MAX];
    assert_int_equal(fan_site_read(&site, folder, where), FAN_SITE_OK);
    static const char *const others[] = {
        "",
        "index.html",
        "/index",
        "/index.html/",
        "/index.html.gz",
        "//",
        "/assets",
        "/assets/",
        "/Assets/x.js",
        "/assets//x.js",
        "/./index.html",
        "/assets/x",
        "/assets/x.js/",
        "/assets/../index.html",
        "/assets\\x.js",
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (fan_site_find(&site, others[i])) {
            fail_msg("\"%s\" was found", others[i]);
        }
    }
    char longest[2 * FAN_SITE_PATH_MAX];
    memset(longest, '/', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    assert_null(fan_site_find(&site, longest));
    fan_site_free(&site);
    end();
}

static void leaves_out_what_is_not_the_page(void **state) {
    (void)state;
    begin();
    write_file("index.html", "page");
    write_file(".hidden", "x");
    write_file("sp ace.js", "x");
    write_file("per%cent.js", "x");
    make_folder(".git");
    write_file(".git/config", "x");
    char link[sizeof folder + 16];
    snprintf(link, sizeof link, "%s/passwd.txt", folder);
    assert_int_equal(symlink("/etc/passwd", link), 0);
    snprintf(link, sizeof link, "%s/etc", folder);
    assert_int_equal(symlink("/etc", link), 0);
    snprintf(link, sizeof link, "%s/pipe.txt", folder);
    assert_int_equal(mkfifo(link, 0600), 0);
    FanSite site;
    char where[FAN_SITE_PATH_MAX];
    assert_int_equal(fan_site_read(&site, folder, where), FAN_SITE_OK);
    assert_int_equal(site.count, 1);
    fan_site_free(&site);
    end();
}

static void leaves_out_forms_older_than_their_file(void **state) {
    (void)state;
    begin();
    write_file("index.html", "page");
    write_file("index.html.br", "old");
    write_file("index.html.gz", "same");
    set_changed("index.html", 1000);
    set_changed("index.html.br", 999);
    set_changed("index.html.gz", 1000);
    FanSite site;
    char where[FAN_SITE_PATH_MAX];
    assert_int_equal(fan_site_read(&site, folder, where), FAN_SITE_OK);
    assert_int_equal(fan_site_forms(fan_site_find(&site, "/")),
                     1 << FAN_ENCODING_IDENTITY | 1 << FAN_ENCODING_GZIP);
    fan_site_free(&site);
    end();
}

static void tells_why_a_folder_is_refused(void **state) {
    (void)state;
    FanSite site = {NULL, 77};
    char where[FAN_SITE_PATH_MAX];
    assert_int_equal(fan_site_read(&site, "/nowhere/at/all", where), FAN_SITE_MISSING);
    assert_int_equal(fan_site_read(&site, "/etc/passwd", where), FAN_SITE_MISSING);
    begin();
    assert_int_equal(fan_site_read(&site, folder, where), FAN_SITE_NO_PAGE);
    write_file("index.html", "page");
    char deep[FAN_SITE_PATH_MAX] = "d";
    for (int i = 0; i < FAN_SITE_DEPTH_MAX; i++) {
        make_folder(deep);
        strcat(deep, "/d");
    }
    assert_int_equal(fan_site_read(&site, folder, where), FAN_SITE_LARGE);
    assert_string_equal(where, "d/d/d/d/d/d/d/d");
    end();
    assert_int_equal(site.count, 77);
}

static void knows_hashed_names(void **state) {
    (void)state;
    static const struct {
        const char *path;
        bool hashed;
    } cases[] = {
        {"assets/index-DgX1abcd.js", true},  {"assets/index-a_b-c_d9.js", true},
        {"assets/worker-ABCDEFGH.js", true}, {"assets/deep/x-12345678.woff2", true},
        {"assets/i-DgX1abcd.css", true},     {"index-DgX1abcd.js", false},
        {"assets/index-DgX1abc.js", false},  {"assets/index-DgX1abcde.js", false},
        {"assets/index.js", false},          {"assets/tall-mountain.svg", false},
        {"assets/my-filename.svg", false},   {"assets/-DgX1abcd.js", false},
        {"assets/index-DgX1abcd", false},    {"assets/index-DgX1.bcd.js", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (fan_site_name_hashed(cases[i].path) != cases[i].hashed) {
            fail_msg("%s should %sbe a hashed name", cases[i].path, cases[i].hashed ? "" : "not ");
        }
    }
}

static void knows_media_types(void **state) {
    (void)state;
    assert_string_equal(fan_media_type("index.html"), "text/html; charset=utf-8");
    assert_string_equal(fan_media_type("assets/x.js"), "text/javascript; charset=utf-8");
    assert_string_equal(fan_media_type("x.wasm"), "application/wasm");
    assert_string_equal(fan_media_type("x.webmanifest"), "application/manifest+json");
    assert_string_equal(fan_media_type("a.b/x"), "application/octet-stream");
    assert_string_equal(fan_media_type("x.html.bak"), "application/octet-stream");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_files_and_their_compressed_forms),
        cmocka_unit_test(finds_exact_names_only),
        cmocka_unit_test(leaves_out_what_is_not_the_page),
        cmocka_unit_test(leaves_out_forms_older_than_their_file),
        cmocka_unit_test(tells_why_a_folder_is_refused),
        cmocka_unit_test(knows_hashed_names),
        cmocka_unit_test(knows_media_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
