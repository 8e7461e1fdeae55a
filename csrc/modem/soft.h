// The interface between detectors (fsk.c, manchester.c) and the deframer.
//
// After a sync word the detector passes its decisions on, four symbols at a time. The deframer
// returns after each four whether the frame continues.
#ifndef ACC_MODEM_SOFT_H
#define ACC_MODEM_SOFT_H

#include "accessory/frame.h"

typedef enum {
    DEFRAME_MORE,    // the frame continues
    DEFRAME_HEADER,  // the header is good: a frame has begun, an older one is lost
    DEFRAME_FRAME,   // the frame is complete and its CRC-32 is right
    DEFRAME_BAD,     // the frame ended with a wrong CRC-32
    DEFRAME_NONE,    // no frame started here
} deframe_result;

typedef struct deframer {
    uint16_t white;  // whitening register
    uint32_t symbols;
    uint32_t end;  // symbols of the frame, once the header is good
    uint32_t header_bits;
    acc_frame_header header;
} deframer;

void acc_deframer_start(deframer *d);

// Reads four symbols, the first one in bit 3. `frame` has room for ACC_FRAME_MAX_SIZE bytes and is
// written once the header is good.
deframe_result acc_deframer_push(deframer *d, unsigned bits, uint8_t *frame);

// Bytes of the current frame, 0 until its header is good.
size_t acc_deframer_size(const deframer *d);

#endif
