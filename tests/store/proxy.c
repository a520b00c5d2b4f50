#define _GNU_SOURCE /* memmem, accept4 */
#include "proxy.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { LATE_MS = 700, CHUNK_BYTES = 65536 };

static char server_folder[256];
static int listener;
static atomic_int mode;

static struct sockaddr_un socket_in(const char *folder) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%.80s/.s.PGSQL.5432", folder);
    return address;
}

static int connect_to_server(void) {
    struct sockaddr_un address = socket_in(server_folder);
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(file, (struct sockaddr *)&address, sizeof address) != 0) {
        close(file);
        return -1;
    }
    return file;
}

static bool pass(int from, int to) {
    char chunk[CHUNK_BYTES];
    ssize_t got = recv(from, chunk, sizeof chunk, 0);
    return got > 0 && send(to, chunk, (size_t)got, MSG_NOSIGNAL) == got;
}

/* Exactly one of all connections meets with what was set. */
static bool take_turn(int wanted) {
    int expected = wanted;
    return atomic_compare_exchange_strong(&mode, &expected, PROXY_PASS);
}

static void wait_for_answer(int server) {
    struct pollfd file = {.fd = server, .events = POLLIN};
    poll(&file, 1, 2000);
}

/* What the client sends, up to the server. False: both are to be cut off. */
static bool pass_up(int client, int server) {
    char chunk[CHUNK_BYTES];
    ssize_t got = recv(client, chunk, sizeof chunk, 0);
    if (got <= 0) {
        return false;
    }
    bool commits = memmem(chunk, (size_t)got, "COMMIT", 6) != NULL;
    if (commits && take_turn(PROXY_CUT_BEFORE)) {
        return false;
    }
    bool unanswered = commits && take_turn(PROXY_CUT_AFTER);
    bool late = commits && !unanswered && take_turn(PROXY_LATE);
    if (late) {
        shutdown(client, SHUT_RDWR);
        usleep(LATE_MS * 1000);
    }
    bool sent = send(server, chunk, (size_t)got, MSG_NOSIGNAL) == got;
    if (unanswered || late) {
        wait_for_answer(server);
    }
    return sent && !unanswered && !late;
}

static bool serve_once(int client, int server) {
    struct pollfd files[] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
    int ready = poll(files, 2, 10);
    if (mode == PROXY_REFUSE || ready < 0) {
        return false;
    }
    if (mode == PROXY_SILENT) {
        usleep(10000); /* what has come stays where it is */
        return true;
    }
    if (ready == 0) {
        return true;
    }
    return (files[0].revents == 0 || pass_up(client, server)) &&
           (files[1].revents == 0 || pass(server, client));
}

static void *serve(void *argument) {
    int client = (int)(size_t)argument;
    int server = mode == PROXY_REFUSE ? -1 : connect_to_server();
    while (server >= 0 && serve_once(client, server)) {
    }
    close(client);
    if (server >= 0) {
        close(server);
    }
    return NULL;
}

static void *accept_all(void *argument) {
    (void)argument;
    for (int client; (client = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) >= 0;) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, (void *)(size_t)client) == 0) {
            pthread_detach(thread);
        }
    }
    return NULL;
}

/* The folder after "host=", whose slashes are written %2F. */
static void read_host(const char *address) {
    const char *host = strstr(address, "host=") + 5;
    size_t used = 0;
    while (*host != '\0' && *host != '&' && used + 1 < sizeof server_folder) {
        bool slash = strncmp(host, "%2F", 3) == 0;
        server_folder[used++] = slash ? '/' : *host;
        host += slash ? 3 : 1;
    }
    server_folder[used] = '\0';
}

void proxy_address(const char *folder, const char *address, char *through, size_t size) {
    const char *host = strstr(address, "host=") + 5;
    snprintf(through, size, "%.*s%s%s", (int)(host - address), address, folder,
             host + strcspn(host, "&"));
}

void proxy_start(const char *folder, const char *address) {
    read_host(address);
    struct sockaddr_un own = socket_in(folder);
    pthread_t thread;
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener, (struct sockaddr *)&own, sizeof own) != 0 || listen(listener, 16) != 0 ||
        pthread_create(&thread, NULL, accept_all, NULL) != 0) {
        perror(own.sun_path);
        exit(2);
    }
    pthread_detach(thread);
}

void proxy_set(ProxyMode wanted) {
    mode = (int)wanted;
}

ProxyMode proxy_mode(void) {
    return (ProxyMode)atomic_load(&mode);
}
