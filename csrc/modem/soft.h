// The interface between detectors (fsk.c, manchester.c) and the deframer.
//
// A detector finds a sync word and then passes on its decisions, four symbols at a time, those
// after the sync word first. After each four the deframer returns whether it wants more.
#ifndef ACC_MODEM_SOFT_H
#define ACC_MODEM_SOFT_H

#include "accessory/frame.h"

typedef enum {
    DEFRAME_MORE,    // wants the next symbol
    DEFRAME_HEADER,  // the header is good: this is a frame, any older one is lost
    DEFRAME_FRAME,   // the frame is whole and checked
    DEFRAME_BAD,     // the frame ended with a wrong CRC-32
    DEFRAME_NONE,    // no frame started here
} deframe_result;

typedef struct deframer {
    uint16_t white;  // whitening register
    uint32_t symbols;
    uint32_t end;  // total number, once the header is good
    uint32_t header_bits;
    acc_frame_header header;
} deframer;

void acc_deframer_start(deframer *d);

// Reads four symbols, the first of them in bit 3; `frame` holds ACC_FRAME_MAX_SIZE bytes, and is
// written once the header is good.
deframe_result acc_deframer_push(deframer *d, unsigned bits, uint8_t *frame);

// Bytes of the current frame, 0 until its header is good.
size_t acc_deframer_size(const deframer *d);

#endif
