// The host's handling of each received message, call by call (docs/link.md, sections 4 to 6).
#include "link_log.h"

static void host(acc_link_mode mode, acc_link_state state)
{
    set_up(ACC_LINK_HOST, mode, state);
}

// Exchange 1 whose request has arrived whole, at 2000.
static void reach_work(void)
{
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    acc_link_exchange(&a, 1000, message, 1, 0);
    HAPPENS(1000, "S3 [9000 5EAF 0001+13]");
    get_ack(2000, 0x28, 0, 1, 1);
    HAPPENS(2000, "K0");
}

static void answers_are_numbered(void)
{
    reach_work();
    get_data(2001, 0x9A, 0, 1, 0, 30);
    HAPPENS(2001, "[2000 5EAF 0001+13]");
    CHECK(acc_link_incoming(&a).done == 20 && acc_link_incoming(&a).total == 30);
    get_data(2002, 0x9A, 0, 1, 1, 30);
    HAPPENS(2002, "M30 [2000 5EAF 0001+13]");
    CHECK(a.transfer == 1 && a.state == ACC_LINK_EXCHANGING);
    // again, and one too early
    get_data(2003, 0x9A, 0, 1, 1, 30);
    HAPPENS(2003, "[2000 5EAF 0001+13]");
    CHECK(a.statistics.duplicates == 1 && a.statistics.ignored == 0);
    get_data(2004, 0x9A, 2, 1, 0, 5);
    HAPPENS(2004, "");
    CHECK(a.statistics.duplicates == 1 && a.statistics.ignored == 1);
    get_data(2005, 0x99, 1, 1, 0, 5);
    HAPPENS(2005, "R5 S2 [2001 5EAF 0001+13]");
    CHECK(a.outcome == 0 && !a.receiver.active);
    // after its end: of this exchange and of the one before that went well
    get_data(2006, 0x99, 1, 1, 0, 5);
    HAPPENS(2006, "[2001 5EAF 0001+13]");
    acc_link_exchange(&a, 3000, message, 1, 0);
    HAPPENS(3000, "S3 [D000 5EAF 0002+13]");
    get_data(3001, 0x99, 1, 1, 0, 5);
    HAPPENS(3001, "[2001 5EAF 0001+13]");
    CHECK(a.statistics.duplicates == 3);
    // transfers are compared modulo 256
    a.transfer = 255;
    get_data(3002, 0x9A, 0, 2, 0, 5);
    HAPPENS(3002, "");
    CHECK(a.statistics.ignored == 2);
    get_data(3002, 0x9A, 254, 2, 0, 5);
    HAPPENS(3002, "[20FE 5EAF 0002+13]");
    CHECK(a.statistics.duplicates == 4);
}

// Data of no exchange is refused each time, and counted once per message.
static void data_without_an_exchange_is_dropped(void)
{
    static const struct {
        uint8_t type, transfer;
        uint16_t exchange;
        bool counts;
        const char *expected;
    } rows[] = {
        {0x99, 0, 5, true, "D0 [210B 5EAF 0005]"},
        {0x99, 0, 5, false, "[210B 5EAF 0005]"},
        {0x99, 1, 5, true, "D0 [210B 5EAF 0005]"},
        {0x9A, 1, 5, true, "D0 [210B 5EAF 0005]"},
        {0x99, 0, 4, true, "D0 [210B 5EAF 0004]"},
        {0x99, 0, 3, true, "D0 [210B 5EAF 0003]"},
        {0x99, 0, 3, false, "[210B 5EAF 0003]"},
        {0x9B, 0, 1, true, "D0 [210B 5EAF 0001]"},
        {0x9B, 0, 6, true, "D0 [210B 5EAF 0006]"},
        {0x9B, 0, 6, false, "[210B 5EAF 0006]"},
        {0x99, 0, 260, false, ""},
        {0x98, 0, 5, false, ""},
    };
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    a.exchange = 5;
    a.outcome = ACC_LINK_ERROR_FRAME;
    uint32_t dropped = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t ignored = a.statistics.ignored;
        get_data(1, rows[i].type, rows[i].transfer, rows[i].exchange, 0, 5);
        HAPPENS(1, rows[i].expected);
        dropped += rows[i].counts;
        CHECK(a.statistics.dropped == dropped);
        CHECK(a.statistics.ignored == ignored + !*rows[i].expected);
    }
    // the one before the last is not repeated, even if the last went well
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    a.exchange = 5;
    a.outcome = 0;
    a.previous_succeeded = true;
    get_data(1, 0x99, 0, 3, 0, 5);
    HAPPENS(1, "D0 [210B 5EAF 0003]");
    get_data(1, 0x99, 0, 4, 0, 5);
    HAPPENS(1, "[2000 5EAF 0004+13]");
}

