// The states of both ends, one function per row of the table in docs/link.md.
#include "check.h"
#include "link_sim.h"

enum { ROOM = 4096, SMALL = 100, SECOND = 1000000 };

static uint8_t host_buffer[ROOM], device_buffer[ROOM], request[ROOM], answer[ROOM];
static sim s;
static acc_link *const host = &s.ends[SIM_HOST];
static acc_link *const device = &s.ends[SIM_DEVICE];
static sim_seen *const seen = &s.seen[SIM_HOST];
static sim_seen *const device_seen = &s.seen[SIM_DEVICE];

static acc_link_config config_of(acc_link_role role, acc_link_channel channel, acc_link_mode mode)
{
    acc_link_config config = acc_link_config_make(role, channel);
    config.mode = mode;
    config.buffer = role == ACC_LINK_HOST ? host_buffer : device_buffer;
    config.capacity = ROOM;
    config.seed = (uint32_t)role + 9;
    return config;
}

// Two ends that are not connected yet.
static void set_up(acc_link_channel channel, acc_link_mode mode)
{
    acc_link_config a = config_of(ACC_LINK_HOST, channel, mode);
    acc_link_config b = config_of(ACC_LINK_ACCESSORY, channel, mode);
    sim_init(&s, &a, &b, 1);
    s.asleep = channel == ACC_LINK_JACK;
    s.answer = s.expect[SIM_HOST] = answer;
    s.expect[SIM_DEVICE] = request;
    s.answer_len = s.expect_len[SIM_HOST] = 700;
    s.expect_len[SIM_DEVICE] = 600;
    s.work_us = SECOND;
}

static void plug(void)
{
    acc_link_detect(host, s.now);
    acc_link_detect(device, s.now);
    sim_run(&s, SECOND);
}

static void open_link(acc_link_channel channel, acc_link_mode mode)
{
    set_up(channel, mode);
    plug();
    CHECK(acc_link_open(host, s.now) == 0);
    CHECK(sim_run(&s, 30 * SECOND));
    CHECK(seen->opened == 1 && acc_link_get_state(host) == ACC_LINK_IDLE);
    CHECK(device_seen->opened == 1 && acc_link_get_state(device) == ACC_LINK_IDLE);
}

static void begin_exchange(void)
{
    CHECK(acc_link_exchange(host, s.now, request, 600, 60 * (uint64_t)SECOND) == 0);
    CHECK(acc_link_get_state(host) == ACC_LINK_EXCHANGING);
}

// An exchange in which the device has the request and works on it.
static void reach_work(acc_link_channel channel)
{
    open_link(channel, ACC_LINK_MASTERSLAVE);
    s.mute = true;
    begin_exchange();
    sim_wait(&s, 4 * SECOND);
    CHECK(seen->send_ok == 1 && device_seen->received == 1);
    CHECK(acc_link_get_state(device) == ACC_LINK_EXCHANGING);
}

static bool host_is(acc_link_state state, uint32_t errors, int32_t code)
{
    bool agreed = acc_link_get_state(host) == state && seen->errors == errors;
    return agreed && (!errors || seen->code == code);
}

static void waiting_and_plugged(void)
{
    set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    CHECK(acc_link_get_state(host) == ACC_LINK_ABSENT);
    plug();
    CHECK(seen->states == 1 && seen->trail[0] == ACC_LINK_PRESENT);
    CHECK(device_seen->states == 1 && device_seen->trail[0] == ACC_LINK_PRESENT);
}

static void waiting_and_opened(void)
{
    set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    CHECK(acc_link_open(host, 0) == ACC_LINK_NO_DEVICE);
    sim_run(&s, 10 * SECOND);
    CHECK(acc_link_get_state(host) == ACC_LINK_ABSENT && seen->events == 0);
}

static void open_without_plug_detection(void)
{
    set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    host->config.plug_detect = device->config.plug_detect = false;
    CHECK(acc_link_open(host, 0) == 0);
    CHECK(sim_run(&s, 10 * SECOND));
    CHECK(seen->opened == 1 && seen->trail[0] == ACC_LINK_IDLE && seen->states == 1);
    CHECK(s.tones == 1);
}

// The wake tone means "plugged in" to an accessory that cannot detect it otherwise.
static void a_tone_plugs_an_accessory_without_plug_detection(void)
{
    for (int detects = 0; detects < 2; detects++) {
        set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
        device->config.plug_detect = detects;
        acc_link_wake(device, s.now);
        CHECK((acc_link_get_state(device) == ACC_LINK_ABSENT) == detects);
    }
}

