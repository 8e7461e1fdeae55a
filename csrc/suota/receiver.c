// The device's side of SUOTA: receives blocks, selects a bank, erases, writes and checks it
// (docs/suota.md).
//
// Input: writes to the characteristics or L2CAP bytes, and completions of flash operations. Output:
// actions of poll: notify, survey, erase, write, restart. The caller owns GATT and the flash.
//
//     IDLE -> TAKING -> SURVEYING -> ERASING -> WRITING -> TAKING ... -> SEALING -> MARKING -> IDLE
//              MEM_DEV   first block                        each block    end, checked
//
// The header is written in SEALING and its magic in MARKING, so a bank contains a whole image or none, wherever an update
// is interrupted: also by a power loss inside one of these writes.
#include "accessory/suota_receiver.h"

#include "accessory/crc.h"
#include "base/bytes.h"

#include <assert.h>
#include <string.h>

// The mark of a valid image: byte 2 in the first family, a bit of the flags in the second.
enum { VALID_1458X = 0xAA, VALID_1468X = 2 };

// Bytes of the magic at the start of a header. Half of it makes no valid bank.
enum { MAGIC_SIZE = 2 };

enum state {
    IDLE,       // no memory device
    TAKING,     // a block is being received
    SURVEYING,  // the first block is complete; the caller reads the banks' headers
    ERASING,
    WRITING,  // a block is being written
    SEALING,  // the header is being written, without its magic
    MARKING,  // the magic is being written, which makes the image valid
};

// The chip family's defaults: the first checks the XOR and supports I2C, the others check the CRC-32.
acc_suota_receiver_config acc_suota_receiver_config_make(acc_suota_family family, uint8_t *buffer,
                                                         uint16_t capacity, uint32_t slot_size)
{
    bool small = family == ACC_SUOTA_DA1458X;
    return (acc_suota_receiver_config){
        .family = family,
        .buffer = buffer,
        .capacity = capacity,
        .slot_size = slot_size,
        .takes_spi = true,
        .takes_i2c = small,
        .checks_xor = small,
        .checks_crc = !small,
        .patch_data_size = 244,  // a write at MTU 247, which fills a link layer packet of 251 bytes
        .version = 13,
    };
}

void acc_suota_receiver_init(acc_suota_receiver *r, const acc_suota_receiver_config *config)
{
    assert(config->capacity >= ACC_SUOTA_MAX_HEADER);
    memset(r, 0, sizeof *r);
    r->config = *config;
}

// Decodes a bank's header. An erased bank, or one of another family, is invalid. The third family
// has no flag for a valid image: its header is written last.
acc_suota_bank acc_suota_bank_read(acc_suota_family family, const uint8_t *bytes, size_t len)
{
    acc_suota_image image;
    acc_suota_bank bank = {0};
    if (acc_suota_image_read(bytes, len, &image) != ACC_OK || image.family != family)
        return bank;
    bank.valid = family == ACC_SUOTA_DA1458X   ? image.valid == VALID_1458X
                 : family == ACC_SUOTA_DA1468X ? (image.flags & VALID_1468X) != 0
                                               : true;
    bank.id = image.id;
    bank.time = image.time;
    memcpy(bank.version, image.version, sizeof bank.version);
    return bank;
}

// Drops the update; the bank it wrote to has no header and stays invalid.
static void drop(acc_suota_receiver *r)
{
    r->state = IDLE;
    r->issued = r->streaming = r->ending = false;
    r->received = 0;
    r->patch_len = r->filled = 0;
    r->bank = r->xor_sum = 0;
    r->crc = ACC_CRC32_INIT;
}

// Ends the update with this STATUS code.
static void fail(acc_suota_receiver *r, uint8_t code)
{
    drop(r);
    r->notify = code;
}

// `issued` is false until poll has returned the state's action.
static void enter(acc_suota_receiver *r, enum state state)
{
    r->state = (uint8_t)state;
    r->issued = false;
}

