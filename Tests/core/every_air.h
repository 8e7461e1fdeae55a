// Every kind of signal that the modem receives, as sound: sender, limits of the cable, and receiver of each case.
#ifndef ACC_EVERY_AIR_H
#define ACC_EVERY_AIR_H

#include "accessory/modem.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AIR_SAMPLES 800000u
#define AIR_MEMORY 262144u

// A receiver and its signal. `snr_db`: the SNR in 0 to half the rate at which everything must be received;
// `echo_db`: the loudest echo.
typedef struct air_case {
    const char *name;
    uint32_t rate;
    acc_modem_mode mode;
    bool coded;
    float snr_db, echo_db;
} air_case;

static const air_case air_cases[] = {
    {"bell202", 48000, ACC_MODEM_FRAMES, false, 4, -14},
    {"bell202", 8000, ACC_MODEM_UNCODED, false, 10, -14},
    {"bell202", 44100, ACC_MODEM_FRAMES, true, -3, -12},
    {"bell202", 48000, ACC_MODEM_STREAM, false, 4, -26},
    {"bell202", 11025, ACC_MODEM_STREAM, false, 10, -26},
    {"fsk:300,1270,1070", 16000, ACC_MODEM_FRAMES, false, 4, -14},
    {"fsk:2400,1200,2400", 44100, ACC_MODEM_FRAMES, false, 8, -20},
    {"manchester:1378.125", 44100, ACC_MODEM_FRAMES, false, 4, -14},
    {"manchester:1837.5", 48000, ACC_MODEM_FRAMES, false, 5, -14},
    {"reader", 44100, ACC_MODEM_UNCODED, false, 8, -16},
    {"reader", 16000, ACC_MODEM_FRAMES, false, 13, -20},
    {"reader", 48000, ACC_MODEM_FRAMES, true, -1, -14},
    {"manchester:4410", 48000, ACC_MODEM_FRAMES, false, 9, -16},
    {"manchester:8820", 44100, ACC_MODEM_FRAMES, false, 13, -20},
    {"manchester:8820", 48000, ACC_MODEM_FRAMES, true, 4, -16},
    {"manchester:9600", 48000, ACC_MODEM_FRAMES, false, 13, -20},
    {"hijack", 44100, ACC_MODEM_STREAM, false, 9, -20},
    {"hijack", 48000, ACC_MODEM_STREAM, false, 9, -20},
};
enum { AIR_CASES = sizeof air_cases / sizeof *air_cases };

static float air[AIR_SAMPLES];
static _Alignas(16) uint8_t air_memory[AIR_MEMORY];
static uint32_t air_seed;

static inline float air_uniform(float from, float to)
{
    air_seed = air_seed * 1664525u + 1013904223u;
    return from + (to - from) * (float)(air_seed >> 8) * (1 / 16777216.0f);
}

// nearly normal: the sum of twelve uniform numbers
static inline float air_gauss(void)
{
    float sum = -6;
    for (int i = 0; i < 12; i++)
        sum += air_uniform(0, 1);
    return sum;
}

static inline acc_modem_profile air_profile(const air_case *c)
{
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse(c->name, strlen(c->name), &p) == ACC_OK);
    return p;
}

static inline const char *air_kind(const air_case *c)
{
    return c->coded                       ? "coded frames"
           : c->mode == ACC_MODEM_STREAM  ? "characters"
           : c->mode == ACC_MODEM_UNCODED ? "uncoded frames only"
                                          : "frames";
}

// A modulator with the clock ratio `clock`.
static inline void air_sender(const air_case *c, double clock, acc_modulator *m)
{
    acc_modem_profile p = air_profile(c);
    p.baud *= clock;
    p.mark *= clock;
    p.space *= clock;
    CHECK(acc_modulator_init(m, &p, c->rate, 0.5f) == ACC_OK);
}

// Sends frames of `len` bytes one after the other, or `len` characters; the payload is random. `ends`, unless null,
// receives the samples where the frames end. Returns the number of samples, with enough silence at the end to
// receive everything.
static inline size_t air_send(const air_case *c, double clock, unsigned frames, size_t len,
                              uint8_t *payload, size_t *ends)
{
    acc_modulator m;
    size_t at = 500 + (size_t)air_uniform(0, 500);
    memset(air, 0, sizeof air);
    air_sender(c, clock, &m);
    for (size_t i = 0; i < frames * len; i++)
        payload[i] = (uint8_t)air_uniform(0, 256);
    for (unsigned f = 0; f < frames; f++) {
        uint8_t frame[ACC_FRAME_MAX_SIZE];
        if (c->mode == ACC_MODEM_STREAM) {
            CHECK(acc_modulator_send_bytes(&m, payload + f * len, len) == len);
        } else {
            size_t size = acc_frame_write(c->coded ? ACC_FEC_SCHEME : 0, payload + f * len, len,
                                          frame, sizeof frame);
            CHECK(acc_modulator_send_frame(&m, frame, size) == ACC_OK);
        }
        at += acc_modulator_render(&m, air + at, AIR_SAMPLES - at);
        CHECK(!acc_modulator_is_busy(&m));
        if (ends)
            ends[f] = at;
    }
    size_t rest = (size_t)(150 * c->rate / air_profile(c).baud) + c->rate / 50;
    CHECK(at + rest <= AIR_SAMPLES);
    return at + rest;
}

static inline acc_demodulator *air_receiver(const air_case *c)
{
    acc_modem_profile p = air_profile(c);
    acc_demodulator *d = NULL;
    CHECK(acc_demodulator_size(&p, c->rate, c->mode) <= AIR_MEMORY);
    CHECK(acc_demodulator_init(air_memory, AIR_MEMORY, &p, c->rate, c->mode, &d) == ACC_OK);
    return d;
}

// The number of seeds: MODEM_SEEDS if set, else `usual`.
static inline unsigned air_seeds(unsigned usual)
{
    const char *wanted = getenv("MODEM_SEEDS");
    return wanted ? (unsigned)atoi(wanted) : usual;
}

#endif
