// The cost of each receiver on a Cortex-M: memory, and instructions per second of sound. It runs in qemu
// with one nanosecond of virtual time per instruction (benchmarks/firmware-cost), where the system timer
// counts PER_TICK instructions per tick (40 at 25 MHz).
#include "accessory/cable.h"
#include "accessory/modem.h"

#include <stdio.h>
#include <string.h>

#define SYSTICK_CONTROL (*(volatile uint32_t *)0xE000E010)
#define SYSTICK_RELOAD (*(volatile uint32_t *)0xE000E014)
#define SYSTICK_NOW (*(volatile uint32_t *)0xE000E018)
#define BLOCK 480u
#define MEMORY 49152u

static _Alignas(16) uint8_t memory[MEMORY];
static acc_modulator modulator;

// Renders frames or characters without end.
static void sound(const acc_modem_profile *p, acc_modem_mode mode, bool coded, float *out)
{
    static uint8_t payload[60], frame[ACC_FRAME_MAX_SIZE];
    size_t sent = 0;
    while (sent < BLOCK) {
        if (p->waveform == ACC_WAVEFORM_TRACK2) {
            memset(out, 0, BLOCK * sizeof *out);
            return;
        }
        if (mode == ACC_MODEM_STREAM) {
            acc_modulator_send_bytes(&modulator, payload, sizeof payload);
        } else if (!acc_modulator_is_busy(&modulator)) {
            uint8_t scheme = coded ? ACC_FEC_SCHEME : 0;
            size_t len = acc_frame_write(scheme, payload, sizeof payload, frame, sizeof frame);
            acc_modulator_send_frame(&modulator, frame, len);
        }
        sent += acc_modulator_render(&modulator, out + sent, BLOCK - sent);
    }
}

static void measure_modem(const char *name, uint32_t rate, acc_modem_mode mode, bool coded)
{
    acc_modem_profile p;
    acc_demodulator *d = NULL;
    acc_demodulator_event event;
    float block[BLOCK];
    uint64_t ticks = 0;
    uint32_t blocks = 3 * rate / BLOCK;
    acc_modem_profile_parse(name, strlen(name), &p);
    size_t size = acc_demodulator_size(&p, rate, mode);
    acc_modulator_init(&modulator, &p, rate, 0.5f);
    if (size > MEMORY || acc_demodulator_init(memory, MEMORY, &p, rate, mode, &d) != ACC_OK) {
        printf("%s: %zu bytes, no room\n", name, size);
        return;
    }
    for (uint32_t b = 0; b < blocks; b++) {
        sound(&p, mode, coded, block);
        size_t taken = 0;
        uint32_t before = SYSTICK_NOW;
        do
            taken += acc_demodulator_push(d, block + taken, BLOCK - taken, &event);
        while (event.kind != ACC_DEMODULATOR_NONE);
        ticks += (before - SYSTICK_NOW) & 0xFFFFFF;
    }
    acc_modem_quality q = acc_demodulator_quality(d);
    static const char *const modes[] = {"frames", "characters", "uncoded frames"};
    printf("| %s, %s%s | %lu | %lu | %.1f | %lu |\n", name, modes[mode],
           coded ? ", sent coded" : "", (unsigned long)rate, (unsigned long)size,
           (double)ticks * PER_TICK / 1e6 * rate / ((double)blocks * BLOCK),
           (unsigned long)(q.frames_good ? q.frames_good : q.bytes));
}

static uint32_t seconds_to_ticks(uint32_t before)
{
    return (before - SYSTICK_NOW) & 0xFFFFFF;
}

// The cable modem's sender with symbols of 2048 and four interleaved blocks.
static void measure_cable_sender(uint32_t bit_rate, bool shaped)
{
    static const acc_cable_limits limits = {2048, 256, 4, 10, 4, 32};
    static uint8_t payload[24576];
    acc_cable_sender *sender = NULL;
    acc_cable_mode mode;
    float block[BLOCK];
    uint64_t ticks = 0, samples = 0;
    size_t size = acc_cable_sender_size(&limits);
    for (size_t i = 0; i < sizeof payload; i++)
        payload[i] = (uint8_t)(i * 2654435761u >> 24);
    acc_cable_mode_choose(65536, bit_rate, 0, &mode);
    mode.kind = shaped ? ACC_CABLE_SHAPED : ACC_CABLE_FLAT;
    mode.lifting = limits.lifting;
    mode.depth = limits.depth;
    if (size > MEMORY || acc_cable_sender_init(memory, MEMORY, &limits, 0.5f, &sender) != ACC_OK ||
        acc_cable_sender_start(sender, &mode, payload, sizeof payload) != ACC_OK) {
        printf("cable sender: %zu bytes, no room\n", size);
        return;
    }
    while (acc_cable_sender_is_busy(sender)) {
        uint32_t before = SYSTICK_NOW;
        samples += acc_cable_sender_render(sender, block, BLOCK);
        ticks += seconds_to_ticks(before);
    }
    double million = (double)ticks * PER_TICK / 1e6 * 48000 / (double)samples;
    printf("cable sender, depth 4, %s%lu bit/s: %lu bytes, %.1f million instructions per second of "
           "sound\n",
           shaped ? "shaped, " : "", (unsigned long)(8ull * sizeof payload * 48000 / samples),
           (unsigned long)size, million);
}

