/* The program `fanorona`. */
#include "cli/program.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* A stream closed by the caller must not have its number reused by a socket or file: results would
 * be written into it. Opened for reading only, so that writing to it still fails. */
static void keep_standard_streams(void) {
    int file;
    do {
        file = open("/dev/null", O_RDONLY);
    } while (file >= 0 && file <= 2);
    if (file > 2) {
        close(file);
    }
}

int main(int argc, char **argv) {
    keep_standard_streams();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, told like any other */
    return (int)fan_program_run(argc, argv, stdout, stderr);
}
