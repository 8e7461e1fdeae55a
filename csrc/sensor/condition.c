// Evaluates conditions. A condition is a run of terms; each term names the next one for "holds" and
// for "does not hold", or ends the run by accepting or refusing.
//
// Input: a frame (frame.h) and a condition's number. Output: true or false. read.c calls it for
// each record of a list, value.c and rows.c for single rows.
#include "sensor/frame.h"

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

// Whether the name has one of the texts anywhere, whatever its case. The texts of a list are model
// numbers that begin alike, so their last character is compared first.
static bool name_has_one(const struct sensor_frame *frame, const uint8_t *texts, size_t size)
{
    const uint8_t *p = frame->name, *end = p + frame->name_length;
    uint32_t firsts = load_le32(texts);
    for (; p < end; p++) {
        if (!(firsts >> (*p & 31) & 1))
            continue;
        for (const uint8_t *text = texts + 4; text < texts + size; text += 1 + *text)
            if (*text <= end - p && (p[*text - 1] | 32) == (text[*text] | 32) &&
                name_at(frame, (size_t)(p - frame->name), text + 1, *text, true))
                return true;
    }
    return false;
}

// Terms on the name. `any_name` accepts them all: would the record match with the right name?
static bool name_term(const struct sensor_frame *frame, const acc_sensor_term *term)
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
    case ACC_SENSOR_TERM_NAME_HAS_ONE:
        return name_has_one(frame, text, size);
    default:
        return name_has(frame, text, size);
    }
}

// Whether the UUID is in one of the lists of services; several structures may hold lists.
static bool listed(const struct sensor_frame *frame, const uint8_t *uuid, size_t size)
{
    const acc_sensor_source *source = frame->source;
    enum acc_ad_field field = size == 2 ? ACC_AD_FIELD_UUID16 : ACC_AD_FIELD_UUID128;
    if (!acc_advert_has(source->advert, field))
        return false;
    acc_ad ad;
    for (size_t at = 0; acc_ad_next(source->data, source->length, &at, &ad);) {
        unsigned type = size == 2 ? ACC_AD_COMPLETE_UUID16 : ACC_AD_COMPLETE_UUID128;
        if ((ad.type | 1u) != type)
            continue;
        for (size_t i = 0; i + size <= ad.length; i += size)
            if (memcmp(ad.value + i, uuid, size) == 0)
                return true;
    }
    return false;
}

// SERVICE is about the service data's UUID if there is one, else about the lists, as LISTED always
// is.
static bool uuid_term(const struct sensor_frame *frame, const acc_sensor_term *term)
{
    bool of_data = (term->kind & 15) == ACC_SENSOR_TERM_SERVICE && frame->uuid.bytes;
    if (of_data && term->at == 2)
        return frame->uuid.length == 2 && load_le16(frame->uuid.bytes) == term->value;
    uint8_t number[2];
    store_le16(number, term->value);
    size_t size = term->at == 2 ? 2 : 16;
    const uint8_t *uuid = term->at == 2 ? number : frame->table->pool + term->value + 1;
    if (of_data)
        return frame->uuid.length == size && memcmp(frame->uuid.bytes, uuid, size) == 0;
    return listed(frame, uuid, size);
}

// Compares short runs byte by byte.
static bool equal(const uint8_t *a, const uint8_t *b, size_t size)
{
    while (size && *a == *b) {
        a++;
        b++;
        size--;
    }
    return size == 0;
}

// A place, which is from the end when it is negative; huge when it is before the start. A missing
// part has length 0.
static inline size_t place_in(const struct sensor_part *part, int8_t at)
{
    size_t place = (size_t)at;
    return at < 0 ? place + part->length : place;
}

// The `size` bytes at `at`; null when the part is shorter.
static inline const uint8_t *bytes_at(const struct sensor_part *part, int8_t at, size_t size)
{
    size_t place = place_in(part, at), length = part->length;
    return place <= length && size <= length - place ? part->bytes + place : NULL;
}

// BYTE: (byte & low) == high of the value.
static inline bool byte_fits(const struct sensor_part *part, const acc_sensor_term *term)
{
    size_t at = place_in(part, term->at);
    return at < part->length && (part->bytes[at] & term->value & 0xFF) == term->value >> 8;
}

