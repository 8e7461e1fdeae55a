// The SNR that a receiver reports: within bounds of the true one, or marked as a minimum; also at the end of the
// signal.
#include "every_air.h"

#define SEEDS 6

static void is_honest(const air_case *c, int decibels)
{
    float sum = 0;
    unsigned heard = 0, minimum = 0;
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        uint8_t payload[200];
        double power = 0;
        size_t loud = 0;
        air_seed = seed * 77;
        size_t len = air_send(c, 1 + 0.003 * seed, 1, 100, payload, NULL);
        for (size_t i = 0; i < len; i++) {
            power += (double)air[i] * (double)air[i];
            loud += air[i] != 0;
        }
        float sigma = sqrtf((float)(power / (double)loud) * powf(10, -(float)decibels / 10));
        for (size_t i = 0; i < len; i++)
            air[i] += sigma * air_gauss();
        acc_demodulator *d = air_receiver(c);
        acc_demodulator_event e;
        for (size_t at = 0; at < len;)
            at += acc_demodulator_push(d, air + at, len - at, &e);
        acc_modem_quality q = acc_demodulator_quality(d);
        if (q.bytes == 0)
            continue;
        heard++;
        minimum += q.snr_is_minimum;
        sum += q.snr_db;
    }
    // in strong noise only the luckiest frames are received, so few are no sample
    if (heard < SEEDS / 2)
        return;
    float mean = sum / (float)heard, off = mean - (float)decibels;
    bool honest = minimum ? off < 1.5f : fabsf(off) < 2;
    if (!honest)
        printf("%s at %u, %s: %d dB read as %.1f, %u of %u times as a minimum\n", c->name,
               (unsigned)c->rate, air_kind(c), decibels, (double)mean, minimum, heard);
    CHECK(honest);
    // a clean signal has no exact figure
    CHECK(decibels < 40 || minimum == heard);
}

int main(void)
{
    for (size_t i = 0; i < AIR_CASES; i++) {
        acc_modem_profile p = air_profile(&air_cases[i]);
        for (int decibels = 0; p.waveform != ACC_WAVEFORM_HIJACK && decibels <= 50; decibels += 2)
            is_honest(&air_cases[i], decibels);
    }
    return failures;
}
