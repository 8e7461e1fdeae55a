// Simulates two ends of the link on a channel that loses, repeats, changes, delays and reorders
// whole frames, in virtual time. The seed determines everything.
#ifndef ACC_LINK_SIM_H
#define ACC_LINK_SIM_H

#include "accessory/link.h"

#include <string.h>

enum { SIM_HOST, SIM_DEVICE, SIM_TRANSIT = 96 };

typedef struct sim_frame {
    uint64_t at_us;
    size_t len;
    uint8_t bytes[ACC_FRAME_MAX_SIZE];
} sim_frame;

typedef enum { SIM_LOSE, SIM_REPEAT, SIM_CHANGE, SIM_DELAY, SIM_FAULTS } sim_fault;

// One direction of the channel.
typedef struct sim_line {
    uint32_t rate;  // bits per second, 0: frames take no time
    uint32_t latency_us;
    uint32_t jitter_us;             // largest random delay, which reorders frames
    uint32_t lose, repeat, change;  // chances in 1/1000
    uint32_t fault_at;              // number of the frame that has `fault`, from 1
    sim_fault fault;
    bool dead;               // drops everything
    uint64_t busy_until_us;  // when the frame being sent has left
    bool leaving;
    bool spoiled;  // half duplex: the other end sent meanwhile
    uint32_t sent, lost;
    uint32_t collided;
    sim_frame next;  // the frame being sent; without bytes: the tone
    sim_frame transit[SIM_TRANSIT];
    uint32_t count;
} sim_line;

// The events of one end's application.
typedef struct sim_seen {
    uint32_t opened, open_failed, send_ok, progress, progress_ok, received, timeouts, errors,
        faults, closed, dropped, asleep, states;
    int32_t code;        // last code
    int32_t fault_code;  // last code of a fault
    acc_link_state trail[16];
    uint32_t len;  // bytes received last
    acc_link_event_kind order[24];
    uint32_t events;
} sim_seen;

typedef struct sim {
    acc_link ends[2];
    sim_line lines[2];  // [i]: the direction in which end i sends
    sim_seen seen[2];
    uint64_t now;
    uint32_t random;
    // the device's application
    uint32_t work_us, progress_count, progress_len;
    const uint8_t *answer;
    uint32_t answer_len;
    bool mute;    // never answers
    bool asleep;  // receives the tone only
    bool sense;   // both ends detect the start of a frame
    bool echo;    // each end also receives its own frames
    uint64_t answer_at;
    uint32_t progress_left;
    // the expected messages
    const uint8_t *expect[2];
    uint32_t expect_len[2];
    uint32_t wrong;  // received messages that differ from the sent ones
    uint32_t tones;
    uint32_t longest;  // longest payload
} sim;

static uint32_t sim_random(sim *s)
{
    s->random = s->random * 1664525u + 1013904223u;
    return s->random >> 8;
}

static void sim_init(sim *s, const acc_link_config *host, const acc_link_config *device,
                     uint32_t seed)
{
    memset(s, 0, sizeof *s);
    acc_link_init(&s->ends[SIM_HOST], host);
    acc_link_init(&s->ends[SIM_DEVICE], device);
    s->random = seed;
    s->answer_at = ACC_LINK_NEVER;
    for (int i = 0; i < 2; i++) {
        const acc_link_carrier *carrier = i ? &device->carrier : &host->carrier;
        s->lines[i].rate = carrier->send_rate;
        s->lines[i].latency_us = carrier->latency_us;
    }
}

static void sim_put(sim *s, sim_line *line, const sim_frame *frame, bool changed, uint64_t delay)
{
    if (line->count == SIM_TRANSIT) {
        line->lost++;
        return;
    }
    sim_frame *f = &line->transit[line->count++];
    *f = *frame;
    f->at_us = s->now + line->latency_us + delay;
    if (changed)
        f->bytes[sim_random(s) % f->len] ^= (uint8_t)(1 + sim_random(s) % 255);
}

// Whether this frame has the fault, by its number or at random.
static bool sim_fails(sim *s, const sim_line *line, sim_fault fault, uint32_t per_mille)
{
    bool chosen = line->sent == line->fault_at && line->fault == fault;
    return sim_random(s) % 1000 < per_mille || chosen;
}

