/// The device's side of a SUOTA update (suota.h): checks what the peer writes, returns what to do with
/// the flash and what to notify.
///
///     acc_suota_receiver_init(&receiver, &config);
///     status = acc_suota_receiver_write(&receiver, characteristic, bytes, len);   // from GATT
///     while (acc_suota_receiver_poll(&receiver, &action))
///         …                                                          // do it, and at once or later:
///     acc_suota_receiver_done(&receiver, ACC_SUOTA_CMP_OK);          // flash work has ended
///
/// Poll after every other call. The header of an image is written last, after the check, so that a
/// bank holds a whole image or none. One thread at a time; memory is the caller's.
#ifndef ACC_SUOTA_RECEIVER_H
#define ACC_SUOTA_RECEIVER_H

#include "accessory/suota.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// The device's properties. Start from acc_suota_receiver_config_make and change what differs.
typedef struct acc_suota_receiver_config {
    acc_suota_family family;  ///< of the images it accepts
    uint8_t *buffer;          ///< for one block; stays the receiver's
    uint16_t capacity;   ///< of the buffer, at least ACC_SUOTA_MAX_HEADER: the largest PATCH_LEN
    uint32_t slot_size;  ///< of a bank, header included
    bool takes_spi, takes_i2c;
    bool checks_xor;  ///< as DA1458X does: no byte after the XOR byte, and all of them give 0
    bool checks_crc;  ///< CRC-32 of the code, unless it is encrypted
    uint16_t patch_data_size;  ///< capacity of PATCH_DATA, read by the peer
    uint16_t psm;              ///< of the L2CAP channel, 0 for none
    uint8_t version;           ///< of the service: 13 is 1.3
} acc_suota_receiver_config;

/// What is in a bank, by acc_suota_bank_read() from its first ACC_SUOTA_MAX_HEADER bytes.
typedef struct acc_suota_bank {
    bool valid;
    uint8_t id;
    uint32_t time;
    char version[ACC_SUOTA_VERSION_SIZE + 1];
} acc_suota_bank;

/// What poll wants done.
typedef enum {
    ACC_SUOTA_NOTIFY,   ///< STATUS `code`, to a peer that subscribed
    ACC_SUOTA_SURVEY,   ///< read the banks' headers; then acc_suota_receiver_surveyed()
    ACC_SUOTA_ERASE,    ///< the first `size` bytes of `bank`; then acc_suota_receiver_done()
    ACC_SUOTA_WRITE,    ///< `bytes` at `offset` of `bank`; then acc_suota_receiver_done()
    ACC_SUOTA_RESTART,  ///< reboot now
} acc_suota_action_kind;

typedef struct acc_suota_action {
    acc_suota_action_kind kind;
    uint8_t code;  ///< NOTIFY
    uint8_t bank;  ///< ERASE and WRITE: 1 or 2
    uint32_t offset, size;
    const uint8_t *ACC_NULLABLE bytes;  ///< WRITE, until done
} acc_suota_action;

/// Fields are private but those marked.
typedef struct acc_suota_receiver {
    acc_suota_receiver_config config;
    acc_suota_image image;  ///< public: valid while a block is being taken
    acc_suota_bank banks[2];
    uint32_t received;  ///< public: bytes of the image so far
    uint32_t mem_dev, gpio_map;
    uint32_t crc;
    uint16_t patch_len, filled;
    uint16_t connections, mtu;
    uint8_t bank;  // that is written: 1 or 2, 0 before it is known
    uint8_t state;
    uint8_t notify, status;  // to send; last sent
    uint8_t xor_sum;
    bool issued;     // the action of the present state was given out
    bool streaming;  // bytes arrive by L2CAP
    bool ending;     // END was written
    bool subscribed, restart;
    uint8_t header[ACC_SUOTA_MAX_HEADER];
} acc_suota_receiver;

/// A DA1453x, DA14585 or DA1458x device for family DA1458X (version 1.3, XOR check, SPI and I2C),
/// else one that supports SPI and checks the CRC-32.
acc_suota_receiver_config acc_suota_receiver_config_make(acc_suota_family family, uint8_t *buffer,
                                                         uint16_t capacity, uint32_t slot_size);

void acc_suota_receiver_init(acc_suota_receiver *receiver, const acc_suota_receiver_config *config);

/// What a bank holds that begins with these bytes.
acc_suota_bank acc_suota_bank_read(acc_suota_family family,
                                   const uint8_t *ACC_COUNT(len) bytes ACC_NOESCAPE, size_t len);

/// How many centrals are connected; with more than one, an update is refused with SRV_EXIT. `mtu`
/// is that of the updating peer. When the count falls to 0, what was under way is dropped.
void acc_suota_receiver_connected(acc_suota_receiver *receiver, uint16_t count, uint16_t mtu);

/// Whether the peer has switched notifications of STATUS on. Without them nothing is notified.
void acc_suota_receiver_subscribe(acc_suota_receiver *receiver, bool on);

/// The peer wrote a characteristic. ACC_OK, ACC_MALFORMED for a wrong length (ATT error 0x0D) or
/// ACC_UNSUPPORTED for one that is not writable (ATT error 0x03); everything else is reported by STATUS.
acc_status acc_suota_receiver_write(acc_suota_receiver *receiver,
                                    acc_suota_characteristic characteristic,
                                    const uint8_t *ACC_COUNT(len) bytes ACC_NOESCAPE, size_t len);

/// Bytes of the L2CAP channel. Returns how many were taken: less than `len` while flash is being
/// written; offer the rest again after acc_suota_receiver_done().
size_t acc_suota_receiver_stream(acc_suota_receiver *receiver,
                                 const uint8_t *ACC_COUNT(len) bytes ACC_NOESCAPE, size_t len);

/// The value that a read of a characteristic returns: bytes written to `out`, which holds 4. 0 for PATCH_DATA
/// before the first block, and for L2CAP_PSM without a channel.
size_t acc_suota_receiver_read(const acc_suota_receiver *receiver,
                               acc_suota_characteristic characteristic,
                               uint8_t *ACC_COUNT(4) out ACC_NOESCAPE);

/// The next thing to do; false when there is none.
bool acc_suota_receiver_poll(acc_suota_receiver *receiver, acc_suota_action *action);

/// SURVEY has ended: with ACC_SUOTA_CMP_OK and what the two banks hold, or with the code to notify
/// (INVAL_PRODUCT_HDR, EXT_MEM_READ_ERR).
void acc_suota_receiver_surveyed(acc_suota_receiver *receiver, uint8_t code,
                                 const acc_suota_bank *ACC_COUNT(2) banks ACC_NOESCAPE);

/// ERASE or WRITE has ended: with ACC_SUOTA_CMP_OK, or with the code to notify (EXT_MEM_WRITE_ERR).
void acc_suota_receiver_done(acc_suota_receiver *receiver, uint8_t code);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
