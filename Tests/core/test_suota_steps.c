// SUOTA's receiver step by step: every action with its place, the choice of the bank, what each state refuses, and all
// characteristics; and headers at the limits of their fields (docs/suota.md).
#include "accessory/crc.h"
#include "accessory/suota_receiver.h"
#include "check.h"

#include <string.h>

enum { CODE = 300, FILE_SIZE = 64 + CODE + 1 };

static acc_suota_receiver r;
static uint8_t buffer[128], file[FILE_SIZE];
static acc_suota_bank banks[2];

static void make_file(acc_suota_family family)
{
    acc_suota_image image = {
        .family = family, .code_size = CODE, .time = 1000, .code_offset = 64, .version = "2.1"};
    for (size_t i = 0; i < CODE; i++)
        file[64 + i] = (uint8_t)(i * 7 + 3);
    image.crc = acc_crc32(ACC_CRC32_INIT, file + 64, CODE);
    CHECK(acc_suota_image_write(&image, file, 64) == 64);
    file[FILE_SIZE - 1] = acc_suota_xor(0, file, FILE_SIZE - 1);
}

static void start(acc_suota_family family)
{
    acc_suota_receiver_config config =
        acc_suota_receiver_config_make(family, buffer, sizeof buffer, 64 + CODE);
    acc_suota_receiver_init(&r, &config);
    acc_suota_receiver_connected(&r, 1, 247);
    acc_suota_receiver_subscribe(&r, true);
    memset(banks, 0, sizeof banks);
    make_file(family);
}

// The next action's kind, or -1.
static acc_suota_action action;
static int next(void)
{
    return acc_suota_receiver_poll(&r, &action) ? (int)action.kind : -1;
}

static int told(void)
{
    return next() == ACC_SUOTA_NOTIFY ? action.code : -1;
}

static void write32(acc_suota_characteristic c, uint32_t word)
{
    const uint8_t bytes[] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                             (uint8_t)(word >> 24)};
    CHECK(acc_suota_receiver_write(&r, c, bytes, 4) == ACC_OK);
}

static void write_len(uint16_t len)
{
    CHECK(acc_suota_receiver_write(&r, ACC_SUOTA_PATCH_LEN,
                                   (uint8_t[]){(uint8_t)len, (uint8_t)(len >> 8)}, 2) == ACC_OK);
}

static void write_data(size_t at, size_t len)
{
    CHECK(acc_suota_receiver_write(&r, ACC_SUOTA_PATCH_DATA, file + at, len) == ACC_OK);
}

static uint32_t info(void)
{
    uint8_t out[4];
    CHECK(acc_suota_receiver_read(&r, ACC_SUOTA_MEM_INFO, out) == 4);
    return out[0] | (uint32_t)out[1] << 8 | (uint32_t)out[2] << 16;
}

// Up to the survey, with a first block of 100 bytes for this bank.
static void reach_survey(uint16_t bank)
{
    write32(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(ACC_SUOTA_TO_SPI, bank));
    CHECK(told() == ACC_SUOTA_IMG_STARTED && next() == -1 && info() == 0);
    write_len(100);
    write_data(0, 40);
    CHECK(next() == -1 && info() == 40);
    write_data(40, 60);
    CHECK(next() == ACC_SUOTA_SURVEY && next() == -1 && info() == 100);
}

static void reach_erase(uint16_t bank, uint8_t picked)
{
    reach_survey(bank);
    acc_suota_receiver_surveyed(&r, ACC_SUOTA_CMP_OK, banks);
    CHECK(next() == ACC_SUOTA_ERASE && action.bank == picked && action.size == 64 + CODE &&
          next() == -1);
}

static bool writes(uint32_t offset, uint32_t size, const uint8_t *bytes)
{
    return next() == ACC_SUOTA_WRITE && action.bank == 2 && action.offset == offset &&
           action.size == size && memcmp(action.bytes, bytes, size) == 0;
}

