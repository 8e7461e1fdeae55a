#include "gatt/number.h"

#include "base/bytes.h"

#include <math.h>
#include <string.h>

// The special mantissas of IEEE 11073 around the largest one, 2^(bits-1) - 1, which is NaN.
static const struct {
    int8_t from_largest;
    uint8_t state;
} specials[] = {
    {-1, ACC_VALUE_INFINITE}, {0, ACC_VALUE_NOT_A_NUMBER},      {1, ACC_VALUE_NOT_AT_RESOLUTION},
    {2, ACC_VALUE_RESERVED},  {3, ACC_VALUE_NEGATIVE_INFINITE},
};
enum { SPECIALS = sizeof specials / sizeof *specials };

void acc_gatt_load_medical(uint32_t raw, unsigned bits, acc_gatt_field *field)
{
    uint32_t sign = UINT32_C(1) << (bits - 1), mantissa = raw & (2 * sign - 1);
    int exponent_sign = bits == 12 ? 8 : 128;
    int exponent = ((int)(raw >> bits) ^ exponent_sign) - exponent_sign;
    if (exponent == 0)
        for (size_t i = 0; i < SPECIALS; i++)
            if (mantissa == (uint32_t)((int32_t)sign - 1 + specials[i].from_largest)) {
                field->state = specials[i].state;
                return;
            }
    exponent += field->exponent;
    if (exponent < INT8_MIN || exponent > INT8_MAX) {
        field->state = ACC_VALUE_OUT_OF_RANGE;
        return;
    }
    field->exponent = (int8_t)exponent;
    field->number = (int32_t)(mantissa ^ sign) - (int32_t)sign;
}

void acc_gatt_load_real(uint64_t raw, size_t size, acc_gatt_field *field)
{
    double real;
    if (size == 4) {
        uint32_t half = (uint32_t)raw;
        float single;
        memcpy(&single, &half, sizeof single);
        real = (double)single;
    } else {
        memcpy(&real, &raw, sizeof real);
    }
    if (isnan(real))
        field->state = ACC_VALUE_NOT_A_NUMBER;
    else if (isinf(real))
        field->state = real > 0 ? ACC_VALUE_INFINITE : ACC_VALUE_NEGATIVE_INFINITE;
    else
        field->real = real;
}

// Whether the parts of a time are possible; year, month and day may be 0: not known.
static bool is_time(const uint8_t *p)
{
    unsigned year = load_le16(p);
    return (year == 0 || (year >= 1582 && year <= 9999)) && p[2] <= 12 && p[3] <= 31 && p[4] < 24 &&
           p[5] < 60 && p[6] < 60;
}

void acc_gatt_load_time(const uint8_t *p, acc_gatt_field *field)
{
    if (!is_time(p)) {
        field->state = ACC_VALUE_INVALID;
        return;
    }
    field->number = load_le16(p);
    for (unsigned i = 2; i < 7; i++)
        field->number = field->number * 100 + p[i];
}

// Days from 1970-01-01 to the first of March of a year, in the calendar of Gregory. A year from March on has its leap day at
// the end.
static int32_t days_to_march(int32_t year)
{
    return 365 * year + year / 4 - year / 100 + year / 400 - 719468;
}

// Days from the first of March to the first of the month that is `n` months later.
static int32_t days_of_months(int32_t n)
{
    return (153 * n + 2) / 5;
}

void acc_gatt_load_days(uint32_t days, acc_gatt_field *field)
{
    if (days == 0) {
        field->state = ACC_VALUE_UNKNOWN;
        return;
    }
    int32_t year = (int32_t)(days / 365) + 1970, month = 11, day = (int32_t)days;
    while (days_to_march(year) > day)
        year--;
    day -= days_to_march(year);
    while (days_of_months(month) > day)
        month--;
    day -= days_of_months(month);
    if (month >= 10)
        year++;
    field->number = (int64_t)year * 10000 + (month + 2) % 12 * 100 + 100 + day + 1;
}

bool acc_gatt_store_days(const acc_gatt_field *field, uint32_t *days)
{
    if (field->state == ACC_VALUE_UNKNOWN) {
        *days = 0;
        return true;
    }
    if (field->state != ACC_VALUE_KNOWN || field->number < 19700102 || field->number > 479050000)
        return false;
    int32_t year = (int32_t)(field->number / 10000), month = (int32_t)(field->number / 100 % 100),
            day = (int32_t)(field->number % 100);
    if (month < 1 || month > 12 || day < 1)
        return false;
    int32_t sum = days_to_march(month > 2 ? year : year - 1) + days_of_months((month + 9) % 12);
    *days = (uint32_t)(sum + day - 1);
    acc_gatt_field again = {0};
    acc_gatt_load_days(*days, &again);
    return again.number == field->number &&
           *days >> 24 == 0;  // else the month has not so many days
}

