// The objects of MiBeacon: most are one number, some depend on the product, a few have a shape of their own.
#include "sensor/measure.h"

#include "base/bytes.h"

#include <math.h>
#include <string.h>

enum { U8 = 1, U16, U24, U32, I16, F32, SWITCH, PRESS_OF, PRESS };

// Products whose objects differ from what the object's number says.
enum {
    LYWSD03MMC = 0x055B,
    MHO_C401 = 0x0387,
    DSL_C08 = 0x0380,
    CGPR1 = 0x0A83,
    MJYD02YL = 0x07F6,
    RTCGQ02LM = 0x0A8D,
    CUBE_XMMF01JQD = 0x04E1,
    DIMMER_YLKG07YL = 0x03B6,
    SWITCH_XMWXKG01YL = 0x1949,
    REMOTE_YLYK01YL = 0x0153,
};

// Objects that are one value.
static const struct simple {
    uint16_t type;
    uint8_t form;
    uint8_t quantity;
    int32_t micro;  // of a number: millionths in one; of a press: the event
} simples[] = {
    {0x0003, SWITCH, ACC_QUANTITY_MOTION, 0},
    {0x000A, I16, ACC_QUANTITY_TEMPERATURE, 10000},
    {0x1004, I16, ACC_QUANTITY_TEMPERATURE, 100000},
    {0x1007, U24, ACC_QUANTITY_ILLUMINANCE, 1000000},
    {0x1008, U8, ACC_QUANTITY_MOISTURE, 1000000},
    {0x1009, U16, ACC_QUANTITY_CONDUCTIVITY, 1000000},
    {0x100A, U8, ACC_QUANTITY_BATTERY, 1000000},
    {0x1010, U16, ACC_QUANTITY_FORMALDEHYDE, 10000},
    {0x1012, SWITCH, ACC_QUANTITY_POWER_ON, 0},
    {0x1013, U8, ACC_QUANTITY_CONSUMABLE, 1000000},
    {0x1014, SWITCH, ACC_QUANTITY_MOISTURE_DETECTED, 0},
    {0x1015, SWITCH, ACC_QUANTITY_SMOKE, 0},
    {0x1018, SWITCH, ACC_QUANTITY_LIGHT, 0},
    {0x4801, F32, ACC_QUANTITY_TEMPERATURE, 1000000},
    {0x4802, U8, ACC_QUANTITY_HUMIDITY, 1000000},
    {0x4803, U8, ACC_QUANTITY_BATTERY, 1000000},
    {0x4806, SWITCH, ACC_QUANTITY_MOISTURE_DETECTED, 0},
    {0x4805, F32, ACC_QUANTITY_ILLUMINANCE, 1000000},
    {0x4808, F32, ACC_QUANTITY_HUMIDITY, 1000000},
    {0x483C, SWITCH, ACC_QUANTITY_PRESENCE, 0},
    {0x483D, U32, ACC_QUANTITY_PRESSURE_DURATION, 1000000},
    {0x483E, U32, ACC_QUANTITY_NO_PRESSURE_DURATION, 1000000},
    {0x484E, SWITCH, ACC_QUANTITY_OCCUPANCY, 0},
    {0x4A01, SWITCH, ACC_QUANTITY_BATTERY_LOW, 0},
    {0x4A0C, PRESS_OF, ACC_QUANTITY_BUTTON, ACC_EVENT_PRESS},
    {0x4A0D, PRESS_OF, ACC_QUANTITY_BUTTON, ACC_EVENT_DOUBLE_PRESS},
    {0x4A0E, PRESS_OF, ACC_QUANTITY_BUTTON, ACC_EVENT_LONG_PRESS},
    {0x4A13, PRESS, ACC_QUANTITY_BUTTON, ACC_EVENT_PRESS},
    {0x4C01, F32, ACC_QUANTITY_TEMPERATURE, 1000000},
    {0x4C02, U8, ACC_QUANTITY_HUMIDITY, 1000000},
    {0x4C03, U8, ACC_QUANTITY_BATTERY, 1000000},
    {0x4C08, F32, ACC_QUANTITY_HUMIDITY, 1000000},
    {0x4E01, SWITCH, ACC_QUANTITY_BATTERY_LOW, 0},
    {0x4E0C, PRESS_OF, ACC_QUANTITY_BUTTON, ACC_EVENT_PRESS},
    {0x4E0D, PRESS_OF, ACC_QUANTITY_BUTTON, ACC_EVENT_DOUBLE_PRESS},
    {0x4E0E, PRESS_OF, ACC_QUANTITY_BUTTON, ACC_EVENT_LONG_PRESS},
};

