// Profile names and limits (docs/modem.md, Profiles). Input: a name from the command line or Swift; output: the
// profile that modulator and demodulator use.
#include "accessory/modem.h"
#include "modem/hijack.h"
#include "modem/same.h"

#include <string.h>

// Reads a decimal number at `*at` and moves `*at` past it; true when there was one.
static bool read_number(const char **at, const char *end, double *value)
{
    const char *p = *at;
    double number = 0, place = 1;
    bool digits = false;
    for (; p < end && *p >= '0' && *p <= '9' && number < 1e9; p++, digits = true)
        number = number * 10 + (*p - '0');
    if (p < end && *p == '.')
        for (p++; p < end && *p >= '0' && *p <= '9'; p++, digits = true)
            number += (*p - '0') * (place /= 10);
    *at = p;
    *value = number;
    return digits;
}

// The profiles. A name with a colon is followed by numbers, one for each word after the colon: baud, mark, space.
static const struct {
    const char *name;
    acc_modem_profile profile;
} profiles[] = {
    {"bell202", {ACC_WAVEFORM_FSK, 1200, 1200, 2200}},
    {"reader", {ACC_WAVEFORM_MANCHESTER, 3675, 0, 0}},
    {"fsk:BAUD,MARK,SPACE", {ACC_WAVEFORM_FSK, 0, 0, 0}},
    {"manchester:BAUD", {ACC_WAVEFORM_MANCHESTER, 0, 0, 0}},
    {"hijack", {ACC_WAVEFORM_HIJACK, HIJACK_BAUD, 0, 0}},
    {"card", {ACC_WAVEFORM_TRACK2, 0, 0, 0}},
    {"track2", {ACC_WAVEFORM_TRACK2, 0, 0, 0}},  // its former name
    {"same", {ACC_WAVEFORM_SAME, SAME_BAUD, SAME_MARK, SAME_SPACE}},
};

// Reads the numbers of `words`, such as "BAUD,MARK,SPACE", at the end of a name.
static bool read_numbers(const char *words, const char *text, const char *end,
                         acc_modem_profile *out)
{
    double *const numbers[] = {&out->baud, &out->mark, &out->space};
    for (size_t n = 0; words; n++) {
        if (!read_number(&text, end, numbers[n]))
            return false;
        words = strchr(words, ',');
        if (words) {
            words++;
            if (text == end || *text++ != ',')
                return false;
        }
    }
    return text == end;
}

static bool read_profile(const char *text, size_t len, acc_modem_profile *out)
{
    for (size_t i = 0; i < sizeof profiles / sizeof profiles[0]; i++) {
        const char *name = profiles[i].name, *colon = strchr(name, ':');
        size_t prefix = colon ? (size_t)(colon - name) + 1 : strlen(name);
        if (len < prefix || memcmp(text, name, prefix) != 0)
            continue;
        *out = profiles[i].profile;
        return colon ? read_numbers(colon + 1, text + prefix, text + len, out) : len == prefix;
    }
    return false;
}

acc_status acc_modem_profile_parse(const char *text, size_t len, acc_modem_profile *profile)
{
    acc_modem_profile read;
    if (!read_profile(text, len, &read))
        return ACC_MALFORMED;
    acc_status status = acc_modem_profile_check(&read, ACC_MODEM_MAX_RATE);
    if (status == ACC_OK)
        *profile = read;
    return status;
}

acc_status acc_modem_profile_check(const acc_modem_profile *profile, uint32_t rate)
{
    const acc_modem_profile *p = profile;
    if (rate < ACC_MODEM_MIN_RATE || rate > ACC_MODEM_MAX_RATE)
        return ACC_OUT_OF_RANGE;
    // 22050 Hz: about three samples per field turn of a card at 50 in/s (7500 turns/s); HiJack's slots are 11025
    // per second
    if (p->waveform == ACC_WAVEFORM_TRACK2 || p->waveform == ACC_WAVEFORM_HIJACK)
        return rate >= 22050 ? ACC_OK : ACC_OUT_OF_RANGE;
    const double slowest = p->waveform == ACC_WAVEFORM_FSK ? 10 : 50;
    if (!(p->baud >= slowest && p->baud * 4 <= rate))
        return ACC_OUT_OF_RANGE;
    if (p->waveform == ACC_WAVEFORM_MANCHESTER)
        return ACC_OK;
    double low = p->mark < p->space ? p->mark : p->space, high = p->mark + p->space - low;
    // tones less than 0.4 of the bit rate apart cannot be separated; a tone below half of it has no half wave in a bit
    bool fits = high <= 0.45 * rate && high - low >= 0.4 * p->baud && low >= 0.5 * p->baud;
    return fits ? ACC_OK : ACC_OUT_OF_RANGE;
}
