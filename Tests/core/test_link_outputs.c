// The link's queues, the order of what it sends, the states after errors, and its names and defaults (docs/link.md, section 8).
#include "check.h"
#include "link/internal.h"

#include <string.h>

enum { PAYLOAD = 32 };

static acc_link a;
static uint8_t memory[400], message[400];

static void set_up(acc_link_role role, bool full_duplex, uint8_t window)
{
    acc_link_config config = acc_link_config_make(role, ACC_LINK_JACK);
    config.carrier.payload = PAYLOAD;
    config.carrier.full_duplex = full_duplex;
    config.buffer = memory;
    config.capacity = sizeof memory;
    config.window = window;
    acc_link_init(&a, &config);
    a.terms.session = 0x5EAF;
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 3 + 1);
}

// Four answers wait at most, none of them twice.
static void answers_wait(void)
{
    acc_link_action action;
    set_up(ACC_LINK_ACCESSORY, true, 4);
    for (uint16_t i = 0; i < 6; i++)
        for (int twice = 0; twice < 2; twice++)
            acc_link_queue_short(&a, ABORT, (uint8_t)i, 0x5EAF, (uint16_t)(0x100 + i));
    CHECK(a.reply_count == 4 && acc_link_is_busy(&a) && acc_link_deadline(&a) == 0);
    for (uint16_t i = 0; i < 4; i++) {
        CHECK(acc_link_poll(&a, 0, &action) && action.kind == ACC_LINK_ACTION_FRAME &&
              action.len == 6);
        CHECK(action.bytes[0] == 0x29 && action.bytes[1] == i &&
              load_be16(action.bytes + 4) == 0x100 + i);
        CHECK(!acc_link_poll(&a, 0, &action));  // until it has left
        acc_link_sent(&a, 0);
    }
    CHECK(!acc_link_poll(&a, 0, &action) && !acc_link_is_busy(&a) &&
          acc_link_get_statistics(&a).frames_sent == 4);
    // one that has left may be sent again
    for (int i = 0; i < 9; i++) {
        acc_link_queue_short(&a, ABORT, 7, 1, 2);
        CHECK(acc_link_poll(&a, 0, &action) && action.kind == ACC_LINK_ACTION_FRAME);
        acc_link_sent(&a, 0);
    }
    // signals of the accessory have the bit in their type
    acc_link_queue_short(&a, SLEEP, 0, 1, 2);
    CHECK(acc_link_poll(&a, 0, &action) && action.bytes[0] == 0x3F);
}

// Answers, then signals, then ACKs, then data; events before all.
static void priorities(void)
{
    acc_link_action action;
    set_up(ACC_LINK_HOST, true, 4);
    acc_link_sender_start(&a, REQUEST, 1, 0, message, 5);
    a.receiver.active = a.receiver.ack_due = true;
    acc_link_host_signal(&a, POLL, 3);
    acc_link_queue_short(&a, ABORT, 1, 2, 3);
    acc_link_push_event(&a, ACC_LINK_EVENT_FAULT, 9);
    a.tone_due = true;
    CHECK(acc_link_poll(&a, 5, &action) && action.kind == ACC_LINK_ACTION_EVENT &&
          action.event.code == 9);
    CHECK(acc_link_poll(&a, 5, &action) && action.kind == ACC_LINK_ACTION_TONE &&
          action.tone_us == 500000);
    acc_link_sent(&a, 5);
    CHECK(!acc_link_poll(&a, 300004, &action) && acc_link_deadline(&a) == 300005);  // the pause
    static const uint8_t types[] = {0x21, 0x34, 0x20, 0x90};
    for (int i = 0; i < 4; i++) {
        CHECK(acc_link_poll(&a, 300005, &action) && action.bytes[0] == types[i]);
        acc_link_sent(&a, 300005);
    }
    CHECK(!acc_link_poll(&a, 300005, &action));
}

// A busy line of a half duplex link: for a frame's time (1149.387 ms) and the latency.
static void lines_are_busy(void)
{
    acc_link_config config = acc_link_config_make(ACC_LINK_ACCESSORY, ACC_LINK_JACK);
    for (int full = 0; full < 2; full++) {
        config.carrier.full_duplex = full;
        acc_link_init(&a, &config);
        acc_link_queue_short(&a, SLEEP, 0, 1, 2);
        acc_link_line(&a, 1000, true);
        CHECK(acc_link_deadline(&a) == (full ? 0 : 1000 + 1149387 + 20000));
        acc_link_line(&a, 2000, false);
        CHECK(acc_link_deadline(&a) == 0);
    }
}

static void codes_and_names(void)
{
    for (unsigned code = 0; code < 256; code++)
        CHECK(acc_link_peer_code((uint8_t)code) == (code >= 3 && code <= 12 ? code : 8));
    static const char *const names[2][4] = {
        {"WAITING_DEVICE", "DEVICE_DETECTED", "IDLE", "DATAEXCHANGE"},
        {"NOT_READY", "DEVICE_READY", "IDLE", "DATA_PROCESS"}};
    for (int role = 0; role < 2; role++)
        for (int state = 0; state < 4; state++)
            CHECK(strcmp(acc_link_state_name((acc_link_role)role, (acc_link_state)state),
                         names[role][state]) == 0);
    set_up(ACC_LINK_HOST, true, 4);
    CHECK(acc_link_silent_code(&a) == 5);
    acc_link_garbled(&a, ACC_LINK_ERROR_BYTE);
    CHECK(acc_link_silent_code(&a) == 6 && acc_link_get_statistics(&a).garbled == 1);
    // the message's last sub-packet is short
    acc_link_sender_start(&a, REQUEST, 1, 0, message, 45);
    static const uint32_t done[] = {0, 20, 40, 45};
    for (uint32_t base = 0; base < 4; base++) {
        a.sender.base = base;
        CHECK(acc_link_outgoing(&a).done == done[base] && acc_link_outgoing(&a).total == 45);
    }
    acc_link_sender_stop(&a);
    CHECK(acc_link_outgoing(&a).total == 0);
}