static void each_action(void)
{
    for (int family = ACC_SUOTA_DA1458X; family <= ACC_SUOTA_DA1469X; family++) {
        start((acc_suota_family)family);
        uint32_t header = (uint32_t)acc_suota_header_size((acc_suota_family)family);
        banks[0] = (acc_suota_bank){.valid = true, .id = 200};
        reach_erase(0, 2);
        acc_suota_receiver_done(&r, ACC_SUOTA_CMP_OK);
        // the first block without its header, which is written last
        CHECK(writes(header, 100 - header, file + header));
        acc_suota_receiver_done(&r, ACC_SUOTA_CMP_OK);
        acc_suota_receiver_done(&r, ACC_SUOTA_CMP_OK);  // no effect
        CHECK(told() == ACC_SUOTA_CMP_OK && next() == -1 && info() == 100);
        for (size_t at = 100; at < 300; at += 100) {
            write_data(at, 100);
            CHECK(writes((uint32_t)at, 100, file + at) && info() == at + 100);
            acc_suota_receiver_done(&r, ACC_SUOTA_CMP_OK);
            CHECK(told() == ACC_SUOTA_CMP_OK);
        }
        // the last block without its XOR byte
        write_len(FILE_SIZE - 300);
        write_data(300, FILE_SIZE - 300);
        CHECK(writes(300, FILE_SIZE - 301, file + 300));
        acc_suota_receiver_done(&r, ACC_SUOTA_CMP_OK);
        CHECK(told() == ACC_SUOTA_CMP_OK && info() == FILE_SIZE);
        write32(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(ACC_SUOTA_END, 0));
        uint8_t sealed[64];
        memcpy(sealed, file, 64);
        if (family == ACC_SUOTA_DA1458X)
            sealed[2] = 0xAA, sealed[3] = 201;
        else if (family == ACC_SUOTA_DA1468X)
            sealed[2] |= 2;
        CHECK(writes(2, header - 2, sealed + 2) && next() == -1);
        acc_suota_receiver_done(&r, ACC_SUOTA_CMP_OK);
        CHECK(writes(0, 2, sealed) && next() == -1);
        acc_suota_receiver_done(&r, ACC_SUOTA_CMP_OK);
        CHECK(told() == ACC_SUOTA_CMP_OK && next() == -1 && info() == 0);
        write32(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(ACC_SUOTA_REBOOT, 0));
        CHECK(next() == ACC_SUOTA_RESTART && next() == -1);
    }
}

// The requested bank; else the invalid one, the first if both are; else the older one.
static void banks_are_picked(void)
{
    static const struct {
        uint16_t asked;
        bool valid[2];
        uint8_t id[2];
        uint32_t time[2];
        uint8_t picked[2];  // by id, and by time
    } rows[] = {
        {1, {true, false}, {0, 0}, {0, 0}, {1, 1}},  {2, {false, true}, {0, 0}, {0, 0}, {2, 2}},
        {0, {false, false}, {0, 0}, {0, 0}, {1, 1}}, {0, {true, false}, {9, 0}, {9, 0}, {2, 2}},
        {0, {false, true}, {0, 9}, {0, 9}, {1, 1}},  {0, {true, true}, {5, 4}, {4, 5}, {2, 1}},
        {0, {true, true}, {4, 5}, {5, 4}, {1, 2}},   {0, {true, true}, {7, 7}, {7, 7}, {1, 1}},
        {0, {true, true}, {127, 0}, {1, 2}, {2, 1}}, {0, {true, true}, {128, 0}, {1, 2}, {1, 1}},
        {0, {true, true}, {2, 255}, {2, 1}, {2, 2}}, {0, {true, true}, {255, 2}, {1, 2}, {1, 1}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int by_time = 0; by_time < 2; by_time++) {
            start(by_time ? ACC_SUOTA_DA1468X : ACC_SUOTA_DA1458X);
            for (int k = 0; k < 2; k++)
                banks[k] = (acc_suota_bank){
                    .valid = rows[i].valid[k], .id = rows[i].id[k], .time = rows[i].time[k]};
            reach_erase(rows[i].asked, rows[i].picked[by_time]);
        }
    // the id of the other bank plus one; else of the bank itself; else 1
    static const struct {
        bool valid[2];
        uint8_t id[2], sealed;
    } ids[] = {{{true, true}, {5, 9}, 10},
               {{true, false}, {7, 9}, 8},
               {{false, true}, {5, 255}, 0},
               {{false, false}, {5, 9}, 1}};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        start(ACC_SUOTA_DA1458X);
        for (int k = 0; k < 2; k++)
            banks[k] = (acc_suota_bank){.valid = ids[i].valid[k], .id = ids[i].id[k]};
        reach_erase(1, 1);
        do
            acc_suota_receiver_done(&r, ACC_SUOTA_CMP_OK);
        while (next() == ACC_SUOTA_WRITE);
        for (size_t at = 100; at < FILE_SIZE; at += 100) {
            size_t len = FILE_SIZE - at < 100 ? FILE_SIZE - at : 100;
            write_len((uint16_t)len);
            write_data(at, len);
            while (next() == ACC_SUOTA_WRITE)
                acc_suota_receiver_done(&r, ACC_SUOTA_CMP_OK);
        }
        write32(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(ACC_SUOTA_END, 0));
        CHECK(next() == ACC_SUOTA_WRITE && action.offset == 2 && action.bank == 1);
        CHECK(action.bytes[0] == 0xAA && action.bytes[1] == ids[i].sealed);
    }
}

