// The receiver of coded frames on simulated soft symbols: noise, clock offset, slips, gaps, in pieces of any size.
#include "check.h"
#include "modem/coded.h"
#include "noise.h"

#include <math.h>
#include <string.h>

// The impairments of a stream of soft symbols.
typedef struct channel {
    float clock;   // sender's symbol length over the nominal one
    float wander;  // change of the clock, a sine of 1500 symbols
    float gain, offset, noise;
    int lost_at, lost;      // symbols cut out
    int silent_at, silent;  // symbols set to zero
} channel;

static uint8_t symbols[ACC_FEC_MAX_BLOCKS * CODED_PERIOD];
static coded_receiver receiver;
static float history[4096];

static int make_symbols(const uint8_t *frame, size_t len)
{
    int count = 0;
    for (size_t b = 0; b < acc_fec_block_count(len); b++) {
        for (int i = CODED_SYNC_SYMBOLS - 1; i >= 0; i--)
            symbols[count++] = BLOCK_SYNC_WORD >> i & 1;
        acc_fec_block_write(frame, len, b, symbols + count);
        count += (int)ACC_FEC_BLOCK_SYMBOLS;
    }
    return count;
}

// The filtered wave at the peak of symbol k; it is linear between peaks.
static float level(const channel *c, int k, int count)
{
    if (k >= c->lost_at)
        k += c->lost;
    if (k < 0 || k >= count || (k >= c->silent_at && k < c->silent_at + c->silent))
        return 0;
    return symbols[k] ? 1.0f : -1.0f;
}

// Sends a frame through the receiver in pieces of `cut` values. Returns how often it was received.
static int send(const uint8_t *frame, size_t len, const channel *c, float per_symbol, size_t cut)
{
    int count = make_symbols(frame, len), found = 0;
    size_t held = 0;
    float values[256];
    // in double, so that the clock is steady to the end
    for (double t = -60, step; t < count + 60; t += step) {
        const double clock =
            (double)c->clock + (double)c->wander * sin(6.283185307179586 * t / 1500);
        step = 1 / ((double)per_symbol * clock);
        int k = (int)floor(t);
        float a = level(c, k, count), b = level(c, k + 1, count);
        float v = a + (b - a) * (float)(t - k) + c->noise * normal();
        values[held++] = c->gain * (v + c->offset);
        if (held < cut)
            continue;
        for (size_t taken = 0; taken < held;) {
            coded_result result;
            taken += acc_coded_push(&receiver, values + taken, held - taken, &result);
            if (result == CODED_FRAME)
                found += memcmp(receiver.collector.pieces, frame, len) == 0 ? 1 : 100;
        }
        held = 0;
    }
    return found;
}

static void comes_back(const channel *c, size_t len, float per_symbol, size_t cut, const char *what)
{
    uint8_t frame[ACC_FRAME_MAX_SIZE];
    for (size_t i = 0; i < len; i++)
        frame[i] = (uint8_t)draw();
    CHECK(acc_coded_memory(per_symbol) <= sizeof history);
    acc_coded_init(&receiver, per_symbol, false, history);
    int found = send(frame, len, c, per_symbol, cut);
    if (found != 1)
        printf("%s, %zu bytes: came back %d times\n", what, len, found);
    CHECK(found == 1);
    // the figures of the last block, where nothing hurt it
    if (c->lost || c->silent || c->wander != 0 || c->offset != 0)
        return;
    const float gain = fabsf(c->gain), noise = c->noise * c->noise;
    CHECK(receiver.level > 0.8f * gain && receiver.level < 1.06f * gain);
    CHECK(receiver.inverted == (c->gain < 0));
    CHECK(receiver.variance < (0.03f + noise) * gain * gain);
    CHECK(receiver.variance >= 0.4f * noise * gain * gain);
    const float period = receiver.last.period / (per_symbol * c->clock);
    CHECK(fabsf(period - 1) < 0.001f);
}

int main(void)
{
    static const channel plain = {.clock = 1, .gain = 1};
    channel c = plain;
    for (size_t len = 1; len <= ACC_FRAME_MAX_SIZE; len += 173)
        comes_back(&c, len, 4, 37, "clean");
    for (size_t cut = 1; cut <= 256; cut *= 2)
        comes_back(&c, 60, 8, cut, "cut");
    for (int i = 0; i < 2; i++) {
        c.clock = i ? 1.02f : 0.98f;
        comes_back(&c, 300, 4.35f, 100, "clock 2 % off");
        comes_back(&c, 300, 12, 100, "clock 2 % off");
    }
    c = plain;
    for (int i = -2; i <= 2; i++) {
        c.wander = 0.0018f * (float)i;
        comes_back(&c, 300, 4, 100, "wandering");
        comes_back(&c, 300, 9.3f, 100, "wandering");
    }
    c = plain;
    c.gain = -1e-4f;
    comes_back(&c, 100, 8, 100, "faint and upside down");
    c.gain = 1e4f;
    c.offset = 0.3f;
    comes_back(&c, 100, 4, 100, "loud and not centred");
    c = plain;
    c.noise = 0.5f;
    comes_back(&c, 520, 4, 100, "noise");
    c = plain;
    // parity repairs a slip at any place of a frame
    for (c.lost_at = 20; c.lost_at < 6 * CODED_PERIOD; c.lost_at += 131) {
        c.lost = c.lost_at % 2 ? 13 : -13;
        comes_back(&c, 104, 4, 100, "slip");
    }
    c = plain;
    c.silent = 80;
    for (c.silent_at = 0; c.silent_at < 3 * CODED_PERIOD; c.silent_at += 61)
        comes_back(&c, 52, 4, 100, "silence");
    CHECK(receiver.good > 0);
    return failures;
}
