// The host's commands and signals, call by call (docs/link.md, sections 3 to 8).
#include "link_log.h"

static void host(acc_link_mode mode, acc_link_state state)
{
    set_up(ACC_LINK_HOST, mode, state);
}

// HELLO_ACK for a nonce; `flags` as in its last byte.
static void get_offer(uint64_t now, uint32_t nonce, uint8_t flags, size_t len)
{
    uint8_t bytes[HELLO_ACK_SIZE] = {HELLO_ACK, (uint8_t)a.config.mode, ACC_LINK_VERSION, 9};
    store_be32(bytes + 4, nonce);
    bytes[9] = LOG_PAYLOAD;
    store_be16(bytes + 10, SESSION);
    store_be32(bytes + 12, LOG_MEMORY);
    bytes[26] = flags;
    acc_link_receive(&a, now, bytes, len);
}

// The knock, then three boot signals: a tone where the carrier needs it, a pause of 300 ms, two HELLOs.
static void openings_fail(acc_link_channel channel)
{
    bool tone = channel == ACC_LINK_JACK;
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_PRESENT);
    a.config.channel = channel;
    a.config.carrier.wake_tone = tone;
    a.boots = 3;  // of the last opening
    CHECK(acc_link_open(&a, 100) == ACC_LINK_ACCEPTED && a.phase == GREETING);
    uint32_t nonce = a.terms.nonce;
    HAPPENS(100, "[HELLO]");
    CHECK(acc_link_open(&a, 101) == ACC_LINK_ACCEPTED);  // joins the opening
    HAPPENS(101, "");
    for (int boot = 0; boot < 3; boot++) {
        uint64_t now = expire();
        if (tone) {
            HAPPENS(now, "[tone]");
            HAPPENS(now + 299999, "");
            CHECK(acc_link_deadline(&a) == now + 300000);
            now += 300000;
        }
        HAPPENS(now, "[HELLO]");
        HAPPENS(expire(), "[HELLO]");
        CHECK(a.terms.nonce == nonce && a.statistics.retransmitted == (uint32_t)boot + 1);
    }
    HAPPENS(expire(), tone ? "F-3" : "F-2");
    CHECK(a.state == ACC_LINK_PRESENT && a.phase == SETTLED && !acc_link_is_busy(&a));
    CHECK(acc_link_deadline(&a) == ACC_LINK_NEVER);
}

static void openings_succeed(void)
{
    for (uint8_t awake = 0; awake < 2; awake++) {
        host(ACC_LINK_MASTERSLAVE, ACC_LINK_PRESENT);
        a.exchange = 5;
        CHECK(acc_link_open(&a, 100) == ACC_LINK_ACCEPTED && a.exchange == 0);
        HAPPENS(100, "[HELLO]");
        // late answers to an earlier opening, and one without a whole nonce
        get_offer(101, a.terms.nonce + 1, awake, HELLO_ACK_SIZE);
        get_offer(101, a.terms.nonce, awake, 7);
        CHECK(a.phase == GREETING && a.statistics.ignored == 2);
        HAPPENS(101, "");
        // the answer comes before the tone is out
        uint64_t now = expire();
        CHECK(a.tone_due);
        get_offer(now, a.terms.nonce, awake, HELLO_ACK_SIZE);
        CHECK(a.phase == CONFIRMING && a.terms.session == SESSION && a.terms.window == 9);
        HAPPENS(now, "[310B 5EAF 0000]");
        get_offer(now, a.terms.nonce, awake, HELLO_ACK_SIZE);  // again: READY is on its way
        HAPPENS(now, "");
        CHECK(a.statistics.ignored == 3 && a.statistics.frames_received == 0);
        get_short(now, READY_ACK, 0, 0);
        HAPPENS(now, awake ? "O1 S2" : "O0 S2");
        CHECK(a.phase == SETTLED && acc_link_deadline(&a) == ACC_LINK_NEVER);
        CHECK(acc_link_open(&a, now) == ACC_LINK_ACCEPTED);
        HAPPENS(now, "O1");
        get_short(now, READY_ACK, 0, 0);
        HAPPENS(now, "");
    }
    // an answer without the rest: no version in common
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_PRESENT);
    acc_link_open(&a, 100);
    HAPPENS(100, "[HELLO]");
    get_offer(101, a.terms.nonce, 0, 8);
    HAPPENS(101, "F-3");
    get_offer(102, a.terms.nonce, 0, HELLO_ACK_SIZE);
    HAPPENS(102, "");
}

