// Parts of the modem against their definitions: profiles, the search for the block sync, the coherence of symbols, time slots,
// and the deframer.
#include "accessory/crc.h"
#include "accessory/modem.h"
#include "check.h"
#include "modem/air.h"
#include "modem/block_sync.h"
#include "modem/coherence.h"
#include "modem/place.h"
#include "modem/slots.h"
#include "modem/soft.h"
#include "noise.h"

#include <math.h>
#include <string.h>

static void profiles_are_parsed(void)
{
    static const struct {
        const char *text;
        acc_status status;
        acc_waveform waveform;
        double baud, mark, space;
    } rows[] = {
        {"reader", ACC_OK, ACC_WAVEFORM_MANCHESTER, 3675, 0, 0},
        {"bell202", ACC_OK, ACC_WAVEFORM_FSK, 1200, 1200, 2200},
        {"card", ACC_OK, ACC_WAVEFORM_TRACK2, 0, 0, 0},
        {"track2", ACC_OK, ACC_WAVEFORM_TRACK2, 0, 0, 0},
        {"manchester:1225.5", ACC_OK, ACC_WAVEFORM_MANCHESTER, 1225.5, 0, 0},
        {"manchester:50", ACC_OK, ACC_WAVEFORM_MANCHESTER, 50, 0, 0},
        {"manchester:48000", ACC_OK, ACC_WAVEFORM_MANCHESTER, 48000, 0, 0},
        {"fsk:300,1270,1070", ACC_OK, ACC_WAVEFORM_FSK, 300, 1270, 1070},
        {"fsk:300.25,1270.5,1070.125", ACC_OK, ACC_WAVEFORM_FSK, 300.25, 1270.5, 1070.125},
        {"fsk:.5,1,2", ACC_OUT_OF_RANGE, 0, 0, 0, 0},
        {"manchester:49.99", ACC_OUT_OF_RANGE, 0, 0, 0, 0},
        {"manchester:48001", ACC_OUT_OF_RANGE, 0, 0, 0, 0},
        {"manchester:99999999999999", ACC_MALFORMED, 0, 0, 0, 0},
        {"manchester:", ACC_MALFORMED, 0, 0, 0, 0},
        {"manchester:.", ACC_MALFORMED, 0, 0, 0, 0},
        {"manchester:1200x", ACC_MALFORMED, 0, 0, 0, 0},
        {"manchester:1200.5.", ACC_MALFORMED, 0, 0, 0, 0},
        {"manchester:/", ACC_MALFORMED, 0, 0, 0, 0},
        {"manchester::", ACC_MALFORMED, 0, 0, 0, 0},
        {"manchester:1200.:", ACC_MALFORMED, 0, 0, 0, 0},
        {"manchester:1200./", ACC_MALFORMED, 0, 0, 0, 0},
        {"fsk:300", ACC_MALFORMED, 0, 0, 0, 0},
        {"fsk:300,", ACC_MALFORMED, 0, 0, 0, 0},
        {"fsk:300,1270", ACC_MALFORMED, 0, 0, 0, 0},
        {"fsk:300;1270,1070", ACC_MALFORMED, 0, 0, 0, 0},
        {"fsk:300,1270,", ACC_MALFORMED, 0, 0, 0, 0},
        {"fsk:300,1270;1070", ACC_MALFORMED, 0, 0, 0, 0},
        {"fsk:300,1270,1070,", ACC_MALFORMED, 0, 0, 0, 0},
        {"fsk:,1270,1070", ACC_MALFORMED, 0, 0, 0, 0},
        {"fsk", ACC_MALFORMED, 0, 0, 0, 0},
        {"", ACC_MALFORMED, 0, 0, 0, 0},
        {"readers", ACC_MALFORMED, 0, 0, 0, 0},
        {"reade", ACC_MALFORMED, 0, 0, 0, 0},
        {"Reader", ACC_MALFORMED, 0, 0, 0, 0},
        {"hijacks", ACC_MALFORMED, 0, 0, 0, 0},
        {"hijac_", ACC_MALFORMED, 0, 0, 0, 0},
        {"track22", ACC_MALFORMED, 0, 0, 0, 0},
        {"track1", ACC_MALFORMED, 0, 0, 0, 0},
        {"bell2022", ACC_MALFORMED, 0, 0, 0, 0},
        {"bell103", ACC_MALFORMED, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        // not terminated: exactly these bytes are read
        char text[40];
        const size_t len = strlen(rows[i].text);
        acc_modem_profile p = {.baud = 7};
        memset(text, '5', sizeof text);
        memcpy(text, rows[i].text, len);
        const acc_status status = acc_modem_profile_parse(text, len, &p);
        CHECK(status == rows[i].status);
        if (status != rows[i].status)
            printf("%s: %d\n", rows[i].text, status);
        if (status != ACC_OK) {
            CHECK(p.baud == 7);
            continue;
        }
        CHECK(p.waveform == rows[i].waveform && fabs(p.baud - rows[i].baud) < 1e-9);
        CHECK(fabs(p.mark - rows[i].mark) < 1e-9 && fabs(p.space - rows[i].space) < 1e-9);
    }
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse("hijack", 6, &p) == ACC_OK && p.waveform == ACC_WAVEFORM_HIJACK);
}

