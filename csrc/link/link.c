// The interface of both ends: configuration, inputs, the order of sending, timers, link loss.
//
// Input: payloads of whole frames, reports of the transport (sent, garbled, busy, plugged, lost), the
// time. Output: actions of acc_link_poll, one frame or tone at a time, and events. The caller is a
// session of the host part, the simulated reader or firmware; the caller frames and transmits payloads.
#include "internal.h"

#include <assert.h>
#include <string.h>

acc_link_config acc_link_config_make(acc_link_role role, acc_link_channel channel)
{
    // Jack: 3675 Bd, 8 bytes of preamble and sync around a frame, 20 ms of audio latency. Others:
    // 100 kbit/s and 100 ms.
    bool jack = channel == ACC_LINK_JACK;
    return (acc_link_config){
        .role = role,
        .channel = channel,
        .mode = ACC_LINK_MASTERSLAVE,
        .carrier =
            {
                .payload = ACC_FRAME_MAX_PAYLOAD,
                .frame_overhead = jack ? ACC_FRAME_OVERHEAD + 8 : ACC_FRAME_OVERHEAD,
                .send_rate = jack ? 3675 : 100000,
                .receive_rate = jack ? 3675 : 100000,
                .latency_us = jack ? 20000 : 100000,
                .full_duplex = true,
                .reliable = !jack,
                .wake_tone = jack,
            },
        .plug_detect = true,
        .window = ACK_WINDOW,
        .tries = 8,
        .seed = 1,
        .wake_us = 500000,
        .boot_us = 300000,
        .poll_us = 5000000,
        .sleep_us = 60000000,
    };
}

void acc_link_init(acc_link *link, const acc_link_config *config)
{
    // the smallest payload must hold HELLO_ACK (27 bytes) and a sub-packet with data
    assert(config->carrier.payload >= ACC_LINK_MIN_PAYLOAD &&
           config->carrier.payload <= ACC_FRAME_MAX_PAYLOAD);
    assert(config->window >= 1 && config->window <= ACC_LINK_MAX_WINDOW);
    assert(config->tries >= 1 && config->tries <= 30);
    assert(config->capacity <= ACC_LINK_MAX_MESSAGE && (config->buffer || !config->capacity));
    memset(link, 0, sizeof *link);
    link->config = *config;
    // Knuth's multiplier, 2^32 / golden ratio, spreads small seeds; xorshift needs a value other
    // than 0
    link->random = config->seed * 2654435761u | 1;
    link->last_session = (uint16_t)(acc_link_next_random(link) >> 8);
    acc_link_session_reset(link);
    acc_link_settle(link);
}

// Inputs

// Half duplex: the peer sends until one of its sub-packets requests an ACK. If that one is lost, the
// wait ends after a turnaround and a frame's time.
static void yield_line(acc_link *link, uint64_t now, uint8_t type)
{
    uint8_t kind = type_of(type);
    bool more = kind >= REQUEST && kind <= PUSH && !(type & ACK_WANTED);
    link->pause_us = 0;
    if (more && !link->config.carrier.full_duplex)
        link->pause_us = now + acc_link_signal_wait_us(link) +
                         acc_link_frame_us(link, link->terms.rate, link->terms.payload);
}

void acc_link_receive(acc_link *link, uint64_t now_us, const uint8_t *payload, size_t len)
{
    // crosstalk: a message that this end could have sent is its own echo
    bool from_accessory = len && payload[0] & FROM_ACCESSORY;
    if (len < SHORT_SIZE || from_accessory != is_host(link)) {
        link->statistics.ignored++;
        return;
    }
    link->line_us = 0;
    yield_line(link, now_us, payload[0]);
    if (is_host(link))
        acc_link_host_receive(link, now_us, payload, len);
    else
        acc_link_accessory_receive(link, now_us, payload, len);
    acc_link_tick(link, now_us);
}

// Timeouts start here, when the last bit has left, so they exclude the sending time of long frames.
void acc_link_sent(acc_link *link, uint64_t now_us)
{
    uint8_t type = link->on_air;
    link->on_air = 0;
    bool half_duplex = !link->config.carrier.full_duplex;
    if (type == TONE) {
        link->pause_us = now_us + link->config.boot_us;
    } else if (type && type == link->signal.type) {
        link->signal.timer_us = now_us + acc_link_signal_wait_us(link);
        if (half_duplex)
            link->pause_us = link->signal.timer_us;
    } else if (type >= REQUEST && type <= PUSH) {
        acc_link_sender_sent(link, now_us);
        if (half_duplex && link->sender.waiting)
            link->pause_us = link->sender.timer_us;
    }
}

void acc_link_garbled(acc_link *link, acc_link_error code)
{
    link->statistics.garbled++;
    link->garbled = (uint8_t)code;
}

// The busy time is limited to one frame and the latency: a false frame start cannot block the line.
void acc_link_line(acc_link *link, uint64_t now_us, bool busy)
{
    bool matters = busy && !link->config.carrier.full_duplex;
    uint64_t frame = acc_link_frame_us(link, link->terms.rate, link->terms.payload);
    link->line_us = matters ? now_us + frame + link->config.carrier.latency_us : 0;
}