static void open_wakes_once_and_takes_up(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    CHECK(s.tones == 1 && seen->code == 0);
    // a new program at the host has no session; the device still has the old one
    acc_link_config again = config_of(ACC_LINK_HOST, ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    again.seed = 77;
    acc_link_init(host, &again);
    acc_link_detect(host, s.now);
    CHECK(acc_link_open(host, s.now) == 0);
    CHECK(sim_run(&s, 10 * SECOND));
    CHECK(s.tones == 1 && seen->opened == 2 && seen->code == 1);
    begin_exchange();
    CHECK(sim_run(&s, 30 * SECOND));
    CHECK(seen->received == 1 && s.wrong == 0);
}

static void open_fails(acc_link_channel channel, int32_t code)
{
    set_up(channel, ACC_LINK_MASTERSLAVE);
    plug();
    s.lines[SIM_HOST].dead = true;
    CHECK(acc_link_open(host, s.now) == 0);
    CHECK(acc_link_open(host, s.now) == 0);  // the opening still runs
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(seen->open_failed == 1 && seen->code == code);
    CHECK(acc_link_get_state(host) == ACC_LINK_PRESENT);
    CHECK(s.tones == (channel == ACC_LINK_JACK ? 3 : 0));
    CHECK(s.lines[SIM_HOST].sent == 7);  // one knock, three boot signals of two
}

static void idle_and_opened(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    uint32_t sent = s.lines[SIM_HOST].sent;
    CHECK(acc_link_open(host, s.now) == 0);
    CHECK(sim_run(&s, SECOND));
    CHECK(seen->opened == 2 && s.lines[SIM_HOST].sent == sent);
    CHECK(acc_link_get_state(host) == ACC_LINK_IDLE);
}

static void exchange_with_progress(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    s.progress_count = 3;
    s.progress_len = 20;
    begin_exchange();
    CHECK(acc_link_exchange(host, s.now, request, 1, 0) == ACC_LINK_NOT_COMPLETE);
    while (!seen->progress && sim_step(&s, s.now + 60 * SECOND))
        CHECK(acc_link_get_state(host) == ACC_LINK_EXCHANGING);
    CHECK(seen->send_ok == 1 && acc_link_get_state(host) == ACC_LINK_EXCHANGING);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(seen->progress == 3 && device_seen->progress_ok == 3);
    CHECK(seen->received == 1 && device_seen->send_ok == 1 && s.wrong == 0);
    CHECK(host_is(ACC_LINK_IDLE, 0, 0) && acc_link_get_state(device) == ACC_LINK_IDLE);
    CHECK(device_seen->trail[device_seen->states - 2] == ACC_LINK_EXCHANGING);
}

static void exchange_times_out(void)
{
    reach_work(ACC_LINK_JACK);
    CHECK(sim_run(&s, 120 * SECOND));
    CHECK(seen->timeouts == 1 && host_is(ACC_LINK_IDLE, 0, 0));
    CHECK(device_seen->errors == 1 && device_seen->code == ACC_LINK_ERROR_SILENT);
    CHECK(acc_link_get_state(device) == ACC_LINK_IDLE);
    s.mute = false;
    begin_exchange();
    CHECK(sim_run(&s, 60 * SECOND) && seen->received == 1 && s.wrong == 0);
}

// The exchange times out while the device answers: later data is dropped and counted, and the device is stopped.
static void late_answer_is_dropped(void)
{
    reach_work(ACC_LINK_JACK);
    sim_wait(&s, 51 * SECOND);
    s.lines[SIM_HOST].dead = true;  // the device does not receive the ABORT
    sim_wait(&s, 8 * SECOND);
    CHECK(seen->timeouts == 1);
    s.lines[SIM_HOST].dead = false;
    CHECK(acc_link_respond(device, s.now, answer, 700) == 0);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(seen->dropped == 1 && acc_link_get_statistics(host).dropped == 1);
    CHECK(seen->received == 0 && acc_link_get_state(host) == ACC_LINK_IDLE);
    CHECK(device_seen->code == ACC_LINK_ERROR_STATE);
    CHECK(acc_link_get_state(device) == ACC_LINK_IDLE);
}

static void device_falls_silent(uint8_t garbled, int32_t code)
{
    reach_work(ACC_LINK_JACK);
    s.lines[SIM_DEVICE].dead = true;
    if (garbled)
        acc_link_garbled(host, garbled);
    sim_run(&s, 50 * SECOND);
    CHECK(host_is(ACC_LINK_IDLE, 1, code) && seen->timeouts == 0);
    // the next exchange has its own cause
    begin_exchange();
    sim_run(&s, 50 * SECOND);
    CHECK(host_is(ACC_LINK_IDLE, 2, ACC_LINK_ERROR_SILENT) && seen->timeouts == 0);
}

static void carrier_fails(acc_link_error code, acc_link_state state)
{
    reach_work(ACC_LINK_JACK);
    acc_link_fault(host, s.now, code);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(host_is(state, 1, (int32_t)code));
    CHECK(acc_link_get_state(device) == ACC_LINK_IDLE && device_seen->errors == 1);
    if (state == ACC_LINK_PRESENT) {
        CHECK(acc_link_exchange(host, s.now, request, 1, 0) == ACC_LINK_NOT_OPEN);
        CHECK(acc_link_open(host, s.now) == 0);
        CHECK(sim_run(&s, 60 * SECOND) && seen->opened == 2);
    }
    s.mute = false;
    begin_exchange();
    CHECK(sim_run(&s, 60 * SECOND) && seen->received == 1);

    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    acc_link_fault(host, s.now, code);
    CHECK(sim_run(&s, SECOND) && seen->faults == 1 && host_is(ACC_LINK_IDLE, 0, 0));
}

static void device_refuses(acc_link_error code, acc_link_state state)
{
    reach_work(ACC_LINK_JACK);
    s.lines[SIM_DEVICE].fault_at =
        s.lines[SIM_DEVICE].sent + 1;  // the link must survive this fault
    CHECK(acc_link_refuse(device, s.now, code) == 0);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(host_is(state, 1, (int32_t)code) && acc_link_get_state(device) == ACC_LINK_IDLE);
}

static void message_is_too_long(void)
{
    set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    device->config.capacity = SMALL;
    plug();
    acc_link_open(host, s.now);
    sim_run(&s, 10 * SECOND);
    uint32_t sent = s.lines[SIM_HOST].sent;
    CHECK(acc_link_exchange(host, s.now, request, SMALL + 1, 0) == 0);
    CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_PRESENT, 1, ACC_LINK_ERROR_MEMORY));
    CHECK(s.lines[SIM_HOST].sent == sent);

    // the device itself refuses a host that assumes a larger buffer
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    device->config.capacity = SMALL;
    begin_exchange();
    CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_PRESENT, 1, ACC_LINK_ERROR_MEMORY));
    CHECK(device_seen->errors == 1 && acc_link_get_state(device) == ACC_LINK_IDLE);

    // the reverse, with and without the buffer's size known to the host
    for (int told = 0; told < 2; told++) {
        reach_work(ACC_LINK_JACK);
        host->config.capacity = SMALL;
        if (told)
            device->terms.capacity = SMALL;
        CHECK(acc_link_respond(device, s.now, answer, 700) == 0);
        CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_PRESENT, 1, ACC_LINK_ERROR_MEMORY));
        CHECK(device_seen->errors == 1 && device_seen->code == ACC_LINK_ERROR_MEMORY);
    }
}

// A message of exactly the buffer's size is accepted.
static void message_fills_the_buffer(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    s.answer_len = s.expect_len[SIM_HOST] = s.expect_len[SIM_DEVICE] = ROOM;
    CHECK(acc_link_exchange(host, s.now, request, ROOM, 0) == 0);
    CHECK(sim_run(&s, 60 * SECOND) && seen->received == 1 && s.wrong == 0);
}

static void device_forgets_the_session(void)
{
    reach_work(ACC_LINK_JACK);
    acc_link_config fresh = config_of(ACC_LINK_ACCESSORY, ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    fresh.seed = 99;
    acc_link_init(device, &fresh);
    acc_link_detect(device, s.now);
    CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_PRESENT, 1, ACC_LINK_ERROR_UNKNOWN));
    CHECK(acc_link_open(host, s.now) == 0);
    CHECK(sim_run(&s, 60 * SECOND) && seen->opened == 2);
    s.mute = false;
    begin_exchange();
    CHECK(sim_run(&s, 60 * SECOND) && seen->received == 1);
}

static void cancel(void)
{
    reach_work(ACC_LINK_JACK);
    CHECK(acc_link_cancel(host, s.now) == 0);
    CHECK(acc_link_cancel(host, s.now) == ACC_LINK_CANCELLING);
    CHECK(acc_link_get_state(host) == ACC_LINK_EXCHANGING);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(host_is(ACC_LINK_IDLE, 1, ACC_LINK_ERROR_CANCELLED));
    CHECK(device_seen->code == ACC_LINK_ERROR_CANCELLED && device_seen->errors == 1);
    CHECK(acc_link_get_state(device) == ACC_LINK_IDLE);
    CHECK(acc_link_respond(device, s.now, answer, 1) == ACC_LINK_NOT_COMPLETE);
    CHECK(acc_link_cancel(host, s.now) == ACC_LINK_NOT_COMPLETE);
    s.mute = false;
    begin_exchange();
    CHECK(sim_run(&s, 60 * SECOND) && seen->received == 1);
}

