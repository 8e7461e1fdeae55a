// The number of bins for a period of mains hum: all that fit, but at most two per sample of a period.
#include "check.h"
#include "modem/hum.h"

static uint32_t bins(float rate)
{
    hum h;
    acc_hum_init(&h, rate);
    return (uint32_t)(1ull << 32 >> h.shift);
}

int main(void)
{
    for (float rate = 480; rate <= 48000; rate += 10) {
        const float most = 2 * rate / 60;
        CHECK(bins(rate) <= HUM_BINS && (float)bins(rate) <= most);
        CHECK(bins(rate) == HUM_BINS || 2 * (float)bins(rate) > most);
    }
    CHECK(bins(100) == 16);
    return failures;
}