// Flash work is running: the peer must wait for STATUS before it sends more.
static bool is_busy(const acc_suota_receiver *r)
{
    return r->state != IDLE && r->state != TAKING;
}

static uint32_t image_end(const acc_suota_receiver *r)
{
    return r->image.code_offset + r->image.code_size;
}

// MARK: Blocks

// The requested bank, else the invalid or older one. id counts up and wraps at 256, so the newer of
// two is at most 127 ahead (signed difference); the other families compare build times.
static uint8_t pick_bank(const acc_suota_receiver *r, uint16_t asked)
{
    const acc_suota_bank *one = &r->banks[0], *two = &r->banks[1];
    if (asked)
        return (uint8_t)asked;
    if (!one->valid || !two->valid)
        return one->valid ? 2 : 1;
    bool one_is_newer = r->config.family == ACC_SUOTA_DA1458X ? (int8_t)(one->id - two->id) > 0
                                                              : one->time > two->time;
    return one_is_newer ? 2 : 1;
}

// An image already in the bank is refused (SAME_IMG_ERR) before anything is erased.
static bool is_same_image(const acc_suota_receiver *r)
{
    const acc_suota_bank *bank = &r->banks[r->bank - 1];
    return bank->valid && bank->time == r->image.time &&
           strcmp(bank->version, r->image.version) == 0;
}

// The XOR byte is the last one: no data may follow it.
static bool has_too_much(const acc_suota_receiver *r)
{
    return r->config.checks_xor && r->received > (uint64_t)image_end(r) + 1;
}

// The first block must contain the whole header, since it decides the bank.
static void begin_image(acc_suota_receiver *r)
{
    size_t header = acc_suota_header_size(r->config.family);
    acc_status status = acc_suota_image_read(r->config.buffer, r->filled, &r->image);
    if (status == ACC_OUT_OF_RANGE)
        return fail(r, ACC_SUOTA_INVAL_IMG_SIZE);
    if (status != ACC_OK || r->image.family != r->config.family || r->filled < header)
        return fail(r, ACC_SUOTA_INVAL_IMG_HDR);
    if ((uint64_t)r->image.code_offset + r->image.code_size > r->config.slot_size)
        return fail(r, ACC_SUOTA_INVAL_IMG_SIZE);
    if (has_too_much(r))
        return fail(r, ACC_SUOTA_EXT_MEM_WRITE_ERR);
    memcpy(r->header, r->config.buffer, header);
    enter(r, SURVEYING);
}

void acc_suota_receiver_surveyed(acc_suota_receiver *r, uint8_t code, const acc_suota_bank *banks)
{
    if (r->state != SURVEYING)
        return;
    if (code != ACC_SUOTA_CMP_OK)
        return fail(r, code);
    memcpy(r->banks, banks, sizeof r->banks);
    r->bank = pick_bank(r, (uint16_t)r->mem_dev);
    if (is_same_image(r))
        return fail(r, ACC_SUOTA_SAME_IMG_ERR);
    enter(r, ERASING);
}

// Adds the block's part of the code to the CRC-32: [received - filled, received) within
// [code_offset, image_end).
static void add_to_crc(acc_suota_receiver *r)
{
    uint32_t from = r->received - r->filled, until = r->received;
    uint32_t start = from > r->image.code_offset ? from : r->image.code_offset;
    uint32_t end = until < image_end(r) ? until : image_end(r);
    if (start < end)
        r->crc = acc_crc32(r->crc, r->config.buffer + (start - from), end - start);
}

// A block is complete: PATCH_LEN bytes, or a full buffer on L2CAP.
static void take_block(acc_suota_receiver *r)
{
    if (r->filled > UINT32_MAX - r->received)
        return fail(r, ACC_SUOTA_EXT_MEM_WRITE_ERR);
    r->received += r->filled;
    r->xor_sum = acc_suota_xor(r->xor_sum, r->config.buffer, r->filled);
    if (r->bank == 0)
        return begin_image(r);
    if (has_too_much(r))
        return fail(r, ACC_SUOTA_EXT_MEM_WRITE_ERR);
    enter(r, WRITING);
}

