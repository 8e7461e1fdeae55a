// Any samples in blocks of any size: the same events as in one block, whole frames only, and no more
// events than fit in the time. For sounds of odd length the hum is learned first. Byte 0 selects the
// receiver, the block size and the samples' format: 8 bits, or 32 if the byte is odd.
#include "accessory/modem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES 65536

typedef struct findings {
    uint32_t hash;
    size_t frames, bytes;
} findings;

static findings receive(const char *name, uint32_t rate, acc_modem_mode mode, const float *pcm,
                        size_t len, size_t block)
{
    findings f = {0, 0, 0};
    acc_modem_profile profile;
    acc_demodulator *d;
    assert(acc_modem_profile_parse(name, strlen(name), &profile) == ACC_OK);
    size_t size = (acc_demodulator_size(&profile, rate, mode) + 15) / 16 * 16;
    void *memory = aligned_alloc(16, size);
    assert(acc_demodulator_init(memory, size, &profile, rate, mode, &d) == ACC_OK);
    if (len % 2)
        acc_demodulator_learn_hum(d, pcm, len);
    for (size_t at = 0; at < len;) {
        acc_demodulator_event e;
        acc_frame_header header;
        at += acc_demodulator_push(d, pcm + at, len - at < block ? len - at : block, &e);
        if (e.kind == ACC_DEMODULATOR_FRAME)
            assert(acc_frame_check(e.data, e.len, &header) == ACC_OK);
        f.frames += e.kind == ACC_DEMODULATOR_FRAME;
        f.bytes += e.len;
        for (size_t i = 0; i < e.len; i++)
            f.hash = f.hash * 31 + e.data[i];
        if (e.kind != ACC_DEMODULATOR_NONE)
            f.hash = f.hash * 31 + (uint32_t)e.kind;
    }
    free(memory);
    return f;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct {
        const char *name;
        uint32_t rate;
        acc_modem_mode mode;
    } receivers[] = {{"manchester:3675", 16000, ACC_MODEM_FRAMES},
                     {"bell202", 8000, ACC_MODEM_FRAMES},
                     {"bell202", 8000, ACC_MODEM_STREAM}};
    static float pcm[SAMPLES];
    if (size < 1)
        return 0;
    int wide = data[0] & 1, r = data[0] / 2 % 3;
    size_t len = (size - 1) / (wide ? sizeof *pcm : 1), block = data[0] / 6 + 1u;
    len = len < SAMPLES ? len : SAMPLES;
    for (size_t i = 0; i < len; i++)
        pcm[i] = (float)(int8_t)data[1 + i] / 128;
    if (wide)
        memcpy(pcm, data + 1, len * sizeof *pcm);
    findings whole =
        receive(receivers[r].name, receivers[r].rate, receivers[r].mode, pcm, len, len);
    findings cut =
        receive(receivers[r].name, receivers[r].rate, receivers[r].mode, pcm, len, block);
    assert(whole.hash == cut.hash && whole.bytes == cut.bytes);
    assert(whole.frames <= len / 64 && whole.bytes <= len / 4);
    return 0;
}
