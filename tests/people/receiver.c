#include "people/receiver.h"

#include <arpa/inet.h>
#include <openssl/core_names.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sodium.h>
#include <strings.h>
#include <unistd.h>

#include "support/test.h"

/* --- a certificate for localhost -----------------------------------------------------------------
 */

static void add_extension(X509 *certificate, int kind, const char *value) {
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, kind, value);
    assert_non_null(extension);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

static X509 *make_certificate(EVP_PKEY *key) {
    X509 *certificate = X509_new();
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_NAME *name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"localhost", -1, -1,
                               0);
    X509_set_issuer_name(certificate, name);
    X509_set_pubkey(certificate, key);
    add_extension(certificate, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1");
    add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE");
    assert_true(X509_sign(certificate, key, EVP_sha256()) > 0);
    return certificate;
}

static void keep_certificate(Receiver *receiver, X509 *certificate) {
    strcpy(receiver->certificate, "/tmp/fan-receiver-XXXXXX");
    int file = mkstemp(receiver->certificate);
    FILE *out = fdopen(file, "w");
    assert_non_null(out);
    PEM_write_X509(out, certificate);
    fclose(out);
}

static SSL_CTX *make_context(Receiver *receiver) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = make_certificate(key);
    keep_certificate(receiver, certificate);
    assert_int_equal(SSL_CTX_use_certificate(context, certificate), 1);
    assert_int_equal(SSL_CTX_use_PrivateKey(context, key), 1);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return context;
}

/* --- requests ------------------------------------------------------------------------------------
 */

static bool read_whole(SSL *ssl, Request *request) {
    static const char end[] = "\r\n\r\n";
    size_t bytes = 0, head = 0, length = 0;
    unsigned char text[HEAD_MAX + FAN_PUSH_BODY_MAX];
    while (bytes < sizeof text - 1 && (!head || bytes < head + length)) {
        int read = SSL_read(ssl, text + bytes, (int)(sizeof text - 1 - bytes));
        if (read <= 0) {
            return false;
        }
        bytes += (size_t)read;
        text[bytes] = '\0';
        const char *found = head ? NULL : strstr((char *)text, end);
        if (found) {
            char value[HEAD_MAX];
            head = (size_t)(found - (char *)text) + 4;
            snprintf(request->head, sizeof request->head, "%.*s", (int)head, (char *)text);
            length = (size_t)atoi(receiver_header(request, "Content-Length", value));
        }
    }
    request->body_bytes = length < sizeof request->body ? length : sizeof request->body;
    memcpy(request->body, text + head, request->body_bytes);
    return true;
}

static const char *next_answer(const Receiver *receiver) {
    unsigned at = 0;
    while (at < receiver->count && receiver->answers[at + 1]) {
        at++;
    }
    return receiver->answers[at];
}

