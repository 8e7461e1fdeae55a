// Checks the optional CRC of a frame (ISO/IEC 11172-3 2.4.3.1).
#ifndef ACC_HOST_MP3_PROTECTION_H
#define ACC_HOST_MP3_PROTECTION_H

#include "host/mp3/frame.h"

// Whether the frame has a CRC.
bool acc_mp3_is_protected(const mp3_header *header);

// Whether the CRC of a whole protected frame of `len` bytes is right.
bool acc_mp3_crc_holds(const mp3_header *header, const uint8_t *frame, size_t len);

#endif
