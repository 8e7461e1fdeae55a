/// Firmware update over SUOTA (service 0xFEF5 of Dialog and Renesas chips): image files and the
/// sender's blocks and chunks. suota_receiver.h is the device's side.
///
/// Sender: acc_suota_image_check() on the file, acc_suota_xor() for the byte sent after it,
/// acc_suota_plan_make(), then acc_suota_next() for each chunk. Sizes are bytes; words on the air
/// are little-endian. One thread at a time for each struct; no other state.
#ifndef ACC_SUOTA_H
#define ACC_SUOTA_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_SUOTA_SERVICE 0xFEF5u  ///< 16-bit UUID of the service

/// Characteristics of the service, in the order of docs/suota.md, which lists their UUIDs.
typedef enum {
    ACC_SUOTA_MEM_DEV ACC_SWIFT_NAME("memoryDevice"),   ///< u32, read and write
    ACC_SUOTA_GPIO_MAP ACC_SWIFT_NAME("gpioMap"),       ///< u32, read and write
    ACC_SUOTA_MEM_INFO ACC_SWIFT_NAME("memoryInfo"),    ///< u32, read
    ACC_SUOTA_PATCH_LEN ACC_SWIFT_NAME("patchLength"),  ///< u16, read and write
    ACC_SUOTA_PATCH_DATA ACC_SWIFT_NAME("patchData"),   ///< bytes, write with or without response
    ACC_SUOTA_STATUS ACC_SWIFT_NAME("status"),          ///< u8, read and notify
    ACC_SUOTA_L2CAP_PSM ACC_SWIFT_NAME("psm"),          ///< u16, read; optional, like those below
    ACC_SUOTA_VERSION ACC_SWIFT_NAME("version"),        ///< u8, read: 13 is 1.3
    ACC_SUOTA_PATCH_DATA_SIZE ACC_SWIFT_NAME("patchDataSize"),  ///< u16, read
    ACC_SUOTA_MTU ACC_SWIFT_NAME("mtu"),                        ///< u16, read
} ACC_CLOSED_ENUM acc_suota_characteristic;

// MARK: Words

/// Top byte of MEM_DEV: the image's memory, or a command.
typedef enum {
    ACC_SUOTA_TO_I2C = 0x12,  ///< image to an I2C EEPROM
    ACC_SUOTA_TO_SPI = 0x13,  ///< image to SPI flash or to internal QSPI flash
    ACC_SUOTA_REBOOT = 0xFD,
    ACC_SUOTA_END = 0xFE,  ///< end of the image; check it
    ACC_SUOTA_ABORT = 0xFF,
} acc_suota_memory;

/// The value of MEM_DEV. `bank` is 0 (the device selects the older one), 1 or 2; 0 for commands.
static inline uint32_t acc_suota_mem_dev(acc_suota_memory memory, uint16_t bank)
{
    return (uint32_t)memory << 24 | bank;
}

/// A pin as in GPIO_MAP: P1_2 is 0x12. `port` and `pin` are 0 to 15.
static inline uint8_t acc_suota_pin(unsigned port, unsigned pin)
{
    return (uint8_t)((port & 15) << 4 | (pin & 15));
}

/// The value of GPIO_MAP for SPI flash.
static inline uint32_t acc_suota_gpio_spi(uint8_t miso, uint8_t mosi, uint8_t cs, uint8_t sck)
{
    return (uint32_t)miso << 24 | (uint32_t)mosi << 16 | (uint32_t)cs << 8 | sck;
}

/// The value of GPIO_MAP for an I2C EEPROM with the bus address `address`.
static inline uint32_t acc_suota_gpio_i2c(uint16_t address, uint8_t scl, uint8_t sda)
{
    return (uint32_t)address << 16 | (uint32_t)scl << 8 | sda;
}

// MARK: Status codes

