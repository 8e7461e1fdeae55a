// The wake tone detector: Goertzel's algorithm in windows of 10 ms (n samples). s = x + 2 cos(w) s1 - s2; the bin's
// power is s1^2 + s2^2 - 2 cos(w) s1 s2, for a pure tone n / 2 times the window's energy. Input: captured samples
// of an accessory; output: whether the tone lasted long enough.
#include "accessory/tone.h"

#include "base/rounding.h"

#include <assert.h>
#include <math.h>

#define WINDOWS_A_SECOND 100u
#define LEAST_POWER 1e-7f  // mean square, -70 dB: a sine of peak 0.00045
// The tone's least share of the window's energy. A tone in noise of equal power has 0.5; a tone 2 % (20 Hz) off
// frequency loses 12 %: sinc^2(20 Hz * 10 ms) = 0.88. 0.25 leaves 2.5 dB for the noise's fluctuation.
#define LEAST_SHARE 0.25f
#define CORNER_HERTZ 50.0f  // of the high pass, above DC and hum

void acc_tone_detector_init(acc_tone_detector *detector, uint32_t rate, float hertz,
                            uint32_t least_ms)
{
    assert(rate >= 8000 && rate <= 192000);
    assert(hertz > 0 && hertz < 0.5f * (float)rate);
    assert(least_ms >= 10 && least_ms <= 10000);
    *detector = (acc_tone_detector){0};
    detector->coefficient = 2.0f * cosf(6.2831853f * hertz / (float)rate);
    detector->decay = 1.0f - 6.2831853f * CORNER_HERTZ / (float)rate;
    detector->window = rate / WINDOWS_A_SECOND;
    detector->needed = least_ms * WINDOWS_A_SECOND / 1000u;
}

// Passes a sample through the high pass.
static float alternating(acc_tone_detector *detector, float sample)
{
    float x = sample >= -8.0f ? fminf(sample, 8.0f) : sample < -8.0f ? -8.0f : 0.0f;
    detector->level = x - detector->before + detector->decay * detector->level;
    detector->before = x;
    return detector->level;
}

// Whether the full window contains the tone; starts the next window.
static bool judge_window(acc_tone_detector *detector)
{
    float n = (float)detector->window;
    float a = detector->first, b = detector->second;
    float bin = a * a + b * b - detector->coefficient * a * b;
    float energy = detector->energy;
    detector->first = detector->second = detector->energy = 0;
    detector->filled = 0;
    return energy > LEAST_POWER * n && 2.0f * bin > LEAST_SHARE * n * energy;
}

bool acc_tone_detector_push(acc_tone_detector *detector,
                            const float *ACC_READS(len) pcm ACC_NOESCAPE, size_t len)
{
    bool found = false;
    for (size_t i = 0; i < len; i++) {
        float x = alternating(detector, pcm[i]);
        float next = x + detector->coefficient * detector->first - detector->second;
        detector->second = detector->first;
        detector->first = next;
        detector->energy += x * x;
        if (++detector->filled < detector->window)
            continue;
        detector->found = judge_window(detector) ? detector->found + 1 : 0;
        if (detector->found >= detector->needed) {
            found = true;
            detector->found = 0;
        }
    }
    return found;
}
