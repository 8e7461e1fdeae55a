// SUOTA's receiver on a simulated device: whole updates, refusals, and a power loss at every chunk and every byte of flash.
#include "accessory/crc.h"
#include "accessory/suota_receiver.h"
#include "check.h"

#include <string.h>

enum { CODE = 600, SLOT = 4096, SECTOR = 256, MAX_FILE = SLOT + 1 };
static const uint32_t NO_CUT = UINT32_MAX;

// A device: two banks of flash, and its notifications.
static struct {
    acc_suota_receiver receiver;
    uint8_t buffer[512], flash[2][SLOT];
    uint8_t last;       // status notified
    unsigned notified;  // how often
    unsigned restarts;
    unsigned writes;               // to the flash
    uint8_t survey, flash_result;  // how flash work ends
    bool holds;                    // flash operations do not end by themselves
    uint32_t power;                // bytes that are erased and written until power is lost
    bool stops_erased;             // power is lost after the first erasure
} device;

static uint8_t file[MAX_FILE];
static uint32_t file_size;  // with its XOR byte
static uint32_t code_size = CODE;

// Erases or writes flash, in the order of its addresses; whole sectors are erased. Without power it does nothing, and
// the device is not told the end.
static void change_flash(const acc_suota_action *action)
{
    uint8_t *flash = device.flash[action->bank - 1] + action->offset;
    uint32_t unit = action->bytes ? 1 : SECTOR;
    CHECK(action->bank == 1 || action->bank == 2);
    CHECK(action->offset <= SLOT && action->size <= SLOT - action->offset);
    for (uint32_t at = 0; at < action->size && device.power; at += unit) {
        uint32_t size = action->size - at < unit ? action->size - at : unit;
        if (action->bytes)
            flash[at] = action->bytes[at];
        else
            memset(flash + at, 0xFF, size);
        device.power -= device.power != NO_CUT;
    }
    if (!action->bytes && device.stops_erased)
        device.power = 0;
    if (device.power && (!action->bytes || !device.holds))
        acc_suota_receiver_done(&device.receiver, device.flash_result);
}

static void run(void)
{
    acc_suota_receiver *r = &device.receiver;
    acc_suota_action action;
    while (acc_suota_receiver_poll(r, &action)) {
        acc_suota_bank banks[2];
        switch (action.kind) {
        case ACC_SUOTA_NOTIFY:
            device.last = action.code;
            device.notified++;
            break;
        case ACC_SUOTA_SURVEY:
            for (int i = 0; i < 2; i++)
                banks[i] =
                    acc_suota_bank_read(r->config.family, device.flash[i], ACC_SUOTA_MAX_HEADER);
            acc_suota_receiver_surveyed(r, device.survey, banks);
            break;
        case ACC_SUOTA_WRITE:
            device.writes++;
            change_flash(&action);
            break;
        case ACC_SUOTA_ERASE:
            change_flash(&action);
            break;
        case ACC_SUOTA_RESTART:
            device.restarts++;
            break;
        }
    }
}

static void power_on(acc_suota_family family)
{
    acc_suota_receiver_config config =
        acc_suota_receiver_config_make(family, device.buffer, sizeof device.buffer, SLOT);
    acc_suota_receiver_init(&device.receiver, &config);
    acc_suota_receiver_connected(&device.receiver, 1, 247);
    acc_suota_receiver_subscribe(&device.receiver, true);
    device.last = 0;
    device.notified = device.restarts = device.writes = 0;
    device.survey = device.flash_result = ACC_SUOTA_CMP_OK;
    device.holds = device.stops_erased = false;
    device.power = NO_CUT;
}

static void make_file(acc_suota_family family, uint32_t time)
{
    acc_suota_image image = {.family = family, .code_size = code_size, .time = time, .valid = 0xAA};
    image.code_offset = family == ACC_SUOTA_DA1469X ? ACC_SUOTA_DA1469X_CODE_OFFSET
                                                    : (uint32_t)acc_suota_header_size(family);
    strcpy(image.version, "2.1");
    for (size_t i = 0; i < code_size; i++)
        file[image.code_offset + i] = (uint8_t)(i * 13 + time);
    image.crc = acc_crc32(ACC_CRC32_INIT, file + image.code_offset, code_size);
    acc_suota_image_write(&image, file, sizeof file);
    file_size = image.code_offset + code_size + 1;
    file[file_size - 1] = acc_suota_xor(0, file, file_size - 1);
}