static const uint8_t size_of[] = {
    [U8] = 1, [U16] = 2, [U24] = 3, [U32] = 4, [I16] = 2, [F32] = 4, [SWITCH] = 1,
};

// A 32-bit float in millionths; what is no number, or out of all reason, is 0.
static int64_t micro_of_float(const uint8_t *p)
{
    float number;
    uint32_t bits = load_le32(p);
    memcpy(&number, &bits, sizeof number);
    return fabsf(number) < 1e9f ? llround((double)number * 1e6) : 0;
}

static void button_press(struct measures *out, enum acc_sensor_event event, uint8_t button)
{
    size_t at = out->count;
    acc_sensor_measure_event(out, ACC_QUANTITY_BUTTON, event, 0);
    if (out->count > at)
        out->list[at].instance = button;
}

static acc_status simple(const struct simple *entry, const uint8_t *p, size_t len, uint16_t product,
                         struct measures *out)
{
    if (entry->form == PRESS || entry->form == PRESS_OF) {
        // the numbers of buttons begin at 1 on one product, at 0 on the others
        uint8_t button = entry->form == PRESS_OF && len ? p[0] : 0;
        if (product == SWITCH_XMWXKG01YL && button)
            button--;
        button_press(out, (enum acc_sensor_event)entry->micro, button);
        return out->status;
    }
    if (len < size_of[entry->form])
        return ACC_TRUNCATED;
    int64_t raw = p[0];
    switch (entry->form) {
    case SWITCH:
        acc_sensor_measure_binary(out, entry->quantity, raw != 0);
        return out->status;
    case F32:
        acc_sensor_measure_micro(out, entry->quantity, micro_of_float(p));
        return out->status;
    case U16:
        raw = load_le16(p);
        break;
    case I16:
        raw = (int16_t)load_le16(p);
        break;
    case U24:
        raw = load_le16(p) | (int64_t)p[2] << 16;
        break;
    case U32:
        raw = load_le32(p);
        break;
    }
    measure_number(out, entry->quantity, raw, entry->micro);
    return out->status;
}

static void fingerprint(const uint8_t *p, struct measures *out)
{
    static const uint8_t results[] = {
        ACC_EVENT_MATCH_SUCCESSFUL, ACC_EVENT_MATCH_FAILED,      ACC_EVENT_MATCH_TIMEOUT,
        ACC_EVENT_LOW_QUALITY,      ACC_EVENT_INSUFFICIENT_AREA, ACC_EVENT_SKIN_TOO_DRY,
        ACC_EVENT_SKIN_TOO_WET,
    };
    measure_number(out, ACC_QUANTITY_KEY_ID, load_le32(p), 1000000);
    acc_sensor_measure_binary(out, ACC_QUANTITY_FINGERPRINT, p[4] == 0);
    acc_sensor_measure_event(out, ACC_QUANTITY_FINGERPRINT_RESULT,
                             p[4] < sizeof results ? results[p[4]] : ACC_EVENT_NONE, 0);
}

static void door(const uint8_t *p, struct measures *out)
{
    static const uint8_t actions[] = {ACC_EVENT_OPEN_DOOR,          ACC_EVENT_CLOSE_DOOR,
                                      ACC_EVENT_TIMEOUT_NOT_CLOSED, ACC_EVENT_KNOCK,
                                      ACC_EVENT_BREAKING,           ACC_EVENT_STUCK};
    if (p[0] >= sizeof actions)
        return;
    acc_sensor_measure_binary(out, ACC_QUANTITY_DOOR,
                              actions[p[0]] != ACC_EVENT_CLOSE_DOOR &&
                                  actions[p[0]] != ACC_EVENT_KNOCK);
    acc_sensor_measure_event(out, ACC_QUANTITY_DOOR_ACTION, actions[p[0]], 0);
}

