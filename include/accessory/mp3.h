/// MP3 to PCM by libmpg123: files, memory and streams, with every step after decoding in pcm.h.
///
/// A file: acc_mp3_convert_file. Anything else: acc_mp3_converter_new, acc_mp3_converter_feed with the
/// bytes as they arrive, acc_mp3_converter_finish, acc_mp3_converter_free; the output goes to a
/// callback. Decoding is in float and stereo; encoder delay and padding that a LAME or Info tag states
/// are cut, so that the output has exactly round(source frames * rate / source rate) frames. Damage is
/// passed over and reported. One thread at a time for each converter.
#ifndef ACC_MP3_H
#define ACC_MP3_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// What went wrong; acc_mp3_report.system_error and .found say more.
typedef enum {
    ACC_MP3_OK ACC_SWIFT_NAME("ok"),
    ACC_MP3_CANCELLED ACC_SWIFT_NAME("cancelled"),         ///< the progress callback returned false
    ACC_MP3_BAD_FORMAT ACC_SWIFT_NAME("badFormat"),        ///< no such combination of output fields
    ACC_MP3_NO_MEMORY ACC_SWIFT_NAME("noMemory"),          ///< or libmpg123 would not start
    ACC_MP3_CANNOT_OPEN ACC_SWIFT_NAME("cannotOpen"),      ///< input, see system_error
    ACC_MP3_CANNOT_READ ACC_SWIFT_NAME("cannotRead"),      ///< input, see system_error
    ACC_MP3_EMPTY ACC_SWIFT_NAME("empty"),                 ///< no bytes
    ACC_MP3_OTHER_FORMAT ACC_SWIFT_NAME("otherFormat"),    ///< not MP3; `found` names the format
    ACC_MP3_NO_SOUND ACC_SWIFT_NAME("noSound"),            ///< no frame could be decoded
    ACC_MP3_SAME_FILE ACC_SWIFT_NAME("sameFile"),          ///< input and output are one file
    ACC_MP3_CANNOT_CREATE ACC_SWIFT_NAME("cannotCreate"),  ///< output, see system_error
    ACC_MP3_CANNOT_WRITE ACC_SWIFT_NAME("cannotWrite"),    ///< output, see system_error
    ACC_MP3_TOO_LONG ACC_SWIFT_NAME("tooLong"),            ///< more than a WAV file holds: 4 GB
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("MP3Status") acc_mp3_status;

/// What to make.
typedef struct acc_mp3_format {
    uint32_t rate;  ///< hertz, 8000 to 192000
    uint8_t bits;   ///< 8, 16, 24 or 32
    uint8_t bytes;  ///< of a sample: bits / 8; or 4 with 24 bits, in the low end, in WAV the high
    uint8_t channels;  ///< 1: (left + right) / 2; 2
    bool is_signed8;   ///< 8 bit signed (not in WAV) instead of unsigned
    bool dither;       ///< triangular, at 8, 16 and 24 bit
    bool wav;          ///< a WAV header in front, else nothing but samples
    uint32_t seed;     ///< of the dither
} acc_mp3_format;

/// ACC_MP3_OK or ACC_MP3_BAD_FORMAT.
acc_mp3_status acc_mp3_format_check(const acc_mp3_format *format);

/// Bytes that were no sound, frames that could not be decoded, or frames that the tag states and
/// that are missing.
typedef struct acc_mp3_damage {
    uint64_t offset;  ///< in the input, bytes
    uint64_t bytes;   ///< passed over
    uint64_t frame;   ///< MP3 frames before it
    uint32_t frames;  ///< frames that were silenced or left out
    bool at_end;      ///< the input ended here, inside a frame or before all that its tag states
} acc_mp3_damage;

#define ACC_MP3_MAX_DAMAGE 16u  ///< places that are reported one by one

/// What was done.
typedef struct acc_mp3_report {
    uint32_t source_rate;     ///< of the first frame, hertz
    uint8_t source_channels;  ///< most that a frame had
    uint8_t source_layer;     ///< 2 or 3
    bool gapless;             ///< delay and padding were known and cut
    uint64_t source_frames;   ///< samples a channel decoded and kept
    uint64_t mp3_frames;      ///< frames of the bit stream
    uint64_t frames;          ///< samples a channel written
    uint64_t bytes;           ///< written, header included
    uint64_t clipped;         ///< samples limited to full scale
    uint32_t format_changes;  ///< times the rate or number of channels changed on the way
    uint32_t damage_count;    ///< places; the first ACC_MP3_MAX_DAMAGE are in `damage`
    uint64_t frames_lost;     ///< MP3 frames silenced or left out, in all
    bool is_cut;              ///< the input ended inside a frame or before all that it states
    acc_mp3_damage damage[ACC_MP3_MAX_DAMAGE];
    int system_error;                ///< errno, for statuses that refer to it
    const char *ACC_NULLABLE found;  ///< ACC_MP3_OTHER_FORMAT: "WAV", "AAC" ...; static
} acc_mp3_report;

/// Takes `len` bytes of output, in order. False stops the conversion with ACC_MP3_CANNOT_WRITE.
typedef bool (*acc_mp3_sink)(void *ACC_NULLABLE user, const uint8_t *bytes, size_t len);

/// Receives how many of `total` input bytes are done. False stops with ACC_MP3_CANCELLED. With several
/// threads it is called on any of them, one call at a time.
typedef bool (*acc_mp3_progress)(void *ACC_NULLABLE user, uint64_t done, uint64_t total);

typedef struct acc_mp3_converter acc_mp3_converter;

/// A converter, about 350 KB. NULL when `format` is wrong or memory is short.
acc_mp3_converter *ACC_NULLABLE acc_mp3_converter_new(const acc_mp3_format *format,
                                                      acc_mp3_sink sink, void *ACC_NULLABLE user);

/// Sets the input's size in bytes, so that a tag that claims more is ignored. Call it before the first feed.
void acc_mp3_converter_set_size(acc_mp3_converter *converter, uint64_t bytes);

/// Takes the next bytes of the input. After another status than ACC_MP3_OK only finish and free.
acc_mp3_status acc_mp3_converter_feed(acc_mp3_converter *converter,
                                      const uint8_t *ACC_COUNT(len) bytes ACC_NOESCAPE, size_t len);

/// Ends the input: writes the rest of the output and returns the report. A WAV header at the front had
/// an open size; acc_mp3_wav_header returns the final one for outputs that can seek.
acc_mp3_status acc_mp3_converter_finish(acc_mp3_converter *converter, acc_mp3_report *report);

void acc_mp3_converter_free(acc_mp3_converter *ACC_NULLABLE converter);

/// The header for `frames` frames, 44 to 80 bytes. Returns its size, 0 if a WAV file cannot be as long.
size_t acc_mp3_wav_header(const acc_mp3_format *format, uint64_t frames,
                          uint8_t *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity);

/// Converts a file. The output is written beside its final name and renamed when it is complete and on
/// disk, so that whatever happens there is the whole file or what was there before, whose owner (where
/// allowed) and mode it takes over; a link is followed, a device or pipe written to directly. Long files are decoded by up to `threads` threads, with the same bytes as by
/// one. Each thread holds at most 450 KB on the heap, however long the file.
acc_mp3_status acc_mp3_convert_file(const char *input, const char *output,
                                    const acc_mp3_format *format, unsigned threads,
                                    acc_mp3_progress ACC_NULLABLE progress, void *ACC_NULLABLE user,
                                    acc_mp3_report *report);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
