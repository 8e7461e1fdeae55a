// HELLO and HELLO_ACK field by field (docs/link.md, section 3): what is written, agreed, refused and limited.
#include "check.h"
#include "link/internal.h"

#include <string.h>

static acc_link host, device;
static uint8_t memory[256];

static acc_link_config config_of(acc_link_role role)
{
    acc_link_config config = acc_link_config_make(role, ACC_LINK_JACK);
    config.mode = ACC_LINK_DUPLEX;
    config.carrier.features = 0x5A;
    config.carrier.payload = 0x0123;
    config.carrier.send_rate = 0x11223344;
    config.carrier.receive_rate = 0x55667788;
    config.carrier.latency_us = 0x1234 * 1000;
    config.buffer = memory;
    config.capacity = sizeof memory;
    config.window = 9;
    return config;
}

static void set_up(void)
{
    acc_link_config a = config_of(ACC_LINK_HOST), b = config_of(ACC_LINK_ACCESSORY);
    acc_link_init(&host, &a);
    acc_link_init(&device, &b);
    acc_link_detect(&host, 0);
    acc_link_detect(&device, 0);
}

// The next frame of an end, which leaves at once; its length, 0 for none.
static size_t frame_of(acc_link *link, uint8_t *out)
{
    acc_link_action action;
    while (acc_link_poll(link, 0, &action)) {
        if (action.kind != ACC_LINK_ACTION_FRAME)
            continue;
        memcpy(out, action.bytes, action.len);
        acc_link_sent(link, 0);
        return action.len;
    }
    return 0;
}

static const uint8_t hello[HELLO_SIZE] = {
    0x30, 1, 1, 1, 0xA1, 0xB2, 0xC3, 0xD4, 1,    0x23, 9,    0x5A,  // mode, versions, nonce, P, window, features
    0,    0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x12, 0x34};

static const uint8_t
    hello_ack[HELLO_ACK_SIZE] = {0x38, 1,    1,    9,    0xA1, 0xB2, 0xC3, 0xD4,
                                 1,    0x23, 0x5E, 0xAF,  // mode, version, window, nonce, P, session
                                 0,    0,    1,    0,    0x11, 0x22, 0x33, 0x44,
                                 0x55, 0x66, 0x77, 0x88, 0x12, 0x34, 0xB4};

static void hello_has_the_parameters(void)
{
    uint8_t out[HELLO_ACK_SIZE];
    set_up();
    host.terms.nonce = 0xA1B2C3D4;
    CHECK(acc_link_hello_write(&host, out) == HELLO_SIZE);
    CHECK(memcmp(out, hello, HELLO_SIZE) == 0);
    // milliseconds, rounded up, at most FFFF
    static const uint32_t latencies[][2] = {{0, 0},
                                            {1, 1},
                                            {1000, 1},
                                            {1001, 2},
                                            {1999, 2},
                                            {65534001, 65535},
                                            {65535000, 0xFFFF},
                                            {65535001, 0xFFFF},
                                            {65536000, 0xFFFF},
                                            {UINT32_MAX, 0xFFFF}};
    for (unsigned i = 0; i < sizeof latencies / sizeof *latencies; i++) {
        host.config.carrier.latency_us = latencies[i][0];
        acc_link_hello_write(&host, out);
        CHECK(load_be16(out + 24) == latencies[i][1]);
    }
}

// The accessory's answer to a HELLO of these bytes; its length, 0 for none.
static size_t answer_to(const uint8_t *bytes, size_t len, uint8_t *out)
{
    memset(out, 0, HELLO_ACK_SIZE);
    uint32_t ignored = device.statistics.ignored;
    acc_link_receive(&device, 0, bytes, len);
    size_t answered = frame_of(&device, out);
    CHECK(answered == 0 || answered == HELLO_ACK_SIZE);
    CHECK(device.statistics.ignored == ignored + !answered);
    return answered;
}