// Cancels at any moment of an exchange; the next exchange must succeed.
static void cancel_at_any_moment(void)
{
    for (uint64_t after = 0; after < 7 * (uint64_t)SECOND; after += SECOND / 8) {
        open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
        s.progress_count = 1;
        s.progress_len = 30;
        begin_exchange();
        sim_wait(&s, after);
        if (acc_link_get_state(host) == ACC_LINK_IDLE)
            break;
        CHECK(acc_link_cancel(host, s.now) == 0);
        CHECK(sim_run(&s, 60 * SECOND));
        CHECK(host_is(ACC_LINK_IDLE, 1, ACC_LINK_ERROR_CANCELLED));
        CHECK(acc_link_get_state(device) == ACC_LINK_IDLE);
        begin_exchange();
        CHECK(sim_run(&s, 60 * SECOND) && seen->received == 1 && s.wrong == 0);
    }
}

static void cancel_fails(void)
{
    reach_work(ACC_LINK_JACK);
    s.lines[SIM_HOST].dead = true;
    uint32_t sent = s.lines[SIM_HOST].sent;
    CHECK(acc_link_cancel(host, s.now) == 0);
    while (!seen->errors && sim_step(&s, s.now + 60 * SECOND))
        ;
    sim_wait(&s, 5 * SECOND);
    CHECK(s.lines[SIM_HOST].sent == sent + 4);  // three signals, then ABORT
    CHECK(host_is(ACC_LINK_IDLE, 1, ACC_LINK_ERROR_CANCEL_FAILED));
}

static void commands_when_not_open(acc_link_channel channel, acc_link_result unplugged)
{
    set_up(channel, ACC_LINK_MASTERSLAVE);
    CHECK(acc_link_exchange(host, 0, request, 1, 0) == unplugged);
    CHECK(acc_link_cancel(host, 0) == unplugged);
    CHECK(acc_link_close(host, 0) == unplugged);
    CHECK(acc_link_close_resource(host, 0) == unplugged);
    CHECK(acc_link_send(host, 0, request, 1) == unplugged);
    plug();
    CHECK(acc_link_exchange(host, 0, request, 1, 0) == ACC_LINK_NOT_OPEN);
    CHECK(acc_link_cancel(host, 0) == ACC_LINK_NOT_OPEN);
    CHECK(acc_link_close(host, 0) == ACC_LINK_NOT_OPEN);
    CHECK(acc_link_close_resource(host, 0) == ACC_LINK_NOT_OPEN);
    CHECK(acc_link_respond(device, 0, answer, 1) == ACC_LINK_NOT_OPEN);
    CHECK(acc_link_progress(device, 0, answer, 1) == ACC_LINK_NOT_OPEN);
    CHECK(acc_link_refuse(device, 0, ACC_LINK_ERROR_STATE) == ACC_LINK_NOT_OPEN);
    CHECK(acc_link_sleep(device, 0) == ACC_LINK_NOT_OPEN);
    CHECK(seen->errors == 0);
}

static void close_from_idle(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    CHECK(acc_link_close(host, s.now) == 0);
    CHECK(acc_link_exchange(host, s.now, request, 1, 0) == ACC_LINK_NOT_OPEN);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(seen->closed == 1 && seen->code == 0 && host_is(ACC_LINK_PRESENT, 0, 0));
    CHECK(device_seen->closed == 1 && acc_link_get_state(device) == ACC_LINK_PRESENT);
    CHECK(device_seen->asleep == 0);
    sim_wait(&s, 10 * SECOND);
    CHECK(device_seen->asleep == 1);
    CHECK(acc_link_open(host, s.now) == 0);
    CHECK(sim_run(&s, 60 * SECOND) && seen->opened == 2 && s.tones == 2);
}

static void close_is_tried_three_times(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    uint32_t sent = s.lines[SIM_HOST].sent;
    s.lines[SIM_HOST].dead = true;
    CHECK(acc_link_close(host, s.now) == 0);
    CHECK(acc_link_close(host, s.now) == 0);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(s.lines[SIM_HOST].sent == sent + 3);
    CHECK(seen->closed == 1 && seen->code == 1 && host_is(ACC_LINK_PRESENT, 0, 0));
}

static void close_during_an_exchange(bool resource_only)
{
    reach_work(ACC_LINK_JACK);
    uint32_t before = seen->events;
    CHECK((resource_only ? acc_link_close_resource : acc_link_close)(host, s.now) == 0);
    sim_run(&s, 20 * SECOND);
    CHECK(seen->order[before] == ACC_LINK_EVENT_ERROR && seen->errors == 1);
    CHECK(seen->closed == 1 && acc_link_get_state(host) == ACC_LINK_PRESENT);
    if (resource_only) {
        CHECK(acc_link_get_state(device) == ACC_LINK_EXCHANGING && device_seen->errors == 0);
        CHECK(acc_link_open(host, s.now) == 0);
        CHECK(sim_run(&s, 60 * SECOND) && seen->opened == 2 && seen->code == 1);
        CHECK(s.tones == 1);
    }
    CHECK(device_seen->errors == 1);
    CHECK(acc_link_get_state(device) == (resource_only ? ACC_LINK_IDLE : ACC_LINK_PRESENT));
}

static void close_while_opening(acc_link_result (*close)(acc_link *, uint64_t))
{
    set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    plug();
    CHECK(acc_link_open(host, s.now) == 0);
    sim_wait(&s, SECOND / 2);
    CHECK(close(host, s.now) == 0);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(seen->open_failed == 1 && seen->code == -3 && host_is(ACC_LINK_PRESENT, 0, 0));
    CHECK(acc_link_open(host, s.now) == 0);
    CHECK(sim_run(&s, 60 * SECOND) && seen->opened == 1);
}

static void open_while_closing(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    CHECK(acc_link_close(host, s.now) == 0);
    CHECK(acc_link_open(host, s.now) == 0);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(seen->closed == 1 && seen->opened == 2 && acc_link_get_state(host) == ACC_LINK_IDLE);
}

static void unplugged(acc_link_channel channel, int32_t code, int32_t open_code)
{
    reach_work(channel);
    acc_link_lost(host, s.now);
    acc_link_lost(device, s.now);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(host_is(ACC_LINK_ABSENT, 1, code));
    CHECK(acc_link_get_state(device) == ACC_LINK_ABSENT && device_seen->code == code);

    set_up(channel, ACC_LINK_MASTERSLAVE);
    plug();
    CHECK(acc_link_open(host, s.now) == 0);
    sim_wait(&s, SECOND / 20);
    acc_link_lost(host, s.now);
    CHECK(sim_run(&s, 60 * SECOND) && acc_link_get_state(host) == ACC_LINK_ABSENT);
    CHECK(seen->open_failed == 1 && seen->code == open_code && seen->faults == 0);

    // no session: only the state changes
    set_up(channel, ACC_LINK_MASTERSLAVE);
    plug();
    acc_link_lost(host, s.now);
    CHECK(sim_run(&s, SECOND) && seen->events == 2 && seen->trail[1] == ACC_LINK_ABSENT);
}