// 1.1^n for n a power of two.
static const double powers[] = {1.1000000000000001,
                                1.21,
                                1.4641,
                                2.1435888099999998,
                                4.5949729863572157,
                                21.113776745352553,
                                445.79156845259024,
                                198730.12250342045};

static int64_t exponential(unsigned raw)
{
    double seconds = 1e9;
    unsigned n = raw < 64 ? 64 - raw : raw - 64;
    for (unsigned i = 0; i < 8; i++)
        if (n >> i & 1)
            seconds = raw < 64 ? seconds / powers[i] : seconds * powers[i];
    return (int64_t)(seconds + 0.5);
}

enum { EXPONENTIAL_LIFETIME = 0xFE, EXPONENTIAL_UNKNOWN = 0xFF };

void acc_gatt_load_exponential(uint8_t raw, acc_gatt_field *field)
{
    field->exponent = -9;
    if (raw == EXPONENTIAL_LIFETIME)
        field->state = ACC_VALUE_LIFETIME;
    else if (raw == EXPONENTIAL_UNKNOWN)
        field->state = ACC_VALUE_UNKNOWN;
    else
        field->number = raw == 0 ? 0 : exponential(raw);
}

// a * 10^n, rounded. False on overflow.
static bool shift_decimal(int64_t a, int n, int64_t *result)
{
    for (; n > 0 && a != 0; n--)
        if (__builtin_mul_overflow(a, 10, &a))
            return false;
    if (n < 0) {
        int64_t divisor = 1;
        for (; n < 0 && divisor < INT64_MAX / 10; n++)
            divisor *= 10;
        // what is left would be below one half of the last place
        a = n < 0 ? 0 : a / divisor + (a % divisor * 2 >= divisor) - (a % divisor * 2 <= -divisor);
    }
    *result = a;
    return true;
}

bool acc_gatt_store_exponential(const acc_gatt_field *field, uint8_t *raw)
{
    int64_t nanoseconds;
    if (field->state == ACC_VALUE_LIFETIME || field->state == ACC_VALUE_UNKNOWN) {
        *raw = field->state == ACC_VALUE_LIFETIME ? EXPONENTIAL_LIFETIME : EXPONENTIAL_UNKNOWN;
        return true;
    }
    if (field->state != ACC_VALUE_KNOWN ||
        !shift_decimal(field->number, field->exponent + 9, &nanoseconds) || nanoseconds < 0 ||
        nanoseconds > exponential(EXPONENTIAL_LIFETIME - 1))
        return false;
    uint8_t low = 1, high = EXPONENTIAL_LIFETIME - 1;
    while (low < high) {
        uint8_t middle = (uint8_t)((low + high) / 2);
        if (exponential(middle) < nanoseconds)
            low = (uint8_t)(middle + 1);
        else
            high = middle;
    }
    // the nearer one of the two around it
    int64_t below = low > 1 ? exponential(low - 1u) : 0;
    *raw = exponential(low) - nanoseconds > nanoseconds - below ? (uint8_t)(low - 1) : low;
    return true;
}

bool acc_gatt_unscale(const struct gatt_measure *measure, const acc_gatt_field *field,
                      int64_t *integer)
{
    const struct gatt_state *state = &acc_gatt_states[measure->states];
    if (measure->states && field->state != ACC_VALUE_KNOWN)
        for (; state->state != ACC_VALUE_KNOWN; state++)
            if (state->state == field->state) {
                *integer = state->integer;
                return true;
            }
    if (field->state != ACC_VALUE_KNOWN)
        return false;
    // in units of 10^tens, with as many more places as the factor needs
    int64_t factor = measure->factor * gatt_fives(measure->fives), number;
    int shift = field->exponent - measure->tens;
    if (shift >= 0) {
        if (!shift_decimal(field->number, shift, &number))
            return false;
    } else {
        number = field->number;
        for (; shift < 0 && factor < INT64_MAX / 20; shift++)
            factor *= 10;
        if (shift < 0)
            number = 0;
    }
    number = number / factor + (number % factor * 2 >= factor) - (number % factor * 2 <= -factor);
    if (__builtin_sub_overflow(number, measure->offset, integer))
        return false;
    int64_t same;
    return gatt_state_of(measure, *integer, &same) == ACC_VALUE_KNOWN;
}

