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

static void names(void)
{
    CHECK(strcmp(acc_suota_code_name(ACC_SUOTA_CMP_OK), "CMP_OK") == 0);
    CHECK(strcmp(acc_suota_code_name(0x16), "EXT_MEM_READ_ERR") == 0);
    CHECK(strcmp(acc_suota_code_name(0x1B), "ENC_SIGNED_MODE") == 0);
    CHECK(strcmp(acc_suota_code_name(0xFFF9), "UPLOAD_TIMEOUT") == 0);
    CHECK(strcmp(acc_suota_code_name(0xFFFF), "SUOTA_NOT_SUPPORTED") == 0);
    CHECK(!acc_suota_code_name(0x0A) && !acc_suota_code_name(0x17) && !acc_suota_code_name(0x1C));
    CHECK(!acc_suota_code_name(0xFFF6) && !acc_suota_code_name(0x10000));
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
    xor_of_all();
    plans();
    return failures;
}
