// A sender of FSK characters with oscillators, pauses and formats of its own, and the receiver of its sound.
#ifndef ACC_TEST_FSK_SENDER_H
#define ACC_TEST_FSK_SENDER_H

#include "accessory/modem.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_BYTES = 800, RATE = 48000, BLOCK = 480 };
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

static uint8_t got[MOST_BYTES];
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
    const float sigma = fabs(s->noise_db) > 0 ? 0.35355339f * powf(10, (float)s->noise_db / 20) : 0;
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

// Initialises the receiver, the oscillator and the clock.
static acc_character_format begin_sound(const sender *s)
{
    static _Alignas(16) uint8_t memory[1u << 20];
    const char *name = s->format ? s->format : "8N1";
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse(s->profile, strlen(s->profile), &p) == ACC_OK);
    CHECK(acc_demodulator_init(memory, sizeof memory, &p, RATE, ACC_MODEM_STREAM, &receiver) ==
          ACC_OK);
    acc_character_format format;
    CHECK(acc_character_format_parse(name, strlen(name), &format) == ACC_OK);
    CHECK(acc_demodulator_set_format(receiver, &format) == ACC_OK);
    begin = end = phase = 0;
    count = now = 0;
    return format;
}

static void end_sound(void)
{
    acc_demodulator_event e;
    push();
    do {
        acc_demodulator_finish(receiver, &e);
        collect(&e);
    } while (e.kind != ACC_DEMODULATOR_NONE);
}

#endif
