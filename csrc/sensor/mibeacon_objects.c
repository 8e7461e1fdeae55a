// The objects of MiBeacon: most are one number, each of the others has its own reader.
//
// Input: the objects of a frame (mibeacon.c), decrypted if needed. Output: measurements.
//
// Sources: Xiaomi's object definition ("Mijia BLE Object Definition") for objects below 0x4000.
// Xiaomi defines those above per product; their source is the parsers of xiaomi-ble (Apache-2.0)
// and ble_monitor (MIT).
#include "sensor/frame.h"

#include "base/bytes.h"
#include "base/rounding.h"

#include <math.h>
#include <stdlib.h>

// Products whose objects differ from the definition.
enum {
    DSL_C08 = 0x0380,
    MJYD02YL = 0x07F6,
    RTCGQ02LM = 0x0A8D,
    CUBE_XMMF01JQD = 0x04E1,
    DIMMER_YLKG07YL = 0x03B6,
    SWITCH_XMWXKG01YL = 0x1949,
    REMOTE_YLYK01YL = 0x0153,
    SAFE_BOX = 0x09B0,
    PRESENCE_ES5BB = 0x6A0F,
    LEAK_SJWS02LM = 0x6375,
};

// The value of an object, and the frame's product.
struct object {
    const uint8_t *p;
    size_t len;
    uint16_t product;
};

// Adds a press; the instance is the button's number, from 0.
static void button_press(struct measures *out, enum acc_sensor_event event, uint8_t button)
{
    size_t at = out->count;
    acc_sensor_measure_event(out, ACC_QUANTITY_BUTTON, event, 0);
    if (out->count > at)
        out->list[at].instance = button;
}