static void armed(const uint8_t *p, uint16_t product, struct measures *out)
{
    bool on = p[0] == 0;
    acc_sensor_measure_binary(out, ACC_QUANTITY_ARMED, on);
    if (product != DSL_C08)
        return;
    acc_sensor_measure_event(out, ACC_QUANTITY_LOCK_METHOD, ACC_EVENT_MANUAL, 0);
    acc_sensor_measure_binary(out, ACC_QUANTITY_LOCK, on);
    acc_sensor_measure_event(out, ACC_QUANTITY_LOCK_ACTION,
                             on ? ACC_EVENT_LOCK_OUTSIDE : ACC_EVENT_UNLOCK_OUTSIDE, 0);
}

// Action in the low nibble, method in the high one, then the key's number and a time.
static void lock(const uint8_t *p, struct measures *out)
{
    static const uint8_t methods[16] = {
        ACC_EVENT_BLUETOOTH,
        ACC_EVENT_PASSWORD,
        ACC_EVENT_BIOMETRICS,
        ACC_EVENT_KEY,
        ACC_EVENT_TURNTABLE,
        ACC_EVENT_NFC,
        ACC_EVENT_ONE_TIME_PASSWORD,
        ACC_EVENT_TWO_STEP,
        ACC_EVENT_COERCION,
        ACC_EVENT_NONE,
        ACC_EVENT_MANUAL,
        ACC_EVENT_AUTOMATIC,
        ACC_EVENT_NONE,
        ACC_EVENT_NONE,
        ACC_EVENT_NONE,
        ACC_EVENT_ABNORMAL,
    };
    static const struct {
        uint8_t event, unlocked;
    } actions[16] = {
        {ACC_EVENT_UNLOCK_OUTSIDE, 1}, {ACC_EVENT_LOCK, 0},
        {ACC_EVENT_ANTI_LOCK, 0},      {ACC_EVENT_RELEASE_ANTI_LOCK, 1},
        {ACC_EVENT_UNLOCK_INSIDE, 1},  {ACC_EVENT_LOCK_INSIDE, 0},
        {ACC_EVENT_CHILD_LOCK, 0},     {ACC_EVENT_RELEASE_CHILD_LOCK, 1},
        {ACC_EVENT_LOCK_OUTSIDE, 0},   [15] = {ACC_EVENT_ABNORMAL, 1},
    };
    uint8_t action = p[0] & 15;
    acc_sensor_measure_event(out, ACC_QUANTITY_LOCK_METHOD, methods[p[0] >> 4], 0);
    measure_number(out, ACC_QUANTITY_KEY_ID, load_le32(p + 1), 1000000);
    acc_sensor_measure_binary(out, ACC_QUANTITY_LOCK, actions[action].unlocked);
    acc_sensor_measure_event(out, ACC_QUANTITY_LOCK_ACTION, actions[action].event, 0);
}

static void motion_light(const uint8_t *p, uint16_t product, struct measures *out)
{
    int64_t light = load_le16(p) | (int64_t)p[2] << 16;
    acc_sensor_measure_binary(out, ACC_QUANTITY_MOTION, true);
    if (product == MJYD02YL || product == RTCGQ02LM)  // these only tell light from dark
        acc_sensor_measure_binary(out, ACC_QUANTITY_LIGHT, light >= 100);
    else
        measure_number(out, ACC_QUANTITY_ILLUMINANCE, light, 1000000);
}

static void button(const uint8_t *p, uint16_t product, struct measures *out)
{
    static const uint8_t presses[] = {ACC_EVENT_PRESS, ACC_EVENT_DOUBLE_PRESS, ACC_EVENT_LONG_PRESS,
                                      ACC_EVENT_TRIPLE_PRESS};
    int8_t pressed = (int8_t)p[0], turned = (int8_t)p[1];
    if (product == CUBE_XMMF01JQD) {
        acc_sensor_measure_event(out, ACC_QUANTITY_CUBE,
                                 p[0] ? ACC_EVENT_ROTATE_LEFT : ACC_EVENT_ROTATE_RIGHT, 0);
    } else if (product == DIMMER_YLKG07YL && p[2] == 3) {
        acc_sensor_measure_event(out, ACC_QUANTITY_DIMMER,
                                 pressed ? ACC_EVENT_LONG_PRESS : ACC_EVENT_PRESS, p[1]);
    } else if (product == DIMMER_YLKG07YL && p[2] == 4 && !pressed) {
        acc_sensor_measure_event(out, ACC_QUANTITY_DIMMER,
                                 turned < 0 ? ACC_EVENT_ROTATE_LEFT : ACC_EVENT_ROTATE_RIGHT,
                                 turned < 0 ? -turned : turned);
    } else if (product == DIMMER_YLKG07YL && p[2] == 4) {
        acc_sensor_measure_event(out, ACC_QUANTITY_DIMMER,
                                 pressed < 0 ? ACC_EVENT_ROTATE_LEFT_PRESSED
                                             : ACC_EVENT_ROTATE_RIGHT_PRESSED,
                                 pressed < 0 ? -pressed : pressed);
    } else {
        button_press(out, p[2] < sizeof presses ? presses[p[2]] : ACC_EVENT_NONE, p[0]);
        if (product == REMOTE_YLYK01YL && p[0] <= 1)  // its first two switch a lamp on and off
            acc_sensor_measure_binary(out, ACC_QUANTITY_POWER_ON, p[0] == 0);
    }
}

