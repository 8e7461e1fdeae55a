// BTHome, versions 1 and 2: bthome.io/format. An object is a number and a value of known size,
// little-endian.
//
// Input: service data of UUID 0xFCD2, or decrypted objects. Output: the frame's fields, and
// measurements. own.c calls the functions for version 2; rows.c those for version 1, whose frames
// the table recognises.
#include "sensor/beacon_frames.h"
#include "sensor/frame.h"

#include "base/bytes.h"

enum { TEXT_OBJECT = 0x53 };
// those from TEXT on have a length; SETTING is no measurement
enum { NUMBER = 1, SIGNED, BINARY, BUTTON, DIMMER, SETTING, TEXT, RAW, COMMAND };

struct object {
    uint8_t quantity, size, type;
    int32_t micro;  // millionths of the unit in one step
};

#define OBJECT(id, quantity, size, type, micro) [id] = {ACC_QUANTITY_##quantity, size, type, micro}
#define SWITCH(id, quantity) [id] = {ACC_QUANTITY_##quantity, 1, BINARY, 1}

// The objects of bthome.io/format, by number; quantities are in its units.
static const struct object objects_of[256] = {
    OBJECT(0x00, PACKET_ID, 1, NUMBER, 1000000),
    OBJECT(0x01, BATTERY, 1, NUMBER, 1000000),
    OBJECT(0x02, TEMPERATURE, 2, SIGNED, 10000),
    OBJECT(0x03, HUMIDITY, 2, NUMBER, 10000),
    OBJECT(0x04, PRESSURE, 3, NUMBER, 10000),
    OBJECT(0x05, ILLUMINANCE, 3, NUMBER, 10000),
    OBJECT(0x06, MASS, 2, NUMBER, 10000),
    OBJECT(0x07, MASS_POUNDS, 2, NUMBER, 10000),
    OBJECT(0x08, DEW_POINT, 2, SIGNED, 10000),
    OBJECT(0x09, COUNT, 1, NUMBER, 1000000),
    OBJECT(0x0A, ENERGY, 3, NUMBER, 1000),
    OBJECT(0x0B, POWER, 3, NUMBER, 10000),
    OBJECT(0x0C, VOLTAGE, 2, NUMBER, 1000),
    OBJECT(0x0D, PM25, 2, NUMBER, 1000000),
    OBJECT(0x0E, PM10, 2, NUMBER, 1000000),
    SWITCH(0x0F, GENERIC),
    SWITCH(0x10, POWER_ON),
    SWITCH(0x11, OPENING),
    OBJECT(0x12, CO2, 2, NUMBER, 1000000),
    OBJECT(0x13, VOC, 2, NUMBER, 1000000),
    OBJECT(0x14, MOISTURE, 2, NUMBER, 10000),
    SWITCH(0x15, BATTERY_LOW),
    SWITCH(0x16, BATTERY_CHARGING),
    SWITCH(0x17, CARBON_MONOXIDE),
    SWITCH(0x18, COLD),
    SWITCH(0x19, CONNECTIVITY),
    SWITCH(0x1A, DOOR),
    SWITCH(0x1B, GARAGE_DOOR),
    SWITCH(0x1C, GAS_DETECTED),
    SWITCH(0x1D, HEAT),
    SWITCH(0x1E, LIGHT),
    SWITCH(0x1F, LOCK),
    SWITCH(0x20, MOISTURE_DETECTED),
    SWITCH(0x21, MOTION),
    SWITCH(0x22, MOVING),
    SWITCH(0x23, OCCUPANCY),
    SWITCH(0x24, PLUG),
    SWITCH(0x25, PRESENCE),
    SWITCH(0x26, PROBLEM),
    SWITCH(0x27, RUNNING),
    SWITCH(0x28, SAFETY),
    SWITCH(0x29, SMOKE),
    SWITCH(0x2A, SOUND),
    SWITCH(0x2B, TAMPER),
    SWITCH(0x2C, VIBRATION),
    SWITCH(0x2D, WINDOW),
    OBJECT(0x2E, HUMIDITY, 1, NUMBER, 1000000),
    OBJECT(0x2F, MOISTURE, 1, NUMBER, 1000000),
    OBJECT(0x3A, BUTTON, 1, BUTTON, 0),
    OBJECT(0x3B, RAW, 0, COMMAND, 0),
    OBJECT(0x3C, DIMMER, 2, DIMMER, 0),
    OBJECT(0x3D, COUNT, 2, NUMBER, 1000000),
    OBJECT(0x3E, COUNT, 4, NUMBER, 1000000),
    OBJECT(0x3F, ROTATION, 2, SIGNED, 100000),
    OBJECT(0x40, DISTANCE_MM, 2, NUMBER, 1000000),
    OBJECT(0x41, DISTANCE, 2, NUMBER, 100000),
    OBJECT(0x42, DURATION, 3, NUMBER, 1000),
    OBJECT(0x43, CURRENT, 2, NUMBER, 1000),
    OBJECT(0x44, SPEED, 2, NUMBER, 10000),
    OBJECT(0x45, TEMPERATURE, 2, SIGNED, 100000),
    OBJECT(0x46, UV_INDEX, 1, NUMBER, 100000),
    OBJECT(0x47, VOLUME, 2, NUMBER, 100000),
    OBJECT(0x48, VOLUME_ML, 2, NUMBER, 1000000),
    OBJECT(0x49, VOLUME_FLOW, 2, NUMBER, 1000),
    OBJECT(0x4A, VOLTAGE, 2, NUMBER, 100000),
    OBJECT(0x4B, GAS, 3, NUMBER, 1000),
    OBJECT(0x4C, GAS, 4, NUMBER, 1000),
    OBJECT(0x4D, ENERGY, 4, NUMBER, 1000),
    OBJECT(0x4E, VOLUME, 4, NUMBER, 1000),
    OBJECT(0x4F, WATER, 4, NUMBER, 1000),
    OBJECT(0x50, TIMESTAMP, 4, NUMBER, 1000000),
    OBJECT(0x51, ACCELERATION, 2, NUMBER, 1000),
    OBJECT(0x52, GYROSCOPE, 2, NUMBER, 1000),
    OBJECT(0x53, TEXT, 0, TEXT, 0),
    OBJECT(0x54, RAW, 0, RAW, 0),
    OBJECT(0x55, VOLUME_STORAGE, 4, NUMBER, 1000),
    OBJECT(0x56, CONDUCTIVITY, 2, NUMBER, 1000000),
    OBJECT(0x57, TEMPERATURE, 1, SIGNED, 1000000),
    OBJECT(0x58, TEMPERATURE, 1, SIGNED, 350000),
    OBJECT(0x59, COUNT, 1, SIGNED, 1000000),
    OBJECT(0x5A, COUNT, 2, SIGNED, 1000000),
    OBJECT(0x5B, COUNT, 4, SIGNED, 1000000),
    OBJECT(0x5C, POWER, 4, SIGNED, 10000),
    OBJECT(0x5D, CURRENT, 2, SIGNED, 1000),
    OBJECT(0x5E, DIRECTION, 2, NUMBER, 10000),
    OBJECT(0x5F, PRECIPITATION, 2, NUMBER, 100000),
    OBJECT(0x60, CHANNEL, 1, NUMBER, 1000000),
    OBJECT(0x61, ROTATIONAL_SPEED, 2, NUMBER, 1000000),
    OBJECT(0x62, SPEED, 4, SIGNED, 1),
    OBJECT(0x63, ACCELERATION, 4, SIGNED, 1),
    OBJECT(0x64, LIGHT_LEVEL, 1, NUMBER, 1000000),
    OBJECT(0x65, NONE, 1, SETTING, 0),
    OBJECT(0xF0, DEVICE_TYPE, 2, NUMBER, 1000000),
    OBJECT(0xF1, FIRMWARE, 4, NUMBER, 1000000),
    OBJECT(0xF2, FIRMWARE, 3, NUMBER, 1000000),
};

