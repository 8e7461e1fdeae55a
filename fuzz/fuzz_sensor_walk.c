// Lists of objects in sensors' advertisements: numbered ones (Qingping), those that flags announce (Teltonika EYE),
// and BTHome 1. The input's first byte selects the form, the rest is the list. A second walk over the table's objects
// says how many are unknown, and whether the list is cut.
#include "accessory/sensor.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEAD = 12, BODY = 240 };

static const struct form {
    const char *id;
    uint8_t ad[HEAD];  // from the AD type to the list
    uint8_t length;
    uint8_t flags;  // where the flags are, from the AD type; 0 for none
} forms[] = {
    {"qingping", {0x16, 0xCD, 0xFD, 8, 1}, 11, 0},
    {"teltonika-eye", {0xFF, 0x9A, 0x08, 1}, 5, 4},
    {"bthome-v1", {0x16, 0x1C, 0x18}, 3, 0},
};

static const acc_sensor_object *object_of(const acc_sensor_record *record, unsigned key,
                                          unsigned size)
{
    const acc_sensor_object *object = acc_sensor_builtin.objects + record->object;
    for (unsigned i = 0; i < record->objects; i++, object++)
        if (object->key == key && (object->size == 0 || object->size == size))
            return object;
    return NULL;
}

// Whether numbered objects exceed the end; counts the unknown ones.
static bool numbered(const acc_sensor_record *record, const uint8_t *list, size_t length,
                     unsigned *unknown)
{
    for (size_t at = 0; at + 2 <= length; at += 2u + list[at + 1]) {
        if (at + 2 + list[at + 1] > length)
            return true;
        *unknown += !object_of(record, list[at], list[at + 1]);
    }
    return false;
}

// Whether the announced objects exceed the end.
static bool flagged(const acc_sensor_record *record, uint8_t flags, size_t length)
{
    const acc_sensor_object *object = acc_sensor_builtin.objects + record->object;
    for (unsigned i = 0; i < record->objects; i++, object++) {
        if (!(flags >> object->key & 1))
            continue;
        if (object->size > length)
            return true;
        length -= object->size;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2 || size > BODY)
        return 0;
    const struct form *form = &forms[data[0] % 3];
    uint8_t flags = data[1];
    const uint8_t *list = data + 2;
    size_t length = size - 2, whole = 1u + form->length + length;
    uint8_t *ad = malloc(whole);
    ad[0] = (uint8_t)(form->length + length);
    memcpy(ad + 1, form->ad, form->length);
    memcpy(ad + 1 + form->length, list, length);
    if (form->flags)
        ad[1 + form->flags] = flags;
    acc_advert advert;
    acc_sensor_reading reading;
    acc_measurement values[ACC_MEASUREMENTS_MAX];
    acc_advert_classify(ad, whole, &advert);
    acc_sensor_source source = {.data = ad, .length = whole, .advert = &advert, .is_loose = true};
    acc_status status = acc_sensor_read(&source, &reading, values, ACC_MEASUREMENTS_MAX);
    const acc_sensor_names *names = acc_sensor_name_of(reading.record);
    bool read = reading.format == ACC_SENSOR_FORMAT_TABLE && strcmp(names->id, form->id) == 0;
    if (reading.count > ACC_MEASUREMENTS_MAX)
        abort();
    for (size_t i = 0; i < reading.count; i++)
        if (values[i].bytes.offset + (size_t)values[i].bytes.length > whole)
            abort();
    // a list of which nothing can be read leaves the model alone; Govee's appended iBeacon is cut off
    bool whole_list = reading.value.length == form->length - 1 + length;
    bool some = whole_list && (reading.count || reading.unknown);
    if (read && some && status == ACC_OK && data[0] % 3 < 2) {
        const acc_sensor_record *record = &acc_sensor_builtin.records[reading.record];
        unsigned unknown = 0;
        bool cut =
            form->flags ? flagged(record, flags, length) : numbered(record, list, length, &unknown);
        if (cut != !!(reading.state & ACC_SENSOR_PARTIAL) || unknown != reading.unknown)
            abort();
    }
    free(ad);
    return 0;
}