/// Values of STATUS, one byte.
enum {
    ACC_SUOTA_RESERVED = 0x00,
    ACC_SUOTA_SRV_STARTED = 0x01,
    ACC_SUOTA_CMP_OK = 0x02,
    ACC_SUOTA_SRV_EXIT = 0x03,
    ACC_SUOTA_CRC_ERR = 0x04,
    ACC_SUOTA_PATCH_LEN_ERR = 0x05,
    ACC_SUOTA_EXT_MEM_WRITE_ERR = 0x06,
    ACC_SUOTA_INT_MEM_ERR = 0x07,
    ACC_SUOTA_INVAL_MEM_TYPE = 0x08,
    ACC_SUOTA_APP_ERROR = 0x09,
    ACC_SUOTA_IMG_STARTED = 0x10,
    ACC_SUOTA_INVAL_IMG_BANK = 0x11,
    ACC_SUOTA_INVAL_IMG_HDR = 0x12,
    ACC_SUOTA_INVAL_IMG_SIZE = 0x13,
    ACC_SUOTA_INVAL_PRODUCT_HDR = 0x14,
    ACC_SUOTA_SAME_IMG_ERR = 0x15,
    ACC_SUOTA_EXT_MEM_READ_ERR = 0x16,
    ACC_SUOTA_LEGACY_MODE = 0x18,
    ACC_SUOTA_HAP_MODE = 0x19,
    ACC_SUOTA_SIGNED_MODE = 0x1A,
    ACC_SUOTA_ENC_SIGNED_MODE = 0x1B,
};

/// Errors of the sender itself; larger than any status.
enum {
    ACC_SUOTA_NOT_CONNECTED = 0xFFF7,
    ACC_SUOTA_PROTOCOL_ERROR = 0xFFF8,
    ACC_SUOTA_UPLOAD_TIMEOUT = 0xFFF9,
    ACC_SUOTA_INVALID_FIRMWARE_CRC = 0xFFFA,
    ACC_SUOTA_FIRMWARE_LOAD_FAILED = 0xFFFB,
    ACC_SUOTA_MTU_REQUEST_FAILED = 0xFFFC,
    ACC_SUOTA_GATT_OPERATION_ERROR = 0xFFFD,
    ACC_SUOTA_SERVICE_DISCOVERY_ERROR = 0xFFFE,
    ACC_SUOTA_NOT_SUPPORTED = 0xFFFF,
};

/// The name of a status or of a sender's error, such as "CRC_ERR"; null for other numbers.
const char *ACC_NULLABLE acc_suota_code_name(unsigned code);

// MARK: Image files

#define ACC_SUOTA_MAX_HEADER 64u              ///< the longest header of all families
#define ACC_SUOTA_VERSION_SIZE 16u            ///< bytes of a header's version field
#define ACC_SUOTA_DA1469X_CODE_OFFSET 0x400u  ///< the same in every image examined

/// Chip families, each with its own image header.
typedef enum {
    ACC_SUOTA_DA1458X ACC_SWIFT_NAME("da1458x"),  ///< DA14580/1/2/3, DA14585/6, DA14531: "pQ"
    ACC_SUOTA_DA1468X ACC_SWIFT_NAME("da1468x"),  ///< DA14680 to DA14683: "pa"
    ACC_SUOTA_DA1469X ACC_SWIFT_NAME("da1469x"),  ///< DA14691 to DA14699: "Qq"
} ACC_CLOSED_ENUM acc_suota_family;

/// The fields of an image's header.
typedef struct acc_suota_image {
    acc_suota_family family;
    uint32_t code_size;
    uint32_t code_offset;  ///< place in the file: 64, or as stated in the header
    uint32_t crc;          ///< CRC-32 of the code before encryption
    uint32_t time;         ///< build time, seconds since 1970
    uint16_t flags;  ///< DA1458X: bit 0 encrypted; DA1468X: 1 force CRC, 2 valid, 4, 8 retries
    uint8_t valid;   ///< DA1458X: 0xAA; 0 otherwise
    uint8_t id;      ///< DA1458X: counts up with each image; 0 otherwise
    char version[ACC_SUOTA_VERSION_SIZE + 1];  ///< zero-terminated
} acc_suota_image;

/// Size of a family's header: 64, 36 or 34.
size_t acc_suota_header_size(acc_suota_family family);