static void serve(Receiver *receiver, int client) {
    SSL *ssl = SSL_new(receiver->context);
    Request request = {0};
    SSL_set_fd(ssl, client);
    if (SSL_accept(ssl) == 1 && read_whole(ssl, &request)) {
        char answer[512];
        pthread_mutex_lock(&receiver->lock);
        int length = snprintf(answer, sizeof answer,
                              "HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                              next_answer(receiver));
        if (receiver->count < REQUESTS_MAX) {
            receiver->requests[receiver->count++] = request;
        }
        pthread_mutex_unlock(&receiver->lock);
        SSL_write(ssl, answer, length);
        SSL_shutdown(ssl);
    }
    SSL_free(ssl);
    close(client);
}

static void *work(void *context) {
    Receiver *receiver = context;
    for (;;) {
        struct pollfd wait = {.fd = receiver->socket, .events = POLLIN};
        int ready = poll(&wait, 1, 20);
        pthread_mutex_lock(&receiver->lock);
        bool ending = receiver->ending;
        receiver->connections += ready > 0;
        pthread_mutex_unlock(&receiver->lock);
        if (ending) {
            return NULL;
        }
        if (ready > 0) {
            int client = accept(receiver->socket, NULL, NULL);
            const struct timeval patience = {.tv_sec = 5};
            setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
            serve(receiver, client);
        }
    }
}

void receiver_start(Receiver *receiver, const char *const *answers) {
    *receiver = (Receiver){.answers = answers};
    receiver->context = make_context(receiver);
    assert_true(fan_push_keys_draw(&receiver->keys));
    randombytes_buf(receiver->auth, sizeof receiver->auth);
    pthread_mutex_init(&receiver->lock, NULL);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    receiver->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(receiver->socket, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(receiver->socket, 64), 0);
    assert_int_equal(getsockname(receiver->socket, (struct sockaddr *)&address, &size), 0);
    receiver->port = ntohs(address.sin_port);
    assert_int_equal(pthread_create(&receiver->thread, NULL, work, receiver), 0);
}

void receiver_stop(Receiver *receiver) {
    pthread_mutex_lock(&receiver->lock);
    receiver->ending = true;
    pthread_mutex_unlock(&receiver->lock);
    pthread_join(receiver->thread, NULL);
    close(receiver->socket);
    SSL_CTX_free(receiver->context);
    unlink(receiver->certificate);
    pthread_mutex_destroy(&receiver->lock);
}

unsigned receiver_count(Receiver *receiver) {
    pthread_mutex_lock(&receiver->lock);
    unsigned count = receiver->count;
    pthread_mutex_unlock(&receiver->lock);
    return count;
}

const char *receiver_header(const Request *request, const char *name, char value[HEAD_MAX]) {
    value[0] = '\0';
    for (const char *line = request->head; line && *line;
         line = strstr(line, "\r\n"), line = line ? line + 2 : NULL) {
        size_t length = strlen(name);
        if (strncasecmp(line, name, length) == 0 && line[length] == ':') {
            const char *text = line + length + 1;
            text += strspn(text, " ");
            snprintf(value, HEAD_MAX, "%.*s", (int)strcspn(text, "\r"), text);
            break;
        }
    }
    return value;
}

/* --- what the browser reads ----------------------------------------------------------------------
 */

static void derive(const unsigned char *salt, size_t salt_bytes, const unsigned char *secret,
                   const unsigned char *info, size_t info_bytes, unsigned char *out, size_t size) {
    EVP_KDF *kind = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kind);
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char[]){"SHA256"}, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)(uintptr_t)secret, 32),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)salt, salt_bytes),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)(uintptr_t)info, info_bytes),
        OSSL_PARAM_construct_end()};
    assert_int_equal(EVP_KDF_derive(context, out, size, params), 1);
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kind);
}

static int open_sealed(const unsigned char *key, const unsigned char *nonce,
                       const unsigned char *sealed, size_t bytes, unsigned char *text) {
    unsigned char tag[16];
    int size = 0, more = 0;
    memcpy(tag, sealed + bytes - 16, 16);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    EVP_DecryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce);
    EVP_DecryptUpdate(context, text, &size, sealed, (int)bytes - 16);
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, 16, tag);
    bool fine = EVP_DecryptFinal_ex(context, text + size, &more) == 1;
    EVP_CIPHER_CTX_free(context);
    return fine ? size + more : -1;
}

bool receiver_decrypt(const Receiver *receiver, const Request *request, char text[2100]) {
    const unsigned char *body = request->body, *sender = body + 21;
    unsigned char shared[32], ikm[32], key[16], nonce[12], info[144] = "WebPush: info";
    if (request->body_bytes < 86 + 17 || body[20] != 65 ||
        !fan_push_agree(&receiver->keys, sender, shared)) {
        return false;
    }
    memcpy(info + 14, receiver->keys.point, 65);
    memcpy(info + 79, sender, 65);
    derive(receiver->auth, 16, shared, info, 144, ikm, sizeof ikm);
    derive(body, 16, ikm, (const unsigned char *)"Content-Encoding: aes128gcm", 28, key,
           sizeof key);
    derive(body, 16, ikm, (const unsigned char *)"Content-Encoding: nonce", 24, nonce,
           sizeof nonce);
    int length =
        open_sealed(key, nonce, body + 86, request->body_bytes - 86, (unsigned char *)text);
    if (length < 1 || text[length - 1] != 2) { /* the delimiter of a last record */
        return false;
    }
    text[length - 1] = '\0';
    return true;
}

FanSubscription receiver_subscription(const Receiver *receiver, const char *host,
                                      const char *path) {
    FanSubscription to = {0};
    snprintf(to.endpoint, sizeof to.endpoint, "https://%s:%u/%s", host, receiver->port, path);
    snprintf(to.id, sizeof to.id, "%s", path);
    memcpy(to.point, receiver->keys.point, sizeof to.point);
    memcpy(to.auth, receiver->auth, sizeof to.auth);
    return to;
}