static void humidity(uint16_t raw, uint16_t product, struct measures *out)
{
    // these two measure whole per cents; the tenth is noise of their firmware
    int64_t tenths = product == LYWSD03MMC || product == MHO_C401 ? raw / 10 * 10 : raw;
    measure_number(out, ACC_QUANTITY_HUMIDITY, tenths, 100000);
}

static void opening(uint8_t state, uint8_t open, uint8_t left_open, uint8_t removed,
                    struct measures *out)
{
    acc_sensor_measure_binary(out, ACC_QUANTITY_OPENING, state == open || state == left_open);
    acc_sensor_measure_binary(out, ACC_QUANTITY_DOOR_LEFT_OPEN, state == left_open);
    acc_sensor_measure_binary(out, ACC_QUANTITY_FORCIBLY_REMOVED, state == removed);
}

// Thermometer under the arm: the maker's formula from two sensors to the body's temperature.
static void body_temperature(const uint8_t *p, struct measures *out)
{
    double t1 = load_le16(p) / 100.0, t2 = load_le16(p + 2) / 100.0;
    double body = 3.71934e-11 * exp(0.69314 * t1) - 1.02801e-8 * exp(0.53871 * t2) + 36.413;
    if (fabs(body) < 1e6)
        acc_sensor_measure_micro(out, ACC_QUANTITY_TEMPERATURE, llround(body * 1e6));
    measure_number(out, ACC_QUANTITY_BATTERY, p[4], 1000000);
}

static void toothbrush(bool running, uint8_t number, struct measures *out)
{
    acc_sensor_measure_binary(out, ACC_QUANTITY_TOOTHBRUSH, running);
    measure_number(out, running ? ACC_QUANTITY_COUNT : ACC_QUANTITY_SCORE, number, 1000000);
}

// One 32-bit word: weight 11 bits, heart rate 7, impedance 14.
static void scale_s400(const uint8_t *p, struct measures *out)
{
    uint32_t word = load_le32(p + 1), mass = word & 0x7FF, heart = word >> 11 & 0x7F;
    uint32_t impedance = word >> 18;
    measure_number(out, ACC_QUANTITY_PROFILE, p[0], 1000000);
    if (mass)
        measure_number(out, ACC_QUANTITY_MASS, mass, 100000);
    if (heart > 0 && heart < 127)
        measure_number(out, ACC_QUANTITY_HEART_RATE, heart + 50, 1000000);
    if (impedance)
        measure_number(out, mass ? ACC_QUANTITY_IMPEDANCE_LOW : ACC_QUANTITY_IMPEDANCE_HIGH,
                       impedance, 100000);
    acc_sensor_measure_binary(out, ACC_QUANTITY_STABILIZED, mass || impedance);
}

static void still_for(uint32_t seconds, struct measures *out)
{
    acc_sensor_measure_binary(out, ACC_QUANTITY_MOTION, seconds == 0);
    measure_number(out, ACC_QUANTITY_IDLE_TIME, seconds, 1000000);
}

// Objects with a shape of their own, and the bytes they need.
static const struct {
    uint16_t type;
    uint8_t size;
} shaped[] = {
    {0x0006, 5}, {0x0007, 1}, {0x0008, 1}, {0x000B, 5}, {0x000F, 3}, {0x0010, 1},
    {0x1001, 3}, {0x1005, 2}, {0x1006, 2}, {0x100D, 4}, {0x1017, 4}, {0x1019, 1},
    {0x101B, 4}, {0x2000, 5}, {0x3003, 1}, {0x4818, 2}, {0x4804, 1}, {0x4A08, 4},
    {0x4A0F, 1}, {0x4A1A, 1}, {0x4A12, 1}, {0x4E16, 5}, {0x5A16, 1}, {0x6E16, 5},
};

