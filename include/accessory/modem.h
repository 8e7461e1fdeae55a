/// The modem: frames and bytes on an audio carrier.
///
///     acc_modem_profile_parse     "bell202", "fsk:BAUD,MARK,SPACE", "reader", "manchester:BAUD"
///     acc_modulator_init, then    acc_modulator_send_frame, _bytes or _tone, acc_modulator_render
///     acc_demodulator_init, then  acc_demodulator_push for every block captured,
///                                 acc_demodulator_finish at the end of a recording
///
/// Samples are float, full scale = 1, one channel. Rates are samples per second, 8000 to 192000.
/// Sent samples and received data do not depend on the block size.
/// Waveforms, preamble, sync word and whitening are specified in docs/modem.md.
/// No allocation; one thread at a time for each modulator or demodulator.
#ifndef ACC_MODEM_H
#define ACC_MODEM_H

#include "accessory/base.h"
#include "accessory/fec.h"
#include "accessory/frame.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_MODEM_MIN_RATE 8000u    ///< samples per second
#define ACC_MODEM_MAX_RATE 192000u  ///< samples per second

/// The modulations.
typedef enum {
    ACC_WAVEFORM_FSK ACC_SWIFT_NAME("fsk") = 0,                ///< continuous-phase, two tones
    ACC_WAVEFORM_MANCHESTER ACC_SWIFT_NAME("manchester") = 1,  ///< bi-phase
    ACC_WAVEFORM_HIJACK ACC_SWIFT_NAME("hijack") = 2,  ///< bi-phase, sine-shaped; characters only
    ACC_WAVEFORM_TRACK2 ACC_SWIFT_NAME("track2") = 3,  ///< magnetic card, any track; receive only
    ACC_WAVEFORM_SAME ACC_SWIFT_NAME("same") =
        4,  ///< FSK of SAME, emergency messages; characters only
    ACC_WAVEFORM_UIC ACC_SWIFT_NAME("uic") =
        5,  ///< FSK telegrams of trains (UIC 751-3); receive only
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("Waveform") acc_waveform;

/// What the carrier transports.
typedef enum {
    ACC_MODEM_FRAMES ACC_SWIFT_NAME("frames") = 0,  ///< frames of accessory/frame.h
    /// uncoded frames only: a receiver of `reader` needs 8 KB instead of 18 KB
    ACC_MODEM_UNCODED ACC_SWIFT_NAME("uncoded") = 2,
    ACC_MODEM_STREAM ACC_SWIFT_NAME("stream") = 1,  ///< bytes as characters: FSK, HiJack, cards
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("ModemMode") acc_modem_mode;

/// A waveform and its parameters.
typedef struct acc_modem_profile {
    acc_waveform waveform;
    double baud;   ///< bits per second
    double mark;   ///< hertz, the tone of a 1; FSK only, else 0
    double space;  ///< hertz, the tone of a 0; FSK only, else 0
} acc_modem_profile;

/// Parses a profile's name: `bell202` (= fsk:1200,1200,2200), `fsk:BAUD,MARK,SPACE`, `reader`
/// (= manchester:3675), `manchester:BAUD`, `hijack` (1378.125 bit/s), `card` (magnetic cards; formerly `track2`) or `same` (emergency
/// messages, 47 CFR 11.31).
/// Numbers are decimal and may have a fraction. ACC_MALFORMED for any other text, ACC_OUT_OF_RANGE
/// for numbers that suit no sample rate.
acc_status acc_modem_profile_parse(const char *ACC_READS(len) text ACC_NOESCAPE, size_t len,
                                   acc_modem_profile *profile);

/// Checks whether a profile works at `rate` samples per second. ACC_OUT_OF_RANGE when the rate is
/// outside 8000 to 192000 or too low for the profile: FSK and Manchester need rate >= 4 baud, HiJack and
/// track 2 need 22050. ACC_OUT_OF_RANGE, too, for FSK below 10 and Manchester below 50 baud, and for tones of FSK
/// above 0.45 rate, below 0.5 baud, or less than 0.4 baud apart.
acc_status acc_modem_profile_check(const acc_modem_profile *profile, uint32_t rate);

/// The parity bit of a character.
typedef enum {
    ACC_PARITY_NONE ACC_SWIFT_NAME("none") = 0,
    ACC_PARITY_EVEN ACC_SWIFT_NAME("even") = 1,
    ACC_PARITY_ODD ACC_SWIFT_NAME("odd") = 2,
    ACC_PARITY_MARK ACC_SWIFT_NAME("mark") = 3,    ///< always 1
    ACC_PARITY_SPACE ACC_SWIFT_NAME("space") = 4,  ///< always 0
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("Parity") acc_parity;

/// The format of FSK characters, as of a serial port. Senders and receivers begin with 8N1.
typedef struct acc_character_format {
    uint8_t data_bits;  ///< 5 to 8; bytes that are received have zeros above
    acc_parity parity;
    uint8_t half_stops;  ///< length of the stop bits in half bits: 2, 3 or 4
    bool msb_first;      ///< the most significant data bit first, instead of the least
} acc_character_format;

/// Parses a format's name: data bits, parity (N, E, O, M or S) and stop bits (1, 1.5 or 2), as in `8N1`, `7E1` or
/// `5N1.5`; `msb` after it means that the most significant bit is first. ACC_MALFORMED for any other text.
acc_status acc_character_format_parse(const char *ACC_READS(len) text ACC_NOESCAPE, size_t len,
                                      acc_character_format *format);

/// Checks a format's fields: ACC_OUT_OF_RANGE for any other value.
acc_status acc_character_format_check(const acc_character_format *format);

/// The sender, in the caller's memory. All fields are private.
typedef struct acc_modulator {
    acc_modem_profile profile;
    uint32_t rate;
    float amplitude;
    uint32_t symbol_step;   ///< symbols per sample, 2^32 = 1
    uint32_t symbol_phase;  ///< place in the symbol, 2^32 = 1
    uint32_t tone_step[2];  ///< cycles per sample of space and mark, 2^32 = 1
    uint32_t tone_phase;    ///< 2^32 = one cycle
    uint32_t wake_step;     ///< cycles per sample of the tone being sent, 2^32 = 1
    uint64_t wake_left;     ///< samples until the tone ends
    float edge;             ///< Manchester: 1 / length of an edge in symbols
    float before;           ///< Manchester: level of the previous half symbol
    float gain, gain_step;  ///< envelope, 0 to 1, and its change per sample
    uint32_t unit;          ///< number of the symbol in the burst or character
    uint16_t head, count;   ///< first byte of `queue`, bytes queued
    uint16_t white;         ///< state of the whitening register
    uint8_t state, bit;
    bool last;  ///< this symbol is the burst's last
    bool same;  ///< HiJack: the bit equals the previous one
    acc_character_format format;
    uint8_t queue[ACC_FRAME_MAX_SIZE];
    uint8_t blocks, block;                 ///< coded frame: number of blocks, block being sent
    uint8_t coded[ACC_FEC_BLOCK_SYMBOLS];  ///< symbols of that block
} acc_modulator;

/// Initialises a modulator. `amplitude` is the peak, above 0 and at most 1. ACC_UNSUPPORTED for
/// track 2 and UIC, and the errors of acc_modem_profile_check.
acc_status acc_modulator_init(acc_modulator *modulator, const acc_modem_profile *profile,
                              uint32_t rate, float amplitude);

/// Sets the format of FSK characters. ACC_BUSY while something is being sent, ACC_UNSUPPORTED on other waveforms, and
/// the errors of acc_character_format_check.
acc_status acc_modulator_set_format(acc_modulator *modulator, const acc_character_format *format);

/// Sends one whole frame of acc_frame_write with preamble, sync word and tail, or as coded blocks when
/// its header has a FEC scheme (accessory/fec.h). The bytes are copied. ACC_BUSY while something else
/// is being sent, ACC_OUT_OF_RANGE when the frame is empty or longer than ACC_FRAME_MAX_SIZE,
/// ACC_UNSUPPORTED for a FEC scheme other than 0 and ACC_FEC_SCHEME, and on HiJack, which has no
/// frames.
acc_status acc_modulator_send_frame(acc_modulator *modulator,
                                    const uint8_t *ACC_READS(len) frame ACC_NOESCAPE, size_t len);

/// Sends bytes as characters. FSK: without gaps after a short leader of mark, in the format of
/// acc_modulator_set_format (8N1: a start bit of space, eight bits, least significant first, a stop bit of mark).
/// HiJack: with even parity and 100 ones before each character. SAME: bits alone, least significant first; the caller
/// sends the sixteen bytes AB hex before a text, and sends it three times, a second apart. Copies as many bytes as its queue of 520 bytes has room for and
/// returns their number; the carrier ends when the queue is empty. Returns 0 while a frame or tone is
/// being sent, and on Manchester.
size_t acc_modulator_send_bytes(acc_modulator *modulator,
                                const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len);

/// Sends a tone, the boot signal of an accessory: `hertz` below half the rate, `samples` long.
/// ACC_BUSY while something else is being sent, ACC_OUT_OF_RANGE for any other frequency or no samples.
acc_status acc_modulator_send_tone(acc_modulator *modulator, float hertz, uint64_t samples);

/// Whether samples are still to be rendered.
bool acc_modulator_is_busy(const acc_modulator *modulator);

/// Fills `out` with the burst being sent, then with silence. Returns the number of samples of the
/// burst, which is less than `len` when it ends in this block.
size_t acc_modulator_render(acc_modulator *modulator, float *ACC_COUNT(len) out ACC_NOESCAPE,
                            size_t len);

/// What acc_demodulator_push reports.
typedef enum {
    ACC_DEMODULATOR_NONE ACC_SWIFT_NAME("none") = 0,    ///< all samples were processed
    ACC_DEMODULATOR_FRAME ACC_SWIFT_NAME("frame") = 1,  ///< a frame with a correct CRC
    ACC_DEMODULATOR_BAD_FRAME ACC_SWIFT_NAME("badFrame") =
        2,  ///< a frame, a stream's last character, a card's swipe, a message of SAME or a telegram was lost
    ACC_DEMODULATOR_BYTES ACC_SWIFT_NAME("bytes") = 3,           ///< characters of a stream
    ACC_DEMODULATOR_CARRIER_ON ACC_SWIFT_NAME("carrierOn") = 4,  ///< a signal of this profile began
    ACC_DEMODULATOR_CARRIER_OFF ACC_SWIFT_NAME("carrierOff") = 5,  ///< the signal ended
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("DemodulatorEventKind") acc_demodulator_event_kind;

/// One event.
typedef struct acc_demodulator_event {
    acc_demodulator_event_kind kind;
    /// BAD_FRAME: ACC_BAD_CHECK for a wrong CRC-32; ACC_TRUNCATED when the signal or the sound ended,
    /// or the next frame began, before the frame's end. A card: ACC_BAD_CHECK when a character is
    /// wrong, a message of SAME that is not whole, and a telegram with a wrong checksum; ACC_OUT_OF_RANGE when it was too fast for the rate; ACC_MALFORMED when no characters begin;
    /// ACC_TRUNCATED. Other events: ACC_OK.
    acc_status reason;
    /// FRAME: the frame from header to CRC-32. BYTES: the characters; a whole message of SAME and a line feed; a telegram as `020045 08`, train
    /// and hexadecimal code (acc_uic_meaning), and a line feed. BAD_FRAME of a card: those before the first
    /// wrong one. Valid until the next push.
    const uint8_t *ACC_NULLABLE data;
    size_t len;  ///< bytes
    /// BYTES: bit i is set when the parity bit of character i is wrong.
    uint64_t wrong_parity;
} acc_demodulator_event;

/// Reception quality. Level, SNR and clock offset are those of the last frame or, in a stream, of the
/// recent symbols; zero before the first.
typedef struct acc_modem_quality {
    float level;  ///< peak of the fundamental, full scale = 1
    /// SNR in dB: signal power over noise power from 0 to half the rate. Intersymbol interference counts as noise, so
    /// the SNR is only a minimum above 14 dB (FSK frames), 6 dB (bi-phase), 3 dB (coded bi-phase), -1 dB (coded FSK)
    /// and, in a stream, above an Es/N0 of 17.8 dB (an SNR of 4.8 dB with bell202 at 48 kHz).
    float snr_db;
    float clock_ppm;       ///< offset of the sender's clock, positive when it runs fast
    bool snr_is_minimum;   ///< the SNR is at least `snr_db`; else `snr_db` is within 2 dB
    bool carrier;          ///< a signal is being received
    bool inverted;         ///< the cable inverts the polarity (Manchester)
    uint32_t frames_good;  ///< frames since init
    uint32_t frames_bad;
    uint32_t symbols_corrected;  ///< symbols corrected by FEC since init
    uint64_t bytes;              ///< payload bytes of good frames, or characters, since init
    uint64_t parity_errors;      ///< FSK characters whose parity bit is wrong, since init
} acc_modem_quality;

/// FSK characters that were detected and cannot be read, since init: a start or stop bit is missing, or bits are not clear
/// although the signal is. The figures are those of the latest ones; 0 if not measured. They name the cause: another
/// tone or bit rate than the profile's, or, if these are right, another character format.
typedef struct acc_modem_unread {
    uint64_t characters;  ///< 0 without a signal: noise, music and speech are none
    float mark, space;    ///< hertz; measured where three bits are equal
    float baud;           ///< bit/s; right within 30 % of the profile's, if the tones are right
    float coherence;      ///< 0 to 1; below 0.7 if the phase of the tones jumps from bit to bit
    bool is_swapped;      ///< mark and space are exchanged; reported characters are wrong, too
} acc_modem_unread;

/// The receiver, in the caller's memory.
typedef struct acc_demodulator acc_demodulator;

/// Bytes of memory that a demodulator needs; 0 when acc_modem_profile_check rejects profile and rate.
size_t acc_demodulator_size(const acc_modem_profile *profile, uint32_t rate, acc_modem_mode mode);

/// Creates a demodulator in `memory` (aligned to 16 bytes); `*demodulator` receives the same address.
/// ACC_NO_ROOM when `size` is less than acc_demodulator_size, ACC_UNSUPPORTED for a stream on
/// Manchester and for frames on HiJack, track 2, SAME or UIC, and the errors of acc_modem_profile_check.
acc_status acc_demodulator_init(void *memory, size_t size, const acc_modem_profile *profile,
                                uint32_t rate, acc_modem_mode mode,
                                acc_demodulator *ACC_NULLABLE *ACC_NULLABLE demodulator);

/// Sets the format of FSK characters, before the first acc_demodulator_push. Memory is the same for all formats. A character's
/// stop bits may be half a bit shorter than the format's, and longer. Bytes with a wrong parity bit are reported like
/// others (acc_demodulator_event.wrong_parity). ACC_UNSUPPORTED for frames and other
/// waveforms, and the errors of acc_character_format_check.
acc_status acc_demodulator_set_format(acc_demodulator *demodulator,
                                      const acc_character_format *format);

/// Learns a recording's mains hum (50 or 60 Hz and harmonics): pass the first second, then push the recording from
/// its first sample. Without it, characters in the first 0.3 s of hum are lost. No effect on frames or without hum.
/// It learns nothing when characters begin in the first 0.06 s and their bytes repeat in step with the mains, because
/// these look like hum. Call it before the first acc_demodulator_push; it takes twice the CPU time of receiving.
void acc_demodulator_learn_hum(acc_demodulator *demodulator,
                               const float *ACC_READS(len) pcm ACC_NOESCAPE, size_t len);

/// Processes samples up to the next event. Returns the number of samples processed, and the event in
/// `*event`; call again with the rest until the event is ACC_DEMODULATOR_NONE.
/// Events are delayed by up to 10 ms and a few symbols (a stream: 100 symbols, a coded frame: 32, a
/// card: 12 ms); acc_demodulator_finish reports the last ones. Any float is safe: NaN counts as
/// silence, and values are limited to +-8.
size_t acc_demodulator_push(acc_demodulator *demodulator,
                            const float *ACC_READS(len) pcm ACC_NOESCAPE, size_t len,
                            acc_demodulator_event *event);

/// Ends the sound. Call it until the event is ACC_DEMODULATOR_NONE. It reports the events of the last samples, then
/// ACC_DEMODULATOR_BAD_FRAME if the sound ended inside a frame, a character or a card's swipe; an end within the
/// first 17 symbols of a preamble, the first two bits of a character or the first ten characters of a card is not
/// reported. The carrier is then off; the quality figures remain. The next
/// acc_demodulator_push starts another sound.
void acc_demodulator_finish(acc_demodulator *demodulator, acc_demodulator_event *event);

/// The current reception quality.
acc_modem_quality acc_demodulator_quality(const acc_demodulator *demodulator);

/// The characters that could not be read.
acc_modem_unread acc_demodulator_unread(const acc_demodulator *demodulator);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