static uint8_t write_word(acc_suota_characteristic characteristic, uint32_t word)
{
    uint8_t bytes[4] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                        (uint8_t)(word >> 24)};
    size_t len = characteristic == ACC_SUOTA_PATCH_LEN ? 2 : 4;
    device.last = 0;
    CHECK(acc_suota_receiver_write(&device.receiver, characteristic, bytes, len) == ACC_OK);
    run();
    return device.last;
}

static uint8_t command(acc_suota_memory memory, uint16_t bank)
{
    return write_word(ACC_SUOTA_MEM_DEV, acc_suota_mem_dev(memory, bank));
}

static uint8_t write_data(const uint8_t *bytes, size_t len)
{
    device.last = 0;
    CHECK(acc_suota_receiver_write(&device.receiver, ACC_SUOTA_PATCH_DATA, bytes, len) == ACC_OK);
    run();
    return device.last;
}

// Sends the file like a sender; returns the last status.
static uint8_t send(uint16_t bank, uint16_t block, uint16_t chunk)
{
    acc_suota_plan plan;
    acc_suota_cursor cursor = {0};
    acc_suota_chunk next;
    uint16_t patch_len = 0;
    uint8_t status = command(ACC_SUOTA_TO_SPI, bank);
    if (status != ACC_SUOTA_IMG_STARTED)
        return status;
    CHECK(write_word(ACC_SUOTA_GPIO_MAP, 0x03000104) == 0);
    acc_suota_plan_make(file_size - 1, block, chunk, &plan);
    while (acc_suota_next(&plan, &cursor, &next)) {
        uint32_t index = cursor.block - next.ends_block;
        uint16_t size = acc_suota_block_size(&plan, index);
        if (size != patch_len && (status = write_word(ACC_SUOTA_PATCH_LEN, size)) != 0)
            return status;
        patch_len = size;
        status = write_data(file + next.offset, next.size);
        if (status != (next.ends_block ? ACC_SUOTA_CMP_OK : 0))
            return status;
    }
    return command(ACC_SUOTA_END, 0);
}

static bool bank_holds_file(int bank)
{
    uint8_t *flash = device.flash[bank - 1];
    size_t header = acc_suota_header_size(device.receiver.config.family);
    acc_suota_image image;
    return acc_suota_image_check(flash, file_size - 1, &image) == ACC_OK &&
           memcmp(flash + header, file + header, file_size - 1 - header) == 0;
}

static void whole_updates(void)
{
    static const uint16_t sizes[][2] = {{240, 20}, {240, 244}, {64, 20}, {512, 244}, {512, 1}};
    for (int family = ACC_SUOTA_DA1458X; family <= ACC_SUOTA_DA1469X; family++) {
        memset(device.flash, 0xFF, sizeof device.flash);
        for (uint32_t i = 0; i < 5; i++) {
            power_on((acc_suota_family)family);
            make_file((acc_suota_family)family, 1000 + i);
            CHECK(send(0, sizes[i][0], sizes[i][1]) == ACC_SUOTA_CMP_OK);
            CHECK(bank_holds_file(i % 2 ? 2 : 1));  // the free one, then the older one
            CHECK(command(ACC_SUOTA_REBOOT, 0) == 0 && device.restarts == 1);
        }
        make_file((acc_suota_family)family, 1004);
        CHECK(send(1, 240, 20) == ACC_SUOTA_SAME_IMG_ERR);
        CHECK(send(2, 240, 20) == ACC_SUOTA_CMP_OK);
    }
}

static void ids_count_up(void)
{
    memset(device.flash, 0xFF, sizeof device.flash);
    for (uint32_t i = 0; i < 600; i++) {
        power_on(ACC_SUOTA_DA1458X);
        make_file(ACC_SUOTA_DA1458X, i);
        CHECK(send(0, 512, 244) == ACC_SUOTA_CMP_OK);
        CHECK(device.flash[i % 2][3] == (uint8_t)(i + 1) && bank_holds_file(i % 2 ? 2 : 1));
    }
}

