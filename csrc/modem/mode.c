// The known modes (docs/modem.md, Modes). Input: a name; output: profile, format and code.
#include "accessory/mode.h"

#include "base/rounding.h"
#include "modem/uic.h"

#include <string.h>

#define FORMAT(bits, kind, stops)                                                                  \
    {                                                                                              \
        .data_bits = bits, .parity = ACC_PARITY_##kind, .half_stops = stops                        \
    }
#define FSK(rate, one, zero)                                                                       \
    {                                                                                              \
        .waveform = ACC_WAVEFORM_FSK, .baud = rate, .mark = one, .space = zero                     \
    }

#define UIC                                                                                        \
    {                                                                                              \
        .waveform = ACC_WAVEFORM_UIC, .baud = UIC_BAUD, .mark = UIC_MARK, .space = UIC_SPACE       \
    }

static const struct {
    const char *name;
    acc_mode mode;
} modes[] = {
    {"rtty", {FSK(1000 / 22.0, 1585, 1415), FORMAT(5, NONE, 3), ACC_CODE_ITA2}},
    {"tdd", {FSK(1000 / 22.0, 1400, 1800), FORMAT(5, NONE, 4), ACC_CODE_TDD}},
    {"v21", {FSK(300, 980, 1180), FORMAT(8, NONE, 2), ACC_CODE_BYTES}},
    {"v21-answer", {FSK(300, 1650, 1850), FORMAT(8, NONE, 2), ACC_CODE_BYTES}},
    {"v23", {FSK(1200, 1300, 2100), FORMAT(8, NONE, 2), ACC_CODE_BYTES}},
    {"v23-600", {FSK(600, 1300, 1700), FORMAT(8, NONE, 2), ACC_CODE_BYTES}},
    {"v23-back", {FSK(75, 390, 450), FORMAT(8, NONE, 2), ACC_CODE_BYTES}},
    {"bell103", {FSK(300, 1270, 1070), FORMAT(8, NONE, 2), ACC_CODE_BYTES}},
    {"bell103-answer", {FSK(300, 2225, 2025), FORMAT(8, NONE, 2), ACC_CODE_BYTES}},
    {"hart", {FSK(1200, 1200, 2200), FORMAT(8, ODD, 2), ACC_CODE_BYTES}},
    {"kcs", {FSK(300, 2400, 1200), FORMAT(8, NONE, 4), ACC_CODE_BYTES}},
    {"callerid", {FSK(1200, 1200, 2200), FORMAT(8, NONE, 2), ACC_CODE_CALLER_ID}},
    {"uic-ground", {UIC, FORMAT(8, NONE, 2), ACC_CODE_UIC_GROUND}},
    {"uic-train", {UIC, FORMAT(8, NONE, 2), ACC_CODE_UIC_TRAIN}},
};
enum { COUNT = sizeof modes / sizeof *modes, MOST_DIGITS = 6 };

const char *acc_mode_name(size_t index)
{
    return index < COUNT ? modes[index].name : NULL;
}

// A bit rate in digits; 0 for any other text.
static double rate_of(const char *text, size_t len)
{
    double rate = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9' || len > MOST_DIGITS)
            return 0;
        rate = 10 * rate + (text[i] - '0');
    }
    return rate;
}

static acc_mode mode_of_rate(double rate)
{
    const acc_mode fast = {FSK(rate, 1200, 2200), FORMAT(8, NONE, 2), ACC_CODE_BYTES};
    const acc_mode medium = {FSK(rate, 1270, 1070), FORMAT(8, NONE, 2), ACC_CODE_BYTES};
    const acc_mode slow = {FSK(rate, 1585, 1415), FORMAT(8, NONE, 2), ACC_CODE_BYTES};
    return rate >= 400 ? fast : rate >= 100 ? medium : slow;
}

acc_status acc_mode_parse(const char *text, size_t len, acc_mode *mode)
{
    for (size_t i = 0; i < COUNT; i++)
        if (strlen(modes[i].name) == len && memcmp(modes[i].name, text, len) == 0) {
            *mode = modes[i].mode;
            return ACC_OK;
        }
    const double rate = rate_of(text, len);
    if (!(rate > 0))
        return ACC_MALFORMED;
    const acc_mode found = mode_of_rate(rate);
    const acc_status status = acc_modem_profile_check(&found.profile, ACC_MODEM_MAX_RATE);
    if (status == ACC_OK)
        *mode = found;
    return status;
}