// WORD: two bytes are the value, little-endian.
static inline bool word_fits(const struct sensor_part *part, const acc_sensor_term *term)
{
    size_t at = place_in(part, term->at);
    return at < part->length && at + 1 < part->length && load_le16(part->bytes + at) == term->value;
}

// LENGTH: between low and high of the value.
static inline bool length_fits(const struct sensor_part *part, const acc_sensor_term *term)
{
    return part->bytes && part->length >= (term->value & 0xFF) && part->length <= term->value >> 8;
}

// BYTES: those of the pool.
static inline bool bytes_fit(const struct sensor_frame *frame, const acc_sensor_term *term)
{
    const uint8_t *text = frame->table->pool + term->value;
    const uint8_t *p = bytes_at(&frame->part[term->kind >> 4], term->at, *text);
    return p && equal(p, text + 1, *text);
}

// Whether the data holds the device's address, in either byte order.
static bool address_term(const struct sensor_frame *frame, const acc_sensor_term *term)
{
    const uint8_t *address = frame->source->address;
    const uint8_t *p = bytes_at(&frame->part[term->kind >> 4], term->at, 6);
    if (!p || !address)
        return false;
    for (int i = 0; i < 6; i++)
        if (p[i] != address[term->value ? i : 5 - i])
            return false;
    return true;
}

// One term of any kind.
static bool term_holds(struct sensor_frame *frame, const acc_sensor_term *term)
{
    const struct sensor_part *part = &frame->part[term->kind >> 4];
    const uint8_t *p;
    int64_t number;
    switch (term->kind & 15) {
    case ACC_SENSOR_TERM_BYTE:
        return byte_fits(part, term);
    case ACC_SENSOR_TERM_WORD:
        return word_fits(part, term);
    case ACC_SENSOR_TERM_LENGTH:
        return length_fits(part, term);
    case ACC_SENSOR_TERM_BYTES:
        return bytes_fit(frame, term);
    case ACC_SENSOR_TERM_PRESENT:
        return part->bytes != NULL;
    case ACC_SENSOR_TERM_COMPANY:
        part = &frame->part[ACC_SENSOR_PART_RECORD];
        return part->bytes && load_le16(part->bytes) == term->value;
    case ACC_SENSOR_TERM_SERVICE:
    case ACC_SENSOR_TERM_LISTED:
        return uuid_term(frame, term);
    case ACC_SENSOR_TERM_CRC16:
        p = bytes_at(part, term->at, term->value + 2u);
        return p && acc_crc16_ccitt(0x1D0F, p, term->value) == load_be16(p + term->value);
    case ACC_SENSOR_TERM_ADDRESS:
        return address_term(frame, term);
    case ACC_SENSOR_TERM_VALUE:
        return acc_sensor_value(frame, &frame->table->rows[term->value], &number);
    default:
        return name_term(frame, term);
    }
}

// Continues a condition from any term on.
__attribute__((noinline)) static bool
holds_from(struct sensor_frame *frame, const acc_sensor_term *first, const acc_sensor_term *term)
{
    for (;;) {
        unsigned next = term_holds(frame, term) ? term->yes : term->no;
        if (next >= ACC_SENSOR_ACCEPT)
            return next == ACC_SENSOR_ACCEPT;
        term = first + next;
    }
}

// Nearly all terms are of the kinds that are evaluated here. There is no call, so the compiler need
// not save registers; any other term continues in holds_from.
bool acc_sensor_condition(struct sensor_frame *frame, unsigned number)
{
    const acc_sensor_term *first = frame->table->terms + frame->table->conditions[number];
    const acc_sensor_term *term = first;
    for (;;) {
        const struct sensor_part *part = &frame->part[term->kind >> 4];
        unsigned kind = term->kind & 15;
        bool yes;
        if (kind == ACC_SENSOR_TERM_BYTE)
            yes = byte_fits(part, term);
        else if (kind == ACC_SENSOR_TERM_LENGTH)
            yes = length_fits(part, term);
        else if (kind == ACC_SENSOR_TERM_WORD)
            yes = word_fits(part, term);
        else if (kind == ACC_SENSOR_TERM_PRESENT)
            yes = part->bytes;
        else
            return holds_from(frame, first, term);
        unsigned next = yes ? term->yes : term->no;
        if (next >= ACC_SENSOR_ACCEPT)
            return next == ACC_SENSOR_ACCEPT;
        term = first + next;
    }
}