// Events by the value of the button object.
static const uint8_t button_events[] = {
    ACC_EVENT_NONE,
    ACC_EVENT_PRESS,
    ACC_EVENT_DOUBLE_PRESS,
    ACC_EVENT_TRIPLE_PRESS,
    ACC_EVENT_LONG_PRESS,
    ACC_EVENT_LONG_DOUBLE_PRESS,
    ACC_EVENT_LONG_TRIPLE_PRESS,
};

// Events by the first byte of the dimmer object; the second byte counts steps.
static const uint8_t dimmer_events[] = {
    ACC_EVENT_NONE,
    ACC_EVENT_ROTATE_LEFT,
    ACC_EVENT_ROTATE_RIGHT,
};

acc_status acc_bthome_read(const uint8_t *value, size_t len, acc_bthome *bthome)
{
    return sensor_bthome_frame(value, len, bthome);
}

// Loads an integer. (raw ^ sign) - sign extends the sign bit of two's complement.
static inline int64_t load(const uint8_t *p, size_t size, bool is_signed)
{
    if (size == 1)
        return is_signed ? (int8_t)*p : *p;
    if (size == 2)
        return is_signed ? (int16_t)load_le16(p) : load_le16(p);
    if (size == 3 && !is_signed)
        return load_le16(p) | (int64_t)p[2] << 16;
    if (size == 4)
        return is_signed ? (int32_t)load_le32(p) : (int64_t)load_le32(p);
    uint64_t raw = 0;
    for (size_t i = 0; i < size; i++)
        raw |= (uint64_t)p[i] << 8 * i;
    uint64_t sign = UINT64_C(1) << (8 * size - 1);
    return is_signed ? (int64_t)((raw ^ sign) - sign) : (int64_t)raw;
}

