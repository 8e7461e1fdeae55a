// Characters of ordinary senders: UARTs with pauses and more stop bits, tones and bit rates that are off, oscillators
// whose phase jumps at each bit. Clean sound is exact, and so are some of them in noise.
#include "accessory/modem.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { BYTES = 300, RATE = 48000, BLOCK = 480 };
static const double turn = 6.283185307179586, rate = RATE;

typedef enum { CONTINUOUS, FREE, RESTARTING } phase_kind;

typedef struct sender {
    const char *name, *profile;
    double baud, mark, space;
    double pause[2];  // bits after each character, at least and at most
    double noise_db;  // over the signal, 0 to 24 kHz; 0 for none
    unsigned burst;   // characters before each pause, 0 for one
    phase_kind phase;
} sender;

static uint8_t sent[BYTES], got[2 * BYTES];
static size_t count;
static acc_demodulator *receiver;
static float block[BLOCK];
static size_t filled;

// The oscillator: where the current bit began and ends, in samples, and its phase there, in turns.
static double begin, end, phase;
static uint32_t now;

static void collect(const acc_demodulator_event *e)
{
    for (size_t i = 0; e->kind == ACC_DEMODULATOR_BYTES && i < e->len && count < sizeof got; i++)
        got[count++] = e->data[i];
}

static void push(void)
{
    acc_demodulator_event e;
    size_t at = 0;
    do {
        at += acc_demodulator_push(receiver, block + at, filled - at, &e);
        collect(&e);
    } while (e.kind != ACC_DEMODULATOR_NONE || at < filled);
    filled = 0;
}

// Sends a tone for some bits; 0 Hz is silence.
static void send(const sender *s, double hertz, double bits)
{
    begin = end;
    phase = s->phase == CONTINUOUS ? phase : s->phase == FREE ? hertz * begin / rate : 0;
    end += bits * rate / s->baud;
    // the power of the tone is 1/8
    const float sigma = s->noise_db < 0 ? 0.35355339f * powf(10, (float)s->noise_db / 20) : 0;
    for (; now < end; now++) {
        const double at = phase + hertz * (now - begin) / rate;
        block[filled++] = (hertz > 0 ? 0.5f * sinf((float)(turn * (at - floor(at)))) : 0) +
                          (sigma > 0 ? sigma * normal() : 0);
        if (filled == BLOCK)
            push();
    }
    phase += hertz * (end - begin) / rate;
}

static void send_character(const sender *s, uint8_t byte)
{
    send(s, s->space, 1);
    for (int i = 0; i < 8; i++)
        send(s, byte >> i & 1 ? s->mark : s->space, 1);
    send(s, s->mark, 1);
}

static void arrives(const sender *s)
{
    static _Alignas(16) uint8_t memory[131072];
    acc_modem_profile p;
    acc_demodulator_event e;
    CHECK(acc_modem_profile_parse(s->profile, strlen(s->profile), &p) == ACC_OK);
    CHECK(acc_demodulator_init(memory, sizeof memory, &p, RATE, ACC_MODEM_STREAM, &receiver) ==
          ACC_OK);
    begin = end = phase = 0;
    count = now = 0;
    send(s, 0, 0.1 * s->baud);
    send(s, s->mark, 4);
    for (unsigned i = 0; i < BYTES; i++) {
        send_character(s, sent[i] = (uint8_t)(draw() >> 24));
        if (s->pause[1] > 0 && (s->burst == 0 || i % s->burst == s->burst - 1))
            send(s, s->mark, s->pause[0] + (s->pause[1] - s->pause[0]) * (double)uniform());
    }
    send(s, s->mark, 4);
    push();
    do {
        acc_demodulator_finish(receiver, &e);
        collect(&e);
    } while (e.kind != ACC_DEMODULATOR_NONE);
    const bool is_exact = count == BYTES && memcmp(got, sent, BYTES) == 0;
    CHECK(is_exact);
    if (!is_exact)
        printf("%s, %s: %zu of %d bytes\n", s->profile, s->name, count, BYTES);
}