/// Whether the code is encrypted, so that only the device can check its CRC.
bool acc_suota_image_is_encrypted(const acc_suota_image *image);

/// Reads a header. ACC_TRUNCATED when `len` is less than a header, ACC_MALFORMED when the magic is
/// unknown or the code begins inside the header, ACC_OUT_OF_RANGE for a code size of 0.
acc_status acc_suota_image_read(const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len,
                                acc_suota_image *image);

/// Checks a whole file against its header: ACC_TRUNCATED when code is missing, ACC_MALFORMED when a
/// DA1458X file has bytes after the code (the device refuses them), ACC_BAD_CHECK for a wrong CRC-32,
/// and the errors of acc_suota_image_read. With a readable header `image` is set even on error.
acc_status acc_suota_image_check(const uint8_t *ACC_READS(len) file ACC_NOESCAPE, size_t len,
                                 acc_suota_image *image);

/// Writes the part of a file before the code: the header, filled up to `image->code_offset` as in the
/// family's files. Returns its size, or 0 when `capacity` is too small or `code_offset` is inside the
/// header.
size_t acc_suota_image_write(const acc_suota_image *image,
                             uint8_t *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity);

/// The XOR of all bytes and `seed`. A sender appends the XOR of the whole file, with `seed` 0.
uint8_t acc_suota_xor(uint8_t seed, const uint8_t *ACC_READS(len) data ACC_NOESCAPE, size_t len);

// MARK: Blocks and chunks

/// The plan of an update: the file and its XOR byte in blocks, which the device acknowledges, and each
/// block in chunks of one write. A chunk never spans two blocks.
typedef struct acc_suota_plan {
    uint32_t total;              ///< bytes of the file and the XOR byte
    uint16_t block;              ///< size of every block but the last
    uint16_t chunk;              ///< size of every chunk but the last of a block
    uint32_t blocks;             ///< number of blocks
    uint32_t chunks;             ///< number of chunks
    uint16_t chunks_per_block;   ///< chunks of a full block
    uint16_t last_block;         ///< size of the last block
    uint16_t last_block_chunks;  ///< chunks of the last block
} acc_suota_plan;

/// Plans the update with a file of `file_size` bytes. A block has at least one chunk; block and chunk are at most the
/// whole. ACC_OUT_OF_RANGE when a size is 0 or the file has 2^32 - 1 bytes or more.
acc_status acc_suota_plan_make(uint64_t file_size, uint16_t block, uint16_t chunk,
                               acc_suota_plan *plan);

/// The size of block `index`, from 0.
static inline uint16_t acc_suota_block_size(const acc_suota_plan *plan, uint32_t index)
{
    return index + 1 < plan->blocks ? plan->block : plan->last_block;
}

/// The sender's position. Zero it before the first chunk.
typedef struct acc_suota_cursor {
    uint32_t offset;  ///< place of the next chunk
    uint32_t block;   ///< block of the next chunk, from 0
    uint16_t filled;  ///< bytes of that block before the chunk
} acc_suota_cursor;

/// One write to PATCH_DATA.
typedef struct acc_suota_chunk {
    uint32_t offset;  ///< place in the file; the last chunk ends with the XOR byte
    uint16_t size;
    bool ends_block;  ///< the device acknowledges the block after this chunk
} acc_suota_chunk;

/// Returns the next chunk; false after the last.
static inline bool acc_suota_next(const acc_suota_plan *plan, acc_suota_cursor *cursor,
                                  acc_suota_chunk *chunk)
{
    if (cursor->block >= plan->blocks)
        return false;
    uint16_t left = (uint16_t)(acc_suota_block_size(plan, cursor->block) - cursor->filled);
    uint16_t size = left < plan->chunk ? left : plan->chunk;
    chunk->offset = cursor->offset;
    chunk->size = size;
    chunk->ends_block = size == left;
    cursor->offset += size;
    cursor->filled = size == left ? 0 : (uint16_t)(cursor->filled + size);
    cursor->block += size == left;
    return true;
}

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