// Whether the object is a number, as most are.
static inline bool is_number(const struct object *object)
{
    return object->type == NUMBER || object->type == SIGNED;
}

// Writes an object that is not a number; a text or raw value is a slice from `offset` on, behind its length.
static inline void put(acc_measurement *one, const struct object *object, const uint8_t *p,
                       size_t offset)
{
    uint8_t first = p[0], event = ACC_EVENT_NONE;
    if (object->type == BINARY) {
        measure_set(one, object->quantity, ACC_FORM_BINARY, 0, first != 0);
    } else if (object->type == BUTTON) {
        if (first < sizeof button_events)
            event = button_events[first];
        else if (first == 0x80 || first == 0xFE)
            event = ACC_EVENT_HOLD_PRESS;
        measure_set(one, object->quantity, ACC_FORM_EVENT, 0, 0);
        one->event = event;
    } else if (object->type == DIMMER) {
        if (first < sizeof dimmer_events)
            event = dimmer_events[first];
        measure_set(one, object->quantity, ACC_FORM_EVENT, 0, p[1]);
        one->event = event;
    } else {
        unsigned form = object->type == TEXT ? ACC_FORM_TEXT : ACC_FORM_RAW;
        measure_set(one, object->quantity, form, 0, 0);
        unsigned size = object->type == COMMAND ? 1u + (first & 0x1F) : first;
        one->bytes = (acc_ad_slice){(uint16_t)offset, (uint16_t)size};
    }
}

// One more than that of the last measurement of the same quantity before `one`; 0 without any.
static inline uint8_t next_instance(const acc_measurement *list, const acc_measurement *one)
{
    for (const acc_measurement *same = one; same != list;)
        if ((--same)->quantity == one->quantity)
            return (uint8_t)(same->instance + 1);
    return 0;
}

// Stops at an unknown object, because its size is unknown. `seen` has a bit for each quantity: others may share it.
acc_status acc_sensor_bthome(const uint8_t *objects, size_t len, size_t offset,
                             acc_measurement *list, size_t capacity, size_t *count)
{
    const uint8_t *p = objects, *end = objects + len;
    acc_measurement *one = list, *full = list + capacity;
    acc_status status = ACC_OK;
    uint64_t seen = 0;
    while (p != end) {
        const struct object *object = &objects_of[*p++];
        size_t rest = (size_t)(end - p), size = object->size;
        if (object->type >= TEXT)  // a command's number is not part of its length
            size = !rest ? 1 : object->type == COMMAND ? 2u + (*p & 0x1F) : 1u + *p;
        if (object->type == 0 || size > rest || one == full) {
            status = object->type == 0 ? ACC_UNSUPPORTED
                     : size > rest     ? ACC_TRUNCATED
                                       : ACC_NO_ROOM;
            break;
        }
        if (is_number(object)) {
            measure_set(one, object->quantity, ACC_FORM_NUMBER, 0,
                        load(p, size, object->type == SIGNED) * object->micro);
        } else if (object->type == SETTING) {
            p += size;
            continue;
        } else {
            put(one, object, p, offset + (size_t)(p - objects) + 1);
        }
        if (seen >> (object->quantity & 63) & 1)
            one->instance = next_instance(list, one);
        seen |= UINT64_C(1) << (object->quantity & 63);
        one++;
        p += size;
    }
    *count = (size_t)(one - list);
    return status;
}

