/// The cable modem: bursts of OFDM near the Shannon limit of a good audio line.
///
///     acc_cable_mode_choose            a burst's parameters from a bit rate and a payload's length
///     acc_cable_sender_init, then      acc_cable_sender_start and acc_cable_sender_render
///     acc_cable_receiver_init, then    acc_cable_receiver_push for every block captured
///
/// Samples are float, full scale = 1, one channel. All is counted in samples: the frequencies named here are those at
/// 48000 samples a second and scale with the rate, which both ends share. What is rendered and received does not
/// depend on how samples are cut into blocks. The signal is specified in docs/cable.md.
/// No allocation: memory is the caller's. One thread at a time for each sender or receiver.
#ifndef ACC_CABLE_H
#define ACC_CABLE_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_CABLE_MAX_LEN 0xFFFFFFu  ///< longest payload of a burst, bytes
#define ACC_CABLE_MAX_DEPTH 15u      ///< most blocks interleaved
#define ACC_CABLE_MAX_WINDOW 128u    ///< most symbols that a receiver smooths over
#define ACC_CABLE_RATE                                                                             \
    48000u  ///< samples a second at which frequencies and bit rates here are stated

/// What a burst is for.
typedef enum {
    ACC_CABLE_FLAT ACC_SWIFT_NAME("flat") = 0,  ///< a payload, every carrier about the same bits
    ACC_CABLE_OPEN ACC_SWIFT_NAME("open") = 1,  ///< the same, its length known only at the end
    ACC_CABLE_SOUNDING ACC_SWIFT_NAME("sounding") =
        2,  ///< known symbols, for the receiver to measure the line
    ACC_CABLE_LOADED ACC_SWIFT_NAME("loaded") =
        3,  ///< a payload, every carrier as many bits as a report allows
    ACC_CABLE_OPEN_LOADED ACC_SWIFT_NAME("openLoaded") =
        4,  ///< the same, its length known only at the end
    ACC_CABLE_SHAPED ACC_SWIFT_NAME("shaped") =
        5,  ///< as flat, small amplitudes more often than large ones, which needs 0.5 dB less SNR
    ACC_CABLE_LOADED_SHAPED ACC_SWIFT_NAME("loadedShaped") = 6,  ///< as loaded, so too
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("CableKind") acc_cable_kind;

/// The parameters of a burst, which its header carries.
typedef struct acc_cable_mode {
    acc_cable_kind kind;
    uint16_t symbol;  ///< samples of a symbol: 512, 1024, 2048 or 4096
    uint16_t
        prefix;  ///< samples of its cyclic prefix: 32, 48, 64, 96, 128, 192, 256 or 320; from 256 on the
                 ///< preamble is longer and the header is sent twice
    uint16_t low,
        high;  ///< band in hertz: low 20, 100, 150 or 300; high a multiple of 250, 750 to 23750
    uint8_t pilots;    ///< carriers of timing: 8, 10, 12, 16, 20, 24, 28 or 32
    bool high_pass;    ///< the receiver filters out what is below 300 Hz
    bool robust;       ///< code rate 1/3 for 4/5, and every bit sent four times; never shaped
    uint16_t lifting;  ///< size of a code block: 60 (robust: 36) times 32, 64 ... 1024 bits
    uint8_t depth;     ///< blocks interleaved, 1 ... 15
    uint16_t
        load;  ///< bits a symbol carries, 1 to 32767; when loaded: the report's id + 256 * more margin in 0.5 dB;
    ///< of a sounding its id
} acc_cable_mode;

/// A mode for `len` bytes at `bit_rate` bits of payload a second, all overhead counted, for 64 KiB (a shorter payload takes
/// the mode's rate without preamble and header); in the band up to `high` hertz, 0: to 23500. Below 120 kbit/s it
/// guards against echoes, hum and unknown filters; below 20 kbit/s it is robust. More than 2 KiB are shaped where the
/// carriers then have 6 bits or more.
/// ACC_OUT_OF_RANGE for a length of 0 or above ACC_CABLE_MAX_LEN, for a band outside 1000 ... 23750, or a rate that no
/// mode reaches: 3000 to about 400000.
acc_status acc_cable_mode_choose(size_t len, uint32_t bit_rate, uint16_t high,
                                 acc_cable_mode *mode);

/// ACC_OK, or ACC_OUT_OF_RANGE for a value not listed at its field or a load that its carriers cannot take.
acc_status acc_cable_mode_check(const acc_cable_mode *mode);

/// Samples of a burst of `len` bytes, 0 when acc_cable_mode_check refuses the mode.
uint64_t acc_cable_duration(const acc_cable_mode *mode, size_t len);

#define ACC_CABLE_BANDS 63u        ///< bands of a report, of 375 Hz each from 0 Hz on
#define ACC_CABLE_REPORT_SIZE 65u  ///< bytes of a report on the way back
#define ACC_CABLE_LOSS_UNIT 64u    ///< a report's `loss` in these parts

/// What a receiver measured with a sounding: both ends compute the same load from it.
typedef struct acc_cable_report {
    uint8_t id;                          ///< of the sounding
    uint16_t symbol, prefix, low, high;  ///< as in acc_cable_mode, what suits the line best
    uint8_t pilots;
    bool high_pass;
    bool shaped;                   ///< its receiver takes shaped bursts
    uint8_t margin;                ///< SNR kept in reserve, 0.5 dB, up to 60
    uint8_t loss;                  ///< part of the symbols that may be lost, 1/64, up to 48
    uint8_t snr[ACC_CABLE_BANDS];  ///< 0.5 dB above -3.5 dB, up to 127; 0: no signal
} acc_cable_report;

/// Writes a report: version 1, CRC-16 at the end.
void acc_cable_report_write(const acc_cable_report *report,
                            uint8_t *ACC_COUNT(ACC_CABLE_REPORT_SIZE) out ACC_NOESCAPE);

/// ACC_TRUNCATED when `len` is short, ACC_BAD_CHECK for a wrong CRC, ACC_UNSUPPORTED for another version,
/// ACC_OUT_OF_RANGE for a field that is not in its range.
acc_status acc_cable_report_read(const uint8_t *ACC_COUNT(len) bytes ACC_NOESCAPE, size_t len,
                                 acc_cable_report *report);

/// Bits that carrier `carrier` of a transform of `symbol` samples takes by a report with `more` margin in 0.5 dB, in 1/256 bit
/// before rounding; not shaped.
uint32_t acc_cable_report_bits(const acc_cable_report *report, unsigned more, unsigned carrier,
                               unsigned symbol);

/// The mode of a loaded burst of `len` bytes: its blocks are large and each for itself, so that an event damages few of
/// them. `more` margin in 0.5 dB, up to 63, is for what is repeated after a failure, and interleaves it in blocks of `depth`
/// 15, which may be lowered to the limits of both ends. If the report allows it, payloads of 3 KiB and more are shaped on
/// lines from about 16 to 48 dB SNR. ACC_OUT_OF_RANGE when the report lets nothing
/// through, or a length out of range.
acc_status acc_cable_mode_loaded(const acc_cable_report *report, size_t len, unsigned more,
                                 acc_cable_mode *mode);

/// The mode of an open burst by a report, for a dialogue: symbols of at most 2048 samples, blocks of at most 75 ms or two symbols where
/// the line allows. Errors as acc_cable_mode_loaded.
acc_status acc_cable_mode_open(const acc_cable_report *report, unsigned more, acc_cable_mode *mode);

/// What a sender or receiver has memory for.
typedef struct acc_cable_limits {
    uint16_t symbol;   ///< longest symbol in samples, 512 ... 4096
    uint16_t lifting;  ///< largest code block, 32 ... 1024
    uint8_t
        depth;  ///< most blocks interleaved, 1 ... 15; in an open burst that is sent half as many
    uint8_t bits;  ///< most bits a dimension of a carrier, 1 ... 10
    uint8_t
        window;  ///< receiver: symbols that it estimates together, 2 ... 128; also its delay. Below 8
                 ///< it is for firmware: no soundings, robust bursts or prefixes above 96,
                 ///< and slips to 64 samples
    uint16_t
        taps;  ///< receiver: of its interpolation filter, 32, 64, 128 (flat to 23.1 kHz) or 256 (23.5)
} acc_cable_limits;

/// Everything there is, for computers: 4096, 1024, 15, 10, 64, 256.
acc_cable_limits acc_cable_limits_all(void);

/// Sends bursts.
typedef struct acc_cable_sender acc_cable_sender;

/// Bytes of memory that a sender needs, 0 for limits outside their ranges.
size_t acc_cable_sender_size(const acc_cable_limits *limits);

/// Makes a silent sender in `memory` (aligned to 16 bytes). `amplitude`, above 0 and at most 1, is the peak: the mean power
/// is 13.5 dB below, and the few peaks beyond it are clipped. ACC_OUT_OF_RANGE for limits or an amplitude outside
/// their ranges, ACC_NO_ROOM when `size` is less than acc_cable_sender_size.
acc_status acc_cable_sender_init(void *memory, size_t size, const acc_cable_limits *limits,
                                 float amplitude,
                                 acc_cable_sender *ACC_NULLABLE *ACC_NULLABLE sender);

/// Starts a burst of `len` bytes, 1 to ACC_CABLE_MAX_LEN; they must stay until it is sent. ACC_BUSY while another is
/// being sent, ACC_OUT_OF_RANGE for a mode that acc_cable_mode_check refuses, ACC_NO_ROOM for one beyond the limits,
/// ACC_UNSUPPORTED for ACC_CABLE_OPEN.
acc_status acc_cable_sender_start(acc_cable_sender *sender, const acc_cable_mode *mode,
                                  const uint8_t *ACC_COUNT(len) payload, size_t len);

/// Starts a burst whose bytes are not known yet: acc_cable_sender_add brings them while it is being sent. Errors as
/// acc_cable_sender_start; ACC_UNSUPPORTED unless the mode is ACC_CABLE_OPEN.
acc_status acc_cable_sender_open(acc_cable_sender *sender, const acc_cable_mode *mode);

/// The same with the load of a report. ACC_OUT_OF_RANGE when the mode (acc_cable_mode_open) is not of this report,
/// ACC_UNSUPPORTED unless it is ACC_CABLE_OPEN_LOADED.
acc_status acc_cable_sender_open_loaded(acc_cable_sender *sender, const acc_cable_mode *mode,
                                        const acc_cable_report *report);

/// Bytes that fit in the next free block of an open burst, 0 when none is free.
size_t acc_cable_sender_room(const acc_cable_sender *sender);

/// Puts bytes into the next free block, which ends with them, and returns how many it took: at most acc_cable_sender_room.
size_t acc_cable_sender_add(acc_cable_sender *sender,
                            const uint8_t *ACC_COUNT(len) bytes ACC_NOESCAPE, size_t len);

/// Ends an open burst after what was added. Until then blocks without bytes fill the time.
void acc_cable_sender_close(acc_cable_sender *sender);

/// Starts a sounding, 0.55 s, with an id that the report repeats. ACC_BUSY while another burst is being sent,
/// ACC_NO_ROOM when the limits have no symbols of 2048.
acc_status acc_cable_sender_sound(acc_cable_sender *sender, uint8_t id);

/// Starts a loaded burst (acc_cable_mode_loaded) of `len` bytes. With `missing`, a bit for each block from the lowest of
/// the first byte on, only the blocks whose bit is set are sent. Both must stay until it is sent. Errors as
/// acc_cable_sender_start; ACC_OUT_OF_RANGE when the mode is not of this report or no bit is set.
acc_status acc_cable_sender_start_loaded(acc_cable_sender *sender, const acc_cable_mode *mode,
                                         const acc_cable_report *report,
                                         const uint8_t *ACC_COUNT(len) payload, size_t len,
                                         const uint8_t *ACC_NULLABLE missing);

/// Blocks of a burst of `len` bytes, and so the bits of what is missing; 0 when acc_cable_mode_check refuses the mode.
uint32_t acc_cable_block_count(const acc_cable_mode *mode, size_t len);

/// Whether something is still to be rendered.
bool acc_cable_sender_is_busy(const acc_cable_sender *sender);

/// Fills `out`: what is being sent, then silence. Returns how many samples were sent, less than `len` when the burst
/// ended within this block.
size_t acc_cable_sender_render(acc_cable_sender *sender, float *ACC_COUNT(len) out ACC_NOESCAPE,
                               size_t len);

/// What acc_cable_receiver_push found.
typedef enum {
    ACC_CABLE_NONE ACC_SWIFT_NAME("none") = 0,    ///< all samples were taken
    ACC_CABLE_BURST ACC_SWIFT_NAME("burst") = 1,  ///< a burst begins: `mode` and `len` are known
    ACC_CABLE_BLOCK ACC_SWIFT_NAME("block") = 2,  ///< a block of its payload, checked
    ACC_CABLE_BAD_BLOCK ACC_SWIFT_NAME("badBlock") = 3,  ///< a block that is lost
    ACC_CABLE_END ACC_SWIFT_NAME("end") = 4,  ///< the burst ended; every block was reported
    ACC_CABLE_SOUNDED ACC_SWIFT_NAME("sounded") =
        5,  ///< a sounding was measured: acc_cable_receiver_report
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("CableEventKind") acc_cable_event_kind;

/// One finding.
typedef struct acc_cable_event {
    acc_cable_event_kind kind;
    acc_cable_mode mode;  ///< of the burst
    uint32_t
        len;  ///< bytes of the burst's payload, 0 when open; of a block: bytes of `data` or, lost, its share
    uint32_t block;   ///< number of the block
    uint32_t offset;  ///< of the block: where its bytes belong in the payload; of an open burst 0
    const uint8_t *ACC_NULLABLE data;  ///< of a block; valid until the next push
    /// Of an end: ACC_OK when all blocks were whole, ACC_BAD_CHECK when some were lost, ACC_TRUNCATED when the signal
    /// ended before the burst did.
    acc_status reason;
} acc_cable_event;

/// How well the last burst is received; all zero before the first.
typedef struct acc_cable_quality {
    float level;                       ///< RMS of the signal, full scale = 1
    float snr_db;                      ///< mean over the carriers
    float clock_ppm;                   ///< sender's clock against ours, positive when it runs slow
    float iterations;                  ///< of the decoder, mean of the burst's whole blocks
    uint32_t slips;                    ///< samples inserted or lost, counted as events
    uint32_t lost;                     ///< symbols without a usable signal
    uint32_t blocks_good, blocks_bad;  ///< since init
    /// RMS gain of the line as the preamble shows it, any unit: comparable between bursts of one sender.
    float gain;
    /// Least and most gain of three symbols in a row against the preamble's; 1: it stayed.
    float gain_low, gain_high;
} acc_cable_quality;

/// One carrier of a symbol with a usable signal, as received: for pictures and statistics.
typedef struct acc_cable_point {
    uint32_t symbol;         ///< its number in the burst
    uint16_t carrier, size;  ///< its frequency is carrier * sample rate / size
    uint8_t bits;            ///< on this carrier, 1 to 20; 2 in a sounding
    float re, im;            ///< divided by the channel: a constellation has a mean power of 1
    float sent_re, sent_im;  ///< the nearest point of the constellation; of a sounding the one sent
} acc_cable_point;

/// Takes a carrier; the point is valid during the call.
typedef void acc_cable_watch(void *ACC_NULLABLE context, const acc_cable_point *point);

/// Receives. Lives in memory of the caller's.
typedef struct acc_cable_receiver acc_cable_receiver;

/// Bytes of memory that a receiver needs, 0 for limits outside their ranges.
size_t acc_cable_receiver_size(const acc_cable_limits *limits);

/// Makes a receiver in `memory` (aligned to 16 bytes). ACC_OUT_OF_RANGE for limits outside their ranges, ACC_NO_ROOM when
/// `size` is less than acc_cable_receiver_size.
acc_status acc_cable_receiver_init(void *memory, size_t size, const acc_cable_limits *limits,
                                   acc_cable_receiver *ACC_NULLABLE *ACC_NULLABLE receiver);

/// Takes samples until something is found or all are taken. Returns how many it took and describes the finding in
/// `*event`; call again with the rest until the event is ACC_CABLE_NONE. A burst beyond the limits is passed over.
/// Blocks are reported when the window and the interleaved blocks they lie in are complete; a quarter second of
/// silence after the last sample brings the rest out. Any float is safe: what is not a number counts as silence, what is
/// beyond +-8 as +-8.
size_t acc_cable_receiver_push(acc_cable_receiver *receiver,
                               const float *ACC_COUNT(len) pcm ACC_NOESCAPE, size_t len,
                               acc_cable_event *event);

/// The report of the last sounding. ACC_BUSY when there was none.
acc_status acc_cable_receiver_report(const acc_cable_receiver *receiver, acc_cable_report *report);

/// Receive loaded bursts sent by this report, else they are passed over; with `missing` and the payload's length as
/// acc_cable_sender_start_loaded has them, those that repeat these blocks. Both are copied or must stay, in this order.
void acc_cable_receiver_expect(acc_cable_receiver *receiver, const acc_cable_report *report,
                               const uint8_t *ACC_NULLABLE missing);

/// Calls `watch` within a push for each carrier that has bits, in every symbol with a usable signal; NULL: no more.
void acc_cable_receiver_watch(acc_cable_receiver *receiver, acc_cable_watch *ACC_NULLABLE watch,
                              void *ACC_NULLABLE context);

/// The figures as they are now.
acc_cable_quality acc_cable_receiver_quality(const acc_cable_receiver *receiver);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
