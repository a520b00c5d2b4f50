/* Runs a fuzz target over every file of the folders and files named on the command line: what the
 * fuzzer once found stays found, on every build, without the fuzzer. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATH_LEN_BYTES = 4096, INPUT_LEN_BYTES = 1 << 20 };

static void run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    /* Exactly as large as the input, so that the address sanitizer sees a read past its end. */
    static uint8_t buffer[INPUT_LEN_BYTES];
    size_t size = file ? fread(buffer, 1, sizeof buffer, file) : 0;
    if (!file || ferror(file)) {
        perror(path);
        exit(1);
    }
    fclose(file);
    uint8_t *data = malloc(size ? size : 1);
    if (!data) {
        perror("malloc");
        exit(1);
    }
    memcpy(data, buffer, size);
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

static unsigned run_folder(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) {
        run_file(path);
        return 1;
    }
    unsigned count = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char name[PATH_LEN_BYTES];
        if (entry->d_name[0] != '.') {
            snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
            run_file(name);
            count++;
        }
    }
    closedir(folder);
    return count;
}

int main(int argc, char **argv) {
    unsigned count = 0;
    for (int i = 1; i < argc; i++) {
        count += run_folder(argv[i]);
    }
    printf("%u inputs\n", count);
    return count == 0; /* an empty corpus proves nothing */
}