acc_status acc_bthome_objects(const uint8_t *objects, size_t len, acc_measurement *list,
                              size_t capacity, size_t *count)
{
    return acc_sensor_bthome(objects, len, 0, list, capacity, count);
}

// Version 1: an object is a byte with the length of number and value (bits 0 to 4) and the form
// (bits 5 to 7), the number, the value. The forms are unsigned, signed, float, text and MAC; the
// numbers are those of version 2.
enum { V1_SIGNED = 1, V1_FLOAT, V1_TEXT, V1_MAC };

static acc_status add_v1(struct measures *out, uint8_t number, unsigned form, const uint8_t *p,
                         size_t size, size_t offset)
{
    const struct object *object = &objects_of[number];
    int64_t value;
    if (form == V1_TEXT) {
        acc_measurement *one = measure_add(out, objects_of[TEXT_OBJECT].quantity, ACC_FORM_TEXT, 0);
        if (one)
            one->bytes = (acc_ad_slice){(uint16_t)offset, (uint16_t)size};
        return ACC_OK;
    }
    if (form > V1_FLOAT || object->type == 0 || object->type >= SETTING)
        return ACC_UNSUPPORTED;
    if (size < (is_number(object) ? 1 : object->size) || size > 8)
        return ACC_TRUNCATED;
    if (!is_number(object)) {
        bool again;
        acc_measurement *one = measure_next(out, object->quantity, ACC_FORM_NUMBER, 0, &again);
        if (one)
            put(one, object, p, offset);
        if (one && again)
            acc_sensor_measure_again(out);
        return ACC_OK;
    }
    if (form == V1_FLOAT) {
        if (!acc_sensor_float(p, size, &value))
            return ACC_UNSUPPORTED;
        acc_sensor_measure_micro(out, object->quantity,
                                 value / 1000000 * object->micro +
                                     value % 1000000 * object->micro / 1000000);
        return ACC_OK;
    }
    if (size >
        5)  // no quantity needs more, and millionths of a longer number do not fit in 64 bits
        return ACC_UNSUPPORTED;
    measure_number(out, object->quantity, load(p, size, form == V1_SIGNED), object->micro);
    return ACC_OK;
}

// Whether every object of version 1 has the form and the length that version 2 gives its number, as those of all known senders.
bool acc_sensor_bthome1_is_usual(const uint8_t *objects, size_t len)
{
    size_t at = 0;
    while (at + 1 < len) {
        const struct object *object = &objects_of[objects[at + 1]];
        unsigned form = object->type == SIGNED ? V1_SIGNED : 0;
        if (object->type == 0 || object->type >= SETTING ||
            objects[at] != (form << 5 | (1u + object->size)))
            return false;
        at += 1 + (objects[at] & 31u);
    }
    return at == len;
}

// Skips unknown objects: every object states its length.
acc_status acc_bthome1_objects(const uint8_t *objects, size_t len, acc_measurement *list,
                               size_t capacity, size_t *count)
{
    struct measures out = {.list = list, .capacity = capacity};
    acc_status status = ACC_OK;
    for (size_t at = 0; at < len;) {
        size_t size = objects[at] & 31;
        if (size == 0 || size > len - at - 1) {
            status = ACC_TRUNCATED;
            break;
        }
        acc_status one =
            add_v1(&out, objects[at + 1], objects[at] >> 5, objects + at + 2, size - 1, at + 2);
        if (one != ACC_OK)
            status = one;
        at += 1 + size;
    }
    *count = out.count;
    return out.status != ACC_OK ? out.status : status;
}
