/// The device's side of a SUOTA update (suota.h): checks the peer's writes and returns flash operations
/// and notifications for the caller to perform.
///
///     acc_suota_receiver_init(&receiver, &config);
///     status = acc_suota_receiver_write(&receiver, characteristic, bytes, len);   // from GATT
///     while (acc_suota_receiver_poll(&receiver, &action))
///         …                                                          // perform it; when it has ended:
///     acc_suota_receiver_done(&receiver, ACC_SUOTA_CMP_OK);          // for ERASE and WRITE
///
/// Poll after every other call. An image's header is written last, after the check, and its magic after the rest of the
/// header, so a bank contains a whole image or none, wherever a write stops. One thread at a time; memory is the caller's.
#ifndef ACC_SUOTA_RECEIVER_H
#define ACC_SUOTA_RECEIVER_H

#include "accessory/suota.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// The device's properties. Start from acc_suota_receiver_config_make.
typedef struct acc_suota_receiver_config {
    acc_suota_family family;  ///< family of the accepted images
    uint8_t *buffer;          ///< memory for one block, used as long as the receiver
    uint16_t capacity;   ///< of the buffer, at least ACC_SUOTA_MAX_HEADER; the largest PATCH_LEN
    uint32_t slot_size;  ///< bytes of a bank, header included
    bool takes_spi, takes_i2c;  ///< accepts MEM_DEV types SPI and I2C
    bool checks_xor;  ///< as DA1458X: the XOR of all bytes is 0, and the XOR byte is the last
    bool checks_crc;  ///< checks the CRC-32 of the code unless it is encrypted
    uint16_t patch_data_size;  ///< longest write to PATCH_DATA, which the peer reads
    uint16_t psm;              ///< of the L2CAP channel, 0: none
    uint8_t version;           ///< of the SUOTA service: 13 is 1.3
} acc_suota_receiver_config;

/// The image in a bank, from acc_suota_bank_read().
typedef struct acc_suota_bank {
    bool valid;
    uint8_t id;
    uint32_t time;
    char version[ACC_SUOTA_VERSION_SIZE + 1];
} acc_suota_bank;

/// Actions of acc_suota_receiver_poll.
typedef enum {
    ACC_SUOTA_NOTIFY,  ///< notify STATUS `code`
    ACC_SUOTA_SURVEY,  ///< read both banks' headers, then call acc_suota_receiver_surveyed()
    ACC_SUOTA_ERASE,  ///< erase the first `size` bytes of `bank`, then call acc_suota_receiver_done()
    ACC_SUOTA_WRITE,  ///< write `bytes` at `offset` of `bank`, then call acc_suota_receiver_done()
    ACC_SUOTA_RESTART,  ///< reboot now
} acc_suota_action_kind;

/// An action for the caller to perform.
typedef struct acc_suota_action {
    acc_suota_action_kind kind;
    uint8_t code;  ///< NOTIFY: the STATUS value
    uint8_t bank;  ///< ERASE and WRITE: 1 or 2
    uint32_t offset, size;
    const uint8_t *ACC_NULLABLE bytes;  ///< WRITE: valid until acc_suota_receiver_done()
} acc_suota_action;

/// The receiver. Only the fields marked public may be read.
typedef struct acc_suota_receiver {
    acc_suota_receiver_config config;
    acc_suota_image image;  ///< public: valid from the first block to the end
    acc_suota_bank banks[2];
    uint32_t received;  ///< public: bytes of the image received so far
    uint32_t mem_dev, gpio_map;
    uint32_t crc;
    uint16_t patch_len, filled;
    uint16_t connections, mtu;
    uint8_t bank;  // being written: 1 or 2; 0: not yet selected
    uint8_t state;
    uint8_t notify, status;  // STATUS to send; STATUS sent last
    uint8_t xor_sum;
    bool issued;     // poll has returned the action of this state
    bool streaming;  // the image arrives over L2CAP
    bool ending;     // the peer wrote END
    bool subscribed, restart;
    uint8_t header[ACC_SUOTA_MAX_HEADER];
} acc_suota_receiver;

/// The default configuration. Family DA1458X: version 1.3, XOR check, SPI and I2C; other families: version 1.3,
/// CRC-32 check, SPI.
acc_suota_receiver_config acc_suota_receiver_config_make(acc_suota_family family, uint8_t *buffer,
                                                         uint16_t capacity, uint32_t slot_size);

/// Initialises a receiver without an update.
void acc_suota_receiver_init(acc_suota_receiver *receiver, const acc_suota_receiver_config *config);

/// Reads a bank's header from its first bytes, up to ACC_SUOTA_MAX_HEADER.
acc_suota_bank acc_suota_bank_read(acc_suota_family family,
                                   const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len);

/// Reports the number of connected centrals and the updating peer's MTU. With more than one central, an
/// update is refused with SRV_EXIT; with 0, a running update is dropped.
void acc_suota_receiver_connected(acc_suota_receiver *receiver, uint16_t count, uint16_t mtu);

/// Reports whether the peer has enabled notifications of STATUS. Without it poll returns no NOTIFY.
void acc_suota_receiver_subscribe(acc_suota_receiver *receiver, bool on);

/// Processes a peer's write. ACC_MALFORMED for a wrong length (answer ATT error 0x0D), ACC_UNSUPPORTED for a
/// characteristic that is not writable (ATT error 0x03); STATUS reports all other errors.
acc_status acc_suota_receiver_write(acc_suota_receiver *receiver,
                                    acc_suota_characteristic characteristic,
                                    const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len);

/// Processes bytes of the L2CAP channel. Returns the number of bytes accepted, which is less than `len`
/// while the flash is being written; pass the rest again after acc_suota_receiver_done().
size_t acc_suota_receiver_stream(acc_suota_receiver *receiver,
                                 const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len);

/// Writes a characteristic's value to `out` for a peer's read and returns its size, up to 4. 0 for PATCH_DATA,
/// and for L2CAP_PSM without a channel.
size_t acc_suota_receiver_read(const acc_suota_receiver *receiver,
                               acc_suota_characteristic characteristic,
                               uint8_t *ACC_COUNT(4) out ACC_NOESCAPE);

/// Returns the next action; false when there is none.
bool acc_suota_receiver_poll(acc_suota_receiver *receiver, acc_suota_action *action);

/// Reports the end of SURVEY: ACC_SUOTA_CMP_OK and the images of both banks, or the error to notify
/// (INVAL_PRODUCT_HDR, EXT_MEM_READ_ERR).
void acc_suota_receiver_surveyed(acc_suota_receiver *receiver, uint8_t code,
                                 const acc_suota_bank *ACC_COUNT(2) banks ACC_NOESCAPE);

/// Reports the end of ERASE or WRITE: ACC_SUOTA_CMP_OK, or the error to notify (EXT_MEM_WRITE_ERR).
void acc_suota_receiver_done(acc_suota_receiver *receiver, uint8_t code);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