static void refusals(void)
{
    power_on(ACC_SUOTA_DA1458X);
    make_file(ACC_SUOTA_DA1458X, 1);
    memset(device.flash, 0xFF, sizeof device.flash);
    static const uint8_t no_memory[] = {0x00, 0x01, 0x02, 0x03, 0x10, 0x11, 0x14, 0x80, 0xFC};
    for (size_t i = 0; i < sizeof no_memory; i++)
        CHECK(write_word(ACC_SUOTA_MEM_DEV, (uint32_t)no_memory[i] << 24) ==
              ACC_SUOTA_INVAL_MEM_TYPE);
    CHECK(command(ACC_SUOTA_TO_SPI, 3) == ACC_SUOTA_INVAL_IMG_BANK);
    CHECK(command(ACC_SUOTA_TO_I2C, 1) == ACC_SUOTA_IMG_STARTED);
    CHECK(command(ACC_SUOTA_ABORT, 0) == ACC_SUOTA_SRV_EXIT);
    CHECK(write_word(ACC_SUOTA_PATCH_LEN, 240) == ACC_SUOTA_INVAL_MEM_TYPE);
    CHECK(write_data(file, 20) == ACC_SUOTA_INVAL_MEM_TYPE);
    CHECK(command(ACC_SUOTA_END, 0) == ACC_SUOTA_INVAL_MEM_TYPE);

    command(ACC_SUOTA_TO_SPI, 0);
    CHECK(write_data(file, 20) == ACC_SUOTA_PATCH_LEN_ERR);
    command(ACC_SUOTA_TO_SPI, 0);
    CHECK(write_word(ACC_SUOTA_PATCH_LEN, 0) == ACC_SUOTA_PATCH_LEN_ERR);
    command(ACC_SUOTA_TO_SPI, 0);
    CHECK(write_word(ACC_SUOTA_PATCH_LEN, 513) == ACC_SUOTA_INT_MEM_ERR);
    command(ACC_SUOTA_TO_SPI, 0);
    CHECK(write_word(ACC_SUOTA_PATCH_LEN, 240) == 0);
    CHECK(write_data(file, 239) == 0);
    CHECK(write_data(file, 2) == ACC_SUOTA_PATCH_LEN_ERR);
    command(ACC_SUOTA_TO_SPI, 0);
    write_word(ACC_SUOTA_PATCH_LEN, 240);
    write_data(file, 20);
    CHECK(command(ACC_SUOTA_END, 0) == ACC_SUOTA_PATCH_LEN_ERR);

    CHECK(send(0, 63, 20) == ACC_SUOTA_INVAL_IMG_HDR);
    file[0] = 0;
    CHECK(send(0, 240, 20) == ACC_SUOTA_INVAL_IMG_HDR);
    make_file(ACC_SUOTA_DA1468X, 1);
    CHECK(send(0, 240, 20) == ACC_SUOTA_INVAL_IMG_HDR);
    make_file(ACC_SUOTA_DA1458X, 1);
    file[7] = 1;
    CHECK(send(0, 240, 20) == ACC_SUOTA_INVAL_IMG_SIZE);
    memset(file + 4, 0, 4);
    CHECK(send(0, 240, 20) == ACC_SUOTA_INVAL_IMG_SIZE);

    make_file(ACC_SUOTA_DA1458X, 1);
    file[file_size - 1] ^= 1;
    CHECK(send(0, 240, 20) == ACC_SUOTA_CRC_ERR && !bank_holds_file(1));
    make_file(ACC_SUOTA_DA1458X, 1);
    file_size--;
    CHECK(send(0, 240, 20) == ACC_SUOTA_CRC_ERR);
    make_file(ACC_SUOTA_DA1458X, 1);
    file[file_size] = 0;
    file_size++;
    CHECK(send(0, 240, 20) == ACC_SUOTA_EXT_MEM_WRITE_ERR);

    make_file(ACC_SUOTA_DA1458X, 1);
    device.survey = ACC_SUOTA_INVAL_PRODUCT_HDR;
    CHECK(send(0, 240, 20) == ACC_SUOTA_INVAL_PRODUCT_HDR);
    device.survey = ACC_SUOTA_EXT_MEM_READ_ERR;
    CHECK(send(0, 240, 20) == ACC_SUOTA_EXT_MEM_READ_ERR);
    device.survey = ACC_SUOTA_CMP_OK;
    device.flash_result = ACC_SUOTA_EXT_MEM_WRITE_ERR;
    CHECK(send(0, 240, 20) == ACC_SUOTA_EXT_MEM_WRITE_ERR);
    device.flash_result = ACC_SUOTA_CMP_OK;

    device.holds = true;  // data while the flash is busy
    command(ACC_SUOTA_TO_SPI, 0);
    write_word(ACC_SUOTA_PATCH_LEN, 240);
    CHECK(write_data(file, 240) == 0);
    CHECK(write_data(file, 1) == ACC_SUOTA_APP_ERROR);
    device.holds = false;

    acc_suota_receiver_connected(&device.receiver, 2, 247);
    CHECK(command(ACC_SUOTA_TO_SPI, 0) == ACC_SUOTA_SRV_EXIT);
    acc_suota_receiver_connected(&device.receiver, 1, 247);
    CHECK(send(0, 240, 20) == ACC_SUOTA_CMP_OK && bank_holds_file(1));
}

