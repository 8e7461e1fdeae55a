// Senders of FSK characters, swapped or not, with a phase of any kind, pauses, noise and changes of level: the same bytes
// in blocks of any size as in one block, and no more than fit in the time. Byte 0 selects the phase and the profile's
// tones, byte 1 the block size, byte 2 the noise; each further pair is a number of tenths of bits and a tone or silence.
#include "accessory/modem.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES 131072u
#define RATE 8000u

typedef struct findings {
    uint32_t hash;
    size_t bytes;
    acc_modem_unread unread;
} findings;

static findings receive(const char *format_name, const float *pcm, size_t len, size_t block)
{
    findings f = {0};
    acc_modem_profile profile;
    acc_character_format format;
    acc_demodulator *d;
    assert(acc_modem_profile_parse("bell202", 7, &profile) == ACC_OK);
    assert(acc_character_format_parse(format_name, strlen(format_name), &format) == ACC_OK);
    size_t size = (acc_demodulator_size(&profile, RATE, ACC_MODEM_STREAM) + 15) / 16 * 16;
    void *memory = aligned_alloc(16, size);
    assert(acc_demodulator_init(memory, size, &profile, RATE, ACC_MODEM_STREAM, &d) == ACC_OK);
    assert(acc_demodulator_set_format(d, &format) == ACC_OK);
    acc_demodulator_event e;
    for (size_t at = 0; at < len;) {
        at += acc_demodulator_push(d, pcm + at, len - at < block ? len - at : block, &e);
        for (size_t i = 0; e.kind == ACC_DEMODULATOR_BYTES && i < e.len; i++)
            f.hash = f.hash * 31 + e.data[i];
        f.bytes += e.kind == ACC_DEMODULATOR_BYTES ? e.len : 0;
    }
    do
        acc_demodulator_finish(d, &e);
    while (e.kind != ACC_DEMODULATOR_NONE);
    f.unread = acc_demodulator_unread(d);
    free(memory);
    return f;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const formats[] = {"8N1", "7E1", "5N1.5", "8O2"};
    static const double hertz[] = {1200, 2200, 1176, 2244, 0, 1700};
    static float pcm[SAMPLES];
    if (size < 3)
        return 0;
    const int kind = data[0] % 3;
    const float noise = (float)(data[2] & 31) / 64;
    uint32_t random = 1;
    size_t len = 0;
    double begin = 0, phase = 0, end = 0;
    for (size_t i = 3; i + 1 < size && len < SAMPLES; i += 2) {
        const double tone = hertz[data[i + 1] % 6], level = data[i + 1] & 128 ? 0.1 : 0.5;
        begin = end;
        phase = kind == 0 ? phase : kind == 1 ? tone * begin / RATE : 0;
        end += data[i] * 0.1 * RATE / 1200;
        for (; (double)len < end && len < SAMPLES; len++) {
            random = random * 1664525 + 1013904223;
            const double turns = phase + tone * ((double)len - begin) / RATE;
            pcm[len] =
                (tone > 0 ? (float)(level * sin(6.283185307179586 * (turns - floor(turns)))) : 0) +
                noise * ((float)(int32_t)random / 2147483648.0f);
        }
        phase += tone * (end - begin) / RATE;
    }
    const char *format = formats[data[0] / 3 % 4];
    const findings whole = receive(format, pcm, len, len),
                   cut = receive(format, pcm, len, data[1] + 1u);
    assert(whole.hash == cut.hash && whole.bytes == cut.bytes);
    assert(whole.bytes <= len / 40 + 8);
    assert(whole.unread.characters == cut.unread.characters);
    assert(whole.unread.is_swapped == cut.unread.is_swapped);
    assert(!whole.unread.is_swapped || whole.unread.characters >= 6);
    return 0;
}