// The same image is one of the same time and version in a valid bank.
static void same_images(void)
{
    for (int i = 0; i < 4; i++) {
        start(ACC_SUOTA_DA1458X);
        banks[0] = (acc_suota_bank){.valid = i != 1, .time = i == 2 ? 1001 : 1000};
        strcpy(banks[0].version, i == 3 ? "2.10" : "2.1");
        reach_survey(1);
        acc_suota_receiver_surveyed(&r, ACC_SUOTA_CMP_OK, banks);
        if (i == 0)
            CHECK(told() == ACC_SUOTA_SAME_IMG_ERR && next() == -1);
        else
            CHECK(next() == ACC_SUOTA_ERASE && action.bank == 1);
    }
}

// What arrives while the flash is busy, and results that nobody waits for.
static void busy_states(void)
{
    for (int i = 0; i < 5; i++) {
        start(ACC_SUOTA_DA1458X);
        acc_suota_receiver_done(&r, ACC_SUOTA_INT_MEM_ERR);
        acc_suota_receiver_surveyed(&r, ACC_SUOTA_INT_MEM_ERR, banks);
        CHECK(next() == -1);
        reach_survey(0);
        acc_suota_receiver_done(&r, ACC_SUOTA_INT_MEM_ERR);
        CHECK(next() == -1);
        if (i == 0)
            write_len(50);
        else if (i == 1)
            write_data(100, 1);
        else if (i == 2)
            write32(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(ACC_SUOTA_END, 0));
        else if (i == 3)
            CHECK(acc_suota_receiver_stream(&r, file, 10) == 0);
        else
            write32(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(ACC_SUOTA_ABORT, 0));
        CHECK(told() == (i < 3 ? ACC_SUOTA_APP_ERROR : i == 3 ? -1 : ACC_SUOTA_SRV_EXIT));
    }
    // a result before the action was polled
    start(ACC_SUOTA_DA1458X);
    reach_survey(0);
    acc_suota_receiver_surveyed(&r, ACC_SUOTA_CMP_OK, banks);
    acc_suota_receiver_done(&r, ACC_SUOTA_INT_MEM_ERR);
    CHECK(next() == ACC_SUOTA_ERASE);
    acc_suota_receiver_done(&r, ACC_SUOTA_INT_MEM_ERR);
    CHECK(told() == ACC_SUOTA_INT_MEM_ERR && next() == -1);
    // a new start drops the update, also with an unknown memory
    reach_survey(0);
    write32(ACC_SUOTA_MEM_DEV, 0x14000000);
    CHECK(told() == ACC_SUOTA_INVAL_MEM_TYPE && next() == -1 && info() == 0);
    // the second block must not exceed the XOR byte
    start(ACC_SUOTA_DA1458X);
    write32(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(ACC_SUOTA_TO_SPI, 0));
    CHECK(told() == ACC_SUOTA_IMG_STARTED);
    write_len(1);
    CHECK(next() == -1);
    write_data(0, 1);
    CHECK(told() == ACC_SUOTA_INVAL_IMG_HDR);
}

