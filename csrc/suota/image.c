// Headers of SUOTA images: where each chip family stores sizes, CRC and version (docs/suota.md,
// Image files).
//
// Input: a firmware file, or the fields of one. Output: the decoded header, the check of the code,
// or a header's bytes. The sender calls it before an update, the receiver with the first block, the
// command line for its file report.
#include "accessory/suota.h"

#include "accessory/crc.h"
#include "base/bytes.h"

#include <string.h>

enum { ENCRYPTED = 1 };

// Byte offsets of each family's fields, from docs/suota.md.
static const struct layout {
    uint8_t magic[2];
    uint8_t size;  // of the header
    uint8_t code_size, crc, version, time;
    uint8_t code_offset;  // 0: the code follows the header
} layouts[] = {
    [ACC_SUOTA_DA1458X] = {{0x70, 0x51}, 64, 4, 8, 12, 28, 0},
    [ACC_SUOTA_DA1468X] = {{0x70, 0x61}, 36, 4, 8, 12, 28, 32},
    [ACC_SUOTA_DA1469X] = {{0x51, 0x71}, 34, 2, 6, 10, 26, 30},
};

enum { FAMILIES = sizeof layouts / sizeof layouts[0] };

// In bytes: 64, 36 or 34.
size_t acc_suota_header_size(acc_suota_family family)
{
    return layouts[family].size;
}

// Bit 0 of byte 32; only the first family has it. The CRC-32 of an encrypted image is not checked
// here.
bool acc_suota_image_is_encrypted(const acc_suota_image *image)
{
    return image->family == ACC_SUOTA_DA1458X && (image->flags & ENCRYPTED) != 0;
}

// The field may be full, without a terminating zero; unused bytes are 0 or 0xFF.
static void read_version(const uint8_t *field, char *version)
{
    size_t len = 0;
    while (len < ACC_SUOTA_VERSION_SIZE && field[len] != 0 && field[len] != 0xFF)
        len++;
    memcpy(version, field, len);
    memset(version + len, 0, ACC_SUOTA_VERSION_SIZE + 1 - len);
}

// The magic selects the family. A code offset inside the header and a code size of 0 are invalid.
acc_status acc_suota_image_read(const uint8_t *bytes, size_t len, acc_suota_image *image)
{
    size_t family = 0;
    if (len < 2)
        return ACC_TRUNCATED;
    while (family < FAMILIES && memcmp(bytes, layouts[family].magic, 2) != 0)
        family++;
    if (family == FAMILIES)
        return ACC_MALFORMED;
    const struct layout *layout = &layouts[family];
    if (len < layout->size)
        return ACC_TRUNCATED;
    *image = (acc_suota_image){
        .family = (acc_suota_family)family,
        .code_size = load_le32(bytes + layout->code_size),
        .code_offset = layout->code_offset ? load_le32(bytes + layout->code_offset) : layout->size,
        .crc = load_le32(bytes + layout->crc),
        .time = load_le32(bytes + layout->time),
    };
    read_version(bytes + layout->version, image->version);
    if (image->family == ACC_SUOTA_DA1458X) {
        image->valid = bytes[2];
        image->id = bytes[3];
        image->flags = bytes[32];
    } else if (image->family == ACC_SUOTA_DA1468X) {
        image->flags = load_le16(bytes + 2);
    }
    if (image->code_offset < layout->size)
        return ACC_MALFORMED;
    return image->code_size ? ACC_OK : ACC_OUT_OF_RANGE;
}

// Code size and CRC-32 over the code. Files of the first family end with the code; others may be
// longer.
acc_status acc_suota_image_check(const uint8_t *file, size_t len, acc_suota_image *image)
{
    acc_status status = acc_suota_image_read(file, len, image);
    if (status != ACC_OK)
        return status;
    uint64_t end = (uint64_t)image->code_offset + image->code_size;
    if (len < end)
        return ACC_TRUNCATED;
    if (len > end && image->family == ACC_SUOTA_DA1458X)
        return ACC_MALFORMED;
    if (acc_suota_image_is_encrypted(image))
        return ACC_OK;
    uint32_t crc = acc_crc32(ACC_CRC32_INIT, file + image->code_offset, image->code_size);
    return crc == image->crc ? ACC_OK : ACC_BAD_CHECK;
}

// Unused bytes are 0xFF, as in erased flash.
size_t acc_suota_image_write(const acc_suota_image *image, uint8_t *out, size_t capacity)
{
    const struct layout *layout = &layouts[image->family];
    uint32_t offset = layout->code_offset ? image->code_offset : layout->size;
    if (offset < layout->size || offset > capacity)
        return 0;
    char version[ACC_SUOTA_VERSION_SIZE + 1];
    read_version((const uint8_t *)image->version, version);
    size_t len = strlen(version);
    memset(out, 0xFF, offset);
    memcpy(out, layout->magic, 2);
    store_le32(out + layout->code_size, image->code_size);
    store_le32(out + layout->crc, image->crc);
    store_le32(out + layout->time, image->time);
    memcpy(out + layout->version, version, len);
    if (image->family == ACC_SUOTA_DA1458X) {
        if (len < ACC_SUOTA_VERSION_SIZE)
            out[layout->version + len] = 0;
        out[2] = image->valid;
        out[3] = image->id;
        out[32] = (uint8_t)image->flags;
        return offset;
    }
    memset(out + layout->version + len, 0, ACC_SUOTA_VERSION_SIZE - len);
    store_le32(out + layout->code_offset, offset);
    if (image->family == ACC_SUOTA_DA1468X)
        store_le16(out + 2, image->flags);
    else if (offset >= 42u)  // sections of security and device administration, both empty
        memcpy(out + 34, "\x22\xAA\0\0\x44\xAA\0\0", 8);
    return offset;
}

// seed ^ data[0] ^ ... ^ data[len - 1].
uint8_t acc_suota_xor(uint8_t seed, const uint8_t *data, size_t len)
{
    // 32 independent sums, which the compiler turns into vectors; XOR is associative, so the order
    // is free
    uint8_t lanes[32] = {seed};
    size_t i = 0;
    for (; i + sizeof lanes <= len; i += sizeof lanes)
        for (size_t lane = 0; lane < sizeof lanes; lane++)
            lanes[lane] ^= data[i + lane];
    uint8_t sum = 0;
    for (size_t lane = 0; lane < sizeof lanes; lane++)
        sum ^= lanes[lane];
    for (; i < len; i++)
        sum ^= data[i];
    return sum;
}
