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
    const char *format;  // 8N1 if null
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

static void send_bit(const sender *s, bool bit, double bits)
{
    send(s, bit ? s->mark : s->space, bits);
}

// `format` is data bits, parity, stop bits, and msb for the most significant bit first.
static void send_character(const sender *s, const char *format, uint8_t byte)
{
    const int data_bits = format[0] - '0';
    const bool is_msb_first = strstr(format, "msb");
    bool odd = false;
    send_bit(s, false, 1);
    for (int i = 0; i < data_bits; i++) {
        const bool bit = byte >> (is_msb_first ? data_bits - 1 - i : i) & 1;
        send_bit(s, bit, 1);
        odd ^= bit;
    }
    if (format[1] != 'N')
        send_bit(s, format[1] == 'M' || (format[1] == 'E' && odd) || (format[1] == 'O' && !odd), 1);
    send_bit(s, true, format[2] == '2' ? 2 : format[3] == '.' ? 1.5 : 1);
}

static size_t first_wrong(void)
{
    size_t i = 0;
    while (i < count && i < BYTES && got[i] == sent[i])
        i++;
    return i;
}

static void arrives(const sender *s)
{
    static _Alignas(16) uint8_t memory[1u << 20];
    acc_modem_profile p;
    acc_demodulator_event e;
    CHECK(acc_modem_profile_parse(s->profile, strlen(s->profile), &p) == ACC_OK);
    CHECK(acc_demodulator_init(memory, sizeof memory, &p, RATE, ACC_MODEM_STREAM, &receiver) ==
          ACC_OK);
    const char *name = s->format ? s->format : "8N1";
    acc_character_format format;
    CHECK(acc_character_format_parse(name, strlen(name), &format) == ACC_OK);
    CHECK(acc_demodulator_set_format(receiver, &format) == ACC_OK);
    begin = end = phase = 0;
    count = now = 0;
    send(s, 0, 0.1 * s->baud);
    send(s, s->mark, 4);
    for (unsigned i = 0; i < BYTES; i++) {
        sent[i] = (uint8_t)(draw() >> (32 - format.data_bits));
        send_character(s, name, sent[i]);
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
    CHECK(is_exact && acc_demodulator_quality(receiver).parity_errors == 0);
    if (!is_exact)
        printf("%s, %s, %s: %zu of %d bytes, from %zu on wrong\n", s->profile, name, s->name, count,
               BYTES, first_wrong());
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
    {"no pause", BELL, .format = "8O1"},
    {"no pause", BELL, .format = "8E2"},
    {"no pause", BELL, .format = "7E1"},
    {"no pause", BELL, .format = "7O1.5"},
    {"no pause", BELL, .format = "6M1"},
    {"no pause", BELL, .format = "8S1"},
    {"no pause", BELL, .format = "5N1.5"},
    {"no pause", BELL, .format = "5N2"},
    {"no pause", BELL, .format = "5N1"},
    {"no pause", BELL, .format = "8N1msb"},
    {"no pause", BELL, .format = "7E2msb"},
    {"pauses of 0 to 10 bits", BELL, .pause = {0, 10}, .format = "7E1"},
    {"pauses of 0 to 10 bits", BELL, .pause = {0, 10}, .format = "8O1"},
    {"pauses of 0 to 10 bits", BELL, .pause = {0, 10}, .format = "5N1.5"},
    {"two oscillators", BELL, .phase = FREE, .format = "8E2"},
    {"two oscillators", BELL, .phase = FREE, .format = "7E1"},
    {"phase restarts", BELL, .phase = RESTARTING, .format = "5N1"},
    {"phase restarts", BELL, .phase = RESTARTING, .format = "8O1"},
    {"no pause", TONES("fsk:45.45,1585,1415", 45.45, 1585, 1415), .format = "5N1.5"},
    {"pauses of 0 to 10 bits", TONES("fsk:45.45,1585,1415", 45.45, 1585, 1415), .pause = {0, 10},
     .format = "5N1.5"},
    {"no pause", TONES("fsk:45.45,1400,1800", 45.45, 1400, 1800), .format = "5N2"},
    {"no pause", TONES("fsk:10,1000,1010", 10, 1000, 1010)},
    {"no pause", TONES("fsk:10,1200,1400", 10, 1200, 1400), .format = "7E1"},
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