// The cable modem's small receiver: symbols of 1024, blocks of 3840 bits without interleaving, at 30 dB SNR.
static void measure_cable_receiver(void)
{
    static const acc_cable_limits limits = {1024, 64, 1, 3, 2, 32};
    static const acc_cable_mode mode = {ACC_CABLE_FLAT, 1024,  32, 20, 19500, 16,
                                        false,          false, 64, 1,  1500};
    static _Alignas(64) uint8_t sender_memory[16384], receiver_memory[66560];
    static uint8_t payload[12000];
    acc_cable_sender *sender = NULL;
    acc_cable_receiver *receiver = NULL;
    size_t size = acc_cable_receiver_size(&limits), sent = 0, good = 0;
    uint32_t random = 1;
    uint64_t ticks = 0;
    for (size_t i = 0; i < sizeof payload; i++)
        payload[i] = (uint8_t)(i * 2654435761u >> 24);
    if (acc_cable_sender_init(sender_memory, sizeof sender_memory, &limits, 0.5f, &sender) ||
        acc_cable_receiver_init(receiver_memory, sizeof receiver_memory, &limits, &receiver) ||
        acc_cable_sender_start(sender, &mode, payload, sizeof payload)) {
        printf("cable receiver: %lu bytes, no room\n", (unsigned long)size);
        return;
    }
    for (unsigned quiet = 0; quiet < 10; quiet += !acc_cable_sender_is_busy(sender)) {
        float block[BLOCK];
        sent += acc_cable_sender_render(sender, block, BLOCK);
        for (size_t i = 0; i < BLOCK; i++) {  // a sum of four is nearly Gaussian; RMS 0.0033
            float sum = 0;
            for (int k = 0; k < 4; k++)
                sum += (float)((random = random * 1664525u + 1013904223u) >> 8) * 0x1p-24f - 0.5f;
            block[i] += 0.0057f * sum;
        }
        acc_cable_event event;
        size_t taken = 0;
        do {
            uint32_t before = SYSTICK_NOW;
            taken += acc_cable_receiver_push(receiver, block + taken, BLOCK - taken, &event);
            ticks += seconds_to_ticks(before);
            if (event.kind == ACC_CABLE_BLOCK &&
                memcmp(event.data, payload + event.offset, event.len) == 0)
                good += event.len;
        } while (event.kind != ACC_CABLE_NONE);
    }
    acc_cable_quality q = acc_cable_receiver_quality(receiver);
    printf("cable receiver, depth 1, %lu bit/s: %lu bytes, %.1f million instructions per second of "
           "sound, %.1f iterations, %lu of %lu bytes exact\n",
           (unsigned long)(8ull * good * 48000 / sent), (unsigned long)size,
           (double)ticks * PER_TICK / 1e6 * 48000 / (double)sent, (double)q.iterations,
           (unsigned long)good, (unsigned long)sizeof payload);
}

int main(void)
{
    SYSTICK_RELOAD = 0xFFFFFF;
    SYSTICK_CONTROL = 5;
    printf(
        "| receiver | samples/s | RAM bytes | million instructions per second of sound | read |\n");
    printf("|---|---|---|---|---|\n");
    measure_modem("reader", 44100, ACC_MODEM_UNCODED, false);
    measure_modem("reader", 44100, ACC_MODEM_FRAMES, false);
    measure_modem("reader", 44100, ACC_MODEM_FRAMES, true);
    measure_modem("bell202", 44100, ACC_MODEM_UNCODED, false);
    measure_modem("bell202", 44100, ACC_MODEM_FRAMES, true);
    measure_modem("bell202", 44100, ACC_MODEM_STREAM, false);
    measure_modem("bell202", 12000, ACC_MODEM_UNCODED, false);
    measure_modem("manchester:8820", 44100, ACC_MODEM_FRAMES, true);
    measure_modem("hijack", 44100, ACC_MODEM_STREAM, false);
    measure_modem("track2", 44100, ACC_MODEM_STREAM, false);
    printf("\nsender: %lu bytes\n", (unsigned long)sizeof(acc_modulator));
    measure_cable_sender(125000, false);
    measure_cable_sender(320000, false);
    measure_cable_sender(320000, true);
    measure_cable_receiver();
    return 0;
}
