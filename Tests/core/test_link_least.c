// The minimal accessory of docs/link.md, section 10, written from that document alone, over a byte stream
// in packets of 20 bytes, as in BLE serial profiles. The host must not notice the difference.
#include "accessory/link.h"
#include "check.h"

#include <string.h>

enum { PAYLOAD = 64, PACKET = 20, AGAIN_US = 300000, RESPONSES = 9, STREAM = 4096 };

typedef struct {
    uint8_t bytes[STREAM];
    size_t len;
    uint32_t frames, lose_at;
} stream;

static struct {
    uint16_t session, offered, exchange;
    uint8_t outcome;  // 0 answered, 1 answering, else an error code
    uint8_t request[PAYLOAD], serial, responses;
    size_t len;
    uint64_t next;
} least;

static stream to_host, to_device;
static acc_link host;
static uint8_t buffer[512];

static void put(stream *s, const uint8_t *payload, size_t len)
{
    if (++s->frames == s->lose_at)
        return;
    s->len += acc_frame_write(0, payload, len, s->bytes + s->len, STREAM - s->len);
}

static uint16_t word(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

static void answer_short(const uint8_t *m, uint8_t type, uint8_t code)
{
    const uint8_t out[6] = {type, code, m[2], m[3], m[4], m[5]};
    put(&to_host, out, sizeof out);
}

static void answer_hello(const uint8_t *m)
{
    uint8_t out[27] = {0x38, 0, 1, 1};
    memcpy(out + 4, m + 4, 4);
    least.offered = (uint16_t)(0x1000 + word(m + 6) % 0x1000);  // from the nonce
    out[9] = PAYLOAD;
    out[10] = (uint8_t)(least.offered >> 8);
    out[11] = (uint8_t)least.offered;
    out[15] = PAYLOAD - 12;
    put(&to_host, out, sizeof out);
}

// The answer is the request with each bit inverted.
static void respond(uint64_t now)
{
    uint8_t out[PAYLOAD] = {0x99};
    out[2] = (uint8_t)(least.session >> 8);
    out[3] = (uint8_t)least.session;
    out[4] = (uint8_t)(least.exchange >> 8);
    out[5] = (uint8_t)least.exchange;
    out[8] = ++least.serial;
    out[11] = (uint8_t)least.len;
    for (size_t i = 0; i < least.len; i++)
        out[12 + i] = least.request[i] ^ 0xFF;
    put(&to_host, out, 12 + least.len);
    least.next = now + AGAIN_US;
    if (++least.responses == RESPONSES)
        least.outcome = ACC_LINK_ERROR_SILENT;
}

static void take_request(const uint8_t *m, size_t len, uint64_t now)
{
    uint8_t ack[13] = {0x28, 0, m[2], m[3], m[4], m[5], 0, 1, m[8]};
    if (m[9] || m[10] || m[11] > PAYLOAD - 12) {
        answer_short(m, 0x29, ACC_LINK_ERROR_MEMORY);
        return;
    }
    put(&to_host, ack, sizeof ack);
    if (word(m + 4) == least.exchange)
        return;
    least.exchange = word(m + 4);
    least.outcome = 1;
    least.responses = 0;
    least.len = len - 12;
    memcpy(least.request, m + 12, least.len);
    respond(now);
}

static void device_receive(const uint8_t *m, size_t len, uint64_t now)
{
    if (m[0] == 0x30) {
        answer_hello(m);
    } else if (m[0] == 0x31 && word(m + 2) == least.offered) {
        if (least.session != least.offered)
            least.exchange = 0;
        least.session = least.offered;
        answer_short(m, 0x39, 0);
    } else if (word(m + 2) != least.session) {
        answer_short(m, 0x3E, 0);
    } else if ((m[0] & 0x3F) == 0x10) {
        take_request(m, len, now);
    } else if (m[0] == 0x20 && word(m + 4) == least.exchange) {
        least.outcome = 0;
    } else if (m[0] == 0x32) {
        least.exchange = word(m + 4);
        least.outcome = ACC_LINK_ERROR_CANCELLED;
        answer_short(m, 0x3A, 0);
    } else if (m[0] == 0x34) {
        answer_short(m, 0x3C, least.outcome == 1);
    } else if (m[0] == 0x33) {
        least.session = 0;
        answer_short(m, 0x3B, 0);
    }
}

// Transfers a stream in packets that do not end where frames end.
static void carry(stream *s, acc_frame_reader *reader, bool host_hears, uint64_t now)
{
    for (size_t at = 0; at < s->len; at += PACKET) {
        size_t n = s->len - at < PACKET ? s->len - at : PACKET, used, size, taken = 0;
        acc_status status;
        do {
            status = acc_frame_reader_push(reader, s->bytes + at + taken, n - taken, &used);
            taken += used;
            if (status != ACC_OK)
                continue;
            const uint8_t *payload = acc_frame_reader_payload(reader, &size);
            if (host_hears)
                acc_link_receive(&host, now, payload, size);
            else
                device_receive(payload, size, now);
        } while (status != ACC_TRUNCATED);
    }
    s->len = 0;
}

// Runs until the host reports the event that ends a command.
static acc_link_event run(uint64_t *now)
{
    static acc_frame_reader at_host, at_device;
    acc_link_action action;
    for (uint64_t end = *now + 60000000; *now < end; *now += 5000) {
        acc_link_tick(&host, *now);
        while (acc_link_poll(&host, *now, &action)) {
            acc_link_event_kind kind = action.event.kind;
            if (action.kind == ACC_LINK_ACTION_FRAME) {
                put(&to_device, action.bytes, action.len);
                acc_link_sent(&host, *now);
            } else if (kind != ACC_LINK_EVENT_STATE && kind != ACC_LINK_EVENT_SEND_OK) {
                return action.event;
            }
        }
        carry(&to_device, &at_device, false, *now);
        if (least.outcome == 1 && *now >= least.next)
            respond(*now);
        carry(&to_host, &at_host, true, *now);
    }
    return (acc_link_event){.kind = ACC_LINK_EVENT_STATE};
}

static void ask(const uint8_t *request, size_t len, uint64_t *now)
{
    CHECK(acc_link_exchange(&host, *now, request, len, 30000000) == ACC_LINK_ACCEPTED);
    acc_link_event event = run(now);
    CHECK(event.kind == ACC_LINK_EVENT_RECEIVED && event.len == len);
    for (uint32_t i = 0; i < event.len; i++)
        CHECK(event.bytes[i] == 255 - request[i]);
}

static void whole_session(stream *line, uint32_t lose_at)
{
    static const uint8_t request[PAYLOAD] = "all of this document, and no code";
    uint64_t now = 0;
    acc_link_config config = acc_link_config_make(ACC_LINK_HOST, ACC_LINK_BLUETOOTH);
    config.carrier.reliable = false;
    config.buffer = buffer;
    config.capacity = sizeof buffer;
    config.seed = lose_at + 1;
    memset(&least, 0, sizeof least);
    memset(&to_host, 0, sizeof to_host);
    memset(&to_device, 0, sizeof to_device);
    line->lose_at = lose_at;
    acc_link_init(&host, &config);
    acc_link_detect(&host, now);
    CHECK(acc_link_open(&host, now) == ACC_LINK_ACCEPTED);
    CHECK(run(&now).kind == ACC_LINK_EVENT_OPENED);
    for (size_t len = 0; len <= PAYLOAD - 12; len += 13)
        ask(request, len, &now);
    CHECK(acc_link_exchange(&host, now, request, 9, 0) == ACC_LINK_ACCEPTED);
    CHECK(acc_link_cancel(&host, now) == ACC_LINK_ACCEPTED);
    CHECK(run(&now).code == ACC_LINK_ERROR_CANCELLED);
    ask(request, 5, &now);
    CHECK(acc_link_close(&host, now) == ACC_LINK_ACCEPTED);
    CHECK(run(&now).kind == ACC_LINK_EVENT_CLOSED);
    CHECK(least.session == 0);
}

int main(void)
{
    whole_session(&to_host, 0);
    uint32_t frames[2] = {to_host.frames, to_device.frames};
    for (uint32_t k = 1; k <= frames[0]; k++)
        whole_session(&to_host, k);
    for (uint32_t k = 1; k <= frames[1]; k++)
        whole_session(&to_device, k);
    return failures;
}
