#include "advert/measure.h"

acc_measurement *measure_add(struct measures *measures, enum acc_quantity quantity,
                             enum acc_measurement_form form)
{
    if (measures->count == measures->capacity) {
        measures->status = ACC_NO_ROOM;
        return NULL;
    }
    uint8_t instance = 0;
    for (size_t i = 0; i < measures->count; i++)
        instance = (uint8_t)(instance + (measures->list[i].quantity == quantity));
    acc_measurement *one = &measures->list[measures->count++];
    *one = (acc_measurement){
        .quantity = (uint8_t)quantity, .form = (uint8_t)form, .instance = instance};
    return one;
}

void measure_micro(struct measures *measures, enum acc_quantity quantity, int64_t micro)
{
    acc_measurement *one = measure_add(measures, quantity, ACC_FORM_NUMBER);
    if (one)
        one->micro = micro;
}

void measure_binary(struct measures *measures, enum acc_quantity quantity, bool on)
{
    acc_measurement *one = measure_add(measures, quantity, ACC_FORM_BINARY);
    if (one)
        one->micro = on;
}

void measure_event(struct measures *measures, enum acc_quantity quantity,
                   enum acc_sensor_event event, int64_t times)
{
    acc_measurement *one = measure_add(measures, quantity, ACC_FORM_EVENT);
    if (!one)
        return;
    one->event = (uint8_t)event;
    one->micro = times;
}

