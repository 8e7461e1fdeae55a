// SUOTA's sender: words, names, images of every family, the XOR byte, and plans of blocks and chunks.
#include "accessory/crc.h"
#include "accessory/suota.h"
#include "check.h"

#include <string.h>

static void words(void)
{
    CHECK(acc_suota_mem_dev(ACC_SUOTA_TO_SPI, 2) == 0x13000002);
    CHECK(acc_suota_mem_dev(ACC_SUOTA_TO_I2C, 0) == 0x12000000);
    CHECK(acc_suota_mem_dev(ACC_SUOTA_END, 0) == 0xFE000000);
    CHECK(acc_suota_pin(1, 2) == 0x12 && acc_suota_pin(3, 7) == 0x37);
    CHECK(acc_suota_gpio_spi(0x03, 0x00, 0x01, 0x04) == 0x03000104);
    CHECK(acc_suota_gpio_i2c(0x50, 0x02, 0x03) == 0x00500203);
}

// Every code's name; unassigned codes have none.
static void names(void)
{
    static const char *const statuses[] = {"RESERVED",
                                           "SRV_STARTED",
                                           "CMP_OK",
                                           "SRV_EXIT",
                                           "CRC_ERR",
                                           "PATCH_LEN_ERR",
                                           "EXT_MEM_WRITE_ERR",
                                           "INT_MEM_ERR",
                                           "INVAL_MEM_TYPE",
                                           "APP_ERROR",
                                           NULL,
                                           NULL,
                                           NULL,
                                           NULL,
                                           NULL,
                                           NULL,
                                           "IMG_STARTED",
                                           "INVAL_IMG_BANK",
                                           "INVAL_IMG_HDR",
                                           "INVAL_IMG_SIZE",
                                           "INVAL_PRODUCT_HDR",
                                           "SAME_IMG_ERR",
                                           "EXT_MEM_READ_ERR",
                                           NULL,
                                           "LEGACY_MODE",
                                           "HAP_MODE",
                                           "SIGNED_MODE",
                                           "ENC_SIGNED_MODE",
                                           NULL};
    static const char *const own[] = {NULL,
                                      "NOT_CONNECTED",
                                      "PROTOCOL_ERROR",
                                      "UPLOAD_TIMEOUT",
                                      "INVALID_FIRMWARE_CRC",
                                      "FIRMWARE_LOAD_FAILED",
                                      "MTU_REQUEST_FAILED",
                                      "GATT_OPERATION_ERROR",
                                      "SERVICE_DISCOVERY_ERROR",
                                      "SUOTA_NOT_SUPPORTED",
                                      NULL};
    for (unsigned i = 0; i < sizeof statuses / sizeof *statuses + sizeof own / sizeof *own; i++) {
        bool is_own = i >= sizeof statuses / sizeof *statuses;
        unsigned at = is_own ? i - (unsigned)(sizeof statuses / sizeof *statuses) : i;
        const char *name = acc_suota_code_name(is_own ? 0xFFF6 + at : at);
        const char *expected = is_own ? own[at] : statuses[at];
        CHECK(expected ? name && strcmp(name, expected) == 0 : !name);
    }
}

enum { CODE = 100 };

static size_t make(acc_suota_family family, uint8_t *file, acc_suota_image *image)
{
    size_t size = acc_suota_header_size(family);
    *image = (acc_suota_image){.family = family, .code_size = CODE, .time = 1700000000};
    image->code_offset =
        family == ACC_SUOTA_DA1469X ? ACC_SUOTA_DA1469X_CODE_OFFSET : (uint32_t)size;
    strcpy(image->version, "1.0.0.1");
    if (family == ACC_SUOTA_DA1458X)
        image->valid = 0xAA, image->id = 0xFF;
    uint8_t *code = file + image->code_offset;
    for (size_t i = 0; i < CODE; i++)
        code[i] = (uint8_t)(i * 31 + 7);
    image->crc = acc_crc32(ACC_CRC32_INIT, code, CODE);
    CHECK(acc_suota_image_write(image, file, image->code_offset) == image->code_offset);
    CHECK(acc_suota_image_write(image, file, image->code_offset - 1) == 0);
    return image->code_offset + CODE;
}