// READY without an answer, or refused: a new nonce, and the next boot signal.
static void offers_expire(void)
{
    for (int reset = 0; reset < 2; reset++) {
        host(ACC_LINK_MASTERSLAVE, ACC_LINK_PRESENT);
        a.config.tries = 2;
        acc_link_open(&a, 100);
        HAPPENS(100, "[HELLO]");
        uint32_t nonce = a.terms.nonce;
        get_offer(200, nonce, 0, HELLO_ACK_SIZE);
        HAPPENS(200, "[310B 5EAF 0000]");
        uint64_t now = 300;
        if (reset) {
            get_short(now, RESET, 0, 0);
        } else {
            HAPPENS(expire(), "[310B 5EAF 0000]");
            now = expire();
        }
        HAPPENS(now, "[tone]");
        CHECK(a.phase == GREETING && a.boots == 1 && a.terms.nonce != nonce &&
              a.terms.session == 0);
        HAPPENS(now + 300000, "[HELLO]");
        get_offer(now + 300001, nonce, 0, HELLO_ACK_SIZE);
        HAPPENS(now + 300001, "");
        get_offer(now + 300001, a.terms.nonce, 0, HELLO_ACK_SIZE);
        HAPPENS(now + 300001, "[310B 5EAF 0000]");
    }
}