// The part of the block after the header and inside the image. False when there is none.
static bool block_to_write(const acc_suota_receiver *r, acc_suota_action *action)
{
    uint32_t from = r->received - r->filled, until = r->received;
    uint32_t start = (uint32_t)acc_suota_header_size(r->config.family);
    start = from > start ? from : start;
    uint32_t end = until < image_end(r) ? until : image_end(r);
    if (start >= end)
        return false;
    *action = (acc_suota_action){.kind = ACC_SUOTA_WRITE,
                                 .bank = r->bank,
                                 .offset = start,
                                 .size = end - start,
                                 .bytes = r->config.buffer + (start - from)};
    return true;
}

// MARK: The end

// The check at the end: all code received (and the XOR byte), XOR over all bytes 0, CRC-32 of the
// code as in the header.
static bool is_right(const acc_suota_receiver *r)
{
    const acc_suota_receiver_config *config = &r->config;
    if (r->bank == 0 || r->received < (uint64_t)image_end(r) + config->checks_xor)
        return false;
    if (config->checks_xor && r->xor_sum != 0)
        return false;
    return !config->checks_crc || acc_suota_image_is_encrypted(&r->image) || r->crc == r->image.crc;
}

// Writes the header with its valid mark. The first family also gets id = newest + 1, which makes
// this bank the newer one at the next update.
static void seal(acc_suota_receiver *r)
{
    r->ending = false;
    if (!is_right(r))
        return fail(r, ACC_SUOTA_CRC_ERR);
    if (r->config.family == ACC_SUOTA_DA1458X) {
        const acc_suota_bank *other = &r->banks[2 - r->bank], *old = &r->banks[r->bank - 1];
        uint8_t newest = other->valid ? other->id : old->valid ? old->id : 0;
        r->header[2] = VALID_1458X;
        r->header[3] = (uint8_t)(newest + 1);
    } else if (r->config.family == ACC_SUOTA_DA1468X) {
        r->header[2] |= VALID_1468X;
    }
    enter(r, SEALING);
}

// The peer wrote MEM_DEV = end. On L2CAP the last block may be short and still in the buffer; on GATT an
// incomplete block is an error.
static void end(acc_suota_receiver *r)
{
    if (r->state == IDLE)
        return fail(r, ACC_SUOTA_INVAL_MEM_TYPE);
    if (r->streaming) {
        r->ending = true;
        if (is_busy(r))
            return;
        if (r->filled)
            return take_block(r);
    } else if (is_busy(r)) {
        return fail(r, ACC_SUOTA_APP_ERROR);
    } else if (r->filled) {
        return fail(r, ACC_SUOTA_PATCH_LEN_ERR);
    }
    seal(r);
}

// A flash operation has ended: go to the next state. On GATT each written block is notified.
void acc_suota_receiver_done(acc_suota_receiver *r, uint8_t code)
{
    uint8_t state = r->state;
    if (!r->issued || state == IDLE || state == TAKING || state == SURVEYING)
        return;
    if (code != ACC_SUOTA_CMP_OK)
        return fail(r, code);
    if (state == ERASING)
        return enter(r, WRITING);
    if (state == SEALING)
        return enter(r, MARKING);
    if (state == MARKING)
        return fail(r, ACC_SUOTA_CMP_OK);  // not a failure: the update is complete
    add_to_crc(r);
    r->filled = 0;
    enter(r, TAKING);
    if (r->ending)
        seal(r);
    else if (!r->streaming)
        r->notify = ACC_SUOTA_CMP_OK;
}

// MARK: Writes of the peer