static void images_come_back(void)
{
    static uint8_t file[ACC_SUOTA_DA1469X_CODE_OFFSET + CODE + 1];
    acc_suota_image made, read;
    for (int family = ACC_SUOTA_DA1458X; family <= ACC_SUOTA_DA1469X; family++) {
        size_t len = make((acc_suota_family)family, file, &made);
        CHECK(acc_suota_image_check(file, len, &read) == ACC_OK);
        CHECK(read.family == made.family && read.code_size == CODE && read.crc == made.crc);
        CHECK(read.code_offset == made.code_offset && read.time == made.time);
        CHECK(strcmp(read.version, "1.0.0.1") == 0);
        for (size_t cut = 0; cut < len; cut++)
            CHECK(acc_suota_image_check(file, cut, &read) == ACC_TRUNCATED);
        CHECK(acc_suota_image_check(file, len + 1, &read) ==
              (family == ACC_SUOTA_DA1458X ? ACC_MALFORMED : ACC_OK));
        file[len - 1] ^= 1;
        CHECK(acc_suota_image_check(file, len, &read) == ACC_BAD_CHECK);
    }
}

static void first_bytes(void)
{
    static uint8_t file[ACC_SUOTA_DA1469X_CODE_OFFSET + CODE];
    acc_suota_image image;
    make(ACC_SUOTA_DA1458X, file, &image);
    CHECK(memcmp(file, "\x70\x51\xAA\xFF\x64\0\0\0", 8) == 0);
    CHECK(memcmp(file + 12, "1.0.0.1\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 16) == 0);
    CHECK(file[32] == 0 && file[33] == 0xFF && file[63] == 0xFF);
    make(ACC_SUOTA_DA1468X, file, &image);
    CHECK(memcmp(file, "\x70\x61\0\0\x64\0\0\0", 8) == 0);
    CHECK(memcmp(file + 32, "\x24\0\0\0", 4) == 0);
    make(ACC_SUOTA_DA1469X, file, &image);
    CHECK(memcmp(file, "\x51\x71\x64\0\0\0", 6) == 0);
    CHECK(memcmp(file + 30, "\0\4\0\0\x22\xAA\0\0\x44\xAA\0\0\xFF", 13) == 0);
}

static void odd_headers(void)
{
    uint8_t file[64 + CODE];
    acc_suota_image image;
    size_t len = make(ACC_SUOTA_DA1458X, file, &image);
    file[32] = 1;  // encrypted: only the device can check
    file[len - 1] ^= 1;
    CHECK(acc_suota_image_check(file, len, &image) == ACC_OK);
    CHECK(acc_suota_image_is_encrypted(&image));
    memset(file + 12, 'x', 16);
    CHECK(acc_suota_image_read(file, len, &image) == ACC_OK && strlen(image.version) == 16);
    memset(file + 4, 0, 4);
    CHECK(acc_suota_image_read(file, len, &image) == ACC_OUT_OF_RANGE);
    memset(file + 4, 0xFF, 4);
    CHECK(acc_suota_image_check(file, len, &image) == ACC_TRUNCATED);
    file[1] = 0x52;
    CHECK(acc_suota_image_check(file, len, &image) == ACC_MALFORMED);
    memcpy(file, "\x70\x61", 2);
    memset(file + 32, 0, 4);  // code inside the header
    CHECK(acc_suota_image_read(file, len, &image) == ACC_MALFORMED);
}

// Headers at the limits of their fields.
static void headers_have_limits(void)
{
    uint8_t bytes[64];
    acc_suota_image image;
    static const uint8_t sizes[] = {64, 36, 34};
    for (int family = 0; family < 3; family++) {
        acc_suota_image made = {.family = (acc_suota_family)family,
                                .code_size = 1,
                                .code_offset = sizes[family],
                                .flags = 0x1234,
                                .version = "0123456789abcdef",
                                .valid = 7,
                                .id = 8};
        CHECK(acc_suota_header_size(made.family) == sizes[family]);
        CHECK(acc_suota_image_write(&made, bytes, sizes[family]) == sizes[family]);
        CHECK(acc_suota_image_read(bytes, sizes[family], &image) == ACC_OK);
        CHECK(strcmp(image.version, "0123456789abcdef") == 0 && image.code_offset == sizes[family]);
        CHECK(image.flags == (family == 0 ? 0x34 : family == 1 ? 0x1234 : 0));
        CHECK(image.valid == (family == 0 ? 7 : 0) && image.id == (family == 0 ? 8 : 0));
        CHECK(acc_suota_image_is_encrypted(&image) == false);
        CHECK(acc_suota_image_read(bytes, sizes[family] - 1u, &image) == ACC_TRUNCATED);
        CHECK(acc_suota_image_read(bytes, 1, &image) == ACC_TRUNCATED);
        if (family == 0)
            continue;
        // one byte before the header's end; unused bytes of the version are zeros
        made.code_offset--;
        CHECK(acc_suota_image_write(&made, bytes, sizeof bytes) == 0);
        bytes[family == 1 ? 32 : 30]--;
        CHECK(acc_suota_image_read(bytes, sizes[family], &image) == ACC_MALFORMED);
        strcpy(made.version, "1");
        made.code_offset = 64;
        CHECK(acc_suota_image_write(&made, bytes, 64) == 64);
        CHECK(memcmp(bytes + (family == 1 ? 12 : 10), "1\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16) == 0);
    }
    // the third family's sections need 42 bytes
    acc_suota_image made = {.family = ACC_SUOTA_DA1469X, .code_size = 1, .code_offset = 42};
    CHECK(acc_suota_image_write(&made, bytes, 42) == 42 && bytes[34] == 0x22 && bytes[41] == 0);
    made.code_offset = 41;
    CHECK(acc_suota_image_write(&made, bytes, 42) == 41 && bytes[34] == 0xFF && bytes[40] == 0xFF);
    // encryption is bit 0 of the first family's flags
    made = (acc_suota_image){.family = ACC_SUOTA_DA1458X, .flags = 1};
    CHECK(acc_suota_image_is_encrypted(&made));
    made.flags = 2;
    CHECK(!acc_suota_image_is_encrypted(&made));
    made = (acc_suota_image){.family = ACC_SUOTA_DA1468X, .flags = 1};
    CHECK(!acc_suota_image_is_encrypted(&made));
}

static void xor_of_all(void)
{
    uint8_t data[300], sum = 0x5A;
    for (size_t i = 0; i < sizeof data; i++) {
        CHECK(acc_suota_xor(0x5A, data, i) == sum);
        data[i] = (uint8_t)(i * i + 3);
        sum ^= data[i];
    }
    CHECK(acc_suota_xor(acc_suota_xor(0, data, 77), data + 77, 23) == acc_suota_xor(0, data, 100));
}

static void chunks_cover_the_file(uint64_t file, uint16_t block, uint16_t chunk)
{
    acc_suota_plan plan;
    acc_suota_cursor cursor = {0};
    acc_suota_chunk next;
    uint32_t at = 0, chunks = 0, blocks = 0, filled = 0;
    CHECK(acc_suota_plan_make(file, block, chunk, &plan) == ACC_OK && plan.total == file + 1);
    while (acc_suota_next(&plan, &cursor, &next)) {
        CHECK(next.offset == at && next.size > 0 && next.size <= plan.chunk);
        at += next.size;
        filled += next.size;
        chunks++;
        CHECK(next.ends_block == (filled == acc_suota_block_size(&plan, blocks)));
        if (next.ends_block)
            blocks++, filled = 0;
        else
            CHECK(next.size == plan.chunk);
    }
    CHECK(at == plan.total && blocks == plan.blocks && chunks == plan.chunks && filled == 0);
}

static void plans(void)
{
    acc_suota_plan plan;
    CHECK(acc_suota_plan_make(1000, 240, 20, &plan) == ACC_OK);
    CHECK(plan.total == 1001 && plan.blocks == 5 && plan.chunks_per_block == 12);
    CHECK(plan.last_block == 41 && plan.last_block_chunks == 3 && plan.chunks == 51);
    CHECK(acc_suota_plan_make(4096, 240, 244, &plan) == ACC_OK && plan.block == 244);
    CHECK(acc_suota_plan_make(99, 240, 244, &plan) == ACC_OK);
    CHECK(plan.block == 100 && plan.chunk == 100 && plan.blocks == 1 && plan.chunks == 1);
    CHECK(acc_suota_plan_make(0, 240, 20, &plan) == ACC_OUT_OF_RANGE);
    CHECK(acc_suota_plan_make(1, 0, 20, &plan) == ACC_OUT_OF_RANGE);
    CHECK(acc_suota_plan_make(1, 20, 0, &plan) == ACC_OUT_OF_RANGE);
    CHECK(acc_suota_plan_make(UINT32_MAX, 20, 20, &plan) == ACC_OUT_OF_RANGE);
    CHECK(acc_suota_plan_make(UINT32_MAX - 1, 1, 1, &plan) == ACC_OK);
    CHECK(plan.chunks == UINT32_MAX && plan.last_block == 1);
    static const uint16_t sizes[] = {1, 20, 64, 240, 241, 244, 495, 512, 4096, 65535};
    enum { COUNT = sizeof sizes / sizeof sizes[0] };
    for (size_t block = 0; block < COUNT; block++)
        for (size_t chunk = 0; chunk < COUNT; chunk++)
            for (uint64_t file = 1; file < 1200; file += file < 520 ? 7 : 97)
                chunks_cover_the_file(file, sizes[block], sizes[chunk]);
    chunks_cover_the_file(200000, 65535, 244);
}

int main(void)
{
    words();
    names();
    images_come_back();
    first_bytes();
    odd_headers();
    headers_have_limits();
    xor_of_all();
    plans();
    return failures;
}
