// Profile names and limits (docs/modem.md, Profiles). Input: a name from the command line or Swift; output: the
// profile that modulator and demodulator use.
#include "accessory/modem.h"
#include "modem/hijack.h"

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

static bool read_comma(const char **at, const char *end)
{
    return *at < end && *(*at)++ == ',';
}

static bool starts_with(const char *text, size_t len, const char *word)
{
    return len >= strlen(word) && memcmp(text, word, strlen(word)) == 0;
}

static bool read_profile(const char *text, size_t len, acc_modem_profile *out)
{
    const char *end = text + len;
    *out = (acc_modem_profile){.waveform = ACC_WAVEFORM_MANCHESTER, .baud = 3675};
    if (len == 6 && starts_with(text, len, "reader"))
        return true;
    if (len == 6 && starts_with(text, len, "hijack")) {
        *out = (acc_modem_profile){.waveform = ACC_WAVEFORM_HIJACK, .baud = HIJACK_BAUD};
        return true;
    }
    if (len == 6 && starts_with(text, len, "track2")) {
        *out = (acc_modem_profile){.waveform = ACC_WAVEFORM_TRACK2};
        return true;
    }
    if (starts_with(text, len, "manchester:")) {
        text += strlen("manchester:");
        return read_number(&text, end, &out->baud) && text == end;
    }
    *out = (acc_modem_profile){ACC_WAVEFORM_FSK, 1200, 1200, 2200};
    if (len == 7 && starts_with(text, len, "bell202"))
        return true;
    if (!starts_with(text, len, "fsk:"))
        return false;
    text += strlen("fsk:");
    return read_number(&text, end, &out->baud) && read_comma(&text, end) &&
           read_number(&text, end, &out->mark) && read_comma(&text, end) &&
           read_number(&text, end, &out->space) && text == end;
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
    if (!(p->baud >= 50 && p->baud * 4 <= rate))
        return ACC_OUT_OF_RANGE;
    if (p->waveform == ACC_WAVEFORM_MANCHESTER)
        return ACC_OK;
    double low = p->mark < p->space ? p->mark : p->space, high = p->mark + p->space - low;
    // tones less than 0.4 of the bit rate apart cannot be separated; a tone below half of it has no half wave in a bit
    bool fits = high <= 0.45 * rate && high - low >= 0.4 * p->baud && low >= 0.5 * p->baud;
    return fits ? ACC_OK : ACC_OUT_OF_RANGE;
}
