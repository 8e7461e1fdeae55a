// A demodulator's parts, for the files that make it up.
#ifndef ACC_MODEM_DEMODULATOR_H
#define ACC_MODEM_DEMODULATOR_H

#include "accessory/modem.h"
#include "modem/coded.h"
#include "modem/fsk.h"
#include "modem/hijack.h"
#include "modem/interference.h"
#include "modem/manchester.h"
#include "modem/soft.h"
#include "modem/stream.h"
#include "modem/sync.h"
#include "modem/track2.h"

#define FOLLOWED 2
#define EVENTS 6

// One signal that is followed from its sync word on.
typedef struct slot {
    bool active;
    bool is_sure;      // its sync word scored above SURE: not a chance match
    uint32_t symbols;  // that were taken, those of the sync word included
    uint64_t bits;     // the last decisions, the latest in bit 0
    deframer frame;
    union {
        fsk_track fsk;
        manchester_track manchester;
    };
} slot;

// Figures of a signal, as acc_modem_quality has them.
typedef struct figures {
    float level, snr_db, clock_ppm;
    bool snr_is_minimum;
} figures;

struct acc_demodulator {
    acc_modem_profile profile;
    acc_modem_mode mode;
    uint32_t rate;
    uint32_t decimation;
    float sum;        // of the input samples of the next decimated one
    uint32_t summed;  // how many they are
    uint32_t chunk;   // samples after the decimator per chunk
    uint32_t filled;  // how many of them are there
    float idle;       // symbols since the last frame or character
    int owner;        // slot whose header is good, -1 for none
    acc_modem_quality quality;
    figures held[2];  // of a stream, not reported yet,
    bool is_held;     // when there are such
    acc_demodulator_event events[EVENTS];
    uint32_t event_count, event_next;
    uint64_t silence_left;  // acc_demodulator_finish: samples before its next step
    uint8_t finished;       // its steps that were done
    bool is_cut;            // the sound ended within what no receiver follows yet
    uint32_t sound_end;     // samples behind the decimator
    uint64_t bytes_before;  // received when it ended
    uint32_t bad_before;    // frames reported as bad until then
    union {
        fsk fsk;
        manchester manchester;
    };
    union {
        struct {
            interference *interference;
            sync_search sync;
            slot slots[FOLLOWED];
            unsigned calm;      // chunks in a row whose frame left no doubt
            uint32_t left_out;  // places skipped by the search, which lags behind
            uint8_t frame[ACC_FRAME_MAX_SIZE];
            coded_receiver *coded;  // NULL when coded frames are not received
            uint8_t *coded_frame;   // of ACC_FRAME_MAX_SIZE bytes, with it
        };
        stream *stream;
        hijack_receiver *hijack;
        track2_receiver *track2;
    };
    uint8_t byte;  // HiJack's last
};

static inline bool is_fsk(const acc_demodulator *d)
{
    return d->profile.waveform == ACC_WAVEFORM_FSK;
}

// nominal, in samples behind the decimator
static inline float symbol_period(const acc_demodulator *d)
{
    return is_fsk(d) ? d->fsk.period : d->manchester.period;
}

// A finding for the next push.
void acc_demodulator_report(acc_demodulator *d, acc_demodulator_event event);
void acc_demodulator_report_bad(acc_demodulator *d, acc_status reason);
void acc_demodulator_set_carrier(acc_demodulator *d, bool on);

// Notes the signal's figures: `snr` is a symbol's energy over noise density, `most` the ratio in dB up to which it
// can be trusted, `period` that of its symbols in samples behind the decimator.
void acc_demodulator_measure(acc_demodulator *d, float level, float snr, float most, float period);

void acc_demodulator_measure_fsk(acc_demodulator *d, const fsk_track *t);

// at a chunk's end: receives frames, coded ones too
void acc_demodulator_run_frames(acc_demodulator *d);

// Coded frames: bytes of memory for a signal of `period` samples per symbol, of tones or not, and their
// beginning. Their receiver gets the places of the search for tones, with the power of both, or those of the
// matched filter of bits.
size_t acc_demodulator_coded_size(float period, bool tones);
void acc_demodulator_init_coded(acc_demodulator *d, void *memory);
void acc_demodulator_push_tones(acc_demodulator *d, const float *soft, const float *power,
                                size_t count);
void acc_demodulator_push_bits(acc_demodulator *d, const float *values, size_t count);

// The waveforms with characters of their own. Reads samples, returns how many.
size_t acc_demodulator_characters_size(const acc_modem_profile *profile);
void acc_demodulator_init_characters(acc_demodulator *d, void *memory);
size_t acc_demodulator_take_characters(acc_demodulator *d, const float *pcm, size_t len);

#endif
