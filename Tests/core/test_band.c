// The character receiver's filters: decimation, memory, frequency response, delay, and chunks.
#include "check.h"
#include "modem/band.h"

#include <math.h>
#include <string.h>

static const double two_pi = 6.283185307179586;
static const acc_modem_profile bell = {ACC_WAVEFORM_FSK, 1200, 1200, 2200};
static _Alignas(16) uint8_t memory[65536];
static band filter;

// At least 7.9 samples a symbol and 3.5 a wave of the upper tone; bytes worked out by hand from the number of taps: 7.2
// symbols, a multiple of 4 up to 160; the low-pass 1.67 factor / (1 - twice the stop band), a multiple of 8.
static void sizes(void)
{
    static const struct {
        acc_modem_profile profile;
        uint32_t rate, factor;
        size_t bytes;
    } rows[] = {
        // 60 and 24 taps: 36 vectors, 24 + 264 + 60 + 264 floats
        {{ACC_WAVEFORM_FSK, 1200, 1200, 2200}, 48000, 5, 36 * 16 + 612 * 4},
        {{ACC_WAVEFORM_FSK, 1200, 2200, 1200}, 48000, 5, 36 * 16 + 612 * 4},
        {{ACC_WAVEFORM_FSK, 1200, 1200, 2200}, 8000, 1, 24 * 16 + 312 * 4},
        {{ACC_WAVEFORM_FSK, 50, 1000, 1200}, 8000, 1, 80 * 16 + 424 * 4},
        {{ACC_WAVEFORM_FSK, 50, 1200, 1000}, 8000, 1, 80 * 16 + 424 * 4},
        // 68 and 8 taps
        {{ACC_WAVEFORM_FSK, 1200, 1200, 2200}, 22050, 2, 36 * 16 + 604 * 4},
        // 57.6 taps at 18959 and 18960 Hz: a factor of 1, then of 2
        {{ACC_WAVEFORM_FSK, 1200, 1200, 2200}, 18959, 1, 116 / 2 * 16 + 380 * 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK(acc_band_factor(&rows[i].profile, rows[i].rate) == rows[i].factor);
        CHECK(acc_band_memory(&rows[i].profile, rows[i].rate) == rows[i].bytes);
    }
    CHECK(acc_band_factor(&bell, 18960) == 2 && acc_band_factor(&bell, 28439) == 2 &&
          acc_band_factor(&bell, 28440) == 3);
    // 3.5 waves of 2200 Hz are more than 7.9 symbols of 300 bit/s
    const acc_modem_profile slow = {ACC_WAVEFORM_FSK, 300, 2000, 2200};
    CHECK(acc_band_factor(&slow, 15399) == 1 && acc_band_factor(&slow, 15400) == 2);
}

static void begin(const acc_modem_profile *p, uint32_t rate)
{
    memset(memory, 0xFF, sizeof memory);
    memset(&filter, 0xFF, sizeof filter);
    CHECK(acc_band_memory(p, rate) <= sizeof memory);
    acc_band_init(&filter, p, rate, memory);
}

// Runs `len` samples; the number of chunks. The last outputs remain in filter.out.
static unsigned run(const float *x, size_t len)
{
    unsigned chunks = 0;
    for (size_t n; len; x += n, len -= n) {
        const size_t wanted = acc_band_wanted(&filter);
        n = len < wanted ? len : wanted;
        n = n < BAND_PIECE ? n : BAND_PIECE;
        acc_band_run(&filter, x, n);
        // before the hum canceller, which is not the filter's
        if (filter.filled == BAND_CHUNK) {
            filter.filled = 0;
            chunks++;
        }
    }
    return chunks;
}

// The gain at a frequency, relative to the decimation factor.
static double gain(const acc_modem_profile *p, uint32_t rate, double hertz)
{
    static float wave[9600];
    begin(p, rate);
    const size_t len = (size_t)64 * 6 * filter.factor;
    for (size_t i = 0; i < len; i++)
        wave[i] = (float)cos(two_pi * hertz / rate * (double)i);
    run(wave, len);
    // the last 64 outputs, by their correlation with the wave they alias to
    double re = 0, im = 0, square[3] = {0};
    const double step = two_pi * hertz / rate * filter.factor;
    for (int i = 0; i < 64; i++) {
        const double c = cos(step * i), s = sin(step * i), y = (double)filter.out[i];
        re += y * c;
        im += y * s;
        square[0] += c * c;
        square[1] += s * s;
        square[2] += c * s;
    }
    const double det = square[0] * square[1] - square[2] * square[2];
    if (fabs(det) < 1e-6)
        return fabs(re) / square[0] / filter.factor;
    const double a = (re * square[1] - im * square[2]) / det,
                 b = (im * square[0] - re * square[2]) / det;
    return hypot(a, b) / filter.factor;
}

static void responses(void)
{
    static const uint32_t rates[] = {48000, 8000, 22050};
    for (int i = 0; i < 3; i++) {
        CHECK(fabs(gain(&bell, rates[i], 1750) - 1) < (rates[i] == 8000 ? 0.001 : 0.08));
        for (double f = 1200; f <= 2200; f += 250)
            CHECK(gain(&bell, rates[i], f) > 0.96 && gain(&bell, rates[i], f) < 1.08);
        // about 6 dB down at 960 and 2540 Hz, 33 dB at 800 and 2700 Hz; the low-pass adds 0.6 dB
        CHECK(fabs(gain(&bell, rates[i], 960) - 0.55) < 0.06);
        CHECK(fabs(gain(&bell, rates[i], 2540) - 0.55) < 0.06);
        for (double f = 100; f <= 800; f += 50)
            CHECK(gain(&bell, rates[i], f) < 0.024);
        for (double f = 2700; f <= 3900; f += 50)
            CHECK(gain(&bell, rates[i], f) < 0.024);
        CHECK(gain(&bell, rates[i], 0) < 1e-5);
    }
    // what decimation to 9600 Hz folds into the band is about 30 dB down
    for (double f = 9600 - 2540; f <= 9600 - 960; f += 60)
        CHECK(gain(&bell, 48000, f) < 0.037);
    for (double f = 9600 + 960; f <= 9600 + 2540; f += 60)
        CHECK(gain(&bell, 48000, f) < 0.037);
    // tones far apart: the cuts move out by twice the excess, by 0.35 bit rates at most
    const acc_modem_profile wide = {ACC_WAVEFORM_FSK, 1000, 1500, 3000};
    CHECK(fabs(gain(&wide, 48000, 1500 - 550) - 0.55) < 0.06);
    CHECK(fabs(gain(&wide, 48000, 3000 + 634) - 0.55) < 0.06);
    const acc_modem_profile less = {ACC_WAVEFORM_FSK, 1000, 1500, 2400};
    CHECK(fabs(gain(&less, 48000, 1500 - 320) - 0.55) < 0.06);
    CHECK(fabs(gain(&less, 48000, 2400 + 404) - 0.55) < 0.06);
    // tones close together: the cuts are 0.63 and 0.71 bit rates from the middle
    const acc_modem_profile close = {ACC_WAVEFORM_FSK, 1000, 2000, 2400};
    CHECK(fabs(gain(&close, 48000, 2200 - 630) - 0.55) < 0.06);
    CHECK(fabs(gain(&close, 48000, 2200 + 710) - 0.55) < 0.06);
}

// The centre of an impulse's response is where acc_band_delay says, from the last whole chunk on.
static void delays(void)
{
    static const uint32_t rates[] = {8000, 48000, 44100};
    for (int i = 0; i < 3; i++)
        for (size_t before = 1000; before < 1013; before++) {
            static float sound[4000];
            memset(sound, 0, sizeof sound);
            sound[before - 1] = 1;
            begin(&bell, rates[i]);
            run(sound, before);
            const double delay = (double)acc_band_delay(&filter);
            double sum = 0, place = 0;
            // the response from here on, sample by sample
            double first = (double)filter.filled;
            for (uint32_t k = 0; k < filter.filled; k++) {
                const double y = (double)filter.out[k] * (double)filter.out[k];
                sum += y;
                place += y * (k + 1);
            }
            for (size_t n = before; n < 3000; n++) {
                const uint32_t had = filter.filled;
                acc_band_run(&filter, sound + n, 1);
                if (filter.filled > had) {
                    first++;
                    const double y = (double)filter.out[had] * (double)filter.out[had];
                    sum += y;
                    place += y * first;
                }
                if (filter.filled == BAND_CHUNK)
                    filter.filled = 0;
            }
            // a decimated output begins `factor` - 1 samples before its last one
            CHECK(fabs(place / sum - (1 - 1.0 / filter.factor) - delay) < 0.1);
        }
}

// As many samples as are wanted fill a chunk, and not one fewer.
static void chunks_are_full(void)
{
    static const float silence[BAND_PIECE];
    static const uint32_t rates[] = {8000, 48000};
    for (int i = 0; i < 2; i++) {
        begin(&bell, rates[i]);
        CHECK(acc_band_wanted(&filter) == BAND_CHUNK * filter.factor);
        for (int turn = 0; turn < 3; turn++) {
            size_t wanted = acc_band_wanted(&filter);
            while (wanted > 1) {
                const size_t n = wanted - 1 < 77 ? wanted - 1 : 77;
                CHECK(!acc_band_chunk(&filter, false));
                acc_band_run(&filter, silence, n);
                wanted -= n;
                CHECK(acc_band_wanted(&filter) == wanted);
            }
            CHECK(!acc_band_chunk(&filter, false));
            acc_band_run(&filter, silence, 1);
            const float *chunk = acc_band_chunk(&filter, false);
            CHECK(chunk == filter.out && filter.filled == 0);
            CHECK(!acc_band_chunk(&filter, false));
            for (unsigned k = 0; chunk && k < BAND_CHUNK; k++)
                CHECK(chunk[k] == 0);
        }
    }
}

int main(void)
{
    sizes();
    responses();
    delays();
    chunks_are_full();
    return failures;
}