// In idle both ends report the loss once; a second loss reports nothing.
static void lost_while_idle(acc_link_channel channel, acc_link_mode mode, int32_t code)
{
    for (int end = 0; end < 2; end++) {
        open_link(channel, mode);
        uint32_t before = s.seen[end].events;
        acc_link_lost(&s.ends[end], s.now);
        CHECK(acc_link_get_state(&s.ends[end]) == ACC_LINK_ABSENT);
        acc_link_lost(&s.ends[end], s.now);
        sim_poll(&s, end);
        CHECK(s.seen[end].faults == 1 && s.seen[end].fault_code == code);
        CHECK(s.seen[end].closed == 1 && s.seen[end].errors == 0);
        CHECK(s.seen[end].events == before + 3);
        CHECK(s.seen[end].order[before] == ACC_LINK_EVENT_FAULT);
        CHECK(s.seen[end].order[before + 1] == ACC_LINK_EVENT_CLOSED);
        CHECK(s.seen[end].order[before + 2] == ACC_LINK_EVENT_STATE);
    }
    // a message being sent ends with the code, and no FAULT is reported
    if (mode == ACC_LINK_DUPLEX)
        for (int end = 0; end < 2; end++) {
            open_link(channel, mode);
            CHECK(acc_link_send(&s.ends[end], s.now, request, 600) == 0);
            acc_link_lost(&s.ends[end], s.now);
            sim_poll(&s, end);
            CHECK(s.seen[end].errors == 1 && s.seen[end].faults == 0 && s.seen[end].closed == 1);
        }
    // the caller has ended the session already
    open_link(channel, mode);
    CHECK(acc_link_close(host, s.now) == 0);
    acc_link_lost(host, s.now);
    CHECK(sim_run(&s, SECOND) && seen->faults == 0 && seen->closed == 1);
    CHECK(acc_link_get_state(host) == ACC_LINK_ABSENT);
}

// A carrier that is lost in the middle of a frame does not report the frame as sent.
static void carrier_takes_the_frame_along(void)
{
    for (int how = 0; how < 3; how++) {
        open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
        begin_exchange();
        sim_wait(&s, SECOND / 2);
        CHECK(s.lines[SIM_HOST].leaving);
        s.lines[SIM_HOST].leaving = false;
        if (how == 0)
            acc_link_lost(host, s.now);
        else if (how == 1)
            acc_link_fault(host, s.now, ACC_LINK_ERROR_WRITE);
        else
            acc_link_close_resource(host, s.now);
        CHECK(sim_run(&s, 10 * SECOND));
        acc_link_detect(host, s.now);
        CHECK(acc_link_open(host, s.now) == 0);
        CHECK(sim_run(&s, 20 * SECOND) && seen->opened == 2);
    }
}

// Unplugged at any moment, each end separately; after plugging in again everything works.
static void unplugged_at_any_moment(void)
{
    for (uint64_t after = 0; after < 8 * (uint64_t)SECOND; after += SECOND / 7) {
        set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
        plug();
        acc_link_open(host, s.now);
        sim_wait(&s, after / 2);
        acc_link_exchange(host, s.now, request, 600, 0);
        sim_wait(&s, after / 2);
        acc_link_lost(host, s.now);
        acc_link_lost(device, s.now);
        CHECK(sim_run(&s, 3 * SECOND));
        CHECK(acc_link_get_state(host) == ACC_LINK_ABSENT && seen->errors <= 1);
        CHECK(acc_link_get_state(device) == ACC_LINK_ABSENT);
        uint32_t received = seen->received, opened = seen->opened;
        s.asleep = true;
        plug();
        CHECK(acc_link_open(host, s.now) == 0);
        CHECK(sim_run(&s, 60 * SECOND) && seen->opened == opened + 1);
        begin_exchange();
        CHECK(sim_run(&s, 60 * SECOND) && seen->received == received + 1 && s.wrong == 0);
    }
}

static void device_data_outside_an_exchange(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    CHECK(acc_link_send(device, s.now, answer, 5) == ACC_LINK_NOT_COMPLETE);
    device->terms.mode = ACC_LINK_DUPLEX;  // a device that ignores the mode
    CHECK(acc_link_send(device, s.now, answer, 5) == 0);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(seen->dropped == 1 && seen->received == 0 && host_is(ACC_LINK_IDLE, 0, 0));
    CHECK(acc_link_get_statistics(host).dropped == 1);
    CHECK(device_seen->errors == 1 && device_seen->code == ACC_LINK_ERROR_STATE);
}

static void duplex(void)
{
    open_link(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX);
    s.mute = true;
    s.expect_len[SIM_HOST] = s.expect_len[SIM_DEVICE] = 3000;
    CHECK(acc_link_exchange(host, s.now, request, 3000, 1) == 0);  // no timeout in this mode
    CHECK(acc_link_send(host, s.now, request, 1) == ACC_LINK_NOT_COMPLETE);
    CHECK(acc_link_send(device, s.now, answer, 3000) == 0);
    CHECK(acc_link_get_state(host) == ACC_LINK_IDLE);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(seen->send_ok == 1 && seen->received == 1 && seen->timeouts == 0 && s.wrong == 0);
    CHECK(device_seen->send_ok == 1 && device_seen->received == 1);
    CHECK(host_is(ACC_LINK_IDLE, 0, 0) && seen->states == 2);

    // no answer: an error, and the session stays
    s.lines[SIM_HOST].dead = true;
    CHECK(acc_link_send(host, s.now, request, 100) == 0);
    CHECK(sim_run(&s, 120 * SECOND) && host_is(ACC_LINK_IDLE, 1, ACC_LINK_ERROR_SILENT));
    s.lines[SIM_HOST].dead = false;

    // withdrawn half-way: the peer drops its part
    CHECK(acc_link_send(host, s.now, request, 4000) == 0);
    sim_wait(&s, SECOND / 5);
    CHECK(acc_link_incoming(device).done > 0 && acc_link_incoming(device).total == 4000);
    CHECK(acc_link_outgoing(host).total == 4000);
    CHECK(acc_link_cancel(host, s.now) == 0);
    CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_IDLE, 2, ACC_LINK_ERROR_CANCELLED));
    CHECK(device_seen->received == 1 && acc_link_incoming(device).total == 0);

    // too long for the peer
    host->terms.capacity = ACC_LINK_MAX_MESSAGE;
    device->config.capacity = SMALL;
    CHECK(acc_link_send(host, s.now, request, 1000) == 0);
    CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_IDLE, 3, ACC_LINK_ERROR_MEMORY));
    CHECK(acc_link_send(host, s.now, request, SMALL) == 0);
    s.expect_len[SIM_DEVICE] = SMALL;
    CHECK(sim_run(&s, 60 * SECOND) && seen->send_ok == 2 && s.wrong == 0);

    // a message being sent when the session ends is reported
    CHECK(acc_link_send(host, s.now, request, SMALL) == 0);
    CHECK(acc_link_close(host, s.now) == 0);
    CHECK(sim_run(&s, 60 * SECOND) && seen->errors == 4 && seen->closed == 1);
}