// An answer implies that the request arrived if it has been sent, and ends the exchange if it has not.
static void answers_cross_the_request(void)
{
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    acc_link_exchange(&a, 1000, message, 40, 0);
    HAPPENS(1000, "S3 [9000 5EAF 0001+32] [9000 5EAF 0001+32]");
    get_data(1001, 0x99, 0, 1, 0, 25);
    HAPPENS(1001, "K0 [2000 5EAF 0001+13]");
    CHECK(!a.sender.active && a.receiver.active);
    get_data(1002, 0x99, 0, 1, 1, 25);
    HAPPENS(1002, "R25 S2 [2000 5EAF 0001+13]");
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
    a.terms.window = 1;
    acc_link_exchange(&a, 1000, message, 40, 0);
    HAPPENS(1000, "S3 [9000 5EAF 0001+32]");
    get_data(1001, 0x99, 0, 1, 0, 25);
    HAPPENS(1001, "E11 S2 [210B 5EAF 0001]");
}

static void answers_that_do_not_fit(void)
{
    // RESPONSE in the middle of a progress message
    reach_work();
    get_data(2001, 0x9A, 0, 1, 0, 30);
    HAPPENS(2001, "[2000 5EAF 0001+13]");
    get_data(2001, 0x99, 0, 1, 1, 30);
    HAPPENS(2001, "E7 S2 [2107 5EAF 0001]");
    // another length of the whole
    reach_work();
    get_data(2001, 0x99, 0, 1, 0, 30);
    HAPPENS(2001, "[2000 5EAF 0001+13]");
    get_data(2001, 0x99, 0, 1, 1, 31);
    HAPPENS(2001, "E7 S2 [2107 5EAF 0001]");
    // as long as the memory, and longer
    reach_work();
    get_data(2001, 0x99, 0, 1, 0, LOG_MEMORY);
    HAPPENS(2001, "[2000 5EAF 0001+13]");
    reach_work();
    get_data(2001, 0x99, 0, 1, 0, LOG_MEMORY + 1);
    HAPPENS(2001, "E4 S1 [2104 5EAF 0001]");
    // a length that is not that of its place: in an exchange alone
    for (int i = 0; i < 3; i++) {
        host(ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE);
        if (i > 0)
            reach_work();
        if (i > 1)
            acc_link_cancel(&a, 2001);
        HAPPENS(2001, i > 1 ? "[32FF 5EAF 0001]" : "");
        uint8_t bytes[14] = {0x99, 0, SESSION >> 8, SESSION & 255, 0, 1, 0, 0, 0, 0, 0, 1};
        acc_link_receive(&a, 2001, bytes, sizeof bytes);
        HAPPENS(2001, i == 1 ? "E7 S2 [2107 5EAF 0001]" : "");
        CHECK(a.statistics.ignored == 1);
    }
}

static void messages_of_both_directions(void)
{
    host(ACC_LINK_DUPLEX, ACC_LINK_IDLE);
    get_data(1, 0x9B, 0, 1, 0, 30);
    HAPPENS(1, "[2000 5EAF 0001+13]");
    get_data(1, 0x9B, 0, 1, 1, 30);
    HAPPENS(1, "R30 [2000 5EAF 0001+13]");
    get_data(1, 0x9B, 0, 1, 1, 30);
    HAPPENS(1, "[2000 5EAF 0001+13]");
    CHECK(a.statistics.duplicates == 1 && a.push_in == 1 && a.state == ACC_LINK_IDLE);
    // other kinds are not of this mode
    static const uint8_t types[] = {0x98, 0x99, 0x9A};
    for (int i = 0; i < 3; i++) {
        get_data(2, types[i], 0, 2, 0, 5);
        HAPPENS(2, "");
        CHECK(a.statistics.ignored == (uint32_t)i + 1);
    }
    // withdrawn, by its number
    get_data(3, 0x9B, 0, 2, 0, 30);
    HAPPENS(3, "[2000 5EAF 0002+13]");
    get_short(4, 0x2A, 0, 1);
    CHECK(a.receiver.active && a.push_in == 1);
    get_short(4, 0x2A, 0, 2);
    CHECK(!a.receiver.active && a.push_in == 2);
    get_short(4, 0x2A, 0, 3);  // of which nothing has come
    CHECK(a.push_in == 2);
    HAPPENS(4, "");
    // a newer one replaces the part of an older one
    get_data(5, 0x9B, 0, 3, 0, 30);
    get_data(5, 0x9B, 0, 4, 1, 30);
    get_data(5, 0x9B, 0, 4, 0, 30);
    HAPPENS(5, "R30 [2000 5EAF 0004+13]");
    // too long, and of another length than at first
    get_data(6, 0x9B, 0, 5, 0, LOG_MEMORY + 1);
    HAPPENS(6, "[2104 5EAF 0005]");
    CHECK(!a.receiver.active && a.push_in == 4);
    get_data(6, 0x9B, 0, 5, 0, 30);
    HAPPENS(6, "[2000 5EAF 0005+13]");
    get_data(6, 0x9B, 0, 5, 1, 31);
    HAPPENS(6, "[2107 5EAF 0005]");
    CHECK(!a.receiver.active && acc_link_deadline(&a) == ACC_LINK_NEVER);
    // its own is refused: by number
    acc_link_send(&a, 7, message, 1);
    HAPPENS(7, "[9300 5EAF 0001+13]");
    get_short(8, 0x29, ACC_LINK_ERROR_MEMORY, 2);
    HAPPENS(8, "");
    get_short(8, 0x29, ACC_LINK_ERROR_MEMORY, 1);
    HAPPENS(8, "E4");
    get_short(8, 0x29, ACC_LINK_ERROR_MEMORY, 1);
    HAPPENS(8, "");
    // acknowledged
    acc_link_send(&a, 9, message, 30);
    HAPPENS(9, "[9300 5EAF 0002+32] [9300 5EAF 0002+22]");
    get_ack(10, 0x28, 0, 2, 1);
    HAPPENS(10, "");
    get_ack(10, 0x28, 0, 2, 2);
    HAPPENS(10, "K0");
    CHECK(!a.sender.active);
}