static void wrong_code_on_da1469x(void)
{
    memset(device.flash, 0xFF, sizeof device.flash);
    power_on(ACC_SUOTA_DA1469X);
    make_file(ACC_SUOTA_DA1469X, 1);
    file[file_size - 2] ^= 1;
    CHECK(send(0, 240, 20) == ACC_SUOTA_CRC_ERR && device.flash[0][0] == 0xFF);
    CHECK(command(ACC_SUOTA_TO_I2C, 0) == ACC_SUOTA_INVAL_MEM_TYPE);
}

// A device that checks neither the XOR byte nor the CRC-32 still counts bytes: an incomplete image, and an end without
// an image, are refused.
static void unchecked_images_are_counted(void)
{
    for (uint32_t missing = 0; missing <= 240; missing += 120) {
        memset(device.flash, 0xFF, sizeof device.flash);
        power_on(ACC_SUOTA_DA1468X);
        device.receiver.config.checks_xor = device.receiver.config.checks_crc = false;
        make_file(ACC_SUOTA_DA1468X, 1);
        file_size -= missing;
        CHECK(send(0, 120, 20) == (missing ? ACC_SUOTA_CRC_ERR : ACC_SUOTA_CMP_OK));
        CHECK(bank_holds_file(1) == !missing);
    }
    power_on(ACC_SUOTA_DA1468X);
    device.receiver.config.checks_xor = device.receiver.config.checks_crc = false;
    CHECK(command(ACC_SUOTA_TO_SPI, 0) == ACC_SUOTA_IMG_STARTED);
    CHECK(command(ACC_SUOTA_END, 0) == ACC_SUOTA_CRC_ERR);
}

static void lengths_and_silence(void)
{
    acc_suota_receiver *r = &device.receiver;
    uint8_t bytes[300] = {0};
    power_on(ACC_SUOTA_DA1458X);
    for (size_t len = 0; len < 8; len++) {
        CHECK((acc_suota_receiver_write(r, ACC_SUOTA_MEM_DEV, bytes, len) == ACC_OK) == (len == 4));
        CHECK((acc_suota_receiver_write(r, ACC_SUOTA_GPIO_MAP, bytes, len) == ACC_OK) ==
              (len == 4));
        CHECK((acc_suota_receiver_write(r, ACC_SUOTA_PATCH_LEN, bytes, len) == ACC_OK) ==
              (len == 2));
        run();
    }
    CHECK(acc_suota_receiver_write(r, ACC_SUOTA_PATCH_DATA, bytes, 245) == ACC_MALFORMED);
    CHECK(acc_suota_receiver_write(r, ACC_SUOTA_STATUS, bytes, 1) == ACC_UNSUPPORTED);
    acc_suota_receiver_subscribe(r, false);
    unsigned before = device.notified;
    CHECK(command(ACC_SUOTA_TO_SPI, 0) == 0 && device.notified == before);
    uint8_t out[4];
    CHECK(acc_suota_receiver_read(r, ACC_SUOTA_STATUS, out) == 1 && out[0] == 0x10);
    CHECK(acc_suota_receiver_read(r, ACC_SUOTA_MEM_DEV, out) == 4 && out[3] == 0x13);
    CHECK(acc_suota_receiver_read(r, ACC_SUOTA_PATCH_DATA_SIZE, out) == 2 && out[0] == 244);
    CHECK(acc_suota_receiver_read(r, ACC_SUOTA_MTU, out) == 2 && out[0] == 247);
    CHECK(acc_suota_receiver_read(r, ACC_SUOTA_VERSION, out) == 1 && out[0] == 13);
    CHECK(acc_suota_receiver_read(r, ACC_SUOTA_L2CAP_PSM, out) == 0);
    acc_suota_receiver_connected(r, 0, 0);
    acc_suota_receiver_connected(r, 1, 23);
    CHECK(acc_suota_receiver_read(r, ACC_SUOTA_STATUS, out) == 1 && out[0] == 0);
}