// A message received twice is acknowledged twice and delivered once.
static void duplex_duplicates(void)
{
    for (int from = 0; from < 2; from++) {
        open_link(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX);
        s.mute = true;
        s.expect_len[SIM_HOST] = s.expect_len[SIM_DEVICE] = SMALL;
        for (uint32_t i = 1; i <= 3; i++) {
            const uint8_t *message = from == SIM_HOST ? request : answer;
            s.lines[!from].fault = SIM_LOSE;
            s.lines[!from].fault_at = s.lines[!from].sent + 1;  // the acknowledgement
            CHECK(acc_link_send(&s.ends[from], s.now, message, SMALL) == 0);
            CHECK(sim_run(&s, 60 * SECOND));
            CHECK(s.seen[from].send_ok == i && s.seen[!from].received == i && s.wrong == 0);
            CHECK(acc_link_get_statistics(&s.ends[!from]).duplicates == i);
            CHECK(acc_link_get_statistics(&s.ends[from]).retransmitted == i);
        }
    }
}

// An unacknowledged sub-packet is retransmitted `tries` times, then the exchange fails.
static void tries_are_counted(void)
{
    for (uint8_t tries = 1; tries <= 30; tries = (uint8_t)(tries * 2 + 1)) {
        open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
        host->config.tries = tries;
        s.lines[SIM_HOST].dead = true;
        uint32_t before = s.lines[SIM_HOST].sent;
        CHECK(acc_link_exchange(host, s.now, request, SMALL, 0) == 0);
        CHECK(sim_run(&s, 600 * (uint64_t)SECOND));
        CHECK(host_is(ACC_LINK_IDLE, 1, ACC_LINK_ERROR_SILENT));
        CHECK(acc_link_get_statistics(host).retransmitted == tries);
        // plus the ABORT
        CHECK(s.lines[SIM_HOST].sent - before == tries + 2u);
    }
}

static void modes_that_differ(void)
{
    set_up(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX);
    device->config.mode = ACC_LINK_MASTERSLAVE;
    plug();
    acc_link_open(host, s.now);
    CHECK(sim_run(&s, 60 * SECOND) && seen->open_failed == 1 && seen->code == -2);

    set_up(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX);
    host->config.mode = ACC_LINK_MASTERSLAVE;
    plug();
    acc_link_open(host, s.now);
    CHECK(sim_run(&s, 60 * SECOND) && seen->opened == 1);
    CHECK(acc_link_send(device, s.now, answer, 1) == ACC_LINK_NOT_COMPLETE);
    begin_exchange();
    CHECK(sim_run(&s, 60 * SECOND) && seen->received == 1);
}

static void device_sleeps(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    CHECK(!acc_link_is_busy(host) && !acc_link_is_busy(device));
    sim_wait(&s, 70 * SECOND);
    CHECK(seen->closed == 1 && seen->code == 2 && host_is(ACC_LINK_PRESENT, 0, 0));
    CHECK(acc_link_get_state(device) == ACC_LINK_PRESENT && device_seen->asleep == 1);

    // the host missed it and then meets a device that is awake without a session
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    s.lines[SIM_DEVICE].dead = true;
    acc_link_sleep(device, s.now);
    CHECK(sim_run(&s, SECOND) && acc_link_get_state(host) == ACC_LINK_IDLE);
    s.lines[SIM_DEVICE].dead = false;
    begin_exchange();
    CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_PRESENT, 1, ACC_LINK_ERROR_UNKNOWN));

    // fell asleep in the middle
    reach_work(ACC_LINK_JACK);
    CHECK(acc_link_sleep(device, s.now) == 0);
    CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_PRESENT, 1, ACC_LINK_ERROR_UNKNOWN));
    CHECK(device_seen->errors == 1);
}

// Noise wakes a device without a host: it sleeps again after two seconds.
static void false_alarm(void)
{
    set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    plug();
    acc_link_wake(device, s.now);
    CHECK(!acc_link_is_busy(device));
    sim_wait(&s, SECOND);
    CHECK(device_seen->asleep == 0);
    sim_wait(&s, 2 * SECOND);
    CHECK(device_seen->asleep == 1 && acc_link_get_state(device) == ACC_LINK_PRESENT);
}

static void commands_of_a_working_device(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    CHECK(acc_link_respond(device, s.now, answer, 1) == ACC_LINK_NOT_COMPLETE);
    CHECK(acc_link_progress(device, s.now, answer, 1) == ACC_LINK_NOT_COMPLETE);
    CHECK(acc_link_refuse(device, s.now, ACC_LINK_ERROR_STATE) == ACC_LINK_NOT_COMPLETE);
    s.mute = true;
    begin_exchange();
    sim_wait(&s, 13 * SECOND / 10);  // half of the request
    CHECK(acc_link_get_state(device) == ACC_LINK_EXCHANGING && acc_link_is_busy(device));
    CHECK(acc_link_respond(device, s.now, answer, 1) == ACC_LINK_NOT_COMPLETE);
    sim_wait(&s, 3 * SECOND);
    s.progress_len = 9;
    CHECK(acc_link_progress(device, s.now, answer, 9) == 0);
    CHECK(acc_link_progress(device, s.now, answer, 9) == ACC_LINK_NOT_COMPLETE);
    CHECK(acc_link_respond(device, s.now, answer, 700) == 0);  // the answer waits for the message
    CHECK(acc_link_respond(device, s.now, answer, 700) == ACC_LINK_NOT_COMPLETE);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(seen->progress == 1 && seen->received == 1 && s.wrong == 0);
    CHECK(device_seen->progress_ok == 1 && device_seen->send_ok == 1);
}

// An exchange must not hang when the device acknowledges but accepts nothing.
static void device_that_takes_nothing(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    begin_exchange();
    s.lines[SIM_HOST].dead = true;
    for (int i = 0; i < 2000 && !seen->errors; i++) {
        uint8_t ack[13] = {0x28, 0, 0, 0, 0, 1};
        ack[2] = (uint8_t)(host->terms.session >> 8);
        ack[3] = (uint8_t)host->terms.session;
        ack[8] = host->sender.serial;
        sim_wait(&s, SECOND / 100);
        acc_link_receive(host, s.now, ack, sizeof ack);
    }
    CHECK(host_is(ACC_LINK_IDLE, 1, ACC_LINK_ERROR_SILENT));
}

