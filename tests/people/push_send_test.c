/* Notices on their way: to a push service on this machine that reads them as a browser would. */
#include <sodium.h>

#include "people/receiver.h"
#include "support/test.h"

typedef struct Sender {
    uv_loop_t loop;
    FanPusher *pusher;
    unsigned results[3];
    char last[24];
    unsigned due;
} Sender;

static void on_result(void *context, const char *id, FanPushResult result) {
    Sender *sender = context;
    sender->results[result]++;
    snprintf(sender->last, sizeof sender->last, "%s", id);
    sender->due--;
    if (sender->due == 0) {
        uv_stop(&sender->loop);
    }
}

static void start(Sender *sender, const Receiver *receiver, bool private, bool trusted) {
    *sender = (Sender){0};
    uv_loop_init(&sender->loop);
    FanPusherConfig config = {.loop = &sender->loop,
                              .subject = "https://play.example",
                              .on_result = on_result,
                              .context = sender,
                              .allow_private = private,
                              .authority = trusted ? receiver->certificate : NULL,
                              .retry_ms = 1};
    assert_true(fan_push_keys_draw(&config.keys));
    sender->pusher = fan_pusher_new(&config);
    assert_non_null(sender->pusher);
}

static void stop(Sender *sender) {
    fan_pusher_free(sender->pusher);
    uv_run(&sender->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&sender->loop), 0);
}

static void hand(Sender *sender, const Receiver *receiver, const char *host, const char *path,
                 const char *text) {
    const FanSubscription to = receiver_subscription(receiver, host, path);
    assert_true(fan_pusher_send(sender->pusher, &to, text, "abcdefghij"));
    sender->due++;
}

static void finish(Sender *sender) {
    uv_run(&sender->loop, UV_RUN_DEFAULT); /* ended by the last result */
    assert_int_equal(sender->due, 0);
}

static const char *const created[] = {"201 Created", NULL};

static void a_browser_reads_the_notice(void **state) {
    (void)state;
    static Receiver receiver;
    Sender sender;
    char text[2100], value[HEAD_MAX];
    receiver_start(&receiver, created);
    start(&sender, &receiver, true, true);
    hand(&sender, &receiver, "localhost", "push/1",
         "{\"game\":\"abcdefghij\",\"body\":\"Ваш ход.\"}");
    finish(&sender);
    assert_int_equal(sender.results[FAN_PUSH_SENT], 1);
    assert_string_equal(sender.last, "push/1");
    const Request *request = &receiver.requests[0];
    assert_true(receiver_decrypt(&receiver, request, text));
    assert_string_equal(text, "{\"game\":\"abcdefghij\",\"body\":\"Ваш ход.\"}");
    assert_int_equal(strncmp(request->head, "POST /push/1 HTTP/1.1\r\n", 23), 0);
    assert_string_equal(receiver_header(request, "Content-Encoding", value), "aes128gcm");
    assert_string_equal(receiver_header(request, "TTL", value), "86400");
    assert_string_equal(receiver_header(request, "Topic", value), "abcdefghij");
    assert_string_equal(receiver_header(request, "Urgency", value), "high");
    assert_int_equal(strncmp(receiver_header(request, "Authorization", value), "vapid t=", 8), 0);
    stop(&sender);
    receiver_stop(&receiver);
}

