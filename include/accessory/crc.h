/// Checksums of the wire formats. Pass the previous result to continue with further data; start with the
/// `*_INIT` constant. Thread-safe: no state.
#ifndef ACC_CRC_H
#define ACC_CRC_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

// Initial values of the functions below.
#define ACC_CRC32_INIT 0u
#define ACC_CRC16_CCITT_INIT 0xFFFFu
#define ACC_CRC16_XMODEM_INIT 0u
#define ACC_CRC16_ARC_INIT 0u

/// CRC-32 as in zlib and IEEE 802.3: polynomial 0xEDB88320 reflected, start and end inverted.
uint32_t acc_crc32(uint32_t crc, const uint8_t *ACC_READS(len) data ACC_NOESCAPE, size_t len);

/// CRC-16 with polynomial 0x1021, most significant bit first: CCITT-FALSE when started with 0xFFFF,
/// XMODEM when started with 0.
uint16_t acc_crc16_ccitt(uint16_t crc, const uint8_t *ACC_READS(len) data ACC_NOESCAPE, size_t len);

/// CRC-16/ARC: polynomial 0x8005 reflected, start 0.
uint16_t acc_crc16_arc(uint16_t crc, const uint8_t *ACC_READS(len) data ACC_NOESCAPE, size_t len);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