// Session numbers are never 0; numbers of exchanges and messages wrap at 65536.
static void numbers_wrap_around(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    host->exchange = device->exchange = 65533;
    device->last_session = 65535;
    for (uint32_t i = 1; i <= 4; i++) {
        begin_exchange();
        CHECK(sim_run(&s, 60 * SECOND) && seen->received == i && device_seen->send_ok == i);
    }
    CHECK(host->exchange == 1 && seen->errors == 0 && seen->dropped == 0);
    acc_link_close_resource(host, s.now);
    acc_link_open(host, s.now);
    CHECK(sim_run(&s, 60 * SECOND) && seen->opened == 2 && host->terms.session == 1);

    open_link(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX);
    host->push_out = device->push_in = 65534;
    for (uint32_t i = 1; i <= 3; i++) {
        acc_link_send(host, s.now, request, 600);
        CHECK(sim_run(&s, 60 * SECOND) && seen->send_ok == i && device_seen->received == i);
    }
}

// The last acknowledgement is lost; the host's next message shows the device that the exchange succeeded.
static void last_acknowledgement_lost(bool then_close)
{
    reach_work(ACC_LINK_JACK);
    CHECK(acc_link_respond(device, s.now, answer, 700) == 0);
    while (!seen->received && sim_step(&s, s.now + 60 * SECOND))
        ;
    s.lines[SIM_HOST].fault_at = s.lines[SIM_HOST].sent + 1;
    CHECK(acc_link_get_state(device) == ACC_LINK_EXCHANGING && device_seen->send_ok == 0);
    s.mute = false;
    if (then_close)
        CHECK(acc_link_close(host, s.now) == 0);
    else
        begin_exchange();
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(device_seen->errors == 0 && seen->errors == 0 && s.wrong == 0);
    CHECK(device_seen->send_ok == (then_close ? 1 : 2));
    CHECK(acc_link_get_state(device) == (then_close ? ACC_LINK_PRESENT : ACC_LINK_IDLE));
}

// Passes in a sub-packet of the session, made by hand.
static void inject(acc_link *to, uint8_t type, uint16_t exchange, uint16_t seq, uint32_t total,
                   size_t len)
{
    uint8_t bytes[ACC_FRAME_MAX_PAYLOAD] = {type};
    bytes[2] = (uint8_t)(to->terms.session >> 8);
    bytes[3] = (uint8_t)to->terms.session;
    bytes[4] = (uint8_t)(exchange >> 8);
    bytes[5] = (uint8_t)exchange;
    bytes[7] = (uint8_t)seq;
    bytes[10] = (uint8_t)(total >> 8);
    bytes[11] = (uint8_t)total;
    acc_link_receive(to, s.now, bytes, ACC_LINK_DATA_HEADER + len);
}

// Passes in a short message of the session, made by hand.
static void inject_short(acc_link *to, uint8_t type, uint8_t code, uint16_t exchange)
{
    uint8_t bytes[6] = {type, code};
    bytes[2] = (uint8_t)(to->terms.session >> 8);
    bytes[3] = (uint8_t)to->terms.session;
    bytes[4] = (uint8_t)(exchange >> 8);
    bytes[5] = (uint8_t)exchange;
    acc_link_receive(to, s.now, bytes, sizeof bytes);
}

enum { DEVICE_ABORT = 0x29, HOST_WITHDRAW = 0x22 };

// Frames of an earlier message do not affect the current one.
static void duplex_messages_are_told_apart(void)
{
    // withdrawn half-way, and the WITHDRAW is lost: the next message is still received whole
    open_link(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX);
    s.mute = true;
    CHECK(acc_link_send(host, s.now, request, 4000) == 0);
    sim_wait(&s, SECOND / 5);
    CHECK(acc_link_incoming(device).done > 0);
    s.lines[SIM_HOST].dead = true;
    CHECK(acc_link_cancel(host, s.now) == 0);
    sim_wait(&s, SECOND);
    s.lines[SIM_HOST].dead = false;
    s.expect_len[SIM_DEVICE] = 3000;
    CHECK(acc_link_send(host, s.now, request, 3000) == 0);
    CHECK(sim_run(&s, 60 * SECOND));
    CHECK(device_seen->received == 1 && s.wrong == 0 && seen->send_ok == 1);

    // withdrawn: its late sub-packets do not start it again
    open_link(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX);
    inject(device, 0x93, 1, 0, 1000, host->terms.payload - ACC_LINK_DATA_HEADER);
    CHECK(acc_link_incoming(device).total == 1000);
    inject_short(device, HOST_WITHDRAW, 0, 1);
    CHECK(acc_link_incoming(device).total == 0);
    inject(device, 0x93, 1, 0, 1000, host->terms.payload - ACC_LINK_DATA_HEADER);
    CHECK(acc_link_incoming(device).total == 0);
    CHECK(acc_link_get_statistics(device).duplicates == 1);

    // the refusal of an earlier message
    open_link(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX);
    s.mute = true;
    s.expect_len[SIM_DEVICE] = SMALL;
    for (uint32_t i = 1; i <= 2; i++) {
        CHECK(acc_link_send(host, s.now, request, SMALL) == 0);
        inject_short(host, DEVICE_ABORT, ACC_LINK_ERROR_MEMORY, (uint16_t)(i - 1));
        CHECK(sim_run(&s, 60 * SECOND) && seen->send_ok == i && seen->errors == 0);
    }
}

// A repeated answer while the next exchange runs is acknowledged and not reported.
static void the_last_answer_comes_again(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    begin_exchange();
    CHECK(sim_run(&s, 60 * SECOND) && seen->received == 1);
    begin_exchange();
    uint32_t duplicates = acc_link_get_statistics(host).duplicates;
    inject(host, 0x99, 1, 0, 10, 10);
    CHECK(acc_link_get_statistics(host).duplicates == duplicates + 1 && seen->dropped == 0);
    CHECK(sim_run(&s, 60 * SECOND) && seen->received == 2 && seen->dropped == 0 && s.wrong == 0);
}

// "The previous exchange succeeded" refers to the previous exchange, not to an earlier one.
static void a_request_of_an_exchange_after_the_next(void)
{
    for (uint16_t ahead = 1; ahead <= 2; ahead++) {
        reach_work(ACC_LINK_JACK);
        CHECK(acc_link_respond(device, s.now, answer, 700) == 0);
        inject(device, 0xD0, (uint16_t)(device->exchange + ahead), 0, 10, 10);
        sim_poll(&s, SIM_DEVICE);
        CHECK(device_seen->send_ok == (ahead == 1) && device_seen->errors == (ahead == 2));
        CHECK(ahead == 1 || device_seen->code == ACC_LINK_ERROR_CANCELLED);
    }
}

// Sub-packets from base to base + 32 are accepted, later ones are not.
static void the_receiver_keeps_its_window(void)
{
    reach_work(ACC_LINK_JACK);
    host->terms.payload = 32;
    inject(host, 0x99, 1, 32, 1000, 20);
    CHECK(host->receiver.bitmap == 1u << 31);
    inject(host, 0x99, 1, 33, 1000, 20);
    CHECK(host->receiver.bitmap == 1u << 31 && host->receiver.base == 0);
}

