// The cable modem in both directions: a sounding, its report, loaded bursts, and repetitions after disturbances.
#include "accessory/cable.h"

#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum {
    PCM_MAX = 180000,
    LEN = 24000,
    SHAPED_LEN = 22000,  // in the same number of blocks
    LIFTING = 256,
    BLOCKS = 16,
    START = 4000,
    IN_PREFIX = 2 * 1088 + 3 * 2096 + 10,  // a sample in the fourth symbol's prefix
};

static const acc_cable_limits limits = {2048, LIFTING, 8, 10, 16, 128};
static _Alignas(64) uint8_t sender_memory[200000], receiver_memory[2000000];
static float pcm[PCM_MAX], line[PCM_MAX];
static bool shaped;
static uint8_t payload[LEN], received[LEN];
static acc_cable_sender *sender;
static acc_cable_receiver *receiver;

static void make_ends(void)
{
    CHECK(acc_cable_sender_init(sender_memory, sizeof sender_memory, &limits, 0.5f, &sender) ==
          ACC_OK);
    CHECK(acc_cable_receiver_init(receiver_memory, sizeof receiver_memory, &limits, &receiver) ==
          ACC_OK);
    for (size_t i = 0; i < LEN; i++)
        payload[i] = (uint8_t)draw();
}

// An incident on the line at sample `at` of a burst.
typedef struct incident {
    size_t at;
    int lost;        // samples lost
    size_t silent;   // samples of silence
    float gain;      // gain from `at` on
    float wave, dc;  // amplitude of a 50 Hz hum, DC offset
} incident;

// Renders a burst and sends it through the line. The RMS of a burst is 0.105, so noise of 0.0033 is -30 dB.
static size_t carry(incident e, float noise)
{
    size_t n = acc_cable_sender_render(sender, pcm, PCM_MAX - 60000), length = n + 50000;
    CHECK(!acc_cable_sender_is_busy(sender));
    for (size_t i = 0; i < length; i++) {
        size_t from = i < START ? 0 : i - START;
        if (from >= e.at)
            from = (size_t)((int)from + e.lost);
        float x = i >= START && from < n ? pcm[from] : 0;
        if (from >= e.at)
            x = from < e.at + e.silent ? 0 : x * (e.gain > 0 ? e.gain : 1);
        line[i] = x + noise * normal() + e.dc + e.wave * sinf(0.0065449847f * (float)i);
    }
    return length;
}

static bool sound(float noise, incident e, acc_cable_report *report)
{
    CHECK(acc_cable_sender_sound(sender, 7) == ACC_OK);
    size_t length = carry(e, noise);
    unsigned sounded = 0;
    for (size_t at = 0; at < length;) {
        acc_cable_event event;
        at += acc_cable_receiver_push(receiver, line + at, length - at, &event);
        sounded += event.kind == ACC_CABLE_SOUNDED;
    }
    return sounded == 1 && acc_cable_receiver_report(receiver, report) == ACC_OK;
}

// Sends the missing blocks (NULL: all) and clears the received ones. Returns the number of received blocks.
static unsigned burst(const acc_cable_report *report, unsigned more, uint8_t *missing,
                      const uint8_t *sent, incident e, float noise)
{
    acc_cable_mode mode;
    size_t len = shaped ? SHAPED_LEN : LEN;
    CHECK(acc_cable_mode_loaded(report, len, more, &mode) == ACC_OK);
    mode.kind = shaped ? ACC_CABLE_LOADED_SHAPED : ACC_CABLE_LOADED;
    mode.lifting = LIFTING;
    mode.depth = more ? 8 : 1;
    CHECK(acc_cable_block_count(&mode, len) == BLOCKS);
    acc_cable_receiver_expect(receiver, report, sent);
    CHECK(acc_cable_sender_start_loaded(sender, &mode, report, payload, len, sent) == ACC_OK);
    size_t length = carry(e, noise);
    unsigned good = 0, ends = 0;
    for (size_t at = 0; at < length;) {
        acc_cable_event event;
        at += acc_cable_receiver_push(receiver, line + at, length - at, &event);
        ends += event.kind == ACC_CABLE_END;
        if (event.kind != ACC_CABLE_BLOCK)
            continue;
        CHECK(event.block < BLOCKS && event.offset + event.len <= LEN);
        memcpy(received + event.offset, event.data, event.len);
        missing[event.block / 8] &= (uint8_t) ~(1u << event.block % 8);
        good++;
    }
    CHECK(ends <= 1);
    return good;
}