static void by_a_channel(void)
{
    for (int family = ACC_SUOTA_DA1458X; family <= ACC_SUOTA_DA1469X; family++) {
        memset(device.flash, 0xFF, sizeof device.flash);
        power_on((acc_suota_family)family);
        make_file((acc_suota_family)family, 5);
        device.holds = true;
        CHECK(command(ACC_SUOTA_TO_SPI, 2) == ACC_SUOTA_IMG_STARTED);
        device.last = 0;
        for (uint32_t at = 0, tries = 0; at < file_size && tries < 1000; tries++) {
            uint32_t len = file_size - at < 300 ? file_size - at : 300;
            at += (uint32_t)acc_suota_receiver_stream(&device.receiver, file + at, len);
            run();
            acc_suota_receiver_done(&device.receiver, ACC_SUOTA_CMP_OK);
            run();
        }
        CHECK(device.last == 0);
        command(ACC_SUOTA_END, 0);
        for (int i = 0; i < 3; i++) {
            acc_suota_receiver_done(&device.receiver, ACC_SUOTA_CMP_OK);
            run();
        }
        CHECK(device.last == ACC_SUOTA_CMP_OK && bank_holds_file(2));
        // whole blocks, the header, and the magic that makes the image valid
        CHECK(device.writes == (file_size + sizeof device.buffer - 1) / sizeof device.buffer + 2);
    }
}

static void power_off_at_every_chunk(void)
{
    static uint8_t before[SLOT];
    memset(device.flash, 0xFF, sizeof device.flash);
    power_on(ACC_SUOTA_DA1458X);
    make_file(ACC_SUOTA_DA1458X, 1);
    CHECK(send(1, 240, 20) == ACC_SUOTA_CMP_OK);
    memcpy(before, device.flash[0], SLOT);
    make_file(ACC_SUOTA_DA1458X, 2);
    for (uint32_t chunks = 0; chunks < (file_size + 19) / 20; chunks++) {
        power_on(ACC_SUOTA_DA1458X);
        command(ACC_SUOTA_TO_SPI, 0);
        write_word(ACC_SUOTA_PATCH_LEN, 240);
        for (uint32_t i = 0; i < chunks && i < file_size / 20; i++)
            write_data(file + 20 * i, 20);
        acc_suota_receiver_connected(&device.receiver, 0, 0);
        run();
        CHECK(memcmp(before, device.flash[0], SLOT) == 0);
        CHECK(!acc_suota_bank_read(ACC_SUOTA_DA1458X, device.flash[1], 64).valid);
    }
}

// The build time of the image that a boot loader starts: the newer of the whole images. 0 if there is none.
static uint32_t boots(acc_suota_family family)
{
    acc_suota_image image;
    uint32_t time = 0;
    int8_t id = 0;
    for (int i = 0; i < 2; i++) {
        if (!acc_suota_bank_read(family, device.flash[i], ACC_SUOTA_MAX_HEADER).valid ||
            acc_suota_image_check(device.flash[i], SLOT, &image) != ACC_OK)
            continue;
        bool newer =
            family == ACC_SUOTA_DA1458X ? (int8_t)(image.id - (uint8_t)id) > 0 : image.time > time;
        if (!time || newer)
            time = image.time, id = (int8_t)image.id;
    }
    return time;
}