// Whether a mantissa fits; with the exponent 0, those around the ends are special.
static bool is_mantissa(int64_t mantissa, int exponent, int64_t limit)
{
    return exponent == 0 ? mantissa > 2 - limit && mantissa < limit - 2
                         : mantissa >= -limit && mantissa < limit;
}

bool acc_gatt_store_medical(const acc_gatt_field *field, int exponent, unsigned bits, uint32_t *raw)
{
    int64_t limit = INT64_C(1) << (bits - 1), number = field->number;
    int lowest = bits == 12 ? -8 : -128, highest = bits == 12 ? 7 : 127, drop = 0;
    for (size_t i = 0; i < SPECIALS; i++)
        if (specials[i].state == field->state) {
            *raw = (uint32_t)(limit - 1 + specials[i].from_largest);
            return true;
        }
    if (field->state != ACC_VALUE_KNOWN)
        return false;
    exponent = field->exponent - exponent;
    // round until the mantissa fits and the exponent is not too low; then lower one that is too high
    while (number != 0 && (!is_mantissa(number, exponent, limit) || exponent < lowest)) {
        shift_decimal(field->number, -++drop, &number);
        exponent++;
    }
    for (; number != 0 && exponent > highest; exponent--) {
        number *= 10;
        if (!is_mantissa(number, exponent - 1, limit))
            return false;
    }
    if (number == 0)
        exponent = exponent < lowest ? lowest : exponent > highest ? highest : exponent;
    *raw = (uint32_t)exponent << bits | ((uint32_t)number & (uint32_t)(2 * limit - 1));
    if (bits == 12)
        *raw &= 0xFFFF;
    return true;
}

bool acc_gatt_store_real(const acc_gatt_field *field, size_t size, uint64_t *raw)
{
    double real;
    static const struct {
        uint8_t state;
        uint64_t bits;
    } states[] = {{ACC_VALUE_INFINITE, UINT64_C(0x7FF0000000000000)},
                  {ACC_VALUE_NEGATIVE_INFINITE, UINT64_C(0xFFF0000000000000)},
                  {ACC_VALUE_NOT_A_NUMBER, UINT64_C(0x7FF8000000000000)}};
    if (field->state == ACC_VALUE_KNOWN) {
        real = field->form == ACC_GATT_REAL ? field->real : acc_gatt_real(field);
        memcpy(raw, &real, sizeof real);
    } else {
        size_t i = 0;
        while (i < 3 && states[i].state != field->state)
            i++;
        if (i == 3)
            return false;
        *raw = states[i].bits;
        memcpy(&real, raw, sizeof real);
    }
    if (size == 4) {
        if (field->state == ACC_VALUE_KNOWN &&
            (real > 3.4028234663852886e38 || real < -3.4028234663852886e38))
            return false;
        float single = (float)real;
        uint32_t half;
        memcpy(&half, &single, sizeof half);
        *raw = half;
    }
    return true;
}

bool acc_gatt_store_time(const acc_gatt_field *field, uint8_t *p)
{
    int64_t rest = field->number;
    if (field->state != ACC_VALUE_KNOWN || rest < 0)
        return false;
    for (unsigned i = 7; i-- > 2;) {
        p[i] = (uint8_t)(rest % 100);
        rest /= 100;
    }
    if (rest > 9999)
        return false;
    store_le16(p, (uint16_t)rest);
    return is_time(p);
}

enum { ZONE_LOWEST = -48, ZONE_HIGHEST = 56, ZONE_UNKNOWN = -128 };

void acc_gatt_load_zone(int8_t quarters, acc_gatt_field *field)
{
    if (quarters == ZONE_UNKNOWN) {
        field->state = ACC_VALUE_UNKNOWN;
        return;
    }
    field->number = quarters;
    if (quarters < ZONE_LOWEST || quarters > ZONE_HIGHEST)
        field->state = ACC_VALUE_OUT_OF_RANGE;
}

bool acc_gatt_store_zone(const acc_gatt_field *field, uint8_t *raw)
{
    *raw = (uint8_t)(field->state == ACC_VALUE_UNKNOWN ? ZONE_UNKNOWN : field->number);
    return field->state == ACC_VALUE_UNKNOWN ||
           (field->state == ACC_VALUE_KNOWN && field->number >= ZONE_LOWEST &&
            field->number <= ZONE_HIGHEST);
}

double acc_gatt_real(const acc_gatt_field *field)
{
    double value = field->form == ACC_GATT_REAL ? field->real : (double)field->number, power = 1;
    int n = field->exponent < 0 ? -field->exponent : field->exponent;
    for (; n > 0; n--)
        power *= 10;
    return field->exponent < 0 ? value / power : value * power;
}