// Sends a payload with a disturbance in every burst. Returns the number of bursts; 0: more than four.
static unsigned exchange(incident e, float noise)
{
    acc_cable_report report;
    incident none = {.wave = e.wave, .dc = e.dc};
    uint8_t missing[BLOCKS / 8], sent[BLOCKS / 8];
    memset(missing, 0xFF, sizeof missing);
    make_ends();
    memset(received, 0, sizeof received);
    if (!sound(noise, none, &report))
        return 0;
    for (unsigned turn = 1; turn <= 4; turn++) {
        memcpy(sent, missing, sizeof sent);
        burst(&report, 16 * (turn - 1), missing, turn > 1 ? sent : NULL, e, noise);
        if (missing[0] == 0 && missing[1] == 0) {
            CHECK(memcmp(received, payload, shaped ? SHAPED_LEN : LEN) == 0);
            return turn;
        }
    }
    return 0;
}

static void events(void)
{
    static const incident all[] = {
        {0},
        {.at = 7000, .lost = 1},
        {.at = 7700, .lost = 1},
        {.at = 7000, .lost = -1},
        {.at = 7000, .lost = 100},
        {.at = 7000, .lost = -512},
        {.at = 7000, .silent = 48},
        {.at = 7000, .silent = 960},
        {.at = IN_PREFIX, .gain = 1.3f},
        {.at = IN_PREFIX, .gain = 0.7f},
        {.at = 0, .wave = 0.05f},
        {.at = 0, .dc = 0.1f},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (unsigned loud = 0; loud < 2; loud++) {
            unsigned turns = exchange(all[i], loud ? 0.0033f : 0.00033f);
            if (turns == 0)
                printf("event %zu is not exact at %d dB\n", i, loud ? 30 : 50);
            CHECK(turns > 0);
            // without lost samples or silence, few blocks may be lost: at most two bursts
            bool calm = all[i].lost == 0 && all[i].silent == 0;
            if (calm && turns > 2)
                printf("event %zu took %u bursts at %d dB\n", i, turns, loud ? 30 : 50);
            CHECK(!calm || turns <= 2);
        }
}

// Shaped payloads: without a disturbance, with 20 ms of silence, a volume change, and a hum.
static void shaped_exchanges(void)
{
    static const incident all[] = {{0},
                                   {.at = 7000, .silent = 960},
                                   {.at = IN_PREFIX, .gain = 1.3f},
                                   {.at = 0, .wave = 0.05f}};
    shaped = true;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        unsigned turns = exchange(all[i], 0.0033f), most = i == 1 ? 4 : 2;
        if (turns == 0 || turns > most)
            printf("shaped event %zu took %u bursts\n", i, turns);
        CHECK(turns > 0 && turns <= most);
    }
    CHECK(exchange(all[0], 0.0009f) == 1);
    shaped = false;
}

// The SNR of white noise within 1.5 dB, its margin, and more of both for coloured noise.
static void measures(void)
{
    acc_cable_report report;
    make_ends();
    CHECK(acc_cable_receiver_report(receiver, &report) == ACC_BUSY);
    CHECK(sound(0.0033f, (incident){0}, &report));
    CHECK(report.id == 7 && report.symbol == 2048 && report.high == 23500 && !report.high_pass);
    CHECK(report.shaped);
    CHECK(report.margin == 6 && report.loss == 0);
    for (unsigned b = 0; b < ACC_CABLE_BANDS - 1; b++)
        CHECK(report.snr[b] >= 63 && report.snr[b] <= 70);
    CHECK(sound(0.0033f, (incident){.wave = 0.05f}, &report));
    CHECK(report.margin == 9);
    CHECK(sound(0.0033f, (incident){.dc = 0.1f}, &report));
    CHECK(report.margin == 9);
    CHECK(sound(0.00033f, (incident){0}, &report));
    CHECK(report.margin == 10);
}

// Whether the first `len` bytes of the payload arrive in one loaded burst on a line without noise.
static bool arrives(const acc_cable_report *report, size_t len)
{
    acc_cable_mode mode;
    CHECK(acc_cable_mode_loaded(report, len, 0, &mode) == ACC_OK);
    acc_cable_receiver_expect(receiver, report, NULL);
    CHECK(acc_cable_sender_start_loaded(sender, &mode, report, payload, len, NULL) == ACC_OK);
    size_t length = carry((incident){0}, 0), have = 0;
    for (size_t at = 0; at < length;) {
        acc_cable_event event;
        at += acc_cable_receiver_push(receiver, line + at, length - at, &event);
        if (event.kind != ACC_CABLE_BLOCK)
            continue;
        CHECK(event.offset + event.len <= LEN);
        memcpy(received + event.offset, event.data, event.len);
        have += event.len;
    }
    return have == len && memcmp(received, payload, len) == 0;
}