static void exchanges_start(void)
{
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    a.garbled = ACC_LINK_ERROR_BYTE;
    a.transfer = 5;
    CHECK(acc_link_exchange(&a, 1000, message, 45, 0) == ACC_LINK_ACCEPTED);
    HAPPENS(1000, "S3 [9000 5EAF 0001+32] [9000 5EAF 0001+32] [9000 5EAF 0001+17]");
    CHECK(a.outcome == RUNNING && a.transfer == 0 && acc_link_silent_code(&a) == 5);
    CHECK(a.limit_us == ACC_LINK_NEVER);
    CHECK(acc_link_exchange(&a, 1001, message, 1, 0) == ACC_LINK_NOT_COMPLETE);
    get_ack(2000, 0x28, 0, 1, 2);
    HAPPENS(2000, "");
    get_ack(3000, 0x28, 0, 1, 3);
    HAPPENS(3000, "K0");
    CHECK(!a.sender.active);
    get_data(4000, 0x99, 0, 1, 0, 7);
    HAPPENS(4000, "R7 S2 [2000 5EAF 0001+13]");
    CHECK(a.outcome == 0 && acc_link_deadline(&a) == ACC_LINK_NEVER);
    // flag 40: the previous exchange ended well
    CHECK(acc_link_exchange(&a, 5000, message, 1, 0) == ACC_LINK_ACCEPTED);
    HAPPENS(5000, "S3 [D000 5EAF 0002+13]");
    CHECK(a.previous_succeeded && acc_link_close_resource(&a, 5001) == ACC_LINK_ACCEPTED);
    HAPPENS(5001, "E12 S2 C1 S1");
    CHECK(a.terms.session == 0);
    // exactly the peer's memory, and one more
    for (uint32_t len = 50; len <= 51; len++) {
        host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
        a.terms.capacity = 50;
        CHECK(acc_link_exchange(&a, 1, message, len, 0) == ACC_LINK_ACCEPTED);
        CHECK(a.sender.active == (len == 50));
        if (len == 51)
            HAPPENS(1, "S3 E4 S1");
    }
    // refused
    static const struct {
        acc_link_state state;
        bool plugs, jack;
        uint8_t phase;
        acc_link_result result;
    } rows[] = {
        {ACC_LINK_ABSENT, true, true, SETTLED, ACC_LINK_NO_DEVICE},
        {ACC_LINK_ABSENT, false, true, SETTLED, ACC_LINK_NOT_OPEN},
        {ACC_LINK_ABSENT, true, false, SETTLED, ACC_LINK_NOT_OPEN},
        {ACC_LINK_PRESENT, true, true, SETTLED, ACC_LINK_NOT_OPEN},
        {ACC_LINK_IDLE, true, true, CLOSING, ACC_LINK_NOT_OPEN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int mode = 0; mode < 2; mode++) {
            host((acc_link_mode)mode, rows[i].state);
            a.config.plug_detect = rows[i].plugs;
            a.config.channel = rows[i].jack ? ACC_LINK_JACK : ACC_LINK_BLUETOOTH;
            a.phase = rows[i].phase;
            CHECK(acc_link_exchange(&a, 1, message, 1, 0) == rows[i].result);
            CHECK(acc_link_cancel(&a, 1) == rows[i].result);
            if (rows[i].state != ACC_LINK_IDLE) {
                CHECK(acc_link_close(&a, 1) == rows[i].result);
                CHECK(acc_link_close_resource(&a, 1) == rows[i].result);
            }
            HAPPENS(1, "");
        }
}

// ABORT 5 at the end of the caller's time; no limit when the sum is beyond the clock.
static void exchanges_have_limits(void)
{
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    acc_link_exchange(&a, 1000, message, 1, 5000);
    HAPPENS(1000, "S3 [9000 5EAF 0001+13]");
    get_ack(1500, 0x28, 0, 1, 1);
    HAPPENS(1500, "K0");
    CHECK(acc_link_deadline(&a) == 6000);
    HAPPENS(expire(), "T0 S2 [2105 5EAF 0001]");
    CHECK(a.outcome == ACC_LINK_ERROR_SILENT && acc_link_deadline(&a) == ACC_LINK_NEVER);
    for (uint64_t less = 0; less < 2; less++) {
        host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
        acc_link_exchange(&a, 1000, message, 1, ACC_LINK_NEVER - 1000 - less);
        CHECK(a.limit_us == ACC_LINK_NEVER - less);
    }
}

// An exchange whose request has arrived whole, at 2000.
static void reach_work(void)
{
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    a.config.tries = 2;
    acc_link_exchange(&a, 1000, message, 1, 0);
    HAPPENS(1000, "S3 [9000 5EAF 0001+13]");
    get_ack(2000, 0x28, 0, 1, 1);
    HAPPENS(2000, "K0");
}

// 5 s and a frame of 32 + 16 bytes at 3675 bit/s after the last frame; as often as `tries`.
static void silent_devices_are_polled(void)
{
    reach_work();
    CHECK(acc_link_deadline(&a) == 2000 + 5000000 + 104489);
    HAPPENS(expire(), "[34FF 5EAF 0001]");
    HAPPENS(expire(), "[34FF 5EAF 0001]");
    CHECK(a.statistics.retransmitted == 1);
    get_short(6000000, POLL_ACK, 1, 1);
    HAPPENS(6000000, "");
    CHECK(acc_link_deadline(&a) == 6000000 + 5000000 + 104489);
    HAPPENS(expire(), "[34FF 5EAF 0001]");
    HAPPENS(expire(), "[34FF 5EAF 0001]");
    HAPPENS(expire(), "E5 S2 [2105 5EAF 0001]");
    reach_work();
    expire();
    HAPPENS(acc_link_deadline(&a), "[34FF 5EAF 0001]");
    expire();
    acc_link_garbled(&a, ACC_LINK_ERROR_BYTE);
    HAPPENS(acc_link_deadline(&a), "[34FF 5EAF 0001]");
    HAPPENS(expire(), "E6 S2 [2106 5EAF 0001]");
    // any message of the session answers
    reach_work();
    HAPPENS(expire(), "[34FF 5EAF 0001]");
    get_short(6000000, 0x2C, 0, 0);
    CHECK(a.signal.type == 0 && a.statistics.ignored == 1);
    CHECK(acc_link_deadline(&a) == 6000000 + 5000000 + 104489);
    reach_work();
    a.config.poll_us = 0;
    CHECK(acc_link_deadline(&a) == ACC_LINK_NEVER);
    // the device does not work on it: of this exchange only, and once the request is sent
    reach_work();
    get_short(3000, POLL_ACK, 0, 2);
    HAPPENS(3000, "");
    get_short(3000, POLL_ACK, 0, 1);
    HAPPENS(3000, "E11 S2 [210B 5EAF 0001]");
    get_short(3000, POLL_ACK, 0, 1);
    HAPPENS(3000, "");
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    acc_link_exchange(&a, 1000, message, 1, 0);
    get_short(1000, POLL_ACK, 0, 1);
    HAPPENS(1000, "S3 [9000 5EAF 0001+13]");
    CHECK(acc_link_cancel(&a, 1000) == ACC_LINK_ACCEPTED);
    get_short(1000, POLL_ACK, 0, 1);
    HAPPENS(1000, "[32FF 5EAF 0001]");
}

static void exchanges_are_cancelled(void)
{
    // the rest of the request is not sent; the caller's time no longer counts
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    acc_link_exchange(&a, 1000, message, 45, 100);
    CHECK(acc_link_cancel(&a, 1001) == ACC_LINK_ACCEPTED && a.phase == CANCELLING);
    CHECK(acc_link_cancel(&a, 1001) == ACC_LINK_CANCELLING);
    HAPPENS(1001, "S3 [32FF 5EAF 0001]");
    CHECK(a.limit_us == ACC_LINK_NEVER);
    HAPPENS(expire(), "[32FF 5EAF 0001]");
    HAPPENS(expire(), "[32FF 5EAF 0001]");
    HAPPENS(expire(), "E13 S2 [210D 5EAF 0001]");
    CHECK(acc_link_cancel(&a, 9000) == ACC_LINK_NOT_COMPLETE);
    // answered
    reach_work();
    get_short(2001, CANCEL_ACK, 0, 1);
    HAPPENS(2001, "");
    acc_link_cancel(&a, 2002);
    HAPPENS(2002, "[32FF 5EAF 0001]");
    get_short(2003, CANCEL_ACK, 0, 2);
    get_data(2003, 0x99, 0, 1, 0, 7);  // the answer crosses it
    get_data(2003, 0x99, 0, 1, 0, 50);
    HAPPENS(2003, "");
    get_short(2003, CANCEL_ACK, 0, 1);
    HAPPENS(2003, "E12 S2");
    // an ABORT crosses it
    for (int cancelling = 0; cancelling < 2; cancelling++) {
        reach_work();
        if (cancelling)
            acc_link_cancel(&a, 2002);
        HAPPENS(2002, cancelling ? "[32FF 5EAF 0001]" : "");
        get_short(2003, 0x29, ACC_LINK_ERROR_FRAME, 2);
        HAPPENS(2003, "");
        get_short(2003, 0x29, ACC_LINK_ERROR_FRAME, 1);
        HAPPENS(2003, cancelling ? "E12 S2" : "E7 S2");
    }
    reach_work();
    get_short(2003, 0x29, ACC_LINK_ERROR_FOCUS, 1);  // of the device's carrier
    HAPPENS(2003, "E8 S1");
}

static void sessions_are_closed(void)
{
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    CHECK(acc_link_close(&a, 1) == ACC_LINK_ACCEPTED && acc_link_close(&a, 1) == ACC_LINK_ACCEPTED);
    HAPPENS(1, "[330B 5EAF 0000]");
    HAPPENS(expire(), "[330B 5EAF 0000]");
    HAPPENS(expire(), "[330B 5EAF 0000]");
    HAPPENS(expire(), "C1 S1");
    CHECK(a.terms.session == 0 && a.phase == SETTLED && a.statistics.retransmitted == 2);
    static const struct {
        uint8_t type;
        const char *closing, *idle, *working;
    } rows[] = {
        {CLOSE_ACK, "C0 S1", "", ""},
        {RESET, "C0 S1", "C3 S1", "E8 S1"},
        {SLEEP, "C0 S1", "C2 S1", "E8 S1"},
        {READY_ACK, "", "", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
        get_short(1, rows[i].type, 0, 0);
        HAPPENS(1, rows[i].idle);
        CHECK((a.terms.session == 0) == (*rows[i].idle != 0));
        host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
        acc_link_close(&a, 1);
        HAPPENS(1, "[330B 5EAF 0000]");
        get_short(2, rows[i].type, 0, 0);
        HAPPENS(2, rows[i].closing);
        reach_work();
        get_short(2001, rows[i].type, 0, 0);
        HAPPENS(2001, rows[i].working);
        CHECK((a.terms.session == 0) == (*rows[i].working != 0));
    }
    reach_work();
    CHECK(acc_link_close(&a, 2001) == ACC_LINK_ACCEPTED);
    HAPPENS(2001, "E12 S2 [330C 5EAF 0001]");
    // opened again meanwhile
    CHECK(acc_link_open(&a, 2002) == ACC_LINK_ACCEPTED);
    HAPPENS(2002, "C1 S1 [HELLO]");
    // while it opens: the answers that wait are dropped, too, when the resource is closed
    for (int resource = 0; resource < 2; resource++) {
        host(ACC_LINK_MASTERSLAVE, ACC_LINK_PRESENT);
        acc_link_open(&a, 1);
        acc_link_queue_short(&a, ABORT, 5, 1, 2);
        CHECK((resource ? acc_link_close_resource : acc_link_close)(&a, 2) == ACC_LINK_ACCEPTED);
        HAPPENS(2, resource ? "F-3" : "F-3 [2105 0001 0002]");
    }
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    acc_link_queue_short(&a, ABORT, 5, 1, 2);
    CHECK(acc_link_close_resource(&a, 2) == ACC_LINK_ACCEPTED);
    HAPPENS(2, "C1 S1");
}

// A message being sent when the session ends: 12 when the caller closed it, else 8; withdrawn: 12.
static void messages_end_with_the_session(void)
{
    for (int how = 0; how < 5; how++) {
        host(ACC_LINK_DUPLEX, ACC_LINK_IDLE);
        CHECK(acc_link_exchange(&a, 1, message, 1, 0) == ACC_LINK_ACCEPTED);
        HAPPENS(1, "[9300 5EAF 0001+13]");
        CHECK(acc_link_exchange(&a, 1, message, 1, 0) == ACC_LINK_NOT_COMPLETE);
        if (how == 0)
            acc_link_close(&a, 2);
        else if (how == 1)
            acc_link_close_resource(&a, 2);
        else if (how == 2)
            get_short(2, RESET, 0, 0);
        else if (how == 3)
            get_short(2, SLEEP, 0, 0);
        else
            CHECK(acc_link_cancel(&a, 2) == ACC_LINK_ACCEPTED);
        static const char *const expected[] = {"E12 [330B 5EAF 0000]", "E12 C1 S1", "E8 C3 S1",
                                               "E8 C2 S1", "E12 [2200 5EAF 0001]"};
        HAPPENS(2, expected[how]);
        CHECK(!a.sender.active);
    }
}

int main(void)
{
    openings_fail(ACC_LINK_JACK);
    openings_fail(ACC_LINK_BLUETOOTH);
    openings_succeed();
    offers_expire();
    exchanges_start();
    exchanges_have_limits();
    silent_devices_are_polled();
    exchanges_are_cancelled();
    sessions_are_closed();
    messages_end_with_the_session();
    return failures;
}
