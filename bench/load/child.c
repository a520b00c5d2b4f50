#include "child.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "loop.h"

/* What a child does first: it ends with us, and keeps its output to itself. */
static void settle_in(bool quiet) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    int nothing = open("/dev/null", O_RDWR);
    if (quiet && nothing >= 0) {
        dup2(nothing, STDOUT_FILENO);
    }
}

pid_t child_run(char *const arguments[]) {
    pid_t child = fork();
    if (child == 0) {
        settle_in(true);
        execv(arguments[0], arguments);
        fprintf(stderr, "bench_load: %s: %s\n", arguments[0], strerror(errno));
        _exit(127);
    }
    if (child < 0) {
        die("fork: %s", strerror(errno));
    }
    return child;
}

pid_t child_fork(void (*run)(void *context), void *context) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        settle_in(false);
        run(context);
        _exit(0);
    }
    if (child < 0) {
        die("fork: %s", strerror(errno));
    }
    return child;
}

static struct sockaddr_in local(unsigned port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

void child_wait_for(pid_t child, unsigned port) {
    enum { TRIES = 600, PAUSE_US = 50000 };
    struct sockaddr_in address = local(port);
    for (int i = 0; i < TRIES; i++) {
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        bool there = connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
        close(fd);
        if (there) {
            return;
        }
        if (waitpid(child, NULL, WNOHANG) != 0) {
            die("what is to be measured ended before it began");
        }
        usleep(PAUSE_US);
    }
    die("nothing listens on port %u", port);
}

Usage child_usage(pid_t child) {
    char path[64], text[1024];
    unsigned long user = 0, system = 0, pages = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)child);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) {
        fclose(file);
    }
    text[length] = '\0';
    /* Behind the name, which may hold anything: state and ten numbers, then the two times; the
     * resident pages are nine further on. */
    const char *rest = strrchr(text, ')');
    if (!rest || sscanf(rest + 1,
                        " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %*d %*d %*d %*d %*d "
                        "%*d %*u %*u %lu",
                        &user, &system, &pages) != 3) {
        die("%s cannot be read", path);
    }
    return (Usage){.processor_s = (double)(user + system) / (double)sysconf(_SC_CLK_TCK),
                   .memory_bytes = pages * (size_t)sysconf(_SC_PAGESIZE)};
}

void child_end(pid_t child) {
    kill(child, SIGTERM);
    waitpid(child, NULL, 0);
}

void child_kill(pid_t child) {
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

unsigned free_port(void) {
    struct sockaddr_in address = local(0);
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(fd, (struct sockaddr *)&address, size) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &size) != 0) {
        die("no port: %s", strerror(errno));
    }
    close(fd);
    return ntohs(address.sin_port);
}
