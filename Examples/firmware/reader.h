// A card reader's firmware: the accessory's end of the link, and what the reader does with it.
#ifndef READER_H
#define READER_H

#include "audio_end.h"
#include "cable_end.h"

#include <accessory/tone.h>

enum { READER_BUFFER = 4096, READER_PICTURE = 8192 };

typedef struct reader {
    audio_end end;
    uint8_t buffer[READER_BUFFER];
    uint8_t answer[READER_BUFFER];
    uint32_t answer_len;
    cable_end cable;  // receives pictures for the display
    uint8_t picture[READER_PICTURE];
    uint64_t card_at;  // when the card is swiped, microseconds
    bool waits_for_card;
    acc_tone_detector wake;
    bool powered;       // false: only the wake tone is listened for
    uint64_t ready_at;  // powered, but still starting until then, microseconds
} reader;

// Plugged in and asleep.
acc_status reader_init(reader *r, uint32_t seed);

// One block of sound in, one out; the firmware's main loop is this, once for each DMA buffer.
void reader_step(reader *r, const float captured[AUDIO_BLOCK], float played[AUDIO_BLOCK]);

#endif
