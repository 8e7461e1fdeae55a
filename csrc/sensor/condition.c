// Evaluates conditions. A condition is a run of terms; each term names the next one for "holds" and
// for "does not hold", or ends the run by accepting or refusing.
//
// Input: a frame (frame.h) and a condition's number. Output: true or false. read.c calls it for
// each record of a list, value.c and rows.c for single rows.
#include "sensor/condition.h"

#include "accessory/crc.h"
#include "base/bytes.h"

#include <string.h>

static uint8_t lower(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 'a' - 'A') : c;
}

// Whether the name has `text` at `at`.
static bool name_at(const struct sensor_frame *frame, size_t at, const uint8_t *text, size_t size,
                    bool any_case)
{
    if (at > frame->name_length || size > frame->name_length - at)
        return false;
    for (size_t i = 0; i < size; i++) {
        uint8_t c = frame->name[at + i];
        if (c != text[i] && !(any_case && lower(c) == lower(text[i])))
            return false;
    }
    return true;
}

// One of 64 bits for two characters in lower case, as `| 32` makes letters and digits: a multiplicative hash, which
// Sources/Beacons/SensorSource.swift has as well.
static inline uint64_t pair_bit(const uint8_t *text)
{
    return UINT64_C(1) << ((load_le16(text) | 0x2020u) * 0x1D35u >> 10 & 63);
}

// The bits of all pairs of characters in the name. Lists have many names of models, nearly all of
// which are told apart by their last two characters.
__attribute__((noinline)) static uint64_t pairs_of(const uint8_t *name, size_t length)
{
    uint64_t pairs = 0;
    for (; length > 1; name++, length--)
        pairs |= pair_bit(name);
    return pairs;
}

// Whether the name has `text` anywhere, whatever its case.
static bool name_has(const struct sensor_frame *frame, const uint8_t *text, size_t size)
{
    if (size == 0 || size > frame->name_length)
        return size == 0;
    const uint8_t *p = frame->name, *last = p + (frame->name_length - size);
    // most places differ in the first character
    for (uint8_t first = text[0] | 32; p <= last; p++)
        if ((*p | 32) == first && name_at(frame, (size_t)(p - frame->name), text, size, true))
            return true;
    return false;
}

// Terms on the name. `any_name` accepts them all: would the record match with the right name?
static bool name_term(struct sensor_frame *frame, const acc_sensor_term *term)
{
    const uint8_t *text = frame->table->pool + term->value;
    size_t size = *text++;
    if (frame->any_name)
        return true;
    if (!frame->name)
        return false;
    switch (term->kind & 15) {
    case ACC_SENSOR_TERM_NAME_AT:
        return term->at >= 0 && name_at(frame, (size_t)term->at, text, size, false);
    case ACC_SENSOR_TERM_NAME_IS:
        return frame->name_length == size && name_at(frame, 0, text, size, true);
    case ACC_SENSOR_TERM_NAME_ENDS:
        return size <= frame->name_length &&
               name_at(frame, frame->name_length - size, text, size, false);
    default:
        return name_has(frame, text, size);
    }
}

// Whether the UUID is in a list of `length` bytes.
static bool in_list(const uint8_t *list, size_t length, const uint8_t *uuid, size_t size)
{
    for (size_t i = 0; i + size <= length; i += size)
        if (sensor_equal(list + i, uuid, size))
            return true;
    return false;
}

// Whether the UUID is in one of the lists of services; several structures may hold lists.
static bool listed(const struct sensor_frame *frame, const uint8_t *uuid, size_t size)
{
    const acc_sensor_source *source = frame->source;
    const acc_advert *advert = source->advert;
    enum acc_ad_field field = size == 2 ? ACC_AD_FIELD_UUID16 : ACC_AD_FIELD_UUID128;
    unsigned type = size == 2 ? ACC_AD_COMPLETE_UUID16 : ACC_AD_COMPLETE_UUID128;
    if (!acc_advert_has(advert, field))
        return false;
    if (!(advert->repeated >> field & 1))
        return in_list(source->data + advert->field[field].offset, advert->field[field].length,
                       uuid, size);
    acc_ad ad;
    for (size_t at = 0; acc_ad_next(source->data, source->length, &at, &ad);)
        if ((ad.type | 1u) == type && in_list(ad.value, ad.length, uuid, size))
            return true;
    return false;
}