// In which states a message is accepted for sending.
static void messages_are_sent_in_a_session(void)
{
    static const struct {
        acc_link_state state;
        acc_link_mode mode;
        uint8_t phase;
        bool plugs, jack;
        acc_link_result result;
    } rows[] = {
        {ACC_LINK_ABSENT, ACC_LINK_DUPLEX, SETTLED, true, true, ACC_LINK_NO_DEVICE},
        {ACC_LINK_ABSENT, ACC_LINK_DUPLEX, SETTLED, false, true, ACC_LINK_NOT_OPEN},
        {ACC_LINK_ABSENT, ACC_LINK_DUPLEX, SETTLED, true, false, ACC_LINK_NOT_OPEN},
        {ACC_LINK_PRESENT, ACC_LINK_DUPLEX, SETTLED, true, true, ACC_LINK_NOT_OPEN},
        {ACC_LINK_IDLE, ACC_LINK_DUPLEX, CLOSING, true, true, ACC_LINK_NOT_OPEN},
        {ACC_LINK_IDLE, ACC_LINK_MASTERSLAVE, SETTLED, true, true, ACC_LINK_NOT_COMPLETE},
        {ACC_LINK_IDLE, ACC_LINK_DUPLEX, SETTLED, true, true, ACC_LINK_ACCEPTED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        host(rows[i].mode, rows[i].state);
        a.phase = rows[i].phase;
        a.config.plug_detect = rows[i].plugs;
        a.config.channel = rows[i].jack ? ACC_LINK_JACK : ACC_LINK_BLUETOOTH;
        CHECK(acc_link_send(&a, 1, message, 1) == rows[i].result);
        CHECK(a.sender.active == (rows[i].result == ACC_LINK_ACCEPTED));
    }
    CHECK(acc_link_send(&a, 1, message, 1) == ACC_LINK_NOT_COMPLETE);
    for (uint32_t len = LOG_MEMORY - 1; len <= LOG_MEMORY; len++) {
        host(ACC_LINK_DUPLEX, ACC_LINK_IDLE);
        a.terms.capacity = LOG_MEMORY - 1;
        CHECK(acc_link_send(&a, 1, message, len) == ACC_LINK_ACCEPTED);
        if (len == LOG_MEMORY)
            HAPPENS(1, "E4");
        CHECK(a.sender.active == (len < LOG_MEMORY) && a.push_out == (len < LOG_MEMORY));
    }
}

// Of another session, too short, or its own echo.
static void messages_of_others_are_ignored(void)
{
    reach_work();
    acc_link_garbled(&a, ACC_LINK_ERROR_BYTE);
    uint32_t frames = a.statistics.frames_received;
    uint8_t bytes[SHORT_SIZE] = {RESET, 0, SESSION >> 8, (SESSION & 255) ^ 1, 0, 1};
    acc_link_receive(&a, 3000, bytes, sizeof bytes);
    bytes[3] ^= 1;
    acc_link_receive(&a, 3000, bytes, SHORT_SIZE - 1);
    bytes[0] = RESET & ~FROM_ACCESSORY;
    acc_link_receive(&a, 3000, bytes, sizeof bytes);
    acc_link_receive(&a, 3000, bytes, 0);
    HAPPENS(3000, "");
    CHECK(a.statistics.ignored == 4 && a.statistics.frames_received == frames);
    CHECK(a.alive_us == 2000 && acc_link_silent_code(&a) == ACC_LINK_ERROR_BYTE);
    get_short(4000, POLL_ACK, 1, 1);
    CHECK(a.statistics.frames_received == frames + 1 && a.alive_us == 4000);
    CHECK(acc_link_silent_code(&a) == ACC_LINK_ERROR_SILENT);
    // no session: number 0 is none
    host(ACC_LINK_MASTERSLAVE, ACC_LINK_PRESENT);
    bytes[0] = RESET;
    bytes[2] = bytes[3] = 0;
    acc_link_receive(&a, 1, bytes, sizeof bytes);
    CHECK(a.statistics.ignored == 1 && a.statistics.frames_received == 0);
    HAPPENS(1, "");
}

int main(void)
{
    answers_are_numbered();
    data_without_an_exchange_is_dropped();
    answers_cross_the_request();
    answers_that_do_not_fit();
    messages_of_both_directions();
    messages_are_sent_in_a_session();
    messages_of_others_are_ignored();
    return failures;
}
