// The accessory's reactions and commands, call by call (docs/link.md, sections 3 to 6).
#include "link_log.h"

static void device(acc_link_mode mode, acc_link_state state)
{
    set_up(ACC_LINK_ACCESSORY, mode, state);
}

// Exchange 1 whose request of 30 bytes has arrived whole, at 100.
static void reach_work(void)
{
    device(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    get_data(100, 0x90, 0, 1, 0, 30);
    HAPPENS(100, "S3 [2800 5EAF 0001+13]");
    get_data(100, 0x90, 0, 1, 1, 30);
    HAPPENS(100, "R30 [2800 5EAF 0001+13]");
}

static void exchanges_run(void)
{
    device(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    a.transfer = 7;
    CHECK(acc_link_respond(&a, 1, message, 1) == ACC_LINK_NOT_COMPLETE);
    get_data(100, 0x90, 0, 1, 0, 30);
    HAPPENS(100, "S3 [2800 5EAF 0001+13]");
    CHECK(a.outcome == RUNNING && a.transfer == 0 && !a.request_whole);
    CHECK(acc_link_respond(&a, 100, message, 1) == ACC_LINK_NOT_COMPLETE);
    get_data(100, 0x90, 0, 1, 0, 30);
    HAPPENS(100, "[2800 5EAF 0001+13]");
    get_data(100, 0x90, 0, 1, 1, 30);
    HAPPENS(100, "R30 [2800 5EAF 0001+13]");
    get_data(101, 0x90, 0, 1, 1, 30);
    HAPPENS(101, "[2800 5EAF 0001+13]");
    CHECK(a.statistics.duplicates == 2);
    CHECK(acc_link_progress(&a, 102, message, 5) == ACC_LINK_ACCEPTED);
    HAPPENS(102, "[9A00 5EAF 0001+17]");
    CHECK(acc_link_progress(&a, 102, message, 5) == ACC_LINK_NOT_COMPLETE);
    get_ack(103, 0x20, 0, 1, 1);
    HAPPENS(103, "m0");
    CHECK(acc_link_progress(&a, 104, message, 25) == ACC_LINK_ACCEPTED);
    CHECK(acc_link_respond(&a, 104, message, 6) == ACC_LINK_ACCEPTED);  // waits
    CHECK(acc_link_respond(&a, 104, message, 6) == ACC_LINK_NOT_COMPLETE);
    CHECK(acc_link_progress(&a, 104, message, 6) == ACC_LINK_NOT_COMPLETE);
    HAPPENS(104, "[9A01 5EAF 0001+32] [9A01 5EAF 0001+17]");
    get_ack(105, 0x20, 1, 1, 1);
    HAPPENS(105, "");
    get_ack(105, 0x20, 1, 1, 2);
    HAPPENS(105, "m0 [9902 5EAF 0001+18]");
    CHECK(!a.answer_waits);
    get_ack(7000, 0x20, 2, 1, 1);
    HAPPENS(7000, "K0 S2");
    CHECK(a.outcome == 0 && acc_link_deadline(&a) == 7000 + 60000000);
    // the request again: only its ACK
    get_data(7001, 0x90, 0, 1, 1, 30);
    HAPPENS(7001, "[2800 5EAF 0001+13]");
    CHECK(a.statistics.duplicates == 3);
    // the next one
    get_data(7002, 0xD0, 0, 2, 0, 5);
    HAPPENS(7002, "S3 R5 [2800 5EAF 0002+13]");
    CHECK(acc_link_respond(&a, 7002, message, 0) == ACC_LINK_ACCEPTED);
    HAPPENS(7002, "[9900 5EAF 0002+12]");
}

// 4 for an answer longer than the host's memory, sent as ABORT.
static void answers_have_a_limit(void)
{
    for (uint32_t len = 50; len <= 51; len++)
        for (int progress = 0; progress < 2; progress++) {
            reach_work();
            a.terms.capacity = 50;
            CHECK((progress ? acc_link_progress : acc_link_respond)(&a, 200, message, len) ==
                  ACC_LINK_ACCEPTED);
            CHECK(a.sender.active == (len == 50));
            if (len == 51)
                HAPPENS(200, "E4 S2 [2904 5EAF 0001]");
        }
}

static void requests_are_refused(void)
{
    reach_work();
    CHECK(acc_link_refuse(&a, 200, ACC_LINK_ERROR_STATE) == ACC_LINK_ACCEPTED);
    HAPPENS(200, "E11 S2 [290B 5EAF 0001]");
    CHECK(acc_link_refuse(&a, 200, ACC_LINK_ERROR_STATE) == ACC_LINK_NOT_COMPLETE);
    get_data(201, 0x90, 0, 1, 0, 30);  // the host missed it
    HAPPENS(201, "[290B 5EAF 0001]");
    get_short(201, POLL, 255, 1);
    HAPPENS(201, "[290B 5EAF 0001]");
    // of another length than at first, of a wrong length, too long
    device(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    get_data(100, 0x90, 0, 1, 0, 30);
    get_data(100, 0x90, 0, 1, 1, 31);
    HAPPENS(100, "S3 E7 S2 [2907 5EAF 0001]");
    device(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    get_data(100, 0x90, 0, 1, 0, LOG_MEMORY + 1);
    HAPPENS(100, "S3 E4 S2 [2904 5EAF 0001]");
    uint8_t bytes[14] = {0x90, 0, SESSION >> 8, SESSION & 255, 0, 1, 0, 0, 0, 0, 0, 1};
    for (int i = 0; i < 3; i++) {
        device(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
        if (i == 1)
            get_data(100, 0x90, 0, 1, 0, 30);
        if (i == 2)
            reach_work();
        else
            HAPPENS(100, i ? "S3 [2800 5EAF 0001+13]" : "");
        acc_link_receive(&a, 101, bytes, sizeof bytes);
        HAPPENS(101, i == 1 ? "E7 S2 [2907 5EAF 0001]" : "");
        CHECK(a.statistics.ignored == 1);
    }
    // kinds that are not of the mode
    for (int duplex = 0; duplex < 2; duplex++) {
        device(duplex ? ACC_LINK_DUPLEX : ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
        static const uint8_t types[] = {0x90, 0x91, 0x92, 0x93};
        for (int i = 0; i < 4; i++)
            if (i != (duplex ? 3 : 0))
                get_data(1, types[i], 0, 1, 0, 5);
        HAPPENS(1, "");
        CHECK(a.statistics.ignored == 3);
        get_data(2, duplex ? 0x93 : 0x90, 0, 1, 0, 5);
        HAPPENS(2, duplex ? "R5 [2800 5EAF 0001+13]" : "S3 R5 [2800 5EAF 0001+13]");
    }
}

// A newer request ends the exchange: well when it says so, is the next one, and the answer was sent.
static void newer_requests_end_the_exchange(void)
{
    enum { NOTHING, PROGRESS, ANSWER };
    static const struct {
        int sent;
        uint8_t type;
        uint16_t exchange;
        const char *expected;
    } rows[] = {
        {ANSWER, 0xD0, 2, "K0 S2 S3 R5 [2800 5EAF 0002+13]"},
        {ANSWER, 0x90, 2, "E12 S2 S3 R5 [2800 5EAF 0002+13]"},
        {ANSWER, 0xD0, 3, "E12 S2 S3 R5 [2800 5EAF 0003+13]"},
        {PROGRESS, 0xD0, 2, "E12 S2 S3 R5 [2800 5EAF 0002+13]"},
        {NOTHING, 0xD0, 2, "E12 S2 S3 R5 [2800 5EAF 0002+13]"},
        {ANSWER, 0xD0, 0, ""},
        {ANSWER, 0xD0, 0x8001, ""},  // 32768 before it
        {ANSWER, 0x90, 0x8000, "E12 S2 S3 R5 [2800 5EAF 8000+13]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        reach_work();
        if (rows[i].sent == ANSWER)
            acc_link_respond(&a, 200, message, 1);
        else if (rows[i].sent == PROGRESS)
            acc_link_progress(&a, 200, message, 1);
        HAPPENS(200, rows[i].sent == ANSWER     ? "[9900 5EAF 0001+13]"
                     : rows[i].sent == PROGRESS ? "[9A00 5EAF 0001+13]"
                                                : "");
        get_data(201, rows[i].type, 0, rows[i].exchange, 0, 5);
        HAPPENS(201, rows[i].expected);
        CHECK(a.statistics.ignored == !*rows[i].expected);
    }
}

static void the_host_cancels(void)
{
    reach_work();
    get_short(200, CANCEL, 255, 0);  // the one before
    HAPPENS(200, "[3A00 5EAF 0000]");
    get_short(200, CANCEL, 255, 1);
    HAPPENS(200, "E12 S2 [3A00 5EAF 0001]");
    get_short(200, CANCEL, 255, 1);
    HAPPENS(200, "[3A00 5EAF 0001]");
    get_data(201, 0x90, 0, 1, 0, 30);
    HAPPENS(201, "[290C 5EAF 0001]");
    // an exchange that is still to come
    reach_work();
    get_short(200, CANCEL, 255, 2);
    HAPPENS(200, "E12 S2 [3A00 5EAF 0002]");
    get_data(201, 0x90, 0, 2, 0, 30);
    HAPPENS(201, "[290C 5EAF 0002]");
    // ABORT: the code is of its exchange
    reach_work();
    get_short(200, ABORT, ACC_LINK_ERROR_FRAME, 0);
    HAPPENS(200, "");
    get_short(200, ABORT, ACC_LINK_ERROR_FRAME, 1);
    HAPPENS(200, "E7 S2");
    reach_work();
    get_short(200, ABORT, ACC_LINK_ERROR_FRAME, 2);
    HAPPENS(200, "E12 S2");
    get_data(201, 0x90, 0, 2, 0, 30);
    HAPPENS(201, "[2907 5EAF 0002]");
    reach_work();
    get_short(200, ABORT, ACC_LINK_ERROR_NO_DEVICE, 1);
    HAPPENS(200, "E8 S2");
}

static void polls_are_answered(void)
{
    reach_work();
    get_short(200, POLL, 255, 1);
    HAPPENS(200, "[3C01 5EAF 0001]");
    get_short(200, POLL, 255, 2);
    HAPPENS(200, "[3C00 5EAF 0002]");
    acc_link_respond(&a, 201, message, 1);
    HAPPENS(201, "[9900 5EAF 0001+13]");
    get_ack(202, 0x20, 0, 1, 1);
    HAPPENS(202, "K0 S2");
    get_short(203, POLL, 255, 1);
    HAPPENS(203, "[3C00 5EAF 0001]");
    get_short(203, READY, 0, 0);
    HAPPENS(203, "[3900 5EAF 0000]");
    get_short(203, 0x24, 0, 0);  // LINE
    HAPPENS(203, "");
    CHECK(a.statistics.ignored == 1);
}

// CLOSE with code 0 of this exchange: the answer has arrived. Then awake for 2 s.
static void the_host_closes(void)
{
    static const struct {
        uint8_t code;
        uint16_t exchange;
        const char *expected;
    } rows[] = {
        {0, 1, "K0 S2 C0 S1 [3B00 5EAF 0001]"},
        {12, 1, "E12 S2 C0 S1 [3B00 5EAF 0001]"},
        {0, 2, "E12 S2 C0 S1 [3B00 5EAF 0002]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        reach_work();
        acc_link_respond(&a, 200, message, 1);
        HAPPENS(200, "[9900 5EAF 0001+13]");
        get_short(300, CLOSE, rows[i].code, rows[i].exchange);
        HAPPENS(300, rows[i].expected);
        CHECK(a.terms.session == 0 && acc_link_deadline(&a) == 300 + 2000000);
        // again: it is of no session now
        get_short(400, CLOSE, rows[i].code, rows[i].exchange);
        HAPPENS(400, i == 2 ? "[3B00 5EAF 0002]" : "[3B00 5EAF 0001]");
        HAPPENS(expire(), "Z0");
        CHECK(acc_link_deadline(&a) == ACC_LINK_NEVER);
    }
    device(ACC_LINK_DUPLEX, ACC_LINK_IDLE);
    acc_link_send(&a, 1, message, 1);
    HAPPENS(1, "[9B00 5EAF 0001+13]");
    get_short(2, CLOSE, 0, 0);
    HAPPENS(2, "E12 C0 S1 [3B00 5EAF 0000]");
}

static const uint8_t hello[HELLO_SIZE] = {0x30, 1,  1, 1, 0xA1, 0xB2, 0xC3, 0xD4,
                                          0,    32, 9, 0, 0,    0,    0,    99};

static void sessions_are_offered(void)
{
    device(ACC_LINK_DUPLEX, ACC_LINK_PRESENT);
    a.last_session = SESSION - 1;
    acc_link_receive(&a, 100, hello, HELLO_SIZE);
    HAPPENS(100, "[HELLO_ACK]");
    CHECK(acc_link_deadline(&a) == 100 + 2000000 && a.offer.session == SESSION);
    // nothing but READY accepts it
    get_short(200, POLL, 0, 0);
    HAPPENS(200, "");
    get_short(200, CLOSE, 0, 3);
    HAPPENS(200, "[3B00 5EAF 0003]");
    CHECK(a.statistics.ignored == 2 && a.state == ACC_LINK_PRESENT);
    get_short(300, READY, 11, 0);
    HAPPENS(300, "O0 S2 [3900 5EAF 0000]");
    CHECK(a.terms.session == SESSION && a.terms.capacity == 99 && a.offer.session == 0);
    CHECK(acc_link_deadline(&a) == 300 + 60000000);
    // a newer one: a message each way ends with the older session
    acc_link_send(&a, 400, message, 1);
    HAPPENS(400, "[9B00 5EAF 0001+13]");
    get_data(400, 0x93, 0, 1, 0, 30);
    HAPPENS(400, "[2800 5EAF 0001+13]");
    uint8_t other[HELLO_SIZE];
    memcpy(other, hello, HELLO_SIZE);
    other[4]++;
    a.last_session = SESSION;
    acc_link_receive(&a, 500, other, HELLO_SIZE);
    HAPPENS(500, "[HELLO_ACK]");
    CHECK(!a.awake && a.sender.active && a.receiver.active);
    uint8_t ready[SHORT_SIZE] = {READY, 11, SESSION >> 8, (SESSION & 255) + 1, 0, 0};
    acc_link_receive(&a, 600, ready, SHORT_SIZE);
    HAPPENS(600, "E12 O0 [3900 5EB0 0000]");
    CHECK(!a.sender.active && !a.receiver.active && a.push_in == 0);
    CHECK(acc_link_deadline(&a) == 600 + 60000000);
    // during an exchange
    reach_work();
    a.last_session = SESSION;
    acc_link_receive(&a, 500, hello, HELLO_SIZE);
    HAPPENS(500, "[HELLO_ACK]");
    acc_link_receive(&a, 600, ready, SHORT_SIZE);
    HAPPENS(600, "E12 S2 O0 [3900 5EB0 0000]");
    // not a HELLO
    device(ACC_LINK_DUPLEX, ACC_LINK_PRESENT);
    acc_link_receive(&a, 100, hello, HELLO_SIZE - 1);
    HAPPENS(100, "");
    CHECK(a.statistics.ignored == 1 && !a.awake && acc_link_deadline(&a) == ACC_LINK_NEVER);
}

// RESET answers sub-packets, READY, CANCEL and POLL of an unknown session.
static void unknown_sessions_are_reset(void)
{
    for (unsigned type = 0x10; type < 0x40; type++) {
        if (type & FROM_ACCESSORY || type == HELLO)
            continue;
        device(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
        uint8_t bytes[SHORT_SIZE] = {(uint8_t)type, 0, 0x12, 0x34, 0, 7};
        acc_link_receive(&a, 1, bytes, sizeof bytes);
        bool resets = (type >= REQUEST && type <= PUSH) || (type >= READY && type <= POLL);
        HAPPENS(1, type == CLOSE ? "[3B00 1234 0007]" : resets ? "[3E00 1234 0007]" : "");
        CHECK(a.statistics.ignored == 1 && a.statistics.frames_received == 0);
    }
}

static void devices_sleep(void)
{
    device(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    get_short(1000, POLL, 0, 5);
    HAPPENS(1000, "[3C00 5EAF 0005]");
    CHECK(acc_link_deadline(&a) == 1000 + 60000000);
    HAPPENS(expire(), "C2 S1 [3F00 5EAF 0000]");
    HAPPENS(expire(), "Z0");
    // never
    device(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    a.config.sleep_us = 0;
    CHECK(acc_link_deadline(&a) == ACC_LINK_NEVER);
    // not while a message goes either way, or in an exchange
    device(ACC_LINK_DUPLEX, ACC_LINK_IDLE);
    acc_link_send(&a, 1000, message, 1);
    acc_link_tick(&a, 70000000);
    HAPPENS(70000000, "[9B00 5EAF 0001+13]");
    get_ack(80000000, 0x20, 0, 1, 1);
    HAPPENS(80000000, "K0");
    CHECK(acc_link_deadline(&a) == 140000000);
    // from the time of a message that is too long
    a.terms.capacity = 0;
    acc_link_send(&a, 90000000, message, 1);
    HAPPENS(90000000, "E4");
    CHECK(acc_link_deadline(&a) == 150000000);
    device(ACC_LINK_DUPLEX, ACC_LINK_IDLE);
    a.config.sleep_us = 10;
    get_data(1000, 0x93, 0, 1, 0, 30);
    acc_link_tick(&a, 2000);
    HAPPENS(2000, "[2800 5EAF 0001+13]");
    // from the first part on: the silence of the host
    CHECK(acc_link_deadline(&a) == 1000 + acc_link_silence_us(&a));
    acc_link_tick(&a, acc_link_deadline(&a));
    HAPPENS(acc_link_deadline(&a), "D0 C2 S1 [3F00 5EAF 0000]");
    CHECK(a.statistics.dropped == 1);
    reach_work();
    acc_link_tick(&a, 70000000);
    HAPPENS(70000000, "");
    CHECK(acc_link_sleep(&a, 70000001) == ACC_LINK_ACCEPTED);
    HAPPENS(70000001, "E12 S2 C2 S1 [3F00 5EAF 0001]");
    CHECK(acc_link_deadline(&a) == 70000001 + 2000000);
    CHECK(acc_link_sleep(&a, 70000002) == ACC_LINK_NOT_OPEN);
}

// A tone wakes a device without a session for 2 s; it plugs in one that does not detect plugs.
static void devices_wake(void)
{
    device(ACC_LINK_MASTERSLAVE, ACC_LINK_ABSENT);
    acc_link_wake(&a, 100);
    get_short(100, POLL, 0, 0);
    HAPPENS(100, "");
    CHECK(a.statistics.ignored == 1 && acc_link_deadline(&a) == ACC_LINK_NEVER);
    a.config.plug_detect = false;
    acc_link_wake(&a, 100);
    HAPPENS(100, "S1");
    CHECK(acc_link_deadline(&a) == 2000100);
    device(ACC_LINK_MASTERSLAVE, ACC_LINK_ABSENT);
    a.config.plug_detect = false;
    get_short(100, POLL, 0, 7);
    HAPPENS(100, "S1 [3E00 5EAF 0007]");
    device(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    acc_link_wake(&a, 100);
    HAPPENS(100, "");
    CHECK(!a.awake);
}

// A message that is not answered ends alone in DUPLEX mode, and with its exchange otherwise.
static void the_host_falls_silent(void)
{
    device(ACC_LINK_DUPLEX, ACC_LINK_IDLE);
    a.config.tries = 1;
    acc_link_send(&a, 1, message, 1);
    HAPPENS(1, "[9B00 5EAF 0001+13]");
    HAPPENS(expire(), "[9B00 5EAF 0001+13]");
    HAPPENS(expire(), "E5");
    CHECK(!a.sender.active && a.state == ACC_LINK_IDLE);
    reach_work();
    a.config.tries = 1;
    acc_link_respond(&a, 200, message, 1);
    HAPPENS(200, "[9900 5EAF 0001+13]");
    HAPPENS(expire(), "[9900 5EAF 0001+13]");
    acc_link_garbled(&a, ACC_LINK_ERROR_DECODE);
    HAPPENS(expire(), "E3 S2 [2903 5EAF 0001]");
    device(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    get_data(100, 0x90, 0, 1, 0, 30);
    HAPPENS(100, "S3 [2800 5EAF 0001+13]");
    CHECK(acc_link_deadline(&a) == 100 + acc_link_silence_us(&a));
    HAPPENS(expire(), "E5 S2 [2905 5EAF 0001]");
}

// Refused, and withdrawn by the host.
static void messages_of_the_mode(void)
{
    device(ACC_LINK_DUPLEX, ACC_LINK_IDLE);
    acc_link_send(&a, 1, message, 1);
    HAPPENS(1, "[9B00 5EAF 0001+13]");
    get_short(2, ABORT, ACC_LINK_ERROR_MEMORY, 1);
    HAPPENS(2, "E4");
    CHECK(a.state == ACC_LINK_IDLE);
    get_data(3, 0x93, 0, 1, 0, 30);
    HAPPENS(3, "[2800 5EAF 0001+13]");
    get_short(4, WITHDRAW, 0, 1);
    CHECK(!a.receiver.active && a.push_in == 1);
    HAPPENS(4, "");
}

int main(void)
{
    exchanges_run();
    answers_have_a_limit();
    requests_are_refused();
    newer_requests_end_the_exchange();
    the_host_cancels();
    polls_are_answered();
    the_host_closes();
    sessions_are_offered();
    unknown_sessions_are_reset();
    devices_sleep();
    devices_wake();
    the_host_falls_silent();
    messages_of_the_mode();
    return failures;
}