static void the_answer_has_the_common_terms(void)
{
    uint8_t out[HELLO_ACK_SIZE];
    set_up();
    device.last_session = 0x5EAE;
    CHECK(answer_to(hello, HELLO_SIZE, out));
    CHECK(memcmp(out, hello_ack, HELLO_ACK_SIZE) == 0);
    // the same nonce gets the same session, another nonce the next one
    CHECK(answer_to(hello, HELLO_SIZE, out) && load_be16(out + 10) == 0x5EAF);
    uint8_t other[HELLO_SIZE];
    memcpy(other, hello, HELLO_SIZE);
    other[7]++;
    CHECK(answer_to(other, HELLO_SIZE, out) && load_be16(out + 10) == 0x5EB0);
    CHECK(out[7] == 0xD5);
    // never session 0
    device.last_session = 0xFFFE;
    other[7]++;
    CHECK(answer_to(other, HELLO_SIZE, out) && load_be16(out + 10) == 0xFFFF);
    other[7]++;
    CHECK(answer_to(other, HELLO_SIZE, out) && load_be16(out + 10) == 1);
}

// One byte of HELLO at a time: the byte of the answer that depends on it, or no answer.
static void each_field_of_hello_counts(void)
{
    enum { NOTHING = -1, NO_SESSION = -2 };
    static const struct {
        uint8_t at, value;
        int8_t answer;
        int32_t expected;
    } rows[] = {
        {1, 0, 1, 0},                                            // MASTERSLAVE is the smaller mode
        {1, 1, 1, 1},       {1, 2, NOTHING, 0},   {2, 0, 2, 1},  // versions 0 to 1
        {2, 2, NOTHING, 0}, {3, 2, 2, 1},                        // versions 1 to 2
        {3, 0, NOTHING, 0}, {8, 0, 9, 0x23},      {9, 0x22, 9, 0x22},   {9, 0x24, 9, 0x23},
        {10, 8, 3, 8},      {10, 10, 3, 9},       {10, 1, 3, 1},        {10, 0, NO_SESSION, 0},
        {11, 0, 26, 0},     {11, 0x7F, 26, 0xB4}, {11, 0x12, 26, 0x24},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t bytes[HELLO_SIZE], out[HELLO_ACK_SIZE];
        memcpy(bytes, hello, HELLO_SIZE);
        bytes[rows[i].at] = rows[i].value;
        set_up();
        bool answered = answer_to(bytes, HELLO_SIZE, out) != 0;
        CHECK(answered == (rows[i].answer != NOTHING));
        if (rows[i].answer == NO_SESSION)
            CHECK(out[2] == 0 && load_be16(out + 10) == 0);
        else if (answered)
            CHECK(out[rows[i].answer] == rows[i].expected && load_be16(out + 10) != 0);
    }
    // the smallest payload is 32
    for (uint8_t payload = 31; payload <= 32; payload++) {
        uint8_t bytes[HELLO_SIZE], out[HELLO_ACK_SIZE];
        memcpy(bytes, hello, HELLO_SIZE);
        bytes[8] = 0;
        bytes[9] = payload;
        set_up();
        CHECK(answer_to(bytes, HELLO_SIZE, out) && (load_be16(out + 10) != 0) == (payload == 32));
        CHECK(out[9] == payload);
    }
    // versions 2 to 3, and 0 to 0: none in common
    for (uint8_t low = 0; low <= 2; low += 2) {
        uint8_t bytes[HELLO_SIZE], out[HELLO_ACK_SIZE];
        memcpy(bytes, hello, HELLO_SIZE);
        bytes[2] = low;
        bytes[3] = low ? 3 : 0;
        set_up();
        CHECK(answer_to(bytes, HELLO_SIZE, out) && out[2] == 0 && load_be16(out + 10) == 0);
    }
    uint8_t out[HELLO_ACK_SIZE];
    set_up();
    CHECK(!answer_to(hello, HELLO_SIZE - 1, out));
}