// With a window above 32 it accepts 64, and the ACK has four more bytes.
static void a_wide_window_has_a_wide_ack(void)
{
    static const uint8_t bitmap[] = {0x00, 0x00, 0x00, 0x02, 0x80, 0x00, 0x00, 0x00};
    reach_work(ACC_LINK_JACK);
    host->terms.payload = 32;
    host->terms.window = 33;
    inject(host, 0x99, 1, 2, 2000, 20);
    inject(host, 0x99, 1, 64, 2000, 20);
    inject(host, 0x99, 1, 65, 2000, 20);
    CHECK(host->receiver.bitmap == (1ull << 63 | 1u << 1));
    acc_link_action action;
    CHECK(acc_link_poll(host, s.now, &action) && action.kind == ACC_LINK_ACTION_FRAME);
    CHECK(action.len == 17 && memcmp(action.bytes + 9, bitmap, sizeof bitmap) == 0);
}

// docs/link.md, section 7: when a sender in the middle of a message counts as lost.
static void silence_has_its_length(uint8_t tries)
{
    open_link(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX);
    host->config.tries = tries;
    CHECK(acc_link_send(device, s.now, answer, 4000) == 0);
    sim_wait(&s, SECOND / 5);
    s.lines[SIM_DEVICE].dead = true;
    sim_wait(&s, SECOND);
    CHECK(acc_link_incoming(host).total == 4000 && seen->dropped == 0);
    uint64_t frame = 8u * (512 + 8) * 1000000ull / 100000;
    uint64_t try_us = 8 * (2 * 100000 + 10000 + (uint64_t)host->round_trip_us) + 2 * frame;
    uint64_t end =
        host->receiver.received_us + host->terms.window * frame + 4 * (tries + 1u) * try_us;
    sim_wait(&s, end - 1 - s.now);
    sim_poll(&s, SIM_HOST);
    CHECK(seen->dropped == 0);
    sim_wait(&s, 2);
    sim_poll(&s, SIM_HOST);
    CHECK(seen->dropped == 1);
}

// A silent device is polled after the poll interval and a frame's time.
static void a_silent_device_is_polled_in_time(void)
{
    reach_work(ACC_LINK_JACK);
    uint64_t frame = 8u * (512 + 16) * 1000000ull / 3675;
    uint64_t due = host->alive_us + 5 * (uint64_t)SECOND + frame;
    uint32_t sent = s.lines[SIM_HOST].sent;
    sim_wait(&s, due - 1 - s.now);
    CHECK(s.lines[SIM_HOST].sent == sent && !s.lines[SIM_HOST].leaving);
    sim_wait(&s, 2);
    CHECK(s.lines[SIM_HOST].leaving || s.lines[SIM_HOST].sent == sent + 1);
    sim_wait(&s, SECOND);
    CHECK(host_is(ACC_LINK_EXCHANGING, 0, 0));
}

// A device that forever acknowledges missing sub-packets and accepts none.
static void losses_without_progress_are_counted(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    CHECK(acc_link_exchange(host, s.now, request, 900, 0) == 0);
    uint32_t acks = 0;
    while (acc_link_get_state(host) == ACC_LINK_EXCHANGING && acks < 100) {
        acc_link_action action;
        while (acc_link_poll(host, s.now, &action))
            if (action.kind == ACC_LINK_ACTION_FRAME)
                acc_link_sent(host, s.now);
        // the one of two sub-packets that was not sent last is lost
        uint8_t ack[13] = {0x28, 0, 0, 0, 0, 1, 0, 0, host->sender.serial};
        ack[2] = (uint8_t)(host->terms.session >> 8);
        ack[3] = (uint8_t)host->terms.session;
        acc_link_receive(host, s.now, ack, sizeof ack);
        acks++;
    }
    CHECK(acks == host->config.tries + 1u && acc_link_get_state(host) == ACC_LINK_IDLE);
    CHECK(host->outcome == ACC_LINK_ERROR_SILENT);
}

// Acknowledges the sub-packets below `base` and in the bitmap.
static void acknowledge(uint16_t base, uint32_t bitmap)
{
    uint8_t ack[13] = {0x28, 0, 0, 0, 0, 1, 0, (uint8_t)base, host->sender.serial};
    ack[2] = (uint8_t)(host->terms.session >> 8);
    ack[3] = (uint8_t)host->terms.session;
    for (int i = 0; i < 4; i++)
        ack[9 + i] = (uint8_t)(bitmap >> (24 - 8 * i));
    acc_link_receive(host, s.now, ack, sizeof ack);
}

// The highest bit of the bitmap is sub-packet base + 32; here the base is outdated.
static void the_bitmap_reaches_32_sub_packets(void)
{
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    host->terms.payload = 32;
    CHECK(acc_link_exchange(host, s.now, request, 900, 0) == 0);
    acc_link_action action;
    while (host->sender.next < 33 && acc_link_poll(host, s.now, &action)) {
        if (action.kind != ACC_LINK_ACTION_FRAME)
            continue;
        acc_link_sent(host, s.now);
        if (host->sender.next < 33)
            acknowledge((uint16_t)host->sender.next, 0);
    }
    CHECK(host->sender.next == 33 && host->sender.base == 32);
    acknowledge(0, 1u << 30);
    CHECK(host->sender.base == 32);
    acknowledge(0, 1u << 31);
    CHECK(host->sender.base == 33);
}

static void sub_packets_that_do_not_fit(void)
{
    // of the request: wrong length, then another length of the whole
    for (int other = 0; other < 2; other++) {
        open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
        begin_exchange();
        sim_wait(&s, 13 * SECOND / 10);
        inject(device, 0x90, 1, 1, other ? 601 : 600, other ? 101 : 99);
        CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_IDLE, 1, ACC_LINK_ERROR_FRAME));
        CHECK(device_seen->code == ACC_LINK_ERROR_FRAME && device_seen->errors == 1);
    }
    // of the answer
    reach_work(ACC_LINK_JACK);
    inject(host, 0x99, 1, 0, 10, 9);
    CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_IDLE, 1, ACC_LINK_ERROR_FRAME));
    CHECK(device_seen->code == ACC_LINK_ERROR_FRAME);
    // an answer to half a request
    open_link(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE);
    begin_exchange();
    inject(host, 0x99, 1, 0, 10, 10);
    CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_IDLE, 1, ACC_LINK_ERROR_STATE));
    // outside the window, or of no exchange: nothing happens
    reach_work(ACC_LINK_JACK);
    host->terms.payload = 32;
    inject(host, 0x99, 1, 0, 1000, 20);
    inject(host, 0x99, 1, 40, 1000, 20);
    CHECK(acc_link_incoming(host).done == 20);
    inject(host, 0x99, 2, 0, 10, 10);
    CHECK(host_is(ACC_LINK_EXCHANGING, 0, 0) && seen->dropped == 0);
}