static void sim_leave(sim *s, int from)
{
    sim_line *line = &s->lines[from];
    line->leaving = false;
    acc_link_sent(&s->ends[from], s->now);
    if (!line->next.len) {
        s->tones++;
        s->asleep = line->dead;
        if (!s->asleep)
            acc_link_wake(&s->ends[SIM_DEVICE], s->now);
        return;
    }
    line->sent++;
    line->collided += line->spoiled;
    if (line->spoiled || line->dead || sim_fails(s, line, SIM_LOSE, line->lose)) {
        line->lost++;
        if (s->sense)
            acc_link_line(&s->ends[!from], s->now, false);
        return;
    }
    uint64_t delay = line->jitter_us ? sim_random(s) % line->jitter_us : 0;
    if (sim_fails(s, line, SIM_DELAY, 0))
        delay += 1000000;
    sim_put(s, line, &line->next, sim_fails(s, line, SIM_CHANGE, line->change), delay);
    if (sim_fails(s, line, SIM_REPEAT, line->repeat))
        sim_put(s, line, &line->next, false, 3 * delay + 100000);
}

static void sim_event(sim *s, int end, const acc_link_event *e)
{
    sim_seen *seen = &s->seen[end];
    if (seen->events < 24)
        seen->order[seen->events] = e->kind;
    seen->events++;
    switch (e->kind) {
    case ACC_LINK_EVENT_STATE:
        seen->trail[seen->states++ % 16] = e->state;
        return;
    case ACC_LINK_EVENT_OPENED:
        seen->opened++;
        break;
    case ACC_LINK_EVENT_OPEN_FAILED:
        seen->open_failed++;
        break;
    case ACC_LINK_EVENT_SEND_OK:
        seen->send_ok++;
        return;
    case ACC_LINK_EVENT_PROGRESS:
        seen->progress++;
        s->wrong +=
            e->len != s->progress_len || (e->len && memcmp(e->bytes, s->answer, e->len) != 0);
        return;
    case ACC_LINK_EVENT_PROGRESS_OK:
        seen->progress_ok++;
        return;
    case ACC_LINK_EVENT_RECEIVED:
        seen->received++;
        seen->len = e->len;
        s->wrong += e->code != 0 || e->len != s->expect_len[end] ||
                    (e->len && memcmp(e->bytes, s->expect[end], e->len) != 0);
        if (end == SIM_DEVICE && !s->mute) {
            s->answer_at = s->now + s->work_us;
            s->progress_left = s->progress_count;
        }
        return;
    case ACC_LINK_EVENT_TIMEOUT:
        seen->timeouts++;
        break;
    case ACC_LINK_EVENT_ERROR:
        seen->errors++;
        break;
    case ACC_LINK_EVENT_FAULT:
        seen->faults++;
        seen->fault_code = e->code;
        break;
    case ACC_LINK_EVENT_CLOSED:
        seen->closed++;
        break;
    case ACC_LINK_EVENT_DROPPED:
        seen->dropped++;
        return;
    case ACC_LINK_EVENT_ASLEEP:
        seen->asleep++;
        s->asleep = true;
        return;
    }
    seen->code = e->code;
    if (end == SIM_DEVICE)
        s->answer_at = ACC_LINK_NEVER;
}

static void sim_poll(sim *s, int end)
{
    acc_link_action a;
    sim_line *line = &s->lines[end];
    while (acc_link_poll(&s->ends[end], s->now, &a)) {
        if (a.kind == ACC_LINK_ACTION_EVENT) {
            sim_event(s, end, &a.event);
            continue;
        }
        sim_frame *leaving = &line->next;
        uint64_t us = a.tone_us;
        leaving->len = 0;
        if (a.kind == ACC_LINK_ACTION_FRAME) {
            s->longest = a.len > s->longest ? (uint32_t)a.len : s->longest;
            leaving->len =
                acc_frame_write(0, a.bytes, a.len, leaving->bytes, sizeof leaving->bytes);
            uint64_t bits = 8 * (a.len + s->ends[end].config.carrier.frame_overhead);
            us = line->rate ? bits * 1000000 / line->rate : 0;
        }
        line->leaving = true;
        line->spoiled = !s->ends[end].config.carrier.full_duplex && s->lines[!end].leaving;
        s->lines[!end].spoiled |= line->spoiled;
        if (s->sense && leaving->len)
            acc_link_line(&s->ends[!end], s->now, true);
        line->busy_until_us = s->now + us;
    }
}