// SERVICE tests the UUID of the service data or, without service data, the lists of UUIDs. LISTED
// always tests the lists.
static bool uuid_term(const struct sensor_frame *frame, const acc_sensor_term *term)
{
    bool of_data = (term->kind & 15) == ACC_SENSOR_TERM_SERVICE && frame->uuid_size;
    uint8_t number[2];
    store_le16(number, term->value);
    size_t size = term->at == 2 ? 2 : 16;
    const uint8_t *uuid = term->at == 2 ? number : frame->table->pool + term->value + 1;
    if (of_data)
        return frame->uuid_size == size &&
               memcmp(frame->part[ACC_SENSOR_PART_SERVICE].bytes - size, uuid, size) == 0;
    return listed(frame, uuid, size);
}

// Whether the data holds the device's address, in either byte order, or its last three bytes.
static bool address_term(const struct sensor_frame *frame, const acc_sensor_term *term)
{
    const uint8_t *address = frame->source->address;
    int size = term->value == 2 ? 3 : 6;
    const uint8_t *p = sensor_bytes_at(&frame->part[term->kind >> 4 & 3], term->at, (size_t)size);
    if (!p || !address)
        return false;
    for (int i = 0; i < size; i++)
        if (p[i] != address[term->value == 1 ? i : size - 1 - i])
            return false;
    return true;
}

// Terms other than NAME_HAS with a name, which lists of models have many of.
static bool holds(struct sensor_frame *frame, const acc_sensor_term *term)
{
    const struct sensor_part *part = &frame->part[term->kind >> 4 & 3];
    const uint8_t *p;
    switch (term->kind & 15) {
    case ACC_SENSOR_TERM_BYTE:
        return sensor_byte_holds(part, term);
    case ACC_SENSOR_TERM_BYTES:
        return sensor_bytes_fit(part, frame->table, term);
    case ACC_SENSOR_TERM_LENGTH:
        return part->bytes && sensor_length_holds(part, term);
    case ACC_SENSOR_TERM_PRESENT:
        return part->bytes;
    case ACC_SENSOR_TERM_COMPANY:
        part = &frame->part[ACC_SENSOR_PART_RECORD];
        return part->bytes && load_le16(part->bytes) == term->value;
    case ACC_SENSOR_TERM_SERVICE:
    case ACC_SENSOR_TERM_LISTED:
        return uuid_term(frame, term);
    case ACC_SENSOR_TERM_CRC16:
        p = sensor_bytes_at(part, term->at, term->value + 2u);
        return p && acc_crc16_ccitt(0x1D0F, p, term->value) == load_be16(p + term->value);
    case ACC_SENSOR_TERM_ADDRESS:
        return address_term(frame, term);
    case ACC_SENSOR_TERM_LOOSE:
        return frame->source->is_loose;
    case ACC_SENSOR_TERM_VALUE:
        return acc_sensor_inner_value(frame, term->value).is_there;
    default:
        return name_term(frame, term);
    }
}

// Whether the name has a text whose last two characters it may have.
__attribute__((noinline)) static bool name_has_too(const struct sensor_frame *frame,
                                                   const uint8_t *text)
{
    size_t size = *text++;
    return (size < 3 || frame->name_pairs & pair_bit(text + size - 3)) &&
           name_has(frame, text, size);
}

// Passes over terms NAME_HAS, of which lists of models have many; returns the next one after them, or the end. Most are
// excluded by their last two characters.
static unsigned pass_names(struct sensor_frame *frame, const acc_sensor_term *first,
                           const acc_sensor_term *term)
{
    const uint8_t *pool = frame->table->pool;
    uint64_t pairs = frame->name_pairs;
    if (!pairs)
        frame->name_pairs = pairs = pairs_of(frame->name, frame->name_length);
    for (;;) {
        unsigned bit = (unsigned)term->at - 1, next = term->no;
        if (bit > 63 || pairs >> bit & 1)
            next = sensor_next(term, name_has_too(frame, pool + term->value));
        if (next >= ACC_SENSOR_ACCEPT || (first[next].kind & 15) != ACC_SENSOR_TERM_NAME_HAS)
            return next;
        term = first + next;
    }
}

// Any terms, from `term` on.
bool acc_sensor_holds_from(struct sensor_frame *frame, const acc_sensor_term *first,
                           const acc_sensor_term *term)
{
    for (;;) {
        unsigned next;
        if ((term->kind & 15) == ACC_SENSOR_TERM_NAME_HAS && frame->name && !frame->any_name)
            next = pass_names(frame, first, term);
        else
            next = sensor_next(term, holds(frame, term));
        if (next >= ACC_SENSOR_ACCEPT)
            return next == ACC_SENSOR_ACCEPT;
        term = first + next;
    }
}

// The inline loop as a function, for callers in which it would take too many registers.
bool acc_sensor_condition(struct sensor_frame *frame, unsigned number)
{
    return sensor_table_holds(frame, frame->table, number);
}