// Link loss in any state. One outcome is reported: an exchange ends with an error; else an opening
// fails, an idle session gets FAULT and CLOSED, and without a session only the state changes.
void acc_link_lost(acc_link *link, uint64_t now_us)
{
    acc_link_state before = link->state;
    bool jack = link->config.channel == ACC_LINK_JACK;
    uint8_t code = jack ? ACC_LINK_ERROR_NO_DEVICE : ACC_LINK_ERROR_DISCONNECTED;
    acc_link_forget_output(link);
    link->terms.session = link->offer.session = 0;
    link->awake = false;
    if (before == ACC_LINK_EXCHANGING) {
        acc_link_end_exchange(link, now_us, code);
        return;
    }
    bool opening = link->phase == GREETING || link->phase == CONFIRMING;
    bool closing = link->phase == CLOSING, sending = link->sender.active;
    acc_link_settle(link);
    link->state = ACC_LINK_ABSENT;
    if (opening)
        acc_link_push_event(link, ACC_LINK_EVENT_OPEN_FAILED,
                            jack ? ACC_LINK_NO_DEVICE : ACC_LINK_NOT_OPEN);
    if (before == ACC_LINK_IDLE && !closing)
        acc_link_push_event(link, sending ? ACC_LINK_EVENT_ERROR : ACC_LINK_EVENT_FAULT, code);
    if (before == ACC_LINK_IDLE)
        acc_link_push_event(link, ACC_LINK_EVENT_CLOSED, CLOSED_HERE);
    if (before != ACC_LINK_ABSENT)
        acc_link_push_event(link, ACC_LINK_EVENT_STATE, 0);
}

void acc_link_fault(acc_link *link, uint64_t now_us, acc_link_error code)
{
    if (code == ACC_LINK_ERROR_WRITE)
        acc_link_forget_output(link);
    if (link->state == ACC_LINK_EXCHANGING) {
        acc_link_queue_short(link, ABORT, (uint8_t)code, link->terms.session, link->exchange);
        acc_link_end_exchange(link, now_us, (uint8_t)code);
    } else {
        acc_link_push_event(link, ACC_LINK_EVENT_FAULT, (int32_t)code);
    }
}

void acc_link_tick(acc_link *link, uint64_t now_us)
{
    if (is_host(link))
        acc_link_host_tick(link, now_us);
    else
        acc_link_accessory_tick(link, now_us);
}

// Outputs

static bool has_frame(const acc_link *link)
{
    return link->tone_due || link->reply_count || link->signal.due || link->receiver.ack_due ||
           acc_link_sender_has(link);
}

// The earliest time at which the next frame may leave.
static uint64_t free_us(const acc_link *link)
{
    return link->pause_us > link->line_us ? link->pause_us : link->line_us;
}

// Priority: replies, because a peer waits for them; signals; ACKs; then data.
static size_t next_frame(acc_link *link)
{
    if (link->reply_count)
        return acc_link_reply_write(link, link->frame);
    if (link->signal.due)
        return acc_link_host_signal_write(link, link->frame);
    if (link->receiver.ack_due)
        return acc_link_ack_write(link, link->frame);
    return acc_link_sender_write(link, link->frame);
}

// Events first, as they need no transport; then at most one tone or frame until acc_link_sent.
bool acc_link_poll(acc_link *link, uint64_t now_us, acc_link_action *action)
{
    if (link->event_count) {
        *action =
            (acc_link_action){.kind = ACC_LINK_ACTION_EVENT, .event = acc_link_pop_event(link)};
        return true;
    }
    if (link->on_air || now_us < free_us(link) || !has_frame(link))
        return false;
    if (link->tone_due) {
        link->tone_due = false;
        link->on_air = TONE;
        *action = (acc_link_action){.kind = ACC_LINK_ACTION_TONE, .tone_us = link->config.wake_us};
        return true;
    }
    size_t len = next_frame(link);
    link->on_air = type_of(link->frame[0]);
    link->statistics.frames_sent++;
    *action = (acc_link_action){.kind = ACC_LINK_ACTION_FRAME, .bytes = link->frame, .len = len};
    return true;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// The minimum over every timer that is set.
uint64_t acc_link_deadline(const acc_link *link)
{
    uint64_t at = is_host(link) ? acc_link_host_deadline(link) : acc_link_accessory_deadline(link);
    if (link->sender.active)
        at = earlier(at, link->sender.timer_us);
    if (link->receiver.active)
        at = earlier(at, link->receiver.received_us + acc_link_silence_us(link));
    if (!link->on_air && has_frame(link))
        at = earlier(at, free_us(link));
    return at;
}

bool acc_link_is_busy(const acc_link *link)
{
    return link->state == ACC_LINK_EXCHANGING || link->phase != SETTLED || link->on_air ||
           link->event_count || link->sender.active || link->receiver.active || has_frame(link);
}

acc_link_state acc_link_get_state(const acc_link *link)
{
    return link->state;
}

// Names of the vendor's documentation, by role.
const char *acc_link_state_name(acc_link_role role, acc_link_state state)
{
    static const char *const names[2][4] = {
        {"WAITING_DEVICE", "DEVICE_DETECTED", "IDLE", "DATAEXCHANGE"},
        {"NOT_READY", "DEVICE_READY", "IDLE", "DATA_PROCESS"},
    };
    return names[role == ACC_LINK_ACCESSORY][state & 3];
}

acc_link_statistics acc_link_get_statistics(const acc_link *link)
{
    return link->statistics;
}

// The last sub-packet may be short, hence the minimum.
static acc_link_amount amount(const acc_link *link, uint32_t packets, uint32_t total)
{
    uint32_t done = packets * (link->terms.payload - ACC_LINK_DATA_HEADER);
    return (acc_link_amount){.done = done < total ? done : total, .total = total};
}

acc_link_amount acc_link_outgoing(const acc_link *link)
{
    const acc_link_sender *s = &link->sender;
    return s->active ? amount(link, s->base, s->total) : (acc_link_amount){0};
}

acc_link_amount acc_link_incoming(const acc_link *link)
{
    const acc_link_receiver *r = &link->receiver;
    return r->active ? amount(link, r->base, r->total) : (acc_link_amount){0};
}