// The bits that fill up the only symbol of a short burst repeat, so its sound is a few high pulses.
static void short_payloads(void)
{
    acc_cable_report report;
    make_ends();
    CHECK(sound(0, (incident){0}, &report));
    for (size_t len = 1; len < 600; len += len < 150 ? 3 : 11) {
        for (size_t i = 0; i < len; i++)
            payload[i] = (uint8_t)draw();
        bool whole = arrives(&report, len);
        if (!whole)
            printf("%zu bytes do not arrive\n", len);
        CHECK(whole);
    }
}

// Without noise every carrier has 20 bits: a longer prefix would cost time without more bits.
static void perfect_line(void)
{
    acc_cable_report report;
    make_ends();
    CHECK(sound(0, (incident){0}, &report));
    CHECK(report.symbol == 2048 && report.prefix == 48);
}

// A burst of another session or report is skipped; the next burst is received.
static void other_sessions(void)
{
    acc_cable_report report, other;
    uint8_t missing[BLOCKS / 8] = {0xFF, 0xFF};
    acc_cable_mode mode;
    make_ends();
    CHECK(sound(0.0033f, (incident){0}, &report));
    other = report;
    other.id ^= 1;
    CHECK(acc_cable_mode_loaded(&report, LEN, 0, &mode) == ACC_OK);
    CHECK(acc_cable_sender_start_loaded(sender, &mode, &other, payload, LEN, NULL) ==
          ACC_OUT_OF_RANGE);
    // a report with a signal that leaves no carrier a bit
    acc_cable_report faint = report;
    faint.margin = 60;
    memset(faint.snr, 1, sizeof faint.snr);
    CHECK(acc_cable_mode_loaded(&faint, LEN, 0, &mode) == ACC_OK);
    mode.lifting = LIFTING;
    CHECK(acc_cable_sender_start_loaded(sender, &mode, &faint, payload, LEN, NULL) ==
          ACC_OUT_OF_RANGE);
    CHECK(acc_cable_mode_open(&faint, 0, &mode) == ACC_OK);
    CHECK(acc_cable_sender_open_loaded(sender, &mode, &faint) == ACC_OUT_OF_RANGE);
    faint.margin = 6;
    faint.pilots = 9;
    CHECK(acc_cable_mode_loaded(&faint, LEN, 0, &mode) == ACC_OUT_OF_RANGE);
    acc_cable_receiver_expect(receiver, &report, NULL);
    CHECK(acc_cable_mode_loaded(&other, LEN, 0, &mode) == ACC_OK);
    mode.lifting = LIFTING;
    CHECK(acc_cable_sender_start_loaded(sender, &mode, &other, payload, LEN, NULL) == ACC_OK);
    size_t length = carry((incident){0}, 0.0033f);
    for (size_t at = 0; at < length;) {
        acc_cable_event event;
        at += acc_cable_receiver_push(receiver, line + at, length - at, &event);
        CHECK(event.kind == ACC_CABLE_NONE);
    }
    // the same id with another load: every block is lost, and none is wrong
    for (unsigned b = 0; b < ACC_CABLE_BANDS; b++)
        other.snr[b] = (uint8_t)(report.snr[b] + 9);
    other.id = report.id;
    CHECK(acc_cable_mode_loaded(&other, LEN, 0, &mode) == ACC_OK);
    mode.lifting = LIFTING;
    CHECK(acc_cable_sender_start_loaded(sender, &mode, &other, payload, LEN, NULL) == ACC_OK);
    length = carry((incident){0}, 0.0033f);
    for (size_t at = 0; at < length;) {
        acc_cable_event event;
        at += acc_cable_receiver_push(receiver, line + at, length - at, &event);
        CHECK(event.kind != ACC_CABLE_BLOCK);
        CHECK(event.kind != ACC_CABLE_END || event.reason != ACC_OK);
    }
    CHECK(burst(&report, 0, missing, NULL, (incident){0}, 0.0033f) == BLOCKS);
}

// Renders an open loaded burst whose bytes are added during the transmission. Returns its samples in `pcm`.
static size_t speak(const acc_cable_report *report, size_t len)
{
    acc_cable_mode mode;
    CHECK(acc_cable_mode_open(report, 0, &mode) == ACC_OK);
    CHECK(mode.symbol == (report->prefix < 128 ? 1024 : 2048));
    CHECK(mode.lifting >= 64 && mode.lifting <= LIFTING);
    CHECK(acc_cable_sender_open(sender, &mode) == ACC_UNSUPPORTED);
    mode.load ^= 1;
    CHECK(acc_cable_sender_open_loaded(sender, &mode, report) == ACC_OUT_OF_RANGE);
    mode.load ^= 1;
    CHECK(acc_cable_sender_open_loaded(sender, &mode, report) == ACC_OK);
    size_t added = 0, n = 0, got;
    do {
        while (added < len && acc_cable_sender_room(sender))
            added += acc_cable_sender_add(sender, payload + added, len - added);
        if (added == len)
            acc_cable_sender_close(sender);
        n += got = acc_cable_sender_render(sender, pcm + n, 480);
    } while (got == 480 && n < PCM_MAX - 70000);
    return n;
}