static void shaped_object(uint16_t type, uint16_t product, const uint8_t *p, size_t len,
                          struct measures *out)
{
    switch (type) {
    case 0x0006:
        fingerprint(p, out);
        break;
    case 0x0007:
        door(p, out);
        break;
    case 0x0008:
        armed(p, product, out);
        break;
    case 0x000B:
        lock(p, out);
        break;
    case 0x000F:
        motion_light(p, product, out);
        break;
    case 0x0010:
        if (len > 1)
            toothbrush(p[0] == 0, p[1], out);
        else
            acc_sensor_measure_binary(out, ACC_QUANTITY_TOOTHBRUSH, p[0] == 0);
        break;
    case 0x1001:
        button(p, product, out);
        break;
    case 0x1005:
        acc_sensor_measure_binary(out, ACC_QUANTITY_POWER_ON, p[0] != 0);
        measure_number(out, ACC_QUANTITY_TEMPERATURE, p[1], 1000000);
        break;
    case 0x1006:
        humidity(load_le16(p), product, out);
        break;
    case 0x100D:
        measure_number(out, ACC_QUANTITY_TEMPERATURE, (int16_t)load_le16(p), 100000);
        measure_number(out, ACC_QUANTITY_HUMIDITY, load_le16(p + 2), 100000);
        break;
    case 0x1017:
    case 0x101B:
        still_for(load_le32(p), out);
        break;
    case 0x4818:
        still_for(load_le16(p), out);
        break;
    case 0x1019:
        opening(p[0], 0, 2, 3, out);
        break;
    case 0x4804:
        if (p[0] == 1 || p[0] == 2)
            acc_sensor_measure_binary(out, ACC_QUANTITY_OPENING, p[0] == 1);
        break;
    case 0x4A1A:
        if (p[0] == 1)
            opening(1, 0, 1, 2, out);
        break;
    case 0x4A0F:
    case 0x4A12:
        opening(p[0], 1, 3, 4, out);
        break;
    case 0x2000:
        body_temperature(p, out);
        break;
    case 0x3003:
        toothbrush(p[0] == 0, len > 5 ? p[5] : 0, out);
        break;
    case 0x4A08:
        acc_sensor_measure_binary(out, ACC_QUANTITY_MOTION, true);
        acc_sensor_measure_micro(out, ACC_QUANTITY_ILLUMINANCE, micro_of_float(p));
        break;
    case 0x4E16:
        measure_number(out, ACC_QUANTITY_PROFILE, p[0], 1000000);
        measure_number(out, ACC_QUANTITY_MASS, load_le32(p + 1), 10000);
        break;
    case 0x5A16:
        button_press(out, p[0] == 3 ? ACC_EVENT_DOUBLE_PRESS : ACC_EVENT_PRESS, 0);
        break;
    case 0x6E16:
        scale_s400(p, out);
        break;
    }
}

static acc_status object(uint16_t type, uint16_t product, const uint8_t *p, size_t len,
                         struct measures *out)
{
    for (size_t i = 0; i < sizeof simples / sizeof simples[0]; i++)
        if (simples[i].type == type)
            return simple(&simples[i], p, len, product, out);
    for (size_t i = 0; i < sizeof shaped / sizeof shaped[0]; i++) {
        if (shaped[i].type != type)
            continue;
        if (len < shaped[i].size)
            return ACC_TRUNCATED;
        shaped_object(type, product, p, len, out);
        return out->status;
    }
    return ACC_UNSUPPORTED;
}

acc_status acc_mibeacon_objects(uint16_t product, const uint8_t *objects, size_t len,
                                acc_measurement *list, size_t capacity, size_t *count)
{
    struct measures out = {list, capacity, 0, ACC_OK};
    acc_status status = ACC_OK;
    size_t at = 0;
    while (out.status == ACC_OK && len - at >= 3) {
        size_t size = objects[at + 2];
        if (size > len - at - 3)
            break;
        acc_status one = object(load_le16(objects + at), product, objects + at + 3, size, &out);
        status = one != ACC_OK ? one : status;
        at += 3 + size;
    }
    *count = out.count;
    return status == ACC_OK && at < len ? ACC_TRUNCATED : status;
}