// MEM_DEV is type << 24 | bank. Any start drops a running update. With two connections an update is
// refused, because the state belongs to one.
static void write_mem_dev(acc_suota_receiver *r, uint32_t word)
{
    unsigned type = word >> 24;
    if (type == ACC_SUOTA_REBOOT) {
        r->restart = true;
        return;
    }
    if (type == ACC_SUOTA_END)
        return end(r);
    if (type == ACC_SUOTA_ABORT)
        return fail(r, ACC_SUOTA_SRV_EXIT);
    drop(r);
    if (r->connections > 1)
        return fail(r, ACC_SUOTA_SRV_EXIT);
    if (!(type == ACC_SUOTA_TO_SPI && r->config.takes_spi) &&
        !(type == ACC_SUOTA_TO_I2C && r->config.takes_i2c))
        return fail(r, ACC_SUOTA_INVAL_MEM_TYPE);
    if ((word & 0xFFFF) > 2)
        return fail(r, ACC_SUOTA_INVAL_IMG_BANK);
    r->mem_dev = word;
    enter(r, TAKING);
    r->notify = ACC_SUOTA_IMG_STARTED;
}

// PATCH_LEN may change only between blocks: inside one, its end would be ambiguous.
static void write_patch_len(acc_suota_receiver *r, uint16_t len)
{
    if (r->state == IDLE)
        return fail(r, ACC_SUOTA_INVAL_MEM_TYPE);
    if (is_busy(r))
        return fail(r, ACC_SUOTA_APP_ERROR);
    if (len == 0 || r->filled)
        return fail(r, ACC_SUOTA_PATCH_LEN_ERR);
    if (len > r->config.capacity)
        return fail(r, ACC_SUOTA_INT_MEM_ERR);
    r->patch_len = len;
}

// Adds a chunk to the block. A chunk that exceeds PATCH_LEN is an error, not the start of the next block.
static void write_patch_data(acc_suota_receiver *r, const uint8_t *bytes, size_t len)
{
    if (r->state == IDLE)
        return fail(r, ACC_SUOTA_INVAL_MEM_TYPE);
    if (is_busy(r) || r->streaming)
        return fail(r, ACC_SUOTA_APP_ERROR);
    if (r->patch_len == 0 || len > (size_t)(r->patch_len - r->filled))
        return fail(r, ACC_SUOTA_PATCH_LEN_ERR);
    memcpy(r->config.buffer + r->filled, bytes, len);
    r->filled = (uint16_t)(r->filled + len);
    if (r->filled == r->patch_len)
        take_block(r);
}

acc_status acc_suota_receiver_write(acc_suota_receiver *r, acc_suota_characteristic characteristic,
                                    const uint8_t *bytes, size_t len)
{
    switch (characteristic) {
    case ACC_SUOTA_MEM_DEV:
    case ACC_SUOTA_GPIO_MAP:
        if (len != 4)
            return ACC_MALFORMED;
        if (characteristic == ACC_SUOTA_MEM_DEV)
            write_mem_dev(r, load_le32(bytes));
        else
            r->gpio_map = load_le32(bytes);
        return ACC_OK;
    case ACC_SUOTA_PATCH_LEN:
        if (len != 2)
            return ACC_MALFORMED;
        write_patch_len(r, load_le16(bytes));
        return ACC_OK;
    case ACC_SUOTA_PATCH_DATA:
        if (len == 0 || len > r->config.patch_data_size)
            return ACC_MALFORMED;
        write_patch_data(r, bytes, len);
        return ACC_OK;
    default:
        return ACC_UNSUPPORTED;
    }
}

// L2CAP: bytes without blocks. Returns the number of bytes accepted, 0 while the flash is busy; the
// caller keeps the rest.
size_t acc_suota_receiver_stream(acc_suota_receiver *r, const uint8_t *bytes, size_t len)
{
    if (len == 0)
        return 0;
    if (r->state == IDLE) {  // bytes of an update that has ended are dropped
        r->notify = ACC_SUOTA_INVAL_MEM_TYPE;
        return len;
    }
    if (is_busy(r) || r->ending)
        return 0;
    size_t room = (size_t)(r->config.capacity - r->filled), taken = len < room ? len : room;
    r->streaming = true;
    memcpy(r->config.buffer + r->filled, bytes, taken);
    r->filled = (uint16_t)(r->filled + taken);
    if (r->filled == r->config.capacity)
        take_block(r);
    return taken;
}