// `prefix` simulates a line with echoes; 0 uses the measured line.
static void dialogue(uint16_t prefix)
{
    acc_cable_report report;
    make_ends();
    CHECK(sound(0.0033f, (incident){0}, &report));
    if (prefix)
        report.symbol = 4096, report.prefix = prefix;
    acc_cable_receiver_expect(receiver, &report, NULL);
    size_t n = speak(&report, LEN), have = 0, empty = 0;
    for (size_t i = 0; i < n + 50000; i++)
        line[i] = (i < n ? pcm[i] : 0) + 0.0033f * normal();
    bool ended = false;
    size_t last = 0;
    for (size_t at = 0; at < n + 50000;) {
        acc_cable_event event;
        at += acc_cable_receiver_push(receiver, line + at, n + 50000 - at, &event);
        CHECK(event.kind != ACC_CABLE_BAD_BLOCK);
        if (event.kind == ACC_CABLE_BLOCK && have + event.len <= LEN) {
            memcpy(received + have, event.data, event.len);
            have += event.len;
            last = at;
            empty += event.len == 0 && have < LEN;
        }
        ended |= event.kind == ACC_CABLE_END && event.reason == ACC_OK;
    }
    CHECK(ended && have == LEN && memcmp(received, payload, LEN) == 0);
    // blocks are added in time for symbols of any length
    CHECK(empty == 0);
    // the last block waits for a window of symbols and for the look-ahead of the tracking
    CHECK(last < n + 12 * (prefix ? 2048u + prefix : 1056u));
}

typedef struct seen {
    unsigned points, bits;
    double error, power;
} seen;

static void look(void *context, const acc_cable_point *p)
{
    seen *s = context;
    double re = p->re - p->sent_re, im = p->im - p->sent_im;
    CHECK(p->carrier > 0 && p->carrier < p->size / 2 && p->bits >= 1 && p->bits <= 20);
    s->error += re * re + im * im;
    s->power += p->sent_re * p->sent_re + p->sent_im * p->sent_im;
    s->bits += p->bits;
    s->points++;
}

static void check_seen(const seen *s, unsigned points, double least, double most)
{
    double decibels = 10 * log10(s->power / s->error);
    CHECK(s->points >= points);
    CHECK(fabs(s->power / s->points - 1) < 0.05);
    CHECK(decibels > least && decibels < most);
}

// A watch receives the carriers of a sounding and of a burst, and the gain shows a change of volume within a burst.
static void watch_carriers(void)
{
    incident none = {0}, louder = {.at = 30000, .gain = 1.5f};
    acc_cable_report report;
    uint8_t missing[BLOCKS / 8];
    seen known = {0}, data = {0};
    make_ends();
    acc_cable_receiver_watch(receiver, look, &known);
    CHECK(sound(0.0033f, none, &report));
    check_seen(&known, 11000, 29.5, 31);
    CHECK(known.bits == 2 * known.points);
    acc_cable_quality q = acc_cable_receiver_quality(receiver);
    float sounded = q.gain;
    CHECK(q.gain_low > 0.95f && q.gain_high < 1.05f);
    acc_cable_receiver_watch(receiver, look, &data);
    burst(&report, 0, missing, NULL, none, 0.0033f);
    q = acc_cable_receiver_quality(receiver);
    // the nearest point is often not the sent one
    check_seen(&data, 11000, 29.5, 34);
    CHECK(fabsf(q.snr_db - 30) < 1.5f);
    CHECK(fabsf(q.gain / sounded - 1) < 0.05f && q.gain_low > 0.95f && q.gain_high < 1.05f);
    double mean = (double)data.bits / data.points;
    unsigned middle = acc_cable_report_bits(&report, 0, 500, 2048);
    CHECK(mean > 6 && fabs(middle / 256.0 - mean) < 2);
    CHECK(acc_cable_report_bits(&report, 20, 500, 2048) < middle);
    acc_cable_receiver_watch(receiver, NULL, NULL);
    seen before = data;
    burst(&report, 0, missing, NULL, louder, 0.0033f);
    CHECK(memcmp(&before, &data, sizeof data) == 0);
    q = acc_cable_receiver_quality(receiver);
    CHECK(q.gain_high > 1.4f && q.gain_high < 1.6f);
}

int main(void)
{
    measures();
    events();
    other_sessions();
    dialogue(0);
    dialogue(128);
    dialogue(320);
    watch_carriers();
    shaped_exchanges();
    perfect_line();
    short_payloads();
    return failures;
}
