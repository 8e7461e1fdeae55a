/// WAV headers, read and written (RIFF/WAVE, Microsoft "Multiple Channel Audio Data and WAVE
/// Files"; RF64 after EBU Tech 3306).
///
/// Reading: acc_wav_reader_init, then give the file to acc_wav_reader_feed in pieces of any size
/// until it returns ACC_OK; what follows the bytes used is sound. Nothing is buffered but one
/// field. Writing: acc_wav_header_write with ACC_WAV_UNKNOWN_SIZE, the sound, one zero byte when
/// its bytes are odd in number, then the header again with the size. Samples themselves: sample.h.
#ifndef ACC_WAV_H
#define ACC_WAV_H

#include "accessory/base.h"
#include "accessory/sample.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_WAV_HEADER_MAX 80u                    ///< largest header written, bytes
#define ACC_WAV_UNKNOWN_SIZE UINT64_MAX           ///< sound goes on to the end of the input
#define ACC_WAV_MAX_DATA (UINT32_MAX - 80u - 1u)  ///< most sound a header can state, bytes

#define ACC_WAV_MAX_CHUNKS (64u << 20)  ///< most bytes read before the sound: notes, pictures

/// The format that a header states.
typedef struct acc_wav_format {
    /// How each sample is written. A WAV file has 24 bits of 32 in the high end, so ACC_SAMPLE_S24_4 is
    /// written and read as ACC_SAMPLE_S32.
    acc_sample_format sample;
    uint16_t channels;  ///< 1 and more
    uint32_t rate;      ///< frames a second, 1 and more
} acc_wav_format;

/// A header being read. One thread at a time.
typedef struct acc_wav_reader {
    acc_wav_format format;  ///< known once ACC_OK came
    uint64_t data_size;     ///< bytes of sound in whole frames, or ACC_WAV_UNKNOWN_SIZE
    uint16_t coding;        ///< format tag of the header: 1 integer, 3 float, others unsupported
    bool is_wave;           ///< the file began as a WAV file does
    bool is_big_endian;     ///< it is RIFX, which is not read

    uint8_t field[40];   // private from here: the field being collected
    uint8_t have, need;  // bytes of it
    uint8_t state;
    bool is_rf64, has_format;
    uint64_t skip;      // bytes to pass over before the next field
    uint64_t position;  // bytes taken so far
    uint64_t riff_size, long_size;
} acc_wav_reader;

void acc_wav_reader_init(acc_wav_reader *reader);

/// Takes the next `len` bytes of a file; `used` is how many of them belong to the header.
///
/// - ACC_OK: the header is complete and sound begins after `used`. A size that a writer left open, as programs do
///   that write to a pipe (0, 0xFFFFFFFF, and 0x7FFFF000 to 0x80000000: sox, aplay), becomes ACC_WAV_UNKNOWN_SIZE.
/// - ACC_TRUNCATED: all was used and more is needed. At the end of the file: it is cut short.
/// - ACC_MALFORMED: not a WAV file (`is_wave` false), or one that breaks its own rules.
/// - ACC_UNSUPPORTED: a WAV file, but big-endian, compressed (`coding`) or of a depth not in acc_sample_format.
/// - ACC_OUT_OF_RANGE: no channels, a rate of 0, or more than ACC_WAV_MAX_CHUNKS bytes before the sound.
///
/// The last three are final: call acc_wav_reader_init before the next file.
acc_status acc_wav_reader_feed(acc_wav_reader *reader,
                               const uint8_t *ACC_COUNT(len) bytes ACC_NOESCAPE, size_t len,
                               size_t *used);

/// Writes a header for `data_size` bytes of sound (at most ACC_WAV_MAX_DATA) or for a size not yet
/// known. Its size depends on the format only: 44 bytes for 8 and 16 bit in one or two channels, 58
/// for float; 68 (WAVE_FORMAT_EXTENSIBLE) for 24 and 32 bit and for more channels, 80 if float.
/// Returns the size, or 0 when `capacity` or the size field is too small.
size_t acc_wav_header_write(const acc_wav_format *format, uint64_t data_size,
                            uint8_t *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
