#include <libwebsockets.h>
#include <string.h>

#include "echo.h"
#include "loop.h"

enum { TEXT_MAX = 512, CONNECTIONS_MAX = 65536 };

typedef struct Echo {
    size_t length;
    unsigned char text[LWS_PRE + TEXT_MAX];
} Echo;

static int echo(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t length) {
    Echo *own = user;
    switch (reason) {
    case LWS_CALLBACK_RECEIVE:
        own->length = length < TEXT_MAX ? length : TEXT_MAX;
        memcpy(own->text + LWS_PRE, in, own->length);
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        if (own->length && lws_write(wsi, own->text + LWS_PRE, own->length, LWS_WRITE_TEXT) < 0) {
            return -1;
        }
        own->length = 0;
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = lws_callback_http_dummy},
    {.name = "echo",
     .callback = echo,
     .per_session_data_size = sizeof(Echo),
     .rx_buffer_size = TEXT_MAX},
    {.name = NULL},
};

void echo_serve(void *context) {
    const unsigned *port = context;
    struct lws_context_creation_info info = {
        .port = (int)*port,
        .iface = "127.0.0.1",
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV,
        .fd_limit_per_thread = CONNECTIONS_MAX,
        .gid = -1,
        .uid = -1,
    };
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_context *server = lws_create_context(&info);
    if (!server) {
        die("the echo server cannot be made");
    }
    while (lws_service(server, 0) >= 0) {
    }
}