static void sim_deliver(sim *s, int from, uint32_t index)
{
    static sim_frame f;
    sim_line *line = &s->lines[from];
    acc_link *to = &s->ends[!from];
    acc_frame_header header;
    f = line->transit[index];
    line->transit[index] = line->transit[--line->count];
    if (s->sense)
        acc_link_line(to, s->now, false);
    if (s->asleep && to == &s->ends[SIM_DEVICE])
        return;
    bool whole = acc_frame_check(f.bytes, f.len, &header) == ACC_OK;
    if (whole && s->echo) {
        acc_link_receive(&s->ends[from], s->now, f.bytes + ACC_FRAME_HEADER_SIZE, header.length);
        sim_poll(s, from);
    }
    if (whole)
        acc_link_receive(to, s->now, f.bytes + ACC_FRAME_HEADER_SIZE, header.length);
    else
        acc_link_garbled(to, ACC_LINK_ERROR_FRAME);
    sim_poll(s, !from);
}

static void sim_work(sim *s)
{
    if (s->now < s->answer_at)
        return;
    s->answer_at = ACC_LINK_NEVER;
    if (s->progress_left) {
        if (acc_link_progress(&s->ends[SIM_DEVICE], s->now, s->answer, s->progress_len) ==
            ACC_LINK_ACCEPTED)
            s->progress_left--;
        s->answer_at = s->now + s->work_us + 1000;
    } else {
        acc_link_respond(&s->ends[SIM_DEVICE], s->now, s->answer, s->answer_len);
    }
}

// Advances to the next event and handles it; false when there is none before `until`.
static bool sim_step(sim *s, uint64_t until)
{
    for (int i = 0; i < 2; i++)
        sim_poll(s, i);
    uint64_t next = s->answer_at;
    for (int i = 0; i < 2; i++) {
        uint64_t at = acc_link_deadline(&s->ends[i]);
        next = at < next ? at : next;
        if (s->lines[i].leaving && s->lines[i].busy_until_us < next)
            next = s->lines[i].busy_until_us;
        for (uint32_t k = 0; k < s->lines[i].count; k++)
            if (s->lines[i].transit[k].at_us < next)
                next = s->lines[i].transit[k].at_us;
    }
    if (next > until) {
        s->now = until;
        return false;
    }
    s->now = next > s->now ? next : s->now;
    for (int i = 0; i < 2; i++) {
        if (s->lines[i].leaving && s->lines[i].busy_until_us <= s->now)
            sim_leave(s, i);
        for (uint32_t k = 0; k < s->lines[i].count; k++)
            if (s->lines[i].transit[k].at_us <= s->now) {
                sim_deliver(s, i, k);
                break;
            }
    }
    sim_work(s);
    for (int i = 0; i < 2; i++)
        acc_link_tick(&s->ends[i], s->now);
    return true;
}

static bool sim_busy(const sim *s)
{
    return acc_link_is_busy(&s->ends[0]) || acc_link_is_busy(&s->ends[1]) || s->lines[0].count ||
           s->lines[1].count;
}

// Runs until both ends are at rest or `us` have passed; false in the latter case.
static bool sim_run(sim *s, uint64_t us)
{
    uint64_t until = s->now + us;
    uint32_t steps = 0;
    for (;;) {
        for (int i = 0; i < 2; i++)
            sim_poll(s, i);
        if (!sim_busy(s))
            return true;
        if (!sim_step(s, until) || ++steps > 20000000)
            return false;
    }
}

static inline void sim_wait(sim *s, uint64_t us)
{
    uint64_t until = s->now + us;
    while (sim_step(s, until))
        ;
}

#endif