static const struct {
    const char *name, *unit;
} quantities[ACC_QUANTITY_END] = {
    [ACC_QUANTITY_NONE] = {"none", ""},
    [ACC_QUANTITY_PACKET_ID] = {"packet-id", ""},
    [ACC_QUANTITY_BATTERY] = {"battery", "%"},
    [ACC_QUANTITY_TEMPERATURE] = {"temperature", "°C"},
    [ACC_QUANTITY_HUMIDITY] = {"humidity", "%"},
    [ACC_QUANTITY_PRESSURE] = {"pressure", "hPa"},
    [ACC_QUANTITY_ILLUMINANCE] = {"illuminance", "lx"},
    [ACC_QUANTITY_MASS] = {"mass", "kg"},
    [ACC_QUANTITY_MASS_POUNDS] = {"mass", "lb"},
    [ACC_QUANTITY_DEW_POINT] = {"dew-point", "°C"},
    [ACC_QUANTITY_COUNT] = {"count", ""},
    [ACC_QUANTITY_ENERGY] = {"energy", "kWh"},
    [ACC_QUANTITY_POWER] = {"power", "W"},
    [ACC_QUANTITY_VOLTAGE] = {"voltage", "V"},
    [ACC_QUANTITY_PM25] = {"pm2.5", "µg/m³"},
    [ACC_QUANTITY_PM10] = {"pm10", "µg/m³"},
    [ACC_QUANTITY_CO2] = {"co2", "ppm"},
    [ACC_QUANTITY_VOC] = {"voc", "µg/m³"},
    [ACC_QUANTITY_FORMALDEHYDE] = {"formaldehyde", "mg/m³"},
    [ACC_QUANTITY_MOISTURE] = {"moisture", "%"},
    [ACC_QUANTITY_CONDUCTIVITY] = {"conductivity", "µS/cm"},
    [ACC_QUANTITY_ROTATION] = {"rotation", "°"},
    [ACC_QUANTITY_DISTANCE_MM] = {"distance", "mm"},
    [ACC_QUANTITY_DISTANCE] = {"distance", "m"},
    [ACC_QUANTITY_DURATION] = {"duration", "s"},
    [ACC_QUANTITY_CURRENT] = {"current", "A"},
    [ACC_QUANTITY_SPEED] = {"speed", "m/s"},
    [ACC_QUANTITY_UV_INDEX] = {"uv-index", ""},
    [ACC_QUANTITY_VOLUME] = {"volume", "L"},
    [ACC_QUANTITY_VOLUME_ML] = {"volume", "mL"},
    [ACC_QUANTITY_VOLUME_FLOW] = {"volume-flow", "m³/h"},
    [ACC_QUANTITY_VOLUME_STORAGE] = {"volume-storage", "L"},
    [ACC_QUANTITY_GAS] = {"gas", "m³"},
    [ACC_QUANTITY_WATER] = {"water", "L"},
    [ACC_QUANTITY_TIMESTAMP] = {"timestamp", "s"},
    [ACC_QUANTITY_ACCELERATION] = {"acceleration", "m/s²"},
    [ACC_QUANTITY_ACCELERATION_X] = {"acceleration-x", "g"},
    [ACC_QUANTITY_ACCELERATION_Y] = {"acceleration-y", "g"},
    [ACC_QUANTITY_ACCELERATION_Z] = {"acceleration-z", "g"},
    [ACC_QUANTITY_GYROSCOPE] = {"gyroscope", "°/s"},
    [ACC_QUANTITY_DIRECTION] = {"direction", "°"},
    [ACC_QUANTITY_PRECIPITATION] = {"precipitation", "mm"},
    [ACC_QUANTITY_CHANNEL] = {"channel", ""},
    [ACC_QUANTITY_ROTATIONAL_SPEED] = {"rotational-speed", "rpm"},
    [ACC_QUANTITY_LIGHT_LEVEL] = {"light-level", ""},
    [ACC_QUANTITY_TX_POWER] = {"tx-power", "dBm"},
    [ACC_QUANTITY_MOVEMENT] = {"movement", ""},
    [ACC_QUANTITY_TEXT] = {"text", ""},
    [ACC_QUANTITY_RAW] = {"raw", ""},
    [ACC_QUANTITY_DEVICE_TYPE] = {"device-type", ""},
    [ACC_QUANTITY_FIRMWARE] = {"firmware", ""},
    [ACC_QUANTITY_CONSUMABLE] = {"consumable", "%"},
    [ACC_QUANTITY_IDLE_TIME] = {"idle-time", "s"},
    [ACC_QUANTITY_IMPEDANCE_HIGH] = {"impedance-high", "Ω"},
    [ACC_QUANTITY_IMPEDANCE_LOW] = {"impedance-low", "Ω"},
    [ACC_QUANTITY_HEART_RATE] = {"heart-rate", "bpm"},
    [ACC_QUANTITY_PROFILE] = {"profile", ""},
    [ACC_QUANTITY_SCORE] = {"score", ""},
    [ACC_QUANTITY_KEY_ID] = {"key-id", ""},
    [ACC_QUANTITY_PRESSURE_DURATION] = {"pressure-duration", "s"},
    [ACC_QUANTITY_NO_PRESSURE_DURATION] = {"no-pressure-duration", "s"},
    [ACC_QUANTITY_GENERIC] = {"generic", ""},
    [ACC_QUANTITY_POWER_ON] = {"power-on", ""},
    [ACC_QUANTITY_OPENING] = {"opening", ""},
    [ACC_QUANTITY_BATTERY_LOW] = {"battery-low", ""},
    [ACC_QUANTITY_BATTERY_CHARGING] = {"battery-charging", ""},
    [ACC_QUANTITY_CARBON_MONOXIDE] = {"carbon-monoxide", ""},
    [ACC_QUANTITY_COLD] = {"cold", ""},
    [ACC_QUANTITY_CONNECTIVITY] = {"connectivity", ""},
    [ACC_QUANTITY_DOOR] = {"door", ""},
    [ACC_QUANTITY_GARAGE_DOOR] = {"garage-door", ""},
    [ACC_QUANTITY_GAS_DETECTED] = {"gas-detected", ""},
    [ACC_QUANTITY_HEAT] = {"heat", ""},
    [ACC_QUANTITY_LIGHT] = {"light", ""},
    [ACC_QUANTITY_LOCK] = {"lock", ""},
    [ACC_QUANTITY_MOISTURE_DETECTED] = {"moisture-detected", ""},
    [ACC_QUANTITY_MOTION] = {"motion", ""},
    [ACC_QUANTITY_MOVING] = {"moving", ""},
    [ACC_QUANTITY_OCCUPANCY] = {"occupancy", ""},
    [ACC_QUANTITY_PLUG] = {"plug", ""},
    [ACC_QUANTITY_PRESENCE] = {"presence", ""},
    [ACC_QUANTITY_PROBLEM] = {"problem", ""},
    [ACC_QUANTITY_RUNNING] = {"running", ""},
    [ACC_QUANTITY_SAFETY] = {"safety", ""},
    [ACC_QUANTITY_SMOKE] = {"smoke", ""},
    [ACC_QUANTITY_SOUND] = {"sound", ""},
    [ACC_QUANTITY_TAMPER] = {"tamper", ""},
    [ACC_QUANTITY_VIBRATION] = {"vibration", ""},
    [ACC_QUANTITY_WINDOW] = {"window", ""},
    [ACC_QUANTITY_ARMED] = {"armed", ""},
    [ACC_QUANTITY_DOOR_LEFT_OPEN] = {"door-left-open", ""},
    [ACC_QUANTITY_FORCIBLY_REMOVED] = {"forcibly-removed", ""},
    [ACC_QUANTITY_FINGERPRINT] = {"fingerprint", ""},
    [ACC_QUANTITY_TOOTHBRUSH] = {"toothbrush", ""},
    [ACC_QUANTITY_STABILIZED] = {"stabilized", ""},
    [ACC_QUANTITY_BUTTON] = {"button", ""},
    [ACC_QUANTITY_DIMMER] = {"dimmer", ""},
    [ACC_QUANTITY_CUBE] = {"cube", ""},
    [ACC_QUANTITY_FINGERPRINT_RESULT] = {"fingerprint-result", ""},
    [ACC_QUANTITY_DOOR_ACTION] = {"door-action", ""},
    [ACC_QUANTITY_LOCK_ACTION] = {"lock-action", ""},
    [ACC_QUANTITY_LOCK_METHOD] = {"lock-method", ""},
};