// Rates of 8000 to 192000 samples per second, 22050 for swipes and HiJack; four samples per bit; tones up to 0.45 of the rate,
// 0.4 bit rates apart, and of at least half a bit rate, whichever is higher.
static void profiles_have_limits(void)
{
    static const struct {
        acc_modem_profile profile;
        uint32_t rate;
        bool fits;
    } rows[] = {
        {{ACC_WAVEFORM_MANCHESTER, 50, 0, 0}, ACC_MODEM_MIN_RATE, true},
        {{ACC_WAVEFORM_MANCHESTER, 50, 0, 0}, ACC_MODEM_MIN_RATE - 1, false},
        {{ACC_WAVEFORM_MANCHESTER, 50, 0, 0}, ACC_MODEM_MAX_RATE, true},
        {{ACC_WAVEFORM_MANCHESTER, 50, 0, 0}, ACC_MODEM_MAX_RATE + 1, false},
        {{ACC_WAVEFORM_MANCHESTER, 49, 0, 0}, 48000, false},
        {{ACC_WAVEFORM_MANCHESTER, NAN, 0, 0}, 48000, false},
        {{ACC_WAVEFORM_MANCHESTER, 12000, 0, 0}, 48000, true},
        {{ACC_WAVEFORM_MANCHESTER, 12001, 0, 0}, 48000, false},
        {{ACC_WAVEFORM_FSK, 10, 1000, 1200}, 8000, true},
        {{ACC_WAVEFORM_FSK, 9.9, 1000, 1200}, 8000, false},
        {{ACC_WAVEFORM_HIJACK, 0, 0, 0}, 22050, true},
        {{ACC_WAVEFORM_HIJACK, 0, 0, 0}, 22049, false},
        {{ACC_WAVEFORM_TRACK2, 0, 0, 0}, 22050, true},
        {{ACC_WAVEFORM_TRACK2, 0, 0, 0}, 22049, false},
        {{ACC_WAVEFORM_FSK, 1000, 21600, 1200}, 48000, true},
        {{ACC_WAVEFORM_FSK, 1000, 21601, 1200}, 48000, false},
        {{ACC_WAVEFORM_FSK, 1000, 1200, 21600}, 48000, true},
        {{ACC_WAVEFORM_FSK, 1000, 1200, 21601}, 48000, false},
        {{ACC_WAVEFORM_FSK, 1000, 2000, 2400}, 48000, true},
        {{ACC_WAVEFORM_FSK, 1000, 2000, 2399}, 48000, false},
        {{ACC_WAVEFORM_FSK, 1000, 2400, 2000}, 48000, true},
        {{ACC_WAVEFORM_FSK, 1000, 2399, 2000}, 48000, false},
        {{ACC_WAVEFORM_FSK, 1000, 500, 2000}, 48000, true},
        {{ACC_WAVEFORM_FSK, 1000, 499, 2000}, 48000, false},
        {{ACC_WAVEFORM_FSK, 1000, 2000, 500}, 48000, true},
        {{ACC_WAVEFORM_FSK, 1000, 2000, 499}, 48000, false},
        {{ACC_WAVEFORM_FSK, 1000, NAN, 500}, 48000, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK(acc_modem_profile_check(&rows[i].profile, rows[i].rate) ==
              (rows[i].fits ? ACC_OK : ACC_OUT_OF_RANGE));
}

enum { MOST_VALUES = 48 * 12 + 200, BEGIN = 60 };

// The correlation at a place and a clock ratio: segments of twelve symbols move by the ratio at their middle.
static int correlation(const int8_t *from, float per_symbol, int clock)
{
    int sum = 0;
    for (int i = 0; i < 48; i++) {
        const float middle = ((float)(i / 12) + 0.5f) * 12 - 24;
        const int shift = (int)lrintf((float)(clock - 2) * 0.009f * middle * per_symbol);
        const int x = from[(int)lrintf((float)i * per_symbol) + shift];
        sum += BLOCK_SYNC_WORD >> (47 - i) & 1 ? x : -x;
    }
    return sum < 0 ? -sum : sum;
}

static void block_syncs_are_found(void)
{
    static const float lengths[] = {4, 4.6f, 6.25f, 8, 11.7f, 12};
    static int8_t values[MOST_VALUES];
    unsigned found = 0;
    for (int round = 0; round < 600; round++) {
        block_sync m;
        const float per_symbol = lengths[round % 6];
        memset(&m, 0xFF, sizeof m);
        acc_block_sync_init(&m, per_symbol);
        for (int i = 0; i < MOST_VALUES; i++)
            values[i] = (int8_t)((int)(draw() % 21) - 10);
        // half of the rounds have a word in noise, at any clock, in either polarity
        const float clock = 1 + 0.0225f * (2 * uniform() - 1), at = (float)BEGIN + 31 * uniform();
        const int sign = draw() & 1 ? 1 : -1, height = round & 1 ? 5 : 0;
        for (int i = 0; i < 48 && height; i++)
            for (int k = -1; k <= 1; k++) {
                int8_t *x = &values[(int)lrintf(at + (float)i * per_symbol * clock) + k];
                const int v = *x / 2 + (BLOCK_SYNC_WORD >> (47 - i) & 1 ? sign : -sign) * height;
                *x = (int8_t)v;
            }
        int best = 0;
        for (int at_place = 0; at_place < BLOCK_SYNC_BATCH; at_place++)
            for (int c = 0; c < BLOCK_SYNC_CLOCKS; c++) {
                const int now = correlation(values + BEGIN + at_place, per_symbol, c);
                best = now > best ? now : best;
            }
        for (int more = -1; more <= 1; more++) {
            block_sync_hit hit = {-1, 0, -1};
            const bool is_found = acc_block_sync_find(&m, values + BEGIN, best + more, &hit);
            CHECK(is_found == (more <= 0));
            if (!is_found)
                continue;
            const int c = (int)lrintf((hit.clock_ratio - 1) / 0.009f) + 2;
            CHECK(hit.agreement == best && hit.place >= 0 && hit.place < BLOCK_SYNC_BATCH);
            CHECK(fabsf(hit.clock_ratio - (1 + 0.009f * (float)(c - 2))) < 1e-6f);
            CHECK(correlation(values + BEGIN + hit.place, per_symbol, c) == best);
            found += height && fabsf((float)hit.place + (float)BEGIN - at) < per_symbol;
        }
    }
    CHECK(found >= 2 * 290);
}

// Symbols of continuous-phase FSK: strengths of the tones, a phase of space against mark, a drift of the phase per symbol, and
// noise.
static float coherence(float mark, float space, float skew, float drift, float noise,
                       unsigned count)
{
    static fsk f;
    static _Alignas(16) uint8_t memory[65536];
    static symbol_record ring[COHERENCE_RING];
    uint64_t bits = 0;
    float phase = 0.4f;
    const float hertz = 6.2831853f / 24000;
    CHECK(acc_fsk_memory(20, 8) <= sizeof memory);
    acc_fsk_init(&f, 20, 1200 * hertz, 2200 * hertz, 8, memory);
    const uint32_t first = COHERENCE_RING - 5;  // across the ring's end
    for (unsigned i = 0; i < count; i++) {
        const int bit = i == 0 ? 1 : i == 1 ? 0 : (int)(draw() >> 16 & 1);
        bits = bits << 1 | (unsigned)bit;
        symbol_record *h = &ring[(first + i) % COHERENCE_RING];
        const float turn = phase + (bit ? 0 : skew) + drift * (float)i, size = bit ? mark : space;
        const float re = size * cosf(turn), im = size * sinf(turn);
        const float leak[] = {f.leak[0], bit ? f.leak[1] : -f.leak[1]};
        const float other[] = {re * leak[0] - im * leak[1], re * leak[1] + im * leak[0]};
        h->tones = bit ? (lanes){re, im, other[0], other[1]} : (lanes){other[0], other[1], re, im};
        for (int k = 0; k < 4; k++)
            h->tones[k] += noise * normal();
        h->turn = i % 3 ? 0.02f : -0.03f;
        // the tone's phase advances by its frequency, and by the timing's extra phase
        phase += (bit ? 1200 : 2200) * hertz * 20 + h->turn;
    }
    return acc_coherence_of(&f, ring, first, count, bits);
}

static void coherence_is_as_defined(void)
{
    for (unsigned count = 8; count <= COHERENCE_MOST; count++) {
        // tones of any strength and phase, and a steady drift, are coherent
        CHECK(fabsf(coherence(1, 1, 0, 0, 0, count) - 1) < 2e-3f);
        CHECK(fabsf(coherence(1, 0.5f, 0, 0.002f, 0, count) - 1) < 5e-3f);
        CHECK(coherence(1, 1, 0, 0.05f, 0, count) > 0.97f);
        // a ratio of the powers above 0.16
        CHECK(coherence(1, 0.41f, 0, 0, 0, count) > 0.99f);
        CHECK(coherence(0.41f, 1, 0, 0, 0, count) > 0.99f);
        CHECK(coherence(1, 0.39f, 0, 0, 0, count) == 0);
        CHECK(coherence(0.39f, 1, 0, 0, 0, count) == 0);
    }
    CHECK(coherence(0, 0, 0, 0, 0, 16) == 0);
    // white noise of 0.09 in each of the four values beside a power of 1: 1 / (1 + 0.36) at most
    double sum = 0;
    for (int i = 0; i < 200; i++)
        sum += (double)coherence(1, 1, 0.7f, 0, 0.3f, 16) / 200;
    CHECK(sum > 0.62 && sum < 0.74);
    sum = 0;
    for (int i = 0; i < 200; i++)
        sum += (double)coherence(0, 0, 0, 0, 1, 16) / 200;
    CHECK(sum < 0.25);
}

// Slots of any length share the samples at their ends: a slot of a constant is its length, and no sample is lost.
static void slots_share_samples(void)
{
    static const double lengths[] = {0.5, 0.75, 1, 1.3, 2, 4.0 / 3, 7.25};
    for (size_t i = 0; i < 7; i++) {
        slots s;
        float value;
        double sum = 0, ends = 0;
        slots_init(&s, lengths[i]);
        for (int n = 0; n < 1000; n++) {
            slots_put(&s, n == 500 ? 3 : 1);
            while (slots_take(&s, &value)) {
                ends += lengths[i];
                CHECK(fabs(ends - (n + 1)) <= 1 + 1e-3);
                CHECK(n == 500 || n == 501 || fabs((double)value - lengths[i]) < 1e-3 ||
                      fabs(ends - 500) < 10);
                sum += (double)value;
            }
        }
        CHECK(ends <= 1000.01 && ends > 1000 - lengths[i] - 0.01 && fabs(sum - ends - 2) < 0.01);
    }
}

// Four to seven places per symbol; a place is a sample and a part of the way to the next.
static void places_are_exact(void)
{
    for (float period = 4; period < 200; period += 0.25f) {
        const uint32_t step = search_step(period);
        CHECK(step >= 1 && period / (float)step >= 3 && period / (float)step <= 7);
    }
    CHECK(search_step(4) == 1 && search_step(7) == 1 && search_step(7.25f) == 2 &&
          search_step(12) == 3);
    CHECK(search_step(8) == 2 && search_step(11.9f) == 2);
    static const float moves[] = {0, 0.5f, 1, 1.75f, -0.25f, -1, -2.5f, 300.25f};
    for (int i = 0; i < 8; i++) {
        const place p = place_add((place){2, 0.25f}, moves[i]);
        const double at = 2.25 + (double)moves[i];
        CHECK(p.at == (uint32_t)(int32_t)floor(at) &&
              fabs((double)p.part - (at - floor(at))) < 1e-4);
    }
    CHECK(!place_is_past((place){10, 0.9f}, 12) && place_is_past((place){10, 0.9f}, 13));
    CHECK(place_is_past((place){0xFFFFFFFF, 0}, 2) && !place_is_past((place){1, 0}, 0xFFFFFFFF));
}

// A whitened frame, four symbols at a time: its size, header and end. Each damaged bit is noticed.
static void deframer_checks_frames(void)
{
    uint8_t frame[ACC_FRAME_MAX_SIZE], got[ACC_FRAME_MAX_SIZE];
    static const char payload[] = "twenty bytes of text";
    for (unsigned damaged = 0; damaged <= 8 * 28; damaged++) {
        const size_t size = acc_frame_write(0, (const uint8_t *)payload, 20, frame, sizeof frame);
        CHECK(size == 28);
        if (damaged < 8 * size)
            frame[damaged / 8] ^= (uint8_t)(0x80 >> damaged % 8);
        deframer d;
        deframe_result result = DEFRAME_MORE;
        uint16_t white = WHITE_SEED;
        memset(&d, 0xFF, sizeof d);
        acc_deframer_start(&d);
        for (unsigned i = 0; i < 2 * size && result <= DEFRAME_HEADER; i++) {
            unsigned bits = i % 2 ? frame[i / 2] & 15u : frame[i / 2] >> 4;
            for (int b = 3; b >= 0; b--)
                bits ^= white_next(&white) << b;
            CHECK(acc_deframer_size(&d) == (i < 8 ? 0 : size));
            result = acc_deframer_push(&d, bits, got);
            const bool is_header = i == 7 && damaged >= 32;
            CHECK((result == DEFRAME_HEADER) == is_header);
            CHECK(i < 7 || damaged >= 32 || result == DEFRAME_NONE);
        }
        CHECK(result == (damaged < 32         ? DEFRAME_NONE
                         : damaged < 8 * size ? DEFRAME_BAD
                                              : DEFRAME_FRAME));
        CHECK(result != DEFRAME_FRAME || memcmp(got, frame, size) == 0);
    }
    // a frame with error correction is another waveform's
    acc_frame_write(1, (const uint8_t *)payload, 20, frame, sizeof frame);
    deframer d;
    deframe_result result = DEFRAME_MORE;
    uint16_t white = WHITE_SEED;
    acc_deframer_start(&d);
    for (unsigned i = 0; i < 8; i++)
        result = acc_deframer_push(
            &d, (i % 2 ? frame[i / 2] & 15u : frame[i / 2] >> 4) ^ white_next_four(&white), got);
    CHECK(result == DEFRAME_NONE);
}

int main(void)
{
    profiles_are_parsed();
    profiles_have_limits();
    block_syncs_are_found();
    coherence_is_as_defined();
    slots_share_samples();
    places_are_exact();
    deframer_checks_frames();
    return failures;
}