// Once READY has arrived: bit 0, and the same terms for the same nonce.
static void an_active_session_is_offered_again(void)
{
    uint8_t out[HELLO_ACK_SIZE], ready[SHORT_SIZE] = {READY, 11, 0x5E, 0xAF, 0, 0};
    set_up();
    device.last_session = 0x5EAE;
    CHECK(answer_to(hello, HELLO_SIZE, out));
    acc_link_receive(&device, 0, ready, SHORT_SIZE);
    CHECK(acc_link_get_state(&device) == ACC_LINK_IDLE);
    CHECK(frame_of(&device, out) == SHORT_SIZE && out[0] == READY_ACK);
    CHECK(answer_to(hello, HELLO_SIZE, out));
    CHECK(load_be16(out + 10) == 0x5EAF && out[26] == 0xB5);
    CHECK(device.last_session == 0x5EAF && acc_link_features(&device) == 0x5A);
    CHECK(device.terms.window == 9 && device.terms.payload == 0x123);
    uint8_t other[HELLO_SIZE];
    memcpy(other, hello, HELLO_SIZE);
    other[4] ^= 1;
    CHECK(answer_to(other, HELLO_SIZE, out));
    CHECK(load_be16(out + 10) == 0x5EB0 && out[26] == 0xB5);
    // only READY replaces the session
    CHECK(device.terms.session == 0x5EAF && device.terms.nonce == 0xA1B2C3D4);
}

static bool host_accepts(uint8_t at, uint8_t value, size_t len)
{
    uint8_t bytes[HELLO_ACK_SIZE];
    set_up();
    host.terms.nonce = 0xA1B2C3D4;
    memcpy(bytes, hello_ack, HELLO_ACK_SIZE);
    bytes[at] = value;
    bool accepted = acc_link_hello_answered(&host, bytes, len);
    // an offer that is refused changes nothing
    CHECK(accepted == (host.terms.session != 0) && host.terms.nonce == 0xA1B2C3D4);
    return accepted;
}

static void the_host_reads_the_offer(void)
{
    CHECK(host_accepts(0, HELLO_ACK, HELLO_ACK_SIZE));
    CHECK(host.terms.session == 0x5EAF && host.terms.mode == ACC_LINK_DUPLEX);
    CHECK(host.terms.payload == 0x123 && host.terms.window == 9 && host.terms.features == 0x5A);
    CHECK(host.terms.capacity == 256 && host.terms.rate == 0x11223344);
    CHECK(host.terms.latency_us == 0x1234 * 1000 && !host.was_awake);
    CHECK(host_accepts(26, 0xB5, HELLO_ACK_SIZE) && host.was_awake);
    CHECK(host_accepts(26, 0x25, HELLO_ACK_SIZE) && host.terms.features == 0x12);
    CHECK(host_accepts(26, 0xFE, HELLO_ACK_SIZE) && host.terms.features == 0x5A && !host.was_awake);
    CHECK(host_accepts(3, 8, HELLO_ACK_SIZE) && host.terms.window == 8);
    CHECK(host_accepts(3, 10, HELLO_ACK_SIZE) && host.terms.window == 9);
    CHECK(host_accepts(9, 0x22, HELLO_ACK_SIZE) && host.terms.payload == 0x122);
    CHECK(host_accepts(8, 2, HELLO_ACK_SIZE) && host.terms.payload == 0x123);
    CHECK(host_accepts(10, 0, HELLO_ACK_SIZE) && host.terms.session == 0xAF);
    CHECK(!host_accepts(0, HELLO_ACK, HELLO_ACK_SIZE - 1));
    CHECK(!host_accepts(1, 0, HELLO_ACK_SIZE));  // another mode
    CHECK(!host_accepts(2, 0, HELLO_ACK_SIZE) && !host_accepts(2, 2, HELLO_ACK_SIZE));
    CHECK(!host_accepts(3, 0, HELLO_ACK_SIZE));
    uint8_t bytes[HELLO_ACK_SIZE];
    memcpy(bytes, hello_ack, HELLO_ACK_SIZE);
    store_be16(bytes + 10, 0);  // no session
    CHECK(!acc_link_hello_answered(&host, bytes, HELLO_ACK_SIZE));
    for (uint16_t payload = 31; payload <= 32; payload++) {
        memcpy(bytes, hello_ack, HELLO_ACK_SIZE);
        store_be16(bytes + 8, payload);
        CHECK(acc_link_hello_answered(&host, bytes, HELLO_ACK_SIZE) == (payload == 32));
    }
}