#define TONES(name, bits, one, zero) .profile = name, .baud = bits, .mark = one, .space = zero
#define OFF(bits, one, zero) TONES("bell202", bits, one, zero)
#define BELL OFF(1200, 1200, 2200)

static const sender senders[] = {
    {"no pause", BELL},
    {"pauses of 0.1 bits", BELL, .pause = {0.1, 0.1}},
    {"pauses of 0.25 bits", BELL, .pause = {0.25, 0.25}},
    {"1.5 stop bits", BELL, .pause = {0.5, 0.5}},
    {"2 stop bits", BELL, .pause = {1, 1}},
    {"pauses of 0 to 1 bits", BELL, .pause = {0, 1}},
    {"pauses of 0 to 10 bits", BELL, .pause = {0, 10}},
    {"pauses of 10 to 100 bits", BELL, .pause = {10, 100}},
    {"pauses of 3.5 bits", BELL, .pause = {3.5, 3.5}},
    {"pauses of 10.5 bits", BELL, .pause = {10.5, 10.5}},
    {"pauses of 20.5 bits", BELL, .pause = {20.5, 20.5}},
    {"bursts of 8", BELL, .pause = {30.4, 30.4}, .burst = 8},
    {"2 stop bits", TONES("fsk:300,2400,1200", 300, 2400, 1200), .pause = {1, 1}},
    {"2 stop bits", TONES("fsk:1200,2400,1200", 1200, 2400, 1200), .pause = {1, 1}},
    {"tones 5 % low", OFF(1200, 1140, 2090)},
    {"tones 3 % low", OFF(1200, 1164, 2134)},
    {"tones 2 % low", OFF(1200, 1176, 2156)},
    {"tones 1 % low", OFF(1200, 1188, 2178)},
    {"tones 0.5 % low", OFF(1200, 1194, 2189)},
    {"tones 0.5 % high", OFF(1200, 1206, 2211)},
    {"tones 1 % high", OFF(1200, 1212, 2222)},
    {"tones 2 % high", OFF(1200, 1224, 2244)},
    {"tones 3 % high", OFF(1200, 1236, 2266)},
    {"tones 5 % high", OFF(1200, 1260, 2310)},
    {"bit rate 3 % low", OFF(1164, 1200, 2200)},
    {"bit rate 1 % low", OFF(1188, 1200, 2200)},
    {"bit rate 1 % high", OFF(1212, 1200, 2200)},
    {"bit rate 2 % high", OFF(1224, 1200, 2200)},
    {"tones 40 Hz low", OFF(1200, 1160, 2160)},
    {"tones 10 Hz low", OFF(1200, 1190, 2190)},
    {"tones 10 Hz high", OFF(1200, 1210, 2210)},
    {"tones 40 Hz high", OFF(1200, 1240, 2240)},
    {"two oscillators", BELL, .phase = FREE},
    {"two oscillators", TONES("fsk:300,1270,1070", 300, 1270, 1070), .phase = FREE},
    {"two oscillators", TONES("fsk:300,1070,1270", 300, 1070, 1270), .phase = FREE},
    {"phase restarts", BELL, .phase = RESTARTING},
    {"phase restarts", TONES("fsk:300,1270,1070", 300, 1270, 1070), .phase = RESTARTING},
    {"phase restarts", TONES("fsk:300,1070,1270", 300, 1070, 1270), .phase = RESTARTING},
    {"1.5 stop bits in noise", BELL, .pause = {0.5, 0.5}, .noise_db = -8},
    {"pauses of 0 to 10 bits in noise", BELL, .pause = {0, 10}, .noise_db = -10},
    {"tones 2 % high in noise", OFF(1200, 1224, 2244), .noise_db = -8},
    {"two oscillators in noise", BELL, .noise_db = -8, .phase = FREE},
    {"phase restarts in noise", BELL, .noise_db = -8, .phase = RESTARTING},
};

int main(void)
{
    for (size_t i = 0; i < sizeof senders / sizeof *senders; i++)
        arrives(&senders[i]);
    return failures;
}