// The state after each error at the host, and at the accessory.
static void errors_have_states(void)
{
    for (uint8_t code = 3; code <= 20; code++)
        for (int role = 0; role < 2; role++) {
            set_up((acc_link_role)role, true, 4);
            a.state = ACC_LINK_EXCHANGING;
            a.request_whole = a.answered = a.answer_waits = true;
            acc_link_end_exchange(&a, 77, code);
            bool is_lost = code == 14 || code == 20,
                 opens_again = code == 4 || (code >= 8 && code <= 10);
            acc_link_state expected = is_lost                    ? ACC_LINK_ABSENT
                                      : opens_again && role == 0 ? ACC_LINK_PRESENT
                                                                 : ACC_LINK_IDLE;
            CHECK(a.state == expected && a.outcome == code && a.alive_us == 77);
            CHECK(a.event_count == 2 && a.events[0].kind == ACC_LINK_EVENT_ERROR &&
                  a.events[0].code == code);
            CHECK(a.events[0].state == expected && a.events[1].kind == ACC_LINK_EVENT_STATE);
            CHECK(!a.request_whole && !a.answered && !a.answer_waits);
        }
}

static void defaults(void)
{
    for (int role = 0; role < 2; role++)
        for (int channel = 0; channel < 2; channel++) {
            acc_link_config c =
                acc_link_config_make((acc_link_role)role, (acc_link_channel)channel);
            bool jack = channel == ACC_LINK_JACK;
            CHECK(c.role == (acc_link_role)role && c.channel == (acc_link_channel)channel &&
                  c.mode == ACC_LINK_MASTERSLAVE);
            CHECK(c.carrier.payload == 512 && c.carrier.frame_overhead == (jack ? 16 : 8) &&
                  c.carrier.full_duplex);
            CHECK(c.carrier.send_rate == (jack ? 3675 : 100000) &&
                  c.carrier.receive_rate == c.carrier.send_rate);
            CHECK(c.carrier.latency_us == (jack ? 20000 : 100000) && c.carrier.reliable == !jack);
            CHECK(c.carrier.wake_tone == jack && c.carrier.features == 0 && c.plug_detect &&
                  c.window == 32 && c.tries == 8);
            CHECK(c.seed == 1 && c.wake_us == 500000 && c.boot_us == 300000 &&
                  c.poll_us == 5000000);
            CHECK(c.sleep_us == 60000000 && !c.buffer && c.capacity == 0);
        }
}

// Each reason alone; a sleep timer is none.
static void busy_links(void)
{
    for (int i = 0; i < 11; i++) {
        set_up(ACC_LINK_HOST, true, 4);
        a.state = i == 1 ? ACC_LINK_EXCHANGING : ACC_LINK_IDLE;
        a.phase = i == 2 ? CLOSING : SETTLED;
        a.on_air = i == 3 ? READY : 0;
        a.event_count = i == 4;
        a.sender.active = i == 5;
        a.sender.next = 1;  // all is sent
        a.sender.packets = 1;
        a.receiver.active = i == 6;
        a.tone_due = i == 7;
        a.reply_count = i == 8;
        a.signal.due = i == 9;
        a.receiver.ack_due = i == 10;
        CHECK(acc_link_is_busy(&a) == (i > 0));
    }
}

// The earliest of the timers that are set.
static void deadlines(void)
{
    for (int i = 0; i < 6; i++) {
        set_up(i < 4 ? ACC_LINK_HOST : ACC_LINK_ACCESSORY, true, 4);
        a.state = ACC_LINK_IDLE;
        a.alive_us = 1000;
        a.config.sleep_us = i == 4 ? 7000 : 0;
        a.limit_us = i == 1 ? 8000 : ACC_LINK_NEVER;
        a.signal.timer_us = i == 2 ? 8000 : ACC_LINK_NEVER;
        a.sender.timer_us = 8000;
        a.sender.next = a.sender.packets = 1;
        a.sender.active = i == 3;
        a.awake = i == 5;
        a.awake_us = 8000;
        CHECK(acc_link_deadline(&a) == (i == 0 ? ACC_LINK_NEVER : 8000));
        // a message that arrives, and a frame that may leave at once
        a.receiver.active = true;
        a.receiver.received_us = 0;
        uint64_t silence = acc_link_silence_us(&a);
        CHECK(acc_link_deadline(&a) == (i == 0 || i == 4 ? silence : 8000));
        a.tone_due = true;
        a.pause_us = 50;
        a.line_us = 60;
        CHECK(acc_link_deadline(&a) == 60);
        a.on_air = TONE;
        CHECK(acc_link_deadline(&a) == (i == 0 || i == 4 ? silence : 8000));
    }
}

int main(void)
{
    busy_links();
    deadlines();
    answers_wait();
    priorities();
    lines_are_busy();
    codes_and_names();
    errors_have_states();
    defaults();
    return failures;
}