// An image that fills its slot, and one byte more.
static void slots_have_a_size(void)
{
    for (uint32_t less = 0; less < 2; less++) {
        start(ACC_SUOTA_DA1458X);
        r.config.slot_size -= less;
        write32(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(ACC_SUOTA_TO_SPI, 0));
        CHECK(told() == ACC_SUOTA_IMG_STARTED);
        write_len(64);
        write_data(0, 64);
        if (less)
            CHECK(told() == ACC_SUOTA_INVAL_IMG_SIZE);
        else
            CHECK(next() == ACC_SUOTA_SURVEY);
    }
    // the buffer's size is the longest block
    start(ACC_SUOTA_DA1458X);
    write32(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(ACC_SUOTA_TO_SPI, 0));
    CHECK(told() == ACC_SUOTA_IMG_STARTED);
    write_len(128);
    CHECK(next() == -1);
    write_len(129);
    CHECK(told() == ACC_SUOTA_INT_MEM_ERR);
}

static size_t read(acc_suota_characteristic c, uint32_t *value)
{
    uint8_t out[4] = {0};
    size_t size = acc_suota_receiver_read(&r, c, out);
    *value = out[0] | (uint32_t)out[1] << 8 | (uint32_t)out[2] << 16 | (uint32_t)out[3] << 24;
    return size;
}

static void characteristics(void)
{
    uint32_t value;
    start(ACC_SUOTA_DA1469X);
    r.config.psm = 0x81;
    write32(ACC_SUOTA_MEM_DEV, 0x13000002);
    write32(ACC_SUOTA_GPIO_MAP, 0x12345678);
    write_len(0x55);
    CHECK(told() == ACC_SUOTA_IMG_STARTED);
    CHECK(read(ACC_SUOTA_MEM_DEV, &value) == 4 && value == 0x13000002);
    CHECK(read(ACC_SUOTA_GPIO_MAP, &value) == 4 && value == 0x12345678);
    CHECK(read(ACC_SUOTA_MEM_INFO, &value) == 4 && value == 0);
    CHECK(read(ACC_SUOTA_PATCH_LEN, &value) == 2 && value == 0x55);
    CHECK(read(ACC_SUOTA_PATCH_DATA, &value) == 0);
    CHECK(read(ACC_SUOTA_STATUS, &value) == 1 && value == 0x10);
    CHECK(read(ACC_SUOTA_L2CAP_PSM, &value) == 2 && value == 0x81);
    CHECK(read(ACC_SUOTA_VERSION, &value) == 1 && value == 13);
    CHECK(read(ACC_SUOTA_PATCH_DATA_SIZE, &value) == 2 && value == 244);
    CHECK(read(ACC_SUOTA_MTU, &value) == 2 && value == 247);
    CHECK(acc_suota_receiver_write(&r, ACC_SUOTA_PATCH_DATA, file, 0) == ACC_MALFORMED);
    CHECK(acc_suota_receiver_write(&r, ACC_SUOTA_MEM_INFO, file, 4) == ACC_UNSUPPORTED);
    // a status without a subscription is kept, not sent
    acc_suota_receiver_subscribe(&r, false);
    write_len(0);
    CHECK(next() == -1 && read(ACC_SUOTA_STATUS, &value) == 1 && value == ACC_SUOTA_PATCH_LEN_ERR);
    // the last connection's end forgets all but the devices
    acc_suota_receiver_subscribe(&r, true);
    write32(ACC_SUOTA_MEM_DEV, 0x13000001);
    acc_suota_receiver_connected(&r, 0, 23);
    CHECK(next() == -1 && read(ACC_SUOTA_STATUS, &value) == 1 && value == 0);
    CHECK(read(ACC_SUOTA_MTU, &value) == 2 && value == 23);
    acc_suota_receiver_connected(&r, 1, 50);
    write_len(9);
    CHECK(next() == -1);  // the subscription has ended, too
    CHECK(read(ACC_SUOTA_STATUS, &value) == 1 && value == ACC_SUOTA_INVAL_MEM_TYPE);

    static const bool small[] = {true, false, false};
    for (int i = 0; i < 3; i++) {
        acc_suota_receiver_config c =
            acc_suota_receiver_config_make((acc_suota_family)i, buffer, 128, 999);
        CHECK(c.family == (acc_suota_family)i && c.buffer == buffer && c.capacity == 128 &&
              c.slot_size == 999);
        CHECK(c.takes_spi && c.takes_i2c == small[i] && c.checks_xor == small[i] &&
              c.checks_crc == !small[i]);
        CHECK(c.psm == 0 && c.version == 13 && c.patch_data_size == 244);
    }
}

