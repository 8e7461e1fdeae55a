/// The cable modem: bursts of OFDM near the Shannon limit of a good audio line.
///
///     acc_cable_mode_choose            a burst's parameters from a bit rate and a payload's length
///     acc_cable_sender_init, then      acc_cable_sender_start and acc_cable_sender_render
///     acc_cable_receiver_init, then    acc_cable_receiver_push for every captured block
///
/// Samples are float, full scale = 1, one channel. Durations are in samples. Frequencies apply to 48000 samples/s and
/// scale with the sample rate, which both ends share. The results do not depend on the length of the blocks that the
/// caller renders or pushes. docs/cable.md specifies the signal.
/// No allocation: the caller owns the memory. One thread at a time for each sender or receiver.
#ifndef ACC_CABLE_H
#define ACC_CABLE_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_CABLE_MAX_LEN 0xFFFFFFu  ///< longest payload of a burst, bytes
#define ACC_CABLE_MAX_DEPTH 15u      ///< most blocks interleaved
#define ACC_CABLE_MAX_WINDOW 128u    ///< most symbols that a receiver estimates together
#define ACC_CABLE_RATE                                                                             \
    48000u  ///< samples/s to which the frequencies and bit rates of this header apply

/// The kind of a burst.
typedef enum {
    /// A payload; all carriers have about the same number of bits.
    ACC_CABLE_FLAT ACC_SWIFT_NAME("flat") = 0,
    /// As flat; the length is known only at the end.
    ACC_CABLE_OPEN ACC_SWIFT_NAME("open") = 1,
    /// Known symbols with which the receiver measures the line.
    ACC_CABLE_SOUNDING ACC_SWIFT_NAME("sounding") = 2,
    /// A payload; each carrier has as many bits as a report allows.
    ACC_CABLE_LOADED ACC_SWIFT_NAME("loaded") = 3,
    /// As loaded; the length is known only at the end.
    ACC_CABLE_OPEN_LOADED ACC_SWIFT_NAME("openLoaded") = 4,
    /// As flat, with small amplitudes more frequent than large ones: needs 0.5 dB less SNR.
    ACC_CABLE_SHAPED ACC_SWIFT_NAME("shaped") = 5,
    /// As loaded, with the amplitudes of shaped.
    ACC_CABLE_LOADED_SHAPED ACC_SWIFT_NAME("loadedShaped") = 6,
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("CableKind") acc_cable_kind;

/// The parameters of a burst. The burst's header states them.
typedef struct acc_cable_mode {
    acc_cable_kind kind;
    uint16_t symbol;  ///< samples of a symbol: 512, 1024, 2048 or 4096
    /// Samples of the cyclic prefix: 32, 48, 64, 96, 128, 192, 256 or 320. From 128 on the
    /// prefixes of preamble and header are longer; from 256 on the header is sent twice.
    uint16_t prefix;
    /// Band in hertz: low is 20, 100, 150 or 300, high a multiple of 250 from 750 to 23750.
    uint16_t low, high;
    uint8_t pilots;  ///< carriers for the timing: 8, 10, 12, 16, 20, 24, 28 or 32
    bool high_pass;  ///< the receiver uses a high-pass of 300 Hz
    bool robust;  ///< code rate 1/3 instead of 4/5, and each bit is sent four times; never shaped
    uint16_t lifting;  ///< Z = 32, 64 ... 1024: a code block has 60 Z (robust: 36 Z) bits
    uint8_t depth;     ///< interleaved blocks, 1 to 15
    /// Bits of a symbol, 1 to 32767. Loaded: the report's id + 256 * further margin in 0.5 dB. Sounding: its id.
    uint16_t load;
} acc_cable_mode;

/// Chooses a mode for `len` bytes. `bit_rate` is the payload of a 64 KiB transmission in bit/s, all overhead included; a
/// shorter payload has about the same bits per symbol. `high` is the band's upper edge in hertz, 0 for 23500.
/// Below 120 kbit/s the mode withstands echoes, hum and unknown filters; below 20 kbit/s it is robust. More than 2 KiB
/// are shaped if the carriers then have 6 bits or more.
/// ACC_OUT_OF_RANGE for a length of 0 or above ACC_CABLE_MAX_LEN, a band outside 1000 to 23750 Hz, or a bit rate that no
/// mode reaches; the bit rates are 3000 to about 340000.
acc_status acc_cable_mode_choose(size_t len, uint32_t bit_rate, uint16_t high,
                                 acc_cable_mode *mode);

/// Checks a mode. ACC_OUT_OF_RANGE for a value that its field does not list, or a load that the carriers cannot carry.
acc_status acc_cable_mode_check(const acc_cable_mode *mode);

/// The duration in samples of a burst of `len` bytes; 0 when acc_cable_mode_check rejects the mode, or no such burst has
/// this length.
uint64_t acc_cable_duration(const acc_cable_mode *mode, size_t len);

#define ACC_CABLE_BANDS 63u        ///< bands of a report, of 375 Hz each from 0 Hz on
#define ACC_CABLE_REPORT_SIZE 65u  ///< bytes of an encoded report
#define ACC_CABLE_LOSS_UNIT 64u    ///< unit of a report's `loss`: 1/64 of the symbols

/// The receiver's measurement of a sounding. Both ends compute the same load from it.
typedef struct acc_cable_report {
    uint8_t id;                          ///< the sounding's id
    uint16_t symbol, prefix, low, high;  ///< best values for the line, as in acc_cable_mode
    uint8_t pilots;                      ///< as in acc_cable_mode
    bool high_pass;                      ///< as in acc_cable_mode
    bool shaped;                         ///< the receiver accepts shaped bursts
    uint8_t margin;                      ///< SNR kept in reserve, in 0.5 dB, up to 60
    uint8_t loss;                  ///< part of the symbols that may be lost, in 1/64, up to 48
    uint8_t snr[ACC_CABLE_BANDS];  ///< 2 SNR in dB + 7, 1 to 127; 0: no signal
} acc_cable_report;

/// Encodes a report: version 1, CRC-16 at the end.
void acc_cable_report_write(const acc_cable_report *report,
                            uint8_t *ACC_COUNT(ACC_CABLE_REPORT_SIZE) out ACC_NOESCAPE);

/// Decodes a report. ACC_TRUNCATED when `len` is less than ACC_CABLE_REPORT_SIZE, ACC_BAD_CHECK for a wrong CRC,
/// ACC_UNSUPPORTED for another version, ACC_OUT_OF_RANGE for a field outside its range or a report without any signal.
acc_status acc_cable_report_read(const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len,
                                 acc_cable_report *report);

/// The unrounded load of carrier `carrier` in a transform of `symbol` samples, in 1/256 bit, not shaped. `more` is further
/// margin in 0.5 dB.
uint32_t acc_cable_report_bits(const acc_cable_report *report, unsigned more, unsigned carrier,
                               unsigned symbol);

/// Makes the mode of a loaded burst of `len` bytes. Its blocks are large and not interleaved, so a disturbance damages few
/// of them. `more`, 1 to 63, is further margin in 0.5 dB for a repetition: its blocks are interleaved with `depth` 15, which
/// the caller may lower to the limits of both ends. If the report accepts shaped bursts, payloads of 3 KiB and more are
/// shaped on lines of about 16 to 48 dB SNR. ACC_OUT_OF_RANGE for a report without any signal or with a field
/// outside its range, a length of 0 or above ACC_CABLE_MAX_LEN, or `more` above 63.
acc_status acc_cable_mode_loaded(const acc_cable_report *report, size_t len, unsigned more,
                                 acc_cable_mode *mode);

/// Makes the mode of an open loaded burst, for a dialogue: symbols of at most 2048 samples, and blocks of 1920 to 30720
/// bits, the largest that last at most 75 ms or two symbols where the line allows. Errors as acc_cable_mode_loaded.
acc_status acc_cable_mode_open(const acc_cable_report *report, unsigned more, acc_cable_mode *mode);

/// The largest bursts that a sender or receiver has memory for.
typedef struct acc_cable_limits {
    uint16_t symbol;   ///< longest symbol in samples, 512 to 4096, a power of two
    uint16_t lifting;  ///< largest `lifting` of a mode, 32 to 1024, a power of two
    /// Most interleaved blocks, 1 to 15. To send an open burst, twice the depth of its mode.
    uint8_t depth;
    uint8_t bits;  ///< most bits per dimension of a carrier, 1 to 10
    /// Receiver: symbols that it estimates together, 2 to 128; also its delay. Below 8 it is small, for firmware: no
    /// soundings, robust bursts or prefixes above 96, and clock slips of at most 64 samples.
    uint8_t window;
    /// Receiver: taps of its interpolation filter, 32, 64, 128 (flat to 23.1 kHz) or 256 (flat to 23.5 kHz).
    uint16_t taps;
} acc_cable_limits;

/// The limits for computers, which include every burst: 4096, 1024, 15, 10, 64, 256.
acc_cable_limits acc_cable_limits_all(void);

/// A sender of bursts. It lives in the caller's memory.
typedef struct acc_cable_sender acc_cable_sender;

/// The size of a sender in bytes; 0 for limits outside their ranges.
size_t acc_cable_sender_size(const acc_cable_limits *limits);

/// Makes an idle sender in `memory`, which must be aligned to 16 bytes. `amplitude`, above 0 and at most 1, is the peak: the
/// mean power is 13.5 dB below it, and the few higher peaks are clipped. ACC_OUT_OF_RANGE for limits or an amplitude outside
/// their ranges, ACC_NO_ROOM when `size` is less than acc_cable_sender_size. `*sender` receives the address of `memory`.
acc_status acc_cable_sender_init(void *memory, size_t size, const acc_cable_limits *limits,
                                 float amplitude,
                                 acc_cable_sender *ACC_NULLABLE *ACC_NULLABLE sender);

/// Starts a flat or shaped burst of `len` bytes, 1 to ACC_CABLE_MAX_LEN. The payload must stay valid until the burst is
/// sent. ACC_BUSY during another burst, ACC_OUT_OF_RANGE for a length outside its range or a mode that acc_cable_mode_check
/// rejects, ACC_NO_ROOM for a mode beyond the limits, ACC_UNSUPPORTED for other kinds.
acc_status acc_cable_sender_start(acc_cable_sender *sender, const acc_cable_mode *mode,
                                  const uint8_t *ACC_READS(len) payload, size_t len);

/// Starts an open burst: acc_cable_sender_add adds its payload during the transmission. Errors as
/// acc_cable_sender_start; ACC_UNSUPPORTED unless the mode is ACC_CABLE_OPEN.
acc_status acc_cable_sender_open(acc_cable_sender *sender, const acc_cable_mode *mode);

/// Starts an open burst with the load of a report. `mode` is from acc_cable_mode_open. Errors as acc_cable_sender_start;
/// ACC_OUT_OF_RANGE for a mode of another report or a report that leaves no carrier a bit, ACC_UNSUPPORTED unless the mode is
/// ACC_CABLE_OPEN_LOADED.
acc_status acc_cable_sender_open_loaded(acc_cable_sender *sender, const acc_cable_mode *mode,
                                        const acc_cable_report *report);

/// The bytes that fit in the next free block of an open burst; 0 when no block is free.
size_t acc_cable_sender_room(const acc_cable_sender *sender);

/// Adds one block with up to acc_cable_sender_room of the bytes. Returns the number of bytes added; the next call fills
/// another block.
size_t acc_cable_sender_add(acc_cable_sender *sender,
                            const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len);

/// Ends an open burst after the blocks that were added. Without a call the burst continues with empty blocks.
void acc_cable_sender_close(acc_cable_sender *sender);

/// Starts a sounding, which lasts 0.68 s. The report repeats its id. ACC_BUSY during another burst, ACC_NO_ROOM when
/// the limits exclude symbols of 2048 samples.
acc_status acc_cable_sender_sound(acc_cable_sender *sender, uint8_t id);

/// Starts a loaded burst of `len` bytes; `mode` is from acc_cable_mode_loaded. `missing` has one bit per block, lowest bit
/// first: only blocks whose bit is set are sent; NULL sends all. `payload` and `missing` must stay valid until the burst is
/// sent. Errors as acc_cable_sender_start; ACC_OUT_OF_RANGE for a mode of another report, a report that leaves no carrier a
/// bit, or when no bit of `missing` is set, ACC_UNSUPPORTED unless the mode is ACC_CABLE_LOADED or ACC_CABLE_LOADED_SHAPED.
acc_status acc_cable_sender_start_loaded(acc_cable_sender *sender, const acc_cable_mode *mode,
                                         const acc_cable_report *report,
                                         const uint8_t *ACC_READS(len) payload, size_t len,
                                         const uint8_t *ACC_NULLABLE missing);

/// The number of blocks of a burst of `len` bytes, which is the number of bits of `missing`; 0 when acc_cable_mode_check
/// rejects the mode, when no such burst has this length, and for an open burst.
uint32_t acc_cable_block_count(const acc_cable_mode *mode, size_t len);

/// Whether the burst has samples left to render.
bool acc_cable_sender_is_busy(const acc_cable_sender *sender);

/// Renders `len` samples: the burst, then silence. Returns the burst's samples in `out`; less than `len` when the burst has
/// ended.
size_t acc_cable_sender_render(acc_cable_sender *sender, float *ACC_COUNT(len) out ACC_NOESCAPE,
                               size_t len);

/// The kind of an event.
typedef enum {
    ACC_CABLE_NONE ACC_SWIFT_NAME("none") = 0,    ///< no event; all samples were processed
    ACC_CABLE_BURST ACC_SWIFT_NAME("burst") = 1,  ///< a burst begins: `mode` and `len`
    ACC_CABLE_BLOCK ACC_SWIFT_NAME("block") = 2,  ///< a block of the payload with a correct CRC
    ACC_CABLE_BAD_BLOCK ACC_SWIFT_NAME("badBlock") = 3,  ///< a lost block
    ACC_CABLE_END ACC_SWIFT_NAME("end") = 4,  ///< the burst ended; every block was reported
    /// A sounding was measured; acc_cable_receiver_report returns the report.
    ACC_CABLE_SOUNDED ACC_SWIFT_NAME("sounded") = 5,
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("CableEventKind") acc_cable_event_kind;

/// One event of acc_cable_receiver_push.
typedef struct acc_cable_event {
    acc_cable_event_kind kind;
    acc_cable_mode mode;  ///< the burst's mode
    /// BURST and END: bytes of the payload, 0 when open. BLOCK: bytes of `data`. BAD_BLOCK: bytes lost, 0 when open.
    uint32_t len;
    uint32_t block;                    ///< the block's number
    uint32_t offset;                   ///< the block's offset in the payload; 0 in an open burst
    const uint8_t *ACC_NULLABLE data;  ///< the block's payload; valid until the next push
    /// END: ACC_OK when no block was lost, ACC_BAD_CHECK when some were lost, ACC_TRUNCATED when the signal ended before
    /// the burst. BAD_BLOCK: ACC_BAD_CHECK for a damaged block, ACC_TRUNCATED when there is no signal: an open burst may have
    /// ended, and its last block was lost.
    acc_status reason;
} acc_cable_event;

/// The reception quality of the last burst; all zero before the first.
typedef struct acc_cable_quality {
    float level;       ///< RMS of the signal, full scale = 1
    float snr_db;      ///< mean over the carriers
    float clock_ppm;   ///< the sender's clock offset; positive when it runs slow
    float iterations;  ///< decoder iterations, mean over the burst's good blocks
    uint32_t slips;    ///< losses or insertions of more than about 50 samples at once
    uint32_t lost;     ///< symbols without a usable signal
    uint32_t blocks_good, blocks_bad;  ///< since init
    /// RMS gain of the line in the preamble, in any unit: comparable between bursts of one sender.
    float gain;
    /// Lowest and highest gain over three symbols in a row, relative to the preamble; 1 when the gain did not change.
    float gain_low, gain_high;
} acc_cable_quality;

/// One carrier of a received symbol with a usable signal, for pictures and statistics.
typedef struct acc_cable_point {
    uint32_t symbol;         ///< the symbol's number in the burst
    uint16_t carrier, size;  ///< the frequency is carrier * sample rate / size
    uint8_t bits;            ///< bits of this carrier, 1 to 20; 2 in a sounding
    float re, im;            ///< divided by the channel: a constellation has a mean power of 1
    float sent_re, sent_im;  ///< the nearest constellation point; in a sounding the point sent
} acc_cable_point;

/// Called with each carrier; `point` is valid during the call.
typedef void acc_cable_watch(void *ACC_NULLABLE context, const acc_cable_point *point);

/// A receiver of bursts. It lives in the caller's memory.
typedef struct acc_cable_receiver acc_cable_receiver;

/// The size of a receiver in bytes; 0 for limits outside their ranges.
size_t acc_cable_receiver_size(const acc_cable_limits *limits);

/// Makes a receiver in `memory`, which must be aligned to 16 bytes. ACC_OUT_OF_RANGE for limits outside their ranges,
/// ACC_NO_ROOM when `size` is less than acc_cable_receiver_size. `*receiver` receives the address of `memory`.
acc_status acc_cable_receiver_init(void *memory, size_t size, const acc_cable_limits *limits,
                                   acc_cable_receiver *ACC_NULLABLE *ACC_NULLABLE receiver);

/// Processes samples until an event or the end of `pcm`. Returns the number of samples processed and stores the event in
/// `*event`; call again with the rest until the event is ACC_CABLE_NONE. A burst beyond the limits is ignored.
/// A block is reported when its window and its group of interleaved blocks are complete; a quarter second of silence after
/// the last sample completes them. Any float is safe: NaN is processed as 0, values beyond +-8 as +-8.
size_t acc_cable_receiver_push(acc_cable_receiver *receiver,
                               const float *ACC_READS(len) pcm ACC_NOESCAPE, size_t len,
                               acc_cable_event *event);

/// Copies the report of the last sounding. ACC_BUSY when there was none.
acc_status acc_cable_receiver_report(const acc_cable_receiver *receiver, acc_cable_report *report);

/// Sets the report of the loaded bursts to receive; without a call, and with another report, they are ignored. With
/// `missing`, as in acc_cable_sender_start_loaded, bursts of known length contain only these blocks. The report is copied;
/// `missing` must stay valid.
void acc_cable_receiver_expect(acc_cable_receiver *receiver, const acc_cable_report *report,
                               const uint8_t *ACC_NULLABLE missing);

/// Sets a function that acc_cable_receiver_push calls for each carrier with bits of every symbol with a usable signal; NULL
/// removes it.
void acc_cable_receiver_watch(acc_cable_receiver *receiver, acc_cable_watch *ACC_NULLABLE watch,
                              void *ACC_NULLABLE context);

/// The current quality figures.
acc_cable_quality acc_cable_receiver_quality(const acc_cable_receiver *receiver);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