/* The claims of a token say for whom it is: this origin alone, and for half a day. */
static void it_is_signed_for_this_service(void **state) {
    (void)state;
    static Receiver receiver;
    Sender sender;
    char value[HEAD_MAX], expected[64];
    unsigned char claims[512];
    size_t bytes;
    receiver_start(&receiver, created);
    start(&sender, &receiver, true, true);
    hand(&sender, &receiver, "localhost", "x?y=1", "x");
    finish(&sender);
    const char *token = receiver_header(&receiver.requests[0], "Authorization", value);
    const char *first = strchr(token, '.') + 1;
    assert_int_equal(sodium_base642bin(claims, sizeof claims - 1, first, strcspn(first, "."), NULL,
                                       &bytes, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    claims[bytes] = '\0';
    snprintf(expected, sizeof expected,
             "{\"aud\":\"https://localhost:%u\",\"exp\":", receiver.port);
    assert_int_equal(strncmp((char *)claims, expected, strlen(expected)), 0);
    long long left = atoll((char *)claims + strlen(expected)) - (long long)time(NULL);
    assert_true(left > 3600 && left <= 24 * 3600);
    stop(&sender);
    receiver_stop(&receiver);
}

static void each_answer_means_what_it_means(void **state) {
    (void)state;
    static const struct {
        const char *answers[5];
        FanPushResult result;
        unsigned requests;
    } cases[] = {
        {{"200 OK"}, FAN_PUSH_SENT, 1},
        {{"410 Gone"}, FAN_PUSH_DROPPED, 1},
        {{"404 Not Found"}, FAN_PUSH_DROPPED, 1},
        {{"400 Bad Request"}, FAN_PUSH_FAILED, 1},
        {{"503 Busy", "429 Too Many", "201 Created"}, FAN_PUSH_SENT, 3},
        {{"500 Error"}, FAN_PUSH_FAILED, 3},
        {{"302 Found\r\nLocation: https://localhost/elsewhere"}, FAN_PUSH_FAILED, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static Receiver receiver;
        Sender sender;
        receiver_start(&receiver, cases[i].answers);
        start(&sender, &receiver, true, true);
        hand(&sender, &receiver, "localhost", "x", "x");
        finish(&sender);
        assert_int_equal(sender.results[cases[i].result], 1);
        assert_int_equal(receiver_count(&receiver), cases[i].requests);
        stop(&sender);
        receiver_stop(&receiver);
    }
}

static void it_never_goes_to_this_machine(void **state) {
    (void)state;
    static const char *const hosts[] = {"localhost", "127.0.0.1", "[::ffff:127.0.0.1]",
                                        "2130706433", "0x7f.1"};
    static Receiver receiver;
    Sender sender;
    receiver_start(&receiver, created);
    start(&sender, &receiver, false, true);
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        hand(&sender, &receiver, hosts[i], "x", "x");
    }
    finish(&sender);
    assert_int_equal(sender.results[FAN_PUSH_FAILED], sizeof hosts / sizeof hosts[0]);
    stop(&sender);
    receiver_stop(&receiver);
    assert_int_equal(receiver.connections, 0);
}

static void a_service_nobody_vouches_for_gets_nothing(void **state) {
    (void)state;
    static Receiver receiver;
    Sender sender;
    receiver_start(&receiver, created);
    start(&sender, &receiver, true, false);
    hand(&sender, &receiver, "localhost", "x", "x");
    finish(&sender);
    assert_int_equal(sender.results[FAN_PUSH_FAILED], 1);
    assert_int_equal(receiver_count(&receiver), 0);
    stop(&sender);
    receiver_stop(&receiver);
}

static void many_go_at_once_and_too_many_are_refused(void **state) {
    (void)state;
    static Receiver receiver;
    Sender sender;
    receiver_start(&receiver, created);
    start(&sender, &receiver, true, true);
    for (unsigned i = 0; i < 40; i++) {
        hand(&sender, &receiver, "localhost", "x", "x");
    }
    finish(&sender);
    assert_int_equal(sender.results[FAN_PUSH_SENT], 40);
    /* Results are counted off by the loop, which does not turn now. */
    const FanSubscription nowhere = {.endpoint = "https://127.0.0.1:1/"};
    for (unsigned i = 0; i < FAN_PUSHES_WAITING_MAX; i++) {
        assert_true(fan_pusher_send(sender.pusher, &nowhere, "x", "t"));
    }
    assert_false(fan_pusher_send(sender.pusher, &nowhere, "x", "t"));
    sender.due = 1U << 30;
    stop(&sender); /* with all of it under way */
    receiver_stop(&receiver);
}

int main(void) {
    if (sodium_init() < 0) {
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_browser_reads_the_notice),
        cmocka_unit_test(it_is_signed_for_this_service),
        cmocka_unit_test(each_answer_means_what_it_means),
        cmocka_unit_test(it_never_goes_to_this_machine),
        cmocka_unit_test(a_service_nobody_vouches_for_gets_nothing),
        cmocka_unit_test(many_go_at_once_and_too_many_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