static const char *const events[ACC_EVENT_END] = {
    [ACC_EVENT_NONE] = "none",
    [ACC_EVENT_PRESS] = "press",
    [ACC_EVENT_DOUBLE_PRESS] = "double-press",
    [ACC_EVENT_TRIPLE_PRESS] = "triple-press",
    [ACC_EVENT_LONG_PRESS] = "long-press",
    [ACC_EVENT_LONG_DOUBLE_PRESS] = "long-double-press",
    [ACC_EVENT_LONG_TRIPLE_PRESS] = "long-triple-press",
    [ACC_EVENT_HOLD_PRESS] = "hold-press",
    [ACC_EVENT_ROTATE_LEFT] = "rotate-left",
    [ACC_EVENT_ROTATE_RIGHT] = "rotate-right",
    [ACC_EVENT_ROTATE_LEFT_PRESSED] = "rotate-left-pressed",
    [ACC_EVENT_ROTATE_RIGHT_PRESSED] = "rotate-right-pressed",
    [ACC_EVENT_MATCH_SUCCESSFUL] = "match-successful",
    [ACC_EVENT_MATCH_FAILED] = "match-failed",
    [ACC_EVENT_MATCH_TIMEOUT] = "match-timeout",
    [ACC_EVENT_LOW_QUALITY] = "low-quality",
    [ACC_EVENT_INSUFFICIENT_AREA] = "insufficient-area",
    [ACC_EVENT_SKIN_TOO_DRY] = "skin-too-dry",
    [ACC_EVENT_SKIN_TOO_WET] = "skin-too-wet",
    [ACC_EVENT_OPEN_DOOR] = "open-door",
    [ACC_EVENT_CLOSE_DOOR] = "close-door",
    [ACC_EVENT_TIMEOUT_NOT_CLOSED] = "timeout-not-closed",
    [ACC_EVENT_KNOCK] = "knock",
    [ACC_EVENT_BREAKING] = "breaking",
    [ACC_EVENT_STUCK] = "stuck",
    [ACC_EVENT_UNLOCK_OUTSIDE] = "unlock-outside",
    [ACC_EVENT_LOCK] = "lock",
    [ACC_EVENT_ANTI_LOCK] = "anti-lock",
    [ACC_EVENT_RELEASE_ANTI_LOCK] = "release-anti-lock",
    [ACC_EVENT_UNLOCK_INSIDE] = "unlock-inside",
    [ACC_EVENT_LOCK_INSIDE] = "lock-inside",
    [ACC_EVENT_CHILD_LOCK] = "child-lock",
    [ACC_EVENT_RELEASE_CHILD_LOCK] = "release-child-lock",
    [ACC_EVENT_LOCK_OUTSIDE] = "lock-outside",
    [ACC_EVENT_ABNORMAL] = "abnormal",
    [ACC_EVENT_BLUETOOTH] = "bluetooth",
    [ACC_EVENT_PASSWORD] = "password",
    [ACC_EVENT_BIOMETRICS] = "biometrics",
    [ACC_EVENT_KEY] = "key",
    [ACC_EVENT_TURNTABLE] = "turntable",
    [ACC_EVENT_NFC] = "nfc",
    [ACC_EVENT_ONE_TIME_PASSWORD] = "one-time-password",
    [ACC_EVENT_TWO_STEP] = "two-step",
    [ACC_EVENT_COERCION] = "coercion",
    [ACC_EVENT_MANUAL] = "manual",
    [ACC_EVENT_AUTOMATIC] = "automatic",
};

const char *acc_quantity_name(enum acc_quantity quantity)
{
    return quantities[(unsigned)quantity < ACC_QUANTITY_END ? quantity : ACC_QUANTITY_NONE].name;
}

const char *acc_quantity_unit(enum acc_quantity quantity)
{
    return quantities[(unsigned)quantity < ACC_QUANTITY_END ? quantity : ACC_QUANTITY_NONE].unit;
}

const char *acc_sensor_event_name(enum acc_sensor_event event)
{
    return events[(unsigned)event < ACC_EVENT_END ? event : ACC_EVENT_NONE];
}
