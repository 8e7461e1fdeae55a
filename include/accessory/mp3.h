/// MP3 to PCM: libmpg123 decodes, pcm.h does every later step.
///
/// A file: acc_mp3_convert_file. A stream: acc_mp3_converter_new, acc_mp3_converter_feed with the bytes
/// as they arrive, acc_mp3_converter_finish, acc_mp3_converter_free; the output goes to a callback.
/// Decoding is in float and stereo. Encoder delay and padding that a LAME or Info tag states are cut, so
/// the output has exactly round(source frames * rate / source rate) frames. Damaged parts are skipped
/// and reported; keeps_timeline replaces them by silence. One thread at a time for each converter.
#ifndef ACC_MP3_H
#define ACC_MP3_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// The result of a conversion; acc_mp3_report.system_error and .found have details.
typedef enum {
    ACC_MP3_OK ACC_SWIFT_NAME("ok"),
    ACC_MP3_CANCELLED ACC_SWIFT_NAME("cancelled"),     ///< the progress callback returned false
    ACC_MP3_BAD_FORMAT ACC_SWIFT_NAME("badFormat"),    ///< unsupported combination of output fields
    ACC_MP3_NO_MEMORY ACC_SWIFT_NAME("noMemory"),      ///< no memory, or libmpg123 failed to start
    ACC_MP3_CANNOT_OPEN ACC_SWIFT_NAME("cannotOpen"),  ///< input, see system_error
    ACC_MP3_CANNOT_READ ACC_SWIFT_NAME("cannotRead"),  ///< input, see system_error
    ACC_MP3_EMPTY ACC_SWIFT_NAME("empty"),             ///< no bytes
    ACC_MP3_OTHER_FORMAT ACC_SWIFT_NAME("otherFormat"),    ///< not MP3; `found` names the format
    ACC_MP3_NO_SOUND ACC_SWIFT_NAME("noSound"),            ///< no frame could be decoded
    ACC_MP3_SAME_FILE ACC_SWIFT_NAME("sameFile"),          ///< input and output are one file
    ACC_MP3_CANNOT_CREATE ACC_SWIFT_NAME("cannotCreate"),  ///< output, see system_error
    ACC_MP3_CANNOT_WRITE ACC_SWIFT_NAME("cannotWrite"),    ///< output, see system_error
    ACC_MP3_TOO_LONG ACC_SWIFT_NAME("tooLong"),            ///< over the 4 GB of a WAV file
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("MP3Status") acc_mp3_status;

/// The output format.
typedef struct acc_mp3_format {
    uint32_t rate;  ///< hertz, 8000 to 192000
    uint8_t bits;   ///< 8, 16, 24 or 32
    uint8_t bytes;  ///< per sample: bits / 8, or 4 with 24 bits (in the low end; in WAV the high)
    uint8_t channels;  ///< 1: (left + right) / 2; 2: stereo
    bool is_signed8;   ///< 8 bits: signed instead of unsigned; not in WAV
    bool dither;       ///< triangular dither at 8, 16 and 24 bits
    bool wav;          ///< with a WAV header; else samples only
    uint32_t seed;     ///< seed of the dither
    bool
        keeps_timeline;  ///< silence in place of frames that damage left out; else later sound moves
                         ///< forward, as in players
} acc_mp3_format;

/// Checks a format: ACC_MP3_OK or ACC_MP3_BAD_FORMAT.
acc_mp3_status acc_mp3_format_check(const acc_mp3_format *format);

/// A damaged place: bytes that are not sound, frames that could not be decoded, or missing frames that
/// the tag states.
typedef struct acc_mp3_damage {
    uint64_t offset;  ///< place in the input, bytes
    uint64_t bytes;   ///< bytes skipped
    uint64_t frame;   ///< MP3 frames before the place, with those that silence replaced
    uint32_t frames;  ///< MP3 frames silenced or left out
    bool at_end;  ///< the input ended here: inside a frame, or before the end that its tag states
} acc_mp3_damage;

#define ACC_MP3_MAX_DAMAGE 16u  ///< most places in a report

/// The report of a conversion.
typedef struct acc_mp3_report {
    uint32_t source_rate;     ///< hertz of the first frame
    uint8_t source_channels;  ///< the most channels of any frame
    uint8_t source_layer;     ///< 2 or 3
    bool gapless;             ///< delay and padding were known and cut
    uint64_t source_frames;   ///< samples per channel, decoded and kept
    uint64_t mp3_frames;      ///< MP3 frames of the input
    uint64_t frames;          ///< samples per channel, written
    uint64_t bytes;           ///< bytes written, header included
    uint64_t clipped;         ///< samples limited to full scale
    uint32_t format_changes;  ///< changes of the rate or of the number of channels
    uint32_t damage_count;    ///< damaged places; `damage` has the first ACC_MP3_MAX_DAMAGE
    uint64_t frames_lost;     ///< MP3 frames silenced or left out in all places
    uint64_t
        frames_omitted;  ///< of them, frames in skipped bytes: by the tag's count, else by their
                         ///< mean length
    uint64_t frames_filled;  ///< MP3 frames of silence in place of them, with keeps_timeline
    bool is_cut;             ///< the input ended inside a frame, or before its stated end
    acc_mp3_damage damage[ACC_MP3_MAX_DAMAGE];
    int system_error;                ///< errno, for the statuses that refer to it
    const char *ACC_NULLABLE found;  ///< ACC_MP3_OTHER_FORMAT: "WAV", "AAC" ...; a static string
} acc_mp3_report;

/// Receives the next `len` bytes of output. Return false to stop with ACC_MP3_CANNOT_WRITE.
typedef bool (*acc_mp3_sink)(void *ACC_NULLABLE user, const uint8_t *bytes, size_t len);

/// Receives the progress: `done` of `total` input bytes. Return false to stop with ACC_MP3_CANCELLED.
/// With several threads it runs on any of them, one call at a time.
typedef bool (*acc_mp3_progress)(void *ACC_NULLABLE user, uint64_t done, uint64_t total);

/// A converter of one stream.
typedef struct acc_mp3_converter acc_mp3_converter;

/// Creates a converter, about 350 KB. Returns NULL when `format` is invalid or memory is short.
acc_mp3_converter *ACC_NULLABLE acc_mp3_converter_new(const acc_mp3_format *format,
                                                      acc_mp3_sink sink, void *ACC_NULLABLE user);

/// Sets the input's size in bytes, so that larger sizes in tags are ignored. Call it before the first feed.
void acc_mp3_converter_set_size(acc_mp3_converter *converter, uint64_t bytes);

/// Converts the next bytes of the input. After a status other than ACC_MP3_OK call only finish and free.
acc_mp3_status acc_mp3_converter_feed(acc_mp3_converter *converter,
                                      const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len);

/// Ends the input: writes the rest of the output and fills in the report. The WAV header was written
/// with an unknown size; an output that can seek replaces it by that of acc_mp3_wav_header.
acc_mp3_status acc_mp3_converter_finish(acc_mp3_converter *converter, acc_mp3_report *report);

/// Frees a converter.
void acc_mp3_converter_free(acc_mp3_converter *ACC_NULLABLE converter);

/// Writes the WAV header for `frames` frames. Returns its size, 44 to 80 bytes, or 0 if a WAV file cannot
/// be that long or `capacity` is too small.
size_t acc_mp3_wav_header(const acc_mp3_format *format, uint64_t frames,
                          uint8_t *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity);

/// Whether these first bytes of a file are MP3: its metadata, or frames that a conversion would find. Other bytes that
/// look like a single frame are not. `is_whole`: there are no more bytes; else pass 64 KiB or more.
bool acc_mp3_probe(const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len, bool is_whole);

/// Converts a file. The output is written under a temporary name and renamed when it is complete and on
/// disk: afterwards there is either the whole new file or the old one. A replaced file's mode and, where
/// permitted, its owner are kept. Links are followed; devices and pipes are written directly. Long files
/// are decoded by up to `threads` threads, with the same bytes as by one. Each thread needs at most
/// 450 KB of heap.
acc_mp3_status acc_mp3_convert_file(const char *input, const char *output,
                                    const acc_mp3_format *format, unsigned threads,
                                    acc_mp3_progress ACC_NULLABLE progress, void *ACC_NULLABLE user,
                                    acc_mp3_report *report);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
