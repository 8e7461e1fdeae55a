// The demodulator's decimation and memory, and the figures and carrier events of frames with and without error correction.
#include "accessory/modem.h"
#include "check.h"
#include "modem/demodulator.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 120000, MEMORY = 131072 };

static float air[SAMPLES];
static _Alignas(16) uint8_t memory[MEMORY];

// Ten samples a bi-phase symbol; sixteen an FSK symbol, and ten a wave of either tone.
static void decimation(void)
{
    static const struct {
        acc_modem_profile profile;
        uint32_t rate;
        acc_modem_mode mode;
        uint32_t factor, chunk;
    } rows[] = {
        {{ACC_WAVEFORM_FSK, 1200, 1200, 2200}, 44000, ACC_MODEM_FRAMES, 2, 128},
        {{ACC_WAVEFORM_FSK, 1200, 1200, 2200}, 43999, ACC_MODEM_FRAMES, 1, 128},
        {{ACC_WAVEFORM_FSK, 1200, 2200, 1200}, 44000, ACC_MODEM_FRAMES, 2, 128},
        {{ACC_WAVEFORM_FSK, 1200, 2200, 1200}, 43999, ACC_MODEM_FRAMES, 1, 128},
        {{ACC_WAVEFORM_FSK, 1200, 1000, 1800}, 38400, ACC_MODEM_FRAMES, 2, 128},
        {{ACC_WAVEFORM_FSK, 1200, 1000, 1800}, 38399, ACC_MODEM_FRAMES, 1, 128},
        {{ACC_WAVEFORM_FSK, 1200, 1200, 2200}, 48000, ACC_MODEM_STREAM, 5, 64},
        {{ACC_WAVEFORM_FSK, 1200, 1200, 2200}, 8000, ACC_MODEM_FRAMES, 1, 128},
        {{ACC_WAVEFORM_MANCHESTER, 1200, 0, 0}, 36000, ACC_MODEM_FRAMES, 3, 0},
        {{ACC_WAVEFORM_MANCHESTER, 1200, 0, 0}, 35999, ACC_MODEM_FRAMES, 2, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        acc_demodulator *d = NULL;
        const size_t size = acc_demodulator_size(&rows[i].profile, rows[i].rate, rows[i].mode);
        CHECK(size > sizeof *d && size <= MEMORY);
        CHECK(acc_demodulator_init(memory, size - 1, &rows[i].profile, rows[i].rate, rows[i].mode,
                                   &d) == ACC_NO_ROOM);
        CHECK(acc_demodulator_init(memory, size, &rows[i].profile, rows[i].rate, rows[i].mode,
                                   &d) == ACC_OK);
        CHECK(d->decimation == rows[i].factor);
        CHECK(d->chunk == (rows[i].chunk ? rows[i].chunk : acc_manchester_chunk(&d->manchester)));
        const double period = rows[i].rate / rows[i].profile.baud / rows[i].factor;
        CHECK(fabs((double)symbol_period(d) / period - 1) < 1e-6);
    }
    // which waveform has which mode
    static const struct {
        acc_waveform waveform;
        acc_modem_mode mode;
        acc_status status;
    } modes[] = {
        {ACC_WAVEFORM_FSK, ACC_MODEM_FRAMES, ACC_OK},
        {ACC_WAVEFORM_FSK, ACC_MODEM_STREAM, ACC_OK},
        {ACC_WAVEFORM_MANCHESTER, ACC_MODEM_FRAMES, ACC_OK},
        {ACC_WAVEFORM_MANCHESTER, ACC_MODEM_STREAM, ACC_UNSUPPORTED},
        {ACC_WAVEFORM_HIJACK, ACC_MODEM_STREAM, ACC_OK},
        {ACC_WAVEFORM_HIJACK, ACC_MODEM_FRAMES, ACC_UNSUPPORTED},
        {ACC_WAVEFORM_TRACK2, ACC_MODEM_STREAM, ACC_OK},
        {ACC_WAVEFORM_TRACK2, ACC_MODEM_FRAMES, ACC_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        const acc_modem_profile p = {modes[i].waveform, 1200, 1200, 2200};
        CHECK(acc_demodulator_init(memory, MEMORY, &p, 48000, modes[i].mode, NULL) ==
              modes[i].status);
        CHECK(acc_demodulator_init(memory, MEMORY, &p, 7999, modes[i].mode, NULL) ==
              ACC_OUT_OF_RANGE);
        CHECK(acc_demodulator_size(&p, 7999, modes[i].mode) == 0);
    }
}

// A frame at an amplitude of 0.5, through a gain, a clock and noise. The level is that of the matched filter, which smooths
// the edges of bi-phase symbols.
static void figures_are_right(const char *name, uint32_t rate, uint8_t fec, float gain,
                              double clock, float snr_db)
{
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse(name, strlen(name), &p) == ACC_OK);
    const bool is_tones = p.waveform == ACC_WAVEFORM_FSK;
    acc_modem_profile sender = p;
    sender.baud *= clock;
    sender.mark *= clock;
    sender.space *= clock;
    uint8_t payload[40], frame[ACC_FRAME_MAX_SIZE];
    for (size_t i = 0; i < sizeof payload; i++)
        payload[i] = (uint8_t)draw();
    const size_t size = acc_frame_write(fec, payload, sizeof payload, frame, sizeof frame);
    acc_modulator m;
    memset(air, 0, sizeof air);
    CHECK(acc_modulator_init(&m, &sender, rate, 0.5f) == ACC_OK);
    CHECK(acc_modulator_send_frame(&m, frame, size) == ACC_OK);
    const size_t sent = acc_modulator_render(&m, air + 3000, SAMPLES - 3000);
    CHECK(!acc_modulator_is_busy(&m));
    double power = 0;
    for (size_t i = 3000; i < 3000 + sent; i++)
        power += (double)air[i] * (double)air[i] / (double)sent;
    const float sigma = (float)sqrt(power * pow(10, -(double)snr_db / 10));
    const size_t end = 3000 + sent + (size_t)(800.0 * rate / p.baud);
    CHECK(end <= SAMPLES);
    for (size_t i = 0; i < end; i++)
        air[i] = gain * (air[i] + sigma * normal());
    acc_demodulator *d = NULL;
    memset(memory, 0xFF, sizeof memory);
    CHECK(acc_demodulator_init(memory, MEMORY, &p, rate, ACC_MODEM_FRAMES, &d) == ACC_OK);
    unsigned frames = 0, on = 0, off = 0, order = 0;
    for (size_t at = 0; at < end;) {
        acc_demodulator_event e;
        at += acc_demodulator_push(d, air + at, end - at, &e);
        frames += e.kind == ACC_DEMODULATOR_FRAME;
        on += e.kind == ACC_DEMODULATOR_CARRIER_ON;
        off += e.kind == ACC_DEMODULATOR_CARRIER_OFF;
        if (e.kind == ACC_DEMODULATOR_FRAME) {
            CHECK(e.len == size && memcmp(e.data, frame, size) == 0);
            order = on == 1 && off == 0;
        }
    }
    const acc_modem_quality q = acc_demodulator_quality(d);
    CHECK(frames == 1 && on == 1 && off == 1 && order && !q.carrier);
    CHECK(q.frames_good == 1 && q.frames_bad == 0 && q.bytes == sizeof payload);
    CHECK(q.inverted == (!is_tones && gain < 0));
    const double level = (double)q.level / fabs(0.5 * (double)gain);
    const double ppm = (double)q.clock_ppm - (clock - 1) * 1e6;
    const bool agrees =
        level > 0.78 && level < 1.05 && fabs(ppm) < 1500 && fabs((double)(q.snr_db - snr_db)) < 2;
    if (!agrees)
        printf("%s at %u Hz, fec %d, gain %g: level %g, snr %g of %g%s, clock %g off\n", name,
               (unsigned)rate, fec, (double)gain, level, (double)q.snr_db, (double)snr_db,
               q.snr_is_minimum ? " at least" : "", ppm);
    CHECK(agrees);
}

// Each part begins in the same state, whatever its memory held.
static void parts_begin_alike(void)
{
    static manchester m[2];
    memset(&m[0], 0, sizeof m[0]);
    memset(&m[1], 0xFF, sizeof m[1]);
    acc_manchester_init(&m[0], 13);
    acc_manchester_init(&m[1], 13);
    CHECK(memcmp(&m[0], &m[1], sizeof m[0]) == 0);
    static sync_search search[2];
    memset(&search[0], 0, sizeof search[0]);
    memset(&search[1], 0xFF, sizeof search[1]);
    acc_sync_init(&search[0], 5, true);
    acc_sync_init(&search[1], 5, true);
    CHECK(memcmp(&search[0], &search[1], sizeof search[0]) == 0);
}

int main(void)
{
    parts_begin_alike();
    decimation();
    for (uint8_t fec = 0; fec <= ACC_FEC_SCHEME; fec += ACC_FEC_SCHEME) {
        figures_are_right("bell202", 48000, fec, 1, 1, 3);
        figures_are_right("bell202", 24000, fec, 0.01f, 1.01, 5);
        figures_are_right("bell202", 8000, fec, -0.3f, 0.99, 10);
        figures_are_right("reader", 48000, fec, 1, 1, 4);
        figures_are_right("reader", 44100, fec, -0.02f, 1.01, 4);
        figures_are_right("manchester:1378.125", 48000, fec, 0.5f, 0.99, 0);
    }
    return failures;
}