static void device_stops_in_the_middle(void)
{
    reach_work(ACC_LINK_JACK);
    CHECK(acc_link_respond(device, s.now, answer, 700) == 0);
    sim_wait(&s, 13 * SECOND / 10);
    CHECK(acc_link_incoming(host).total == 700);
    s.lines[SIM_DEVICE].dead = true;
    sim_run(&s, 50 * SECOND);
    CHECK(host_is(ACC_LINK_IDLE, 1, ACC_LINK_ERROR_SILENT));

    open_link(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX);
    CHECK(acc_link_send(device, s.now, answer, 4000) == 0);
    sim_wait(&s, SECOND / 5);
    CHECK(acc_link_incoming(host).total == 4000);
    s.lines[SIM_DEVICE].dead = true;
    CHECK(sim_run(&s, 600 * (uint64_t)SECOND));
    CHECK(seen->dropped == 1 && seen->received == 0 && host_is(ACC_LINK_IDLE, 0, 0));
}

static void messages_over_the_limit(void)
{
    // longer than any buffer: the length field has 24 bits
    reach_work(ACC_LINK_JACK);
    uint8_t bytes[ACC_FRAME_MAX_PAYLOAD] = {0x99, 0, 0, 0, 0, 1, 0, 0, 1, 0xFF, 0xFF, 0xFF};
    bytes[2] = (uint8_t)(host->terms.session >> 8);
    bytes[3] = (uint8_t)host->terms.session;
    acc_link_receive(host, s.now, bytes, sizeof bytes);
    CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_PRESENT, 1, ACC_LINK_ERROR_MEMORY));
    CHECK(device_seen->code == ACC_LINK_ERROR_MEMORY && device_seen->errors == 1);

    reach_work(ACC_LINK_JACK);
    device->terms.capacity = SMALL;
    CHECK(acc_link_progress(device, s.now, answer, SMALL + 1) == 0);
    CHECK(sim_run(&s, 60 * SECOND) && host_is(ACC_LINK_PRESENT, 1, ACC_LINK_ERROR_MEMORY));

    open_link(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX);
    CHECK(acc_link_send(host, s.now, request, ROOM + 1) == 0);
    CHECK(sim_run(&s, SECOND) && host_is(ACC_LINK_IDLE, 1, ACC_LINK_ERROR_MEMORY));
    acc_link_lost(host, s.now);
    sim_run(&s, SECOND);
    CHECK(acc_link_send(host, s.now, request, 1) == ACC_LINK_NOT_OPEN);
}

static void the_host_rows(void)
{
    waiting_and_plugged();
    waiting_and_opened();
    open_without_plug_detection();
    a_tone_plugs_an_accessory_without_plug_detection();
    open_wakes_once_and_takes_up();
    open_fails(ACC_LINK_JACK, -3);
    open_fails(ACC_LINK_BLUETOOTH, -2);
    idle_and_opened();
    exchange_with_progress();
    exchange_times_out();
    late_answer_is_dropped();
    device_falls_silent(0, ACC_LINK_ERROR_SILENT);
    device_falls_silent(ACC_LINK_ERROR_DECODE, ACC_LINK_ERROR_DECODE);
    device_falls_silent(ACC_LINK_ERROR_BYTE, ACC_LINK_ERROR_BYTE);
    device_falls_silent(ACC_LINK_ERROR_FRAME, ACC_LINK_ERROR_FRAME);
    carrier_fails(ACC_LINK_ERROR_UNKNOWN, ACC_LINK_PRESENT);
    carrier_fails(ACC_LINK_ERROR_WRITE, ACC_LINK_PRESENT);
    carrier_fails(ACC_LINK_ERROR_READ, ACC_LINK_PRESENT);
    carrier_fails(ACC_LINK_ERROR_FOCUS, ACC_LINK_IDLE);
    carrier_fails(ACC_LINK_ERROR_SERVICE, ACC_LINK_IDLE);
    carrier_fails(ACC_LINK_ERROR_INTERRUPTED, ACC_LINK_IDLE);
    device_refuses(ACC_LINK_ERROR_STATE, ACC_LINK_IDLE);
    device_refuses(ACC_LINK_ERROR_FRAME, ACC_LINK_IDLE);
    device_refuses(ACC_LINK_ERROR_MEMORY, ACC_LINK_PRESENT);
    message_is_too_long();
    message_fills_the_buffer();
    device_forgets_the_session();
    cancel();
    cancel_at_any_moment();
    cancel_fails();
    commands_when_not_open(ACC_LINK_JACK, ACC_LINK_NO_DEVICE);
    commands_when_not_open(ACC_LINK_BLUETOOTH, ACC_LINK_NOT_OPEN);
    close_from_idle();
    close_is_tried_three_times();
    close_during_an_exchange(false);
    close_during_an_exchange(true);
    close_while_opening(acc_link_close);
    close_while_opening(acc_link_close_resource);
    open_while_closing();
    unplugged(ACC_LINK_JACK, ACC_LINK_ERROR_NO_DEVICE, -4);
    unplugged(ACC_LINK_BLUETOOTH, ACC_LINK_ERROR_DISCONNECTED, -2);
    unplugged_at_any_moment();
    lost_while_idle(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE, ACC_LINK_ERROR_NO_DEVICE);
    lost_while_idle(ACC_LINK_JACK, ACC_LINK_DUPLEX, ACC_LINK_ERROR_NO_DEVICE);
    lost_while_idle(ACC_LINK_BLUETOOTH, ACC_LINK_MASTERSLAVE, ACC_LINK_ERROR_DISCONNECTED);
    lost_while_idle(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX, ACC_LINK_ERROR_DISCONNECTED);
    carrier_takes_the_frame_along();
    device_data_outside_an_exchange();
    duplex();
    duplex_duplicates();
    duplex_messages_are_told_apart();
    tries_are_counted();
    losses_without_progress_are_counted();
    the_bitmap_reaches_32_sub_packets();
    the_last_answer_comes_again();
    a_request_of_an_exchange_after_the_next();
    the_receiver_keeps_its_window();
    a_wide_window_has_a_wide_ack();
    silence_has_its_length(1);
    silence_has_its_length(8);
    a_silent_device_is_polled_in_time();
    modes_that_differ();
    numbers_wrap_around();
    last_acknowledgement_lost(false);
    last_acknowledgement_lost(true);
    sub_packets_that_do_not_fit();
    device_stops_in_the_middle();
    messages_over_the_limit();
}

int main(void)
{
    for (uint32_t i = 0; i < ROOM; i++) {
        request[i] = (uint8_t)(i * 31 + (i >> 8));
        answer[i] = (uint8_t)(i * 11 + (i >> 7) + 3);
    }
    CHECK(strcmp(acc_link_state_name(ACC_LINK_HOST, ACC_LINK_EXCHANGING), "DATAEXCHANGE") == 0);
    CHECK(strcmp(acc_link_state_name(ACC_LINK_ACCESSORY, ACC_LINK_ABSENT), "NOT_READY") == 0);
    the_host_rows();
    device_sleeps();
    false_alarm();
    commands_of_a_working_device();
    device_that_takes_nothing();
    return failures;
}
