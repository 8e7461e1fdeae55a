// Any advertisement, address and name: the reading is inside the advertisement and the list.
#include "accessory/sensor.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 8 || size > 1024)
        return 0;
    size_t name_length = data[6] % 32, capacity = data[7] % (ACC_MEASUREMENTS_MAX + 1);
    if (size < 8 + name_length)
        return 0;
    const uint8_t *name = data + 8, *advertisement = name + name_length;
    size_t length = size - 8 - name_length;
    acc_advert advert;
    acc_measurement list[ACC_MEASUREMENTS_MAX];
    acc_sensor_reading reading;
    acc_advert_classify(advertisement, length, &advert);
    acc_sensor_source source = {.data = advertisement,
                                .length = length,
                                .advert = &advert,
                                .is_loose = true,
                                .address = data,
                                .name = name,
                                .name_length = name_length};
    acc_status status = acc_sensor_read(&source, &reading, list, capacity);
    if (reading.count > capacity || (status == ACC_UNSUPPORTED && reading.format) ||
        reading.value.offset + (size_t)reading.value.length > length)
        abort();
    for (size_t i = 0; i < reading.count; i++)
        if (list[i].quantity >= ACC_QUANTITY_END ||
            list[i].bytes.offset + (size_t)list[i].bytes.length > length)
            abort();
    size_t count;
    for (uint16_t record = 0; record < acc_sensor_builtin.record_count; record++)
        acc_sensor_read_plain(record, advertisement, length, list, capacity, &count);
    return 0;
}
