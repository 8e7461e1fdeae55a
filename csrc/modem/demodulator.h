// A demodulator's state, shared by the files that implement it: demodulator.c and finish.c, then frames.c, coded_frames.c
// and characters.c, then demodulator_report.c. Each calls later ones only.
#ifndef ACC_MODEM_DEMODULATOR_H
#define ACC_MODEM_DEMODULATOR_H

#include "accessory/modem.h"
#include "modem/coded.h"
#include "modem/fsk.h"
#include "modem/hijack.h"
#include "modem/interference.h"
#include "modem/manchester.h"
#include "modem/same.h"
#include "modem/soft.h"
#include "modem/stream.h"
#include "modem/sync.h"
#include "modem/track2.h"
#include "modem/uic.h"

#define FOLLOWED 2  // signals tracked at a time: a frame, and a candidate for the next one
#define EVENTS 6    // most events of a chunk

// One signal, tracked from its sync word on.
typedef struct slot {
    bool active;
    bool is_sure;      // the sync word's score exceeds SURE: not a chance match
    uint32_t symbols;  // symbols read, the sync word included
    uint64_t bits;     // last decisions, the latest in bit 0
    deframer frame;
    union {
        fsk_track fsk;
        manchester_track manchester;
    };
} slot;

// A signal's figures, as in acc_modem_quality.
typedef struct figures {
    float level, snr_db, clock_ppm;
    bool snr_is_minimum;
} figures;

struct acc_demodulator {
    acc_modem_profile profile;
    acc_modem_mode mode;
    uint32_t rate;
    uint32_t decimation;
    float sum;        // of the input samples for the next decimated one
    uint32_t summed;  // number of samples in `sum`
    uint32_t chunk;   // samples after the decimator per chunk
    uint32_t filled;  // samples of the current chunk
    float idle;       // symbols since the last frame or character
    int owner;        // slot whose header is good, or -1
    acc_modem_quality quality;
    figures held[2];  // stream: figures of the last two chunks, not reported yet
    bool is_held;     // `held` is valid
    acc_demodulator_event events[EVENTS];
    uint32_t event_count, event_next;
    uint64_t silence_left;  // acc_demodulator_finish: samples of silence before its next step
    uint8_t finished;       // acc_demodulator_finish: steps done
    bool is_cut;            // the sound ended inside a signal that is not tracked yet
    uint32_t sound_end;     // end of the sound, samples behind the decimator
    uint64_t bytes_before;  // quality.bytes at the end of the sound
    uint32_t bad_before;    // quality.frames_bad at the end of the sound
    union {
        fsk fsk;
        manchester manchester;
    };
    union {
        struct {
            interference *interference;
            sync_search sync;
            slot slots[FOLLOWED];
            unsigned calm;      // consecutive chunks with a clear frame
            uint32_t left_out;  // places skipped while the search is suspended
            uint8_t frame[ACC_FRAME_MAX_SIZE];
            coded_receiver *coded;  // NULL when coded frames are not received
            uint8_t *coded_frame;   // ACC_FRAME_MAX_SIZE bytes, with `coded`
        };
        stream *stream;
        hijack_receiver *hijack;
        track2_receiver *track2;
        same_receiver *same;
        uic_receiver *uic;
    };
    uint8_t byte;  // HiJack: the last byte
};

static inline bool is_fsk(const acc_demodulator *d)
{
    return d->profile.waveform == ACC_WAVEFORM_FSK;
}

// The nominal symbol length, in samples behind the decimator.
static inline float symbol_period(const acc_demodulator *d)
{
    return is_fsk(d) ? d->fsk.period : d->manchester.period;
}

// demodulator_report.c

// Queues an event for acc_demodulator_push.
void acc_demodulator_report(acc_demodulator *d, acc_demodulator_event event);
void acc_demodulator_report_bad(acc_demodulator *d, acc_status reason);
void acc_demodulator_set_carrier(acc_demodulator *d, bool on);

// Sets the signal's figures: `snr` is Es/N0, `most` the SNR in dB above which it is only a minimum, `period` the symbol
// length in samples behind the decimator.
void acc_demodulator_measure(acc_demodulator *d, float level, float snr, float most, float period);

void acc_demodulator_measure_fsk(acc_demodulator *d, const fsk_track *t);

// frames.c

// At a chunk's end: receives uncoded and coded frames.
void acc_demodulator_run_frames(acc_demodulator *d);

// coded_frames.c

// Coded frames: bytes of memory for a signal of `period` samples per symbol, FSK (`tones`) or bi-phase, and
// initialisation. The receiver's input is the FSK search's places with the power of both tones, or the values of the
// bi-phase matched filter.
size_t acc_demodulator_coded_size(float period, bool tones);
void acc_demodulator_init_coded(acc_demodulator *d, void *memory);
void acc_demodulator_push_tones(acc_demodulator *d, const float *soft, const float *power,
                                size_t count);
void acc_demodulator_push_bits(acc_demodulator *d, const float *values, size_t count);

// characters.c

// HiJack, cards, SAME and UIC: 0 bytes for others. acc_demodulator_take_characters returns the number of samples read.
size_t acc_demodulator_characters_size(const acc_modem_profile *profile);
void acc_demodulator_init_characters(acc_demodulator *d, void *memory);
size_t acc_demodulator_take_characters(acc_demodulator *d, const float *pcm, size_t len);

#endif