// The last disconnection drops the update; the next connection starts over.
void acc_suota_receiver_connected(acc_suota_receiver *r, uint16_t count, uint16_t mtu)
{
    r->connections = count;
    r->mtu = mtu;
    if (count)
        return;
    drop(r);
    r->notify = r->status = 0;
    r->subscribed = false;
}

void acc_suota_receiver_subscribe(acc_suota_receiver *r, bool on)
{
    r->subscribed = on;
}

// MEM_INFO reports the bytes received. A block being written is already counted in `received`.
size_t acc_suota_receiver_read(const acc_suota_receiver *r, acc_suota_characteristic characteristic,
                               uint8_t *out)
{
    uint32_t value = 0;
    size_t size = 2;
    switch (characteristic) {
    case ACC_SUOTA_MEM_DEV:
        value = r->mem_dev, size = 4;
        break;
    case ACC_SUOTA_GPIO_MAP:
        value = r->gpio_map, size = 4;
        break;
    case ACC_SUOTA_MEM_INFO:
        value = r->received + (is_busy(r) ? 0 : r->filled), size = 4;
        break;
    case ACC_SUOTA_PATCH_LEN:
        value = r->patch_len;
        break;
    case ACC_SUOTA_PATCH_DATA:
        return 0;
    case ACC_SUOTA_STATUS:
        value = r->status, size = 1;
        break;
    case ACC_SUOTA_L2CAP_PSM:
        value = r->config.psm, size = r->config.psm ? 2 : 0;
        break;
    case ACC_SUOTA_VERSION:
        value = r->config.version, size = 1;
        break;
    case ACC_SUOTA_PATCH_DATA_SIZE:
        value = r->config.patch_data_size;
        break;
    case ACC_SUOTA_MTU:
        value = r->mtu;
        break;
    }
    uint8_t bytes[4];
    store_le32(bytes, value);
    memcpy(out, bytes, size);
    return size;
}

// MARK: Actions

// The action of the current state. False when the state needs none.
static bool work(acc_suota_receiver *r, acc_suota_action *action)
{
    switch (r->state) {
    case SURVEYING:
        *action = (acc_suota_action){.kind = ACC_SUOTA_SURVEY};
        return true;
    case ERASING:
        *action =
            (acc_suota_action){.kind = ACC_SUOTA_ERASE, .bank = r->bank, .size = image_end(r)};
        return true;
    case WRITING:
        return block_to_write(r, action);
    case SEALING:
        *action = (acc_suota_action){
            .kind = ACC_SUOTA_WRITE,
            .bank = r->bank,
            .offset = MAGIC_SIZE,
            .size = (uint32_t)acc_suota_header_size(r->config.family) - MAGIC_SIZE,
            .bytes = r->header + MAGIC_SIZE,
        };
        return true;
    case MARKING:
        *action = (acc_suota_action){
            .kind = ACC_SUOTA_WRITE, .bank = r->bank, .size = MAGIC_SIZE, .bytes = r->header};
        return true;
    default:
        return false;
    }
}

// Flash work first, then STATUS, then restart: the peer gets its answer before the link is lost.
bool acc_suota_receiver_poll(acc_suota_receiver *r, acc_suota_action *action)
{
    while (is_busy(r) && !r->issued) {
        r->issued = true;
        if (work(r, action))
            return true;
        acc_suota_receiver_done(r, ACC_SUOTA_CMP_OK);  // the block has no bytes for the flash
    }
    if (r->notify) {
        *action = (acc_suota_action){.kind = ACC_SUOTA_NOTIFY, .code = r->notify};
        r->status = r->notify;
        r->notify = 0;
        if (r->subscribed)
            return true;
    }
    if (r->restart) {
        *action = (acc_suota_action){.kind = ACC_SUOTA_RESTART};
        r->restart = false;
        return true;
    }
    return false;
}
