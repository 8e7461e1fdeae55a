// A card reader's firmware: the accessory's end of the link, and the answers to requests.
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
    bool powered;       // false: only the wake tone is detected
    uint64_t ready_at;  // end of the start-up after power-on, microseconds
} reader;

// The initial state is plugged in and asleep.
acc_status reader_init(reader *r, uint32_t seed);

// Processes one block of sound in each direction. The firmware's main loop calls it once per DMA buffer.
void reader_step(reader *r, const float captured[AUDIO_BLOCK], float played[AUDIO_BLOCK]);

#endif