// Latency at most 10 s; rate at least a sixteenth of the own one, that at least 100 and at most 3675; 0 means
// irrelevant; at most 1 MiB.
static void figures_are_limited(void)
{
    static const struct {
        uint32_t own, told, taken;
    } rates[] = {
        {3675, 0, 3675},       {3675, 1, 229},
        {3675, 229, 229},      {3675, 230, 230},
        {1600, 99, 100},       {1599, 99, 100},
        {1616, 1, 101},        {100, 1, 100},
        {58800, 3000, 3675},   {58784, 3000, 3674},
        {1000000, 3674, 3675}, {1000000, 3676, 3676},
        {0, 5, 100},           {3675, UINT32_MAX, UINT32_MAX},
    };
    uint8_t bytes[HELLO_ACK_SIZE];
    set_up();
    memcpy(bytes, hello_ack, HELLO_ACK_SIZE);
    for (unsigned i = 0; i < sizeof rates / sizeof *rates; i++) {
        host.config.carrier.receive_rate = rates[i].own;
        store_be32(bytes + 16, rates[i].told);
        CHECK(acc_link_hello_answered(&host, bytes, HELLO_ACK_SIZE));
        CHECK(host.terms.rate == rates[i].taken);
    }
    static const uint32_t others[][4] = {
        {0, 0, 0, 0},
        {9999, 9999000, (1u << 20) - 1, (1u << 20) - 1},
        {10000, 10000000, 1u << 20, 1u << 20},
        {10001, 10000000, (1u << 20) + 1, 1u << 20},
        {65535, 10000000, UINT32_MAX, 1u << 20},
    };
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
        store_be16(bytes + 24, (uint16_t)others[i][0]);
        store_be32(bytes + 12, others[i][2]);
        CHECK(acc_link_hello_answered(&host, bytes, HELLO_ACK_SIZE));
        CHECK(host.terms.latency_us == others[i][1] && host.terms.capacity == others[i][3]);
    }
}

// The peer's part of the latency is what exceeds the own one; the old rate's round trip is forgotten.
static void the_pace_changes(void)
{
    set_up();
    host.config.carrier.latency_us = 20000;
    static const uint32_t rows[][2] = {{50000, 30000}, {20001, 1}, {20000, 0}, {19999, 0}, {0, 0}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        host.round_trip_us = 5;
        acc_link_pace(&host, 1234 + i, rows[i][0]);
        CHECK(host.terms.rate == 1234 + i && host.terms.latency_us == rows[i][1]);
        CHECK(host.round_trip_us == 0);
    }
}

// Every field of a session that has ended is as at the start.
static void a_reset_forgets_the_session(void)
{
    set_up();
    const acc_link fresh = host;
    CHECK(fresh.outcome == ACC_LINK_ERROR_STATE && fresh.terms.window == 9);
    CHECK(fresh.terms.rate == 0x55667788 && fresh.terms.latency_us == 0x1234 * 1000);
    CHECK(fresh.terms.payload == 0x123 && fresh.terms.mode == ACC_LINK_DUPLEX);
    CHECK(fresh.terms.session == 0 && fresh.exchange == 0 && fresh.last_session != 0);
    memset(&host.terms, 0x55, sizeof host.terms);
    memset(&host.offer, 0x55, sizeof host.offer);
    host.exchange = host.push_in = host.push_out = 5;
    host.outcome = 0;
    host.dropped = host.round_trip_us = 5;
    host.previous_succeeded = true;
    host.transfer = host.garbled = 5;
    acc_link_session_reset(&host);
    CHECK(host.terms.rate == fresh.terms.rate && host.terms.latency_us == fresh.terms.latency_us);
    CHECK(host.terms.payload == 0x123 && host.terms.window == 9 && host.terms.mode == 1);
    CHECK(!host.terms.session && !host.terms.nonce && !host.terms.capacity && !host.terms.features);
    CHECK(!host.offer.session && !host.offer.nonce && !host.offer.payload);
    CHECK(!host.exchange && !host.push_in && !host.push_out && !host.dropped &&
          !host.round_trip_us);
    CHECK(host.outcome == ACC_LINK_ERROR_STATE && !host.previous_succeeded);
    CHECK(!host.transfer && !host.garbled);
}

int main(void)
{
    hello_has_the_parameters();
    the_answer_has_the_common_terms();
    each_field_of_hello_counts();
    an_active_session_is_offered_again();
    the_host_reads_the_offer();
    figures_are_limited();
    the_pace_changes();
    a_reset_forgets_the_session();
    return failures;
}