// An image of 4 KiB, power lost at each byte of flash that is written, and at each sector that is erased, for each choice
// of a bank. If the device chooses it, or the sender chooses the one that does not run, the old or the new image boots,
// and the next update writes to the bank that does not run. In the bank that runs, an interrupted update leaves the older
// image, or none.
static void power_off_at_every_byte(acc_suota_family family)
{
    static uint8_t before[2][SLOT];
    uint32_t offset = family == ACC_SUOTA_DA1469X ? ACC_SUOTA_DA1469X_CODE_OFFSET
                                                  : (uint32_t)acc_suota_header_size(family);
    code_size = SLOT - offset;
    memset(device.flash, 0xFF, sizeof device.flash);
    for (uint32_t time = 1; time <= 2; time++) {
        power_on(family);
        make_file(family, time);
        CHECK(send((uint16_t)time, 512, 244) == ACC_SUOTA_CMP_OK);
    }
    CHECK(boots(family) == 2);  // in bank 2
    memcpy(before, device.flash, sizeof before);
    make_file(family, 3);
    for (uint16_t bank = 0; bank <= 2; bank++) {
        uint32_t cuts = SLOT / SECTOR + SLOT, complete = 0;
        for (uint32_t power = 0; power <= cuts; power++) {
            memcpy(device.flash, before, sizeof before);
            power_on(family);
            device.power = power;
            send(bank, 512, 244);
            uint32_t booted = boots(family);
            CHECK(booted == 3 || booted == (bank < 2 ? 2 : power ? 1 : 2));
            complete += booted == 3;
            power_on(family);
            device.stops_erased = true;
            send(0, 512, 244);
            CHECK(booted == 3 || boots(family) == booted);
        }
        CHECK(complete == 1);
    }
    code_size = CODE;
}

// Two banks with the same id: neither is older, and always the first is overwritten.
static void equal_ids(void)
{
    memset(device.flash, 0xFF, sizeof device.flash);
    power_on(ACC_SUOTA_DA1458X);
    for (uint32_t time = 1; time <= 2; time++) {
        make_file(ACC_SUOTA_DA1458X, time);
        CHECK(send((uint16_t)time, 240, 20) == ACC_SUOTA_CMP_OK);
    }
    device.flash[1][3] = device.flash[0][3];
    uint8_t second[SLOT];
    memcpy(second, device.flash[1], SLOT);
    make_file(ACC_SUOTA_DA1458X, 3);
    CHECK(send(0, 240, 20) == ACC_SUOTA_CMP_OK);
    CHECK(bank_holds_file(1) && memcmp(second, device.flash[1], SLOT) == 0);
}

// A new PATCH_LEN inside a block, and flags in the file's header that the device does not use.
static void sizes_and_flags_stay(void)
{
    memset(device.flash, 0xFF, sizeof device.flash);
    power_on(ACC_SUOTA_DA1458X);
    make_file(ACC_SUOTA_DA1458X, 1);
    command(ACC_SUOTA_TO_SPI, 1);
    CHECK(write_word(ACC_SUOTA_PATCH_LEN, 240) == 0);
    CHECK(write_data(file, 20) == 0);
    CHECK(write_word(ACC_SUOTA_PATCH_LEN, 240) == ACC_SUOTA_PATCH_LEN_ERR);
    power_on(ACC_SUOTA_DA1468X);
    make_file(ACC_SUOTA_DA1468X, 1);
    file[2] |= 0x04;
    CHECK(send(1, 240, 20) == ACC_SUOTA_CMP_OK);
    CHECK(device.flash[0][2] == (file[2] | 0x02));
}

int main(void)
{
    equal_ids();
    sizes_and_flags_stay();
    whole_updates();
    ids_count_up();
    refusals();
    wrong_code_on_da1469x();
    unchecked_images_are_counted();
    lengths_and_silence();
    by_a_channel();
    power_off_at_every_chunk();
    for (int family = ACC_SUOTA_DA1458X; family <= ACC_SUOTA_DA1469X; family++)
        power_off_at_every_byte((acc_suota_family)family);
    return failures;
}
