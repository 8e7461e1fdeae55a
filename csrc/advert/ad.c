// AD structures (Core Specification 5.4, volume 3, part C, section 11): iteration and writing.
//
// An AD structure is length (1 byte: type and value), type (1 byte), value. Input and output:
// advertising data of up to 31 bytes (legacy) or 1650 (extended). classify.c has its own loop for
// speed; the beacon readers and the advertiser use this one.
#include "accessory/advert.h"

#include "base/bytes.h"

#include <assert.h>
#include <string.h>

// A length of 0 ends the data early: the rest is padding. A length beyond the end also ends it.
bool acc_ad_next(const uint8_t *data, size_t len, size_t *at, acc_ad *ad)
{
    size_t rest = len - *at;
    assert(*at <= len);
    if (rest < 2 || data[*at] == 0 || data[*at] >= rest)
        return false;
    ad->type = data[*at + 1];
    ad->length = (uint8_t)(data[*at] - 1);
    ad->value = data + *at + 2;
    *at += 1u + data[*at];
    return true;
}

void acc_ad_writer_init(acc_ad_writer *writer, uint8_t *bytes, size_t capacity)
{
    *writer = (acc_ad_writer){bytes, capacity, 0, ACC_OK};
}

// Writes the header of a structure and reserves `len` bytes for its value, which it returns; null on an
// error. The value is limited to 254 bytes, because the length byte also counts the type. The first
// error is kept, so callers check the status once.
static uint8_t *begin(acc_ad_writer *writer, uint8_t type, size_t len)
{
    if (writer->status == ACC_OK && len > 254)
        writer->status = ACC_OUT_OF_RANGE;
    if (writer->status == ACC_OK && writer->capacity - writer->size < len + 2)
        writer->status = ACC_NO_ROOM;
    if (writer->status != ACC_OK)
        return NULL;
    uint8_t *out = writer->bytes + writer->size;
    out[0] = (uint8_t)(len + 1);
    out[1] = type;
    writer->size += len + 2;
    return out + 2;
}

acc_status acc_ad_put(acc_ad_writer *writer, uint8_t type, const uint8_t *value, size_t len)
{
    uint8_t *out = begin(writer, type, len);
    if (out && len)
        memcpy(out, value, len);
    return writer->status;
}

// A 16-bit number (company, UUID) in little-endian order, then `rest`.
acc_status acc_ad_put16(acc_ad_writer *writer, uint8_t type, uint16_t number, const uint8_t *rest,
                        size_t len)
{
    uint8_t *out = begin(writer, type, len + 2);
    if (!out)
        return writer->status;
    store_le16(out, number);
    if (len)
        memcpy(out + 2, rest, len);
    return ACC_OK;
}

acc_status acc_ad_put_flags(acc_ad_writer *writer, uint8_t flags)
{
    return acc_ad_put(writer, ACC_AD_FLAGS, &flags, 1);
}

// A name that does not fit is cut at a character boundary and marked as shortened.
acc_status acc_ad_put_name(acc_ad_writer *writer, const uint8_t *name, size_t len)
{
    size_t room = writer->capacity - writer->size;
    room = room < 2 ? 0 : room - 2;
    if (room > 254)
        room = 254;
    if (len <= room)
        return acc_ad_put(writer, ACC_AD_COMPLETE_NAME, name, len);
    // UTF-8: a continuation byte 10xxxxxx must not be the first one omitted
    while (room && (name[room] & 0xC0) == 0x80)
        room--;
    if (room)
        return acc_ad_put(writer, ACC_AD_SHORTENED_NAME, name, room);
    if (writer->status == ACC_OK)
        writer->status = ACC_NO_ROOM;
    return writer->status;
}
