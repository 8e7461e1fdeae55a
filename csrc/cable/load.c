// The bits of a carrier that follow from the report of a line (docs/cable.md, Soundings and reports). Integers only: both
// ends must compute the same load.
//
// Input: a report, a carrier. Output: its bits, for plan.c, report.c and the caller.
#include "cable/plan.h"

enum {
    BAND_HZ = 375,    // width of a band
    LOWEST = -7,      // SNR of a reported 0, in 0.5 dB
    CODE_RATE = 204,  // 0.797 in 1/256
    PAIRS_LOSS = 89,  // 0.35 in 1/256
};

// 256 log2(1 + 10^(x / 20)) for an SNR of x = -14 ... 33 in 0.5 dB.
static const uint16_t capacity[] = {
    67,  75,  83,  92,  101, 112,  124,  136,  150,  165,  181,  198,  216,  235,  256,  278,
    301, 325, 351, 377, 405, 434,  464,  495,  527,  559,  593,  627,  662,  698,  735,  772,
    809, 847, 886, 924, 964, 1003, 1043, 1083, 1124, 1164, 1205, 1246, 1287, 1328, 1370, 1411,
};

// The capacity in 1/256 bit at an SNR of x in 0.5 dB. Above the table 1 + SNR is nearly SNR, and
// 0.5 dB is 42.52 / 256 bit.
static int32_t capacity_at(int x)
{
    enum { TABLE = sizeof capacity / sizeof *capacity, LAST = TABLE - 15 };
    if (x < -14)
        return 0;
    if (x <= LAST)
        return capacity[x + 14];
    return capacity[TABLE - 1] + (int32_t)((x - LAST) * 42521 / 1000);
}

// SNR at a frequency in 1/16 Hz, in 1/16 of 0.5 dB, linear between the centres of bands.
static int32_t snr_at(const acc_cable_report *report, uint32_t hertz16)
{
    uint32_t width = 16 * BAND_HZ, from = hertz16 < width / 2 ? 0 : hertz16 - width / 2;
    uint32_t band = from / width, within = from % width;
    if (band >= ACC_CABLE_BANDS - 1)
        return 16 * (report->snr[ACC_CABLE_BANDS - 1] + LOWEST);
    int32_t a = report->snr[band], b = report->snr[band + 1];
    if (a == 0 || b == 0)  // the edge of the usable band
        return hertz16 / width < ACC_CABLE_BANDS && report->snr[hertz16 / width]
                   ? 16 * ((a ? a : b) + LOWEST)
                   : -16 * 100;
    return 16 * (a + LOWEST) + (b - a) * (int32_t)(16 * within / width);
}

int32_t acc_cable_report_snr(const acc_cable_report *report, unsigned k, unsigned n)
{
    return snr_at(report, (uint32_t)((uint64_t)k * ACC_CABLE_RATE * 16 / n));
}

// log2(1 + SNR / margin) (1 - loss) / 0.797, at most 20; 0.797 is the code's rate with its padding.
// Shaped, from 5 bits on, where both dimensions have a pair: two pairs have 0.35 bit less entropy
// than their four bits, 2 (2 - 1.825), and the margin is 1 dB less. With these values the decoder
// needs as many iterations at 20 to 40 dB as without shaping. Shaping saves 0.5 dB; the rest is due
// to shorter blocks, which have room for more pairs.
uint32_t acc_cable_report_load(const acc_cable_report *report, unsigned more, unsigned k,
                               unsigned n, bool shaped)
{
    uint32_t plain = shaped ? acc_cable_report_load(report, more, k, n, false) : 0;
    if (shaped && plain < 5 * 256)
        return plain;
    int32_t snr = acc_cable_report_snr(report, k, n) - 16 * (int32_t)(report->margin + more);
    snr += shaped ? 2 * 16 : 0;
    int32_t x = snr >= 0 ? snr / 16 : -((-snr + 15) / 16), rest = snr - 16 * x;
    int32_t low = capacity_at(x), high = capacity_at(x + 1), c = low + (high - low) * rest / 16;
    c = c * (int32_t)(ACC_CABLE_LOSS_UNIT - report->loss) / (int32_t)ACC_CABLE_LOSS_UNIT;
    c = (c + (shaped ? PAIRS_LOSS : 0)) * 256 / CODE_RATE;
    return (uint32_t)(c < 20 * 256 ? c : 20 * 256);
}

uint32_t acc_cable_report_bits(const acc_cable_report *report, unsigned more, unsigned k,
                               unsigned n)
{
    return acc_cable_report_load(report, more, k, n, false);
}
