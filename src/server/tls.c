/* The certificate: read at the start, and again when it was renewed.
 *
 * New files are first read into a context of their own. Only when they fit each other are they put
 * into the one that connections are made from; those that are open keep what they began with. */
#include "server/internal.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <string.h>

/* Why: what was said first; what follows only tells which parts of OpenSSL passed it on. */
static bool fail(char *error, const char *what, const char *path) {
    unsigned long code = ERR_peek_error();
    const char *why =
        ERR_SYSTEM_ERROR(code) ? strerror(ERR_GET_REASON(code)) : ERR_reason_error_string(code);
    snprintf(error, FAN_SERVER_ERROR_MAX, "%s %s: %s", what, path, why ? why : "it cannot be used");
    ERR_clear_error();
    return false;
}

/* A context with certificate and key, or NULL with the reason. */
static SSL_CTX *read_files(const FanServerConfig *config, char *error) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    ERR_clear_error();
    if (!context) {
        fail(error, "the certificate", config->certificate);
    } else if (SSL_CTX_use_certificate_chain_file(context, config->certificate) != 1) {
        fail(error, "the certificate", config->certificate);
    } else if (SSL_CTX_use_PrivateKey_file(context, config->key, SSL_FILETYPE_PEM) != 1) {
        fail(error, "the key", config->key);
    } else {
        return context;
    }
    SSL_CTX_free(context);
    return NULL;
}

bool fan_tls_check(const FanServerConfig *config, char *error) {
    SSL_CTX *context = read_files(config, error);
    SSL_CTX_free(context);
    return context != NULL;
}

static bool take_over(SSL_CTX *to, SSL_CTX *from) {
    STACK_OF(X509) *chain = NULL;
    SSL_CTX_get0_chain_certs(from, &chain);
    return SSL_CTX_use_cert_and_key(to, SSL_CTX_get0_certificate(from),
                                    SSL_CTX_get0_privatekey(from), chain, 1) == 1;
}

bool fan_tls_load(FanServer *server, void *context, char *error) {
    SSL_CTX *fresh = read_files(&server->config, error);
    if (!fresh) {
        return false;
    }
    bool fine = take_over(context, fresh);
    SSL_CTX_free(fresh);
    if (!fine) {
        return fail(error, "the certificate", server->config.certificate);
    }
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    server->tls = context;
    return true;
}