// Fingerprint: number of the key (4), result (1).
static void fingerprint(const struct object *object, struct measures *out)
{
    const uint8_t *p = object->p;
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

// The door of a lock: action (1). "Left open" is reported for its own action and for a closed door
// only.
static void door(const struct object *object, struct measures *out)
{
    static const uint8_t actions[] = {ACC_EVENT_OPEN_DOOR,          ACC_EVENT_CLOSE_DOOR,
                                      ACC_EVENT_TIMEOUT_NOT_CLOSED, ACC_EVENT_KNOCK,
                                      ACC_EVENT_BREAKING,           ACC_EVENT_STUCK};
    if (object->p[0] >= sizeof actions)
        return;
    enum acc_sensor_event action = actions[object->p[0]];
    acc_sensor_measure_binary(out, ACC_QUANTITY_DOOR,
                              action != ACC_EVENT_CLOSE_DOOR && action != ACC_EVENT_KNOCK);
    if (action == ACC_EVENT_CLOSE_DOOR || action == ACC_EVENT_TIMEOUT_NOT_CLOSED)
        acc_sensor_measure_binary(out, ACC_QUANTITY_DOOR_LEFT_OPEN,
                                  action == ACC_EVENT_TIMEOUT_NOT_CLOSED);
    acc_sensor_measure_event(out, ACC_QUANTITY_DOOR_ACTION, action, 0);
}

static void armed(const struct object *object, struct measures *out)
{
    bool on = object->p[0] == 0;
    acc_sensor_measure_binary(out, ACC_QUANTITY_ARMED, on);
    if (object->product != DSL_C08)
        return;
    // this lock sends the object when its outside handle is lifted
    acc_sensor_measure_event(out, ACC_QUANTITY_LOCK_METHOD, ACC_EVENT_MANUAL, 0);
    acc_sensor_measure_binary(out, ACC_QUANTITY_LOCK, on);
    acc_sensor_measure_event(out, ACC_QUANTITY_LOCK_ACTION,
                             on ? ACC_EVENT_LOCK_OUTSIDE : ACC_EVENT_UNLOCK_OUTSIDE, 0);
}

// Lock: action in the low nibble, method in the high nibble, number of the key (4), time.
static void lock(const struct object *object, struct measures *out)
{
    const uint8_t *p = object->p;
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

// Motion, with illuminance in lux (3 bytes). Two products report only light or dark: light from 100
// on.
static void motion_light(const struct object *object, struct measures *out)
{
    const uint8_t *p = object->p;
    uint16_t product = object->product;
    int64_t light = load_le16(p) | (int64_t)p[2] << 16;
    acc_sensor_measure_binary(out, ACC_QUANTITY_MOTION, true);
    if (product == MJYD02YL || product == RTCGQ02LM)  // these report only light or dark
        acc_sensor_measure_binary(out, ACC_QUANTITY_LIGHT, light >= 100);
    else
        measure_number(out, ACC_QUANTITY_ILLUMINANCE, light, 1000000);
}

// A rotary dimmer; steps to the right are positive. The first byte counts steps while pressed, the
// second byte other steps.
static void dimmer(const uint8_t *p, struct measures *out)
{
    int8_t pressed = (int8_t)p[0], turned = (int8_t)p[1];
    enum acc_sensor_event event;
    int steps;
    if (p[2] == 3) {
        event = pressed ? ACC_EVENT_LONG_PRESS : ACC_EVENT_PRESS;
        steps = p[1];
    } else if (!pressed) {
        event = turned < 0 ? ACC_EVENT_ROTATE_LEFT : ACC_EVENT_ROTATE_RIGHT;
        steps = abs(turned);
    } else {
        event = pressed < 0 ? ACC_EVENT_ROTATE_LEFT_PRESSED : ACC_EVENT_ROTATE_RIGHT_PRESSED;
        steps = abs(pressed);
    }
    acc_sensor_measure_event(out, ACC_QUANTITY_DIMMER, event, steps);
    measure_number(out, ACC_QUANTITY_STEPS, steps, 1000000);
}

static void button(const struct object *object, struct measures *out)
{
    static const uint8_t presses[] = {ACC_EVENT_PRESS, ACC_EVENT_DOUBLE_PRESS, ACC_EVENT_LONG_PRESS,
                                      ACC_EVENT_TRIPLE_PRESS};
    const uint8_t *p = object->p;
    if (object->product == CUBE_XMMF01JQD) {
        acc_sensor_measure_event(out, ACC_QUANTITY_CUBE,
                                 p[0] ? ACC_EVENT_ROTATE_LEFT : ACC_EVENT_ROTATE_RIGHT, 0);
        return;
    }
    if (object->product == DIMMER_YLKG07YL && (p[2] == 3 || p[2] == 4)) {
        dimmer(p, out);
        return;
    }
    button_press(out, p[2] < sizeof presses ? presses[p[2]] : ACC_EVENT_NONE, p[0]);
    if (object->product == REMOTE_YLYK01YL && p[0] <= 1)  // buttons 0 and 1: lamp on, lamp off
        acc_sensor_measure_binary(out, ACC_QUANTITY_POWER_ON, p[0] == 0);
}

// Switch: on or off (1), temperature in °C (1).
static void switch_temperature(const struct object *object, struct measures *out)
{
    acc_sensor_measure_binary(out, ACC_QUANTITY_POWER_ON, object->p[0] != 0);
    measure_number(out, ACC_QUANTITY_TEMPERATURE, object->p[1], 1000000);
}

// Temperature in 0.1 °C (2), humidity in 0.1 % (2).
static void temperature_humidity(const struct object *object, struct measures *out)
{
    measure_number(out, ACC_QUANTITY_TEMPERATURE, (int16_t)load_le16(object->p), 100000);
    measure_number(out, ACC_QUANTITY_HUMIDITY, load_le16(object->p + 2), 100000);
}

// A door or window sensor: state (1). The numbers of the states differ between objects.
static void opening(uint8_t state, uint8_t open, uint8_t left_open, uint8_t removed,
                    struct measures *out)
{
    acc_sensor_measure_binary(out, ACC_QUANTITY_OPENING, state == open || state == left_open);
    acc_sensor_measure_binary(out, ACC_QUANTITY_DOOR_LEFT_OPEN, state == left_open);
    acc_sensor_measure_binary(out, ACC_QUANTITY_FORCIBLY_REMOVED, state == removed);
}

static void opening_1019(const struct object *object, struct measures *out)
{
    opening(object->p[0], 0, 2, 3, out);
}

static void opening_4a12(const struct object *object, struct measures *out)
{
    opening(object->p[0], 1, 3, 4, out);
}

static void opening_state(const struct object *object, struct measures *out)
{
    if (object->p[0] == 1 || object->p[0] == 2)
        acc_sensor_measure_binary(out, ACC_QUANTITY_OPENING, object->p[0] == 1);
}

static void door_left_open(const struct object *object, struct measures *out)
{
    if (object->p[0] == 1)
        opening(1, 0, 1, 2, out);
}

// A thermometer under the arm: t1 and t2 in 0.01 °C (2 each), battery (1). The body temperature is
// 3.71934e-11 e^(0.69314 t1) - 1.02801e-8 e^(0.53871 t2) + 36.413 °C, a fit to the manufacturer's
// app between 36.5 and 37.8 °C (xiaomi-ble).
static void body_temperature(const struct object *object, struct measures *out)
{
    double t1 = load_le16(object->p) / 100.0, t2 = load_le16(object->p + 2) / 100.0;
    double body = 3.71934e-11 * exp(0.69314 * t1) - 1.02801e-8 * exp(0.53871 * t2) + 36.413;
    if (fabs(body) < 1e6)
        acc_sensor_measure_micro(out, ACC_QUANTITY_TEMPERATURE, llround(body * 1e6));
    measure_number(out, ACC_QUANTITY_BATTERY, object->p[4], 1000000);
}

// A toothbrush: `number` is a count while it runs, a score when it has finished.
static void toothbrush(bool running, uint8_t number, struct measures *out)
{
    acc_sensor_measure_binary(out, ACC_QUANTITY_TOOTHBRUSH, running);
    measure_number(out, running ? ACC_QUANTITY_COUNT : ACC_QUANTITY_SCORE, number, 1000000);
}

static void toothbrush_0010(const struct object *object, struct measures *out)
{
    if (object->len > 1)
        toothbrush(object->p[0] == 0, object->p[1], out);
    else
        acc_sensor_measure_binary(out, ACC_QUANTITY_TOOTHBRUSH, object->p[0] == 0);
}

// Start or end (1), time (4), at the end the score (1).
static void toothbrush_3003(const struct object *object, struct measures *out)
{
    toothbrush(object->p[0] == 0, object->len > 5 ? object->p[5] : 0, out);
}

// Profile (1), mass in 0.01 kg (4).
static void scale_xmtzc(const struct object *object, struct measures *out)
{
    measure_number(out, ACC_QUANTITY_PROFILE, object->p[0], 1000000);
    measure_number(out, ACC_QUANTITY_MASS, load_le32(object->p + 1), 10000);
}

// Profile (1), then a 32-bit word, lowest bits first: mass in 0.1 kg (11 bits), heart rate - 50 (7
// bits; 0 and 127: none), impedance in 0.1 ohm (14 bits).
static void scale_s400(const struct object *object, struct measures *out)
{
    uint32_t word = load_le32(object->p + 1), mass = word & 0x7FF, heart = word >> 11 & 0x7F;
    uint32_t impedance = word >> 18;
    if (mass == 0x7FF)  // no weight
        mass = 0;
    measure_number(out, ACC_QUANTITY_PROFILE, object->p[0], 1000000);
    if (mass)
        measure_number(out, ACC_QUANTITY_MASS, mass, 100000);
    if (heart > 0 && heart < 127)
        measure_number(out, ACC_QUANTITY_HEART_RATE, heart + 50, 1000000);
    if (impedance)
        measure_number(out,
                       mass || heart ? ACC_QUANTITY_IMPEDANCE_LOW : ACC_QUANTITY_IMPEDANCE_HIGH,
                       impedance, 100000);
    // it ends with the impedance alone, or, with socks, without any
    acc_sensor_measure_binary(out, ACC_QUANTITY_STABILIZED, (mass || heart) != (impedance != 0));
}

// The door of a safe.
static void safe_door(const struct object *object, struct measures *out)
{
    if (object->product == SAFE_BOX)
        acc_sensor_measure_binary(out, ACC_QUANTITY_DOOR, object->p[0] == 1);
}

// A door contact: 0 open, 1 closed.
static void opening_480c(const struct object *object, struct measures *out)
{
    if (object->p[0] < 2)
        acc_sensor_measure_binary(out, ACC_QUANTITY_OPENING, object->p[0] == 0);
}

// A leak sensor has contacts below, instance 0, and on top, instance 1.
static void leak(struct measures *out, uint8_t instance, bool is_wet)
{
    size_t at = out->count;
    acc_sensor_measure_binary(out, ACC_QUANTITY_MOISTURE_DETECTED, is_wet);
    if (out->count > at)
        out->list[at].instance = instance;
}

static void splash(const struct object *object, struct measures *out)
{
    if (object->product == LEAK_SJWS02LM)
        leak(out, 1, object->p[0] != 0);
}

// 0 and 1: wet and dry below; 2 and 3: on top.
static void leak_event(const struct object *object, struct measures *out)
{
    if (object->product == LEAK_SJWS02LM && object->p[0] < 4)
        leak(out, object->p[0] >> 1, !(object->p[0] & 1));
}

// Minutes with and without a person.
static void present_for(const struct object *object, struct measures *out)
{
    measure_number(out, ACC_QUANTITY_DURATION, object->p[0], 60000000);
}

static void absent_for(const struct object *object, struct measures *out)
{
    measure_number(out, ACC_QUANTITY_IDLE_TIME, object->p[0], 60000000);
}

// A person close to the sensor.
static void close_person(const struct object *object, struct measures *out)
{
    if (object->product == PRESENCE_ES5BB)
        acc_sensor_measure_binary(out, ACC_QUANTITY_OCCUPANCY, object->p[0] != 0);
}

// 0 charging, 1 not, 2 full.
static void charging(const struct object *object, struct measures *out)
{
    if (object->p[0] < 3)
        acc_sensor_measure_binary(out, ACC_QUANTITY_BATTERY_CHARGING, object->p[0] == 0);
}

// Seconds since the last motion (2 or 4).
static void still_for(const struct object *object, struct measures *out)
{
    uint32_t seconds = object->len < 4 ? load_le16(object->p) : load_le32(object->p);
    acc_sensor_measure_binary(out, ACC_QUANTITY_MOTION, seconds == 0);
    measure_number(out, ACC_QUANTITY_IDLE_TIME, seconds, 1000000);
}

// Adds a 32-bit float; infinities and NaN are dropped.
static void add_float(enum acc_quantity quantity, const uint8_t *p, struct measures *out)
{
    int64_t micro;
    if (acc_sensor_float(p, 4, &micro))
        acc_sensor_measure_micro(out, quantity, micro);
}

static void motion_illuminance(const struct object *object, struct measures *out)
{
    acc_sensor_measure_binary(out, ACC_QUANTITY_MOTION, true);
    add_float(ACC_QUANTITY_ILLUMINANCE, object->p, out);
}

// The PTX switch with a display sends whole degrees. The only captured frame has 25 °C. Whether the
// byte is signed is unknown, so values from 128 on (-128 to -1 °C, or 128 to 255 °C) are omitted.
static void switch_display_temperature(const struct object *object, struct measures *out)
{
    if (object->p[0] < 128)
        measure_number(out, ACC_QUANTITY_TEMPERATURE, object->p[0], 1000000);
}

// The button of a bed sensor; occupancy has its own objects.
static void bed_button(const struct object *object, struct measures *out)
{
    button_press(out, object->p[0] == 3 ? ACC_EVENT_DOUBLE_PRESS : ACC_EVENT_PRESS, 0);
}

// The form of an object's value; SHAPED objects have their own reader.
enum form { U8, U16, U24, U32, I16, F32, SWITCH, PRESS_OF, PRESS, SHAPED };

static const uint8_t size_of[] = {
    [U8] = 1, [U16] = 2, [U24] = 3, [U32] = 4, [I16] = 2, [F32] = 4, [SWITCH] = 1, [SHAPED] = 0,
};

struct object_type {
    uint16_t type;
    uint8_t form;
    uint8_t of;     // the quantity; PRESS and PRESS_OF: the event; SHAPED: the minimum size
    int32_t micro;  // numbers: millionths of the unit in one step
    void (*read)(const struct object *object, struct measures *out);
};

// Ascending by type, for binary search.
static const struct object_type types[] = {
    {0x0003, SWITCH, ACC_QUANTITY_MOTION, 0, NULL},
    {0x0006, SHAPED, 5, 0, fingerprint},
    {0x0007, SHAPED, 1, 0, door},
    {0x0008, SHAPED, 1, 0, armed},
    {0x000A, I16, ACC_QUANTITY_TEMPERATURE, 10000, NULL},
    {0x000B, SHAPED, 5, 0, lock},
    {0x000F, SHAPED, 3, 0, motion_light},
    {0x0010, SHAPED, 1, 0, toothbrush_0010},
    {0x1001, SHAPED, 3, 0, button},
    {0x1004, I16, ACC_QUANTITY_TEMPERATURE, 100000, NULL},
    {0x1005, SHAPED, 2, 0, switch_temperature},
    {0x1006, U16, ACC_QUANTITY_HUMIDITY, 100000, NULL},
    {0x1007, U24, ACC_QUANTITY_ILLUMINANCE, 1000000, NULL},
    {0x1008, U8, ACC_QUANTITY_MOISTURE, 1000000, NULL},
    {0x1009, U16, ACC_QUANTITY_CONDUCTIVITY, 1000000, NULL},
    {0x100A, U8, ACC_QUANTITY_BATTERY, 1000000, NULL},
    {0x100D, SHAPED, 4, 0, temperature_humidity},
    {0x100F, SHAPED, 1, 0, safe_door},
    {0x1010, U16, ACC_QUANTITY_FORMALDEHYDE, 10000, NULL},
    {0x1012, SWITCH, ACC_QUANTITY_POWER_ON, 0, NULL},
    {0x1013, U8, ACC_QUANTITY_CONSUMABLE, 1000000, NULL},
    {0x1014, SWITCH, ACC_QUANTITY_MOISTURE_DETECTED, 0, NULL},
    {0x1015, SWITCH, ACC_QUANTITY_SMOKE, 0, NULL},
    {0x1017, SHAPED, 4, 0, still_for},
    {0x1018, SWITCH, ACC_QUANTITY_LIGHT, 0, NULL},
    {0x1019, SHAPED, 1, 0, opening_1019},
    {0x101B, SHAPED, 4, 0, still_for},
    {0x2000, SHAPED, 5, 0, body_temperature},
    {0x3003, SHAPED, 1, 0, toothbrush_3003},
    {0x4801, F32, ACC_QUANTITY_TEMPERATURE, 1000000, NULL},
    {0x4802, U8, ACC_QUANTITY_HUMIDITY, 1000000, NULL},
    {0x4803, U8, ACC_QUANTITY_BATTERY, 1000000, NULL},
    {0x4804, SHAPED, 1, 0, opening_state},
    {0x4805, F32, ACC_QUANTITY_ILLUMINANCE, 1000000, NULL},
    {0x4806, SWITCH, ACC_QUANTITY_MOISTURE_DETECTED, 0, NULL},
    {0x4808, F32, ACC_QUANTITY_HUMIDITY, 1000000, NULL},
    {0x480C, SHAPED, 1, 0, opening_480c},
    {0x4818, SHAPED, 2, 0, still_for},
    {0x483C, SWITCH, ACC_QUANTITY_PRESENCE, 0, NULL},
    {0x483D, U32, ACC_QUANTITY_PRESSURE_DURATION, 1000000, NULL},
    {0x483E, U32, ACC_QUANTITY_NO_PRESSURE_DURATION, 1000000, NULL},
    {0x484E, SWITCH, ACC_QUANTITY_OCCUPANCY, 0, NULL},
    {0x4851, SHAPED, 1, 0, present_for},
    {0x4852, SHAPED, 1, 0, absent_for},
    {0x487B, SHAPED, 1, 0, splash},
    {0x4A01, SWITCH, ACC_QUANTITY_BATTERY_LOW, 0, NULL},
    {0x4A08, SHAPED, 4, 0, motion_illuminance},
    {0x4A0C, PRESS_OF, ACC_EVENT_PRESS, 0, NULL},
    {0x4A0D, PRESS_OF, ACC_EVENT_DOUBLE_PRESS, 0, NULL},
    {0x4A0E, PRESS_OF, ACC_EVENT_LONG_PRESS, 0, NULL},
    {0x4A0F, SHAPED, 1, 0, opening_4a12},
    {0x4A12, SHAPED, 1, 0, opening_4a12},
    {0x4A13, PRESS, ACC_EVENT_PRESS, 0, NULL},
    {0x4A1A, SHAPED, 1, 0, door_left_open},
    {0x4A68, SHAPED, 1, 0, leak_event},
    {0x4C01, F32, ACC_QUANTITY_TEMPERATURE, 1000000, NULL},
    {0x4C02, U8, ACC_QUANTITY_HUMIDITY, 1000000, NULL},
    {0x4C03, U8, ACC_QUANTITY_BATTERY, 1000000, NULL},
    {0x4C08, F32, ACC_QUANTITY_HUMIDITY, 1000000, NULL},
    {0x4E01, SWITCH, ACC_QUANTITY_BATTERY_LOW, 0, NULL},
    {0x4E0C, PRESS_OF, ACC_EVENT_PRESS, 0, NULL},
    {0x4E0D, PRESS_OF, ACC_EVENT_DOUBLE_PRESS, 0, NULL},
    {0x4E0E, PRESS_OF, ACC_EVENT_LONG_PRESS, 0, NULL},
    {0x4E16, SHAPED, 5, 0, scale_xmtzc},
    {0x5003, U8, ACC_QUANTITY_BATTERY, 1000000, NULL},
    {0x5403, U8, ACC_QUANTITY_BATTERY, 1000000, NULL},
    {0x5413, SHAPED, 1, 0, close_person},
    {0x5422, SHAPED, 1, 0, charging},
    {0x5601, SWITCH, ACC_QUANTITY_BATTERY_LOW, 0, NULL},
    {0x560C, PRESS_OF, ACC_EVENT_PRESS, 0, NULL},
    {0x560D, PRESS_OF, ACC_EVENT_DOUBLE_PRESS, 0, NULL},
    {0x560E, PRESS_OF, ACC_EVENT_LONG_PRESS, 0, NULL},
    {0x5A16, SHAPED, 1, 0, bed_button},
    {0x605D, SHAPED, 1, 0, switch_display_temperature},
    {0x6E16, SHAPED, 5, 0, scale_s400},
};
// clang-format on

// By binary search without branches, which would be as random as the types.
static inline const struct object_type *find(uint16_t type)
{
    const struct object_type *it = types;
    for (size_t count = sizeof types / sizeof types[0]; count > 1;) {
        size_t half = count / 2;
        it += it[half].type <= type ? half : 0;
        count -= half;
    }
    return it->type == type ? it : NULL;
}

// Adds a press. The first byte of PRESS_OF is the button's number.
static void add_press(const struct object_type *it, const struct object *object,
                      struct measures *out)
{
    // button numbers start at 1 on one product, at 0 on the others
    uint8_t number = it->form == PRESS_OF && object->len ? object->p[0] : 0;
    if (object->product == SWITCH_XMWXKG01YL && number)
        number--;
    button_press(out, (enum acc_sensor_event)it->of, number);
}

static void add_number(const struct object_type *it, const uint8_t *p, struct measures *out)
{
    int64_t raw = p[0];
    if (it->form == U16)
        raw = load_le16(p);
    else if (it->form == I16)
        raw = (int16_t)load_le16(p);
    else if (it->form == U24)
        raw = load_le16(p) | (int64_t)p[2] << 16;
    else if (it->form == U32)
        raw = load_le32(p);
    measure_number(out, it->of, raw, it->micro);
}

// Reads one object; the length is checked before.
static acc_status read_object(uint16_t type, const struct object *object, struct measures *out)
{
    const struct object_type *it = find(type);
    if (!it)
        return ACC_UNSUPPORTED;
    if (object->len < (it->form == SHAPED ? it->of : size_of[it->form]))
        return ACC_TRUNCATED;
    switch (it->form) {
    case SHAPED:
        it->read(object, out);
        break;
    case PRESS_OF:
    case PRESS:
        add_press(it, object, out);
        break;
    case SWITCH:
        acc_sensor_measure_binary(out, it->of, object->p[0] != 0);
        break;
    case F32:
        add_float(it->of, object->p, out);
        break;
    default:
        add_number(it, object->p, out);
    }
    return out->status;
}

// An object is type (2), length (1), value. Unknown and short objects are skipped; the status
// reports them.
acc_status acc_mibeacon_objects(uint16_t product, const uint8_t *objects, size_t len,
                                acc_measurement *list, size_t capacity, size_t *count)
{
    struct measures out = {.list = list, .capacity = capacity};
    acc_status status = ACC_OK;
    size_t at = 0;
    while (out.status == ACC_OK && len - at >= 3) {
        size_t size = objects[at + 2];
        if (size > len - at - 3)
            break;
        struct object object = {objects + at + 3, size, product};
        acc_status one = read_object(load_le16(objects + at), &object, &out);
        status = one != ACC_OK ? one : status;
        at += 3 + size;
    }
    *count = out.count;
    return status == ACC_OK && at < len ? ACC_TRUNCATED : status;
}
