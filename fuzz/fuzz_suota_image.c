// Any file: a header that is read can be written and read again, and only a correct CRC passes the check.
#include "accessory/crc.h"
#include "accessory/suota.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t written[1 << 16];
    acc_suota_image image, again;
    acc_status status = acc_suota_image_check(data, size, &image);
    if (status == ACC_OK) {
        assert((uint64_t)image.code_offset + image.code_size <= size);
        assert(acc_suota_image_is_encrypted(&image) ||
               acc_crc32(0, data + image.code_offset, image.code_size) == image.crc);
    }
    if (acc_suota_image_read(data, size, &image) != ACC_OK)
        return 0;
    size_t len = acc_suota_image_write(&image, written, sizeof written);
    assert(len == image.code_offset || image.code_offset > sizeof written);
    if (len == 0)
        return 0;
    assert(acc_suota_image_read(written, len, &again) == ACC_OK);
    assert(again.family == image.family && again.code_size == image.code_size);
    assert(again.code_offset == image.code_offset && again.crc == image.crc);
    assert(again.time == image.time && strcmp(again.version, image.version) == 0);
    assert(again.flags == image.flags && again.valid == image.valid && again.id == image.id);
    return 0;
}