// A stream fills the buffer, and what does not fit stays with the caller.
static void streams(void)
{
    start(ACC_SUOTA_DA1458X);
    CHECK(acc_suota_receiver_stream(&r, file, 0) == 0 && next() == -1);
    CHECK(acc_suota_receiver_stream(&r, file, 9) == 9 && told() == ACC_SUOTA_INVAL_MEM_TYPE);
    write32(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(ACC_SUOTA_TO_SPI, 2));
    CHECK(told() == ACC_SUOTA_IMG_STARTED);
    CHECK(acc_suota_receiver_stream(&r, file, 100) == 100 && next() == -1 && info() == 100);
    CHECK(acc_suota_receiver_stream(&r, file + 100, 100) == 28 && next() == ACC_SUOTA_SURVEY);
    CHECK(acc_suota_receiver_stream(&r, file + 128, 100) == 0);
    acc_suota_receiver_surveyed(&r, ACC_SUOTA_CMP_OK, banks);
    CHECK(next() == ACC_SUOTA_ERASE);
    acc_suota_receiver_done(&r, ACC_SUOTA_CMP_OK);
    CHECK(writes(64, 64, file + 64));
    acc_suota_receiver_done(&r, ACC_SUOTA_CMP_OK);
    CHECK(next() == -1);  // no status for blocks of a stream
    CHECK(acc_suota_receiver_stream(&r, file + 128, 128) == 128 && writes(128, 128, file + 128));
    // the end while the flash is busy waits for it; bytes are no longer taken
    write32(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(ACC_SUOTA_END, 0));
    CHECK(next() == -1 && acc_suota_receiver_stream(&r, file, 9) == 0);
    acc_suota_receiver_done(&r, ACC_SUOTA_CMP_OK);
    CHECK(told() == ACC_SUOTA_CRC_ERR && next() == -1);
    // PATCH_DATA in a stream
    write32(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(ACC_SUOTA_TO_SPI, 2));
    CHECK(told() == ACC_SUOTA_IMG_STARTED && acc_suota_receiver_stream(&r, file, 9) == 9);
    write_data(0, 1);
    CHECK(told() == ACC_SUOTA_APP_ERROR);
}

static void bank_headers(void)
{
    uint8_t bytes[64];
    for (int family = 0; family < 3; family++) {
        acc_suota_image image = {.family = (acc_suota_family)family,
                                 .code_size = 1,
                                 .code_offset = 64,
                                 .time = 77,
                                 .version = "v",
                                 .id = 9};
        image.valid = 0xAA;
        image.flags = 2;
        CHECK(acc_suota_image_write(&image, bytes, 64) == 64);
        acc_suota_bank bank = acc_suota_bank_read((acc_suota_family)family, bytes, 64);
        CHECK(bank.valid && bank.time == 77 && strcmp(bank.version, "v") == 0 &&
              bank.id == (family ? 0 : 9));
        CHECK(!acc_suota_bank_read((acc_suota_family)((family + 1) % 3), bytes, 64).valid);
        bytes[2] = family == 1 ? (uint8_t)~2 : 0xAB;
        CHECK(acc_suota_bank_read((acc_suota_family)family, bytes, 64).valid == (family == 2));
        CHECK(!acc_suota_bank_read((acc_suota_family)family, bytes, 33).valid);
    }
}

int main(void)
{
    each_action();
    banks_are_picked();
    same_images();
    busy_states();
    slots_have_a_size();
    characteristics();
    streams();
    bank_headers();
    return failures;
}
