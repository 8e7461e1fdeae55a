/// Reads and writes WAV headers (RIFF/WAVE, Microsoft "Multiple Channel Audio Data and WAVE Files";
/// RF64, EBU Tech 3306).
///
/// Reading: acc_wav_reader_init, then pass the file to acc_wav_reader_feed in pieces of any size until it
/// returns ACC_OK; the sound follows the bytes used. Only one field is buffered. Writing:
/// acc_wav_header_write with ACC_WAV_UNKNOWN_SIZE, the sound, a zero byte if its size is odd, then the
/// header again with the size. sample.h converts the samples.
#ifndef ACC_WAV_H
#define ACC_WAV_H

#include "accessory/base.h"
#include "accessory/sample.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_WAV_HEADER_MAX 80u                    ///< largest header written, bytes
#define ACC_WAV_UNKNOWN_SIZE UINT64_MAX           ///< the sound ends with the input
#define ACC_WAV_MAX_DATA (UINT32_MAX - 80u - 1u)  ///< most bytes of sound that a header can state

#define ACC_WAV_MAX_CHUNKS (64u << 20)  ///< most bytes of other chunks before the sound

/// The format in a header.
typedef struct acc_wav_format {
    /// The sample format. A WAV file has 24 of 32 bits in the high end, so ACC_SAMPLE_S24_4 is written
    /// and read as ACC_SAMPLE_S32.
    acc_sample_format sample;
    uint16_t channels;  ///< at least 1
    uint32_t rate;      ///< frames per second, at least 1
} acc_wav_format;

/// A header being read. One thread at a time.
typedef struct acc_wav_reader {
    acc_wav_format format;  ///< valid after ACC_OK
    uint64_t data_size;     ///< bytes of sound in whole frames, or ACC_WAV_UNKNOWN_SIZE
    uint16_t
        coding;  ///< format tag of the header: 1 integer, 3 float, 6 A-law, 7 µ-law, others unsupported
    bool is_wave;        ///< the file begins like a WAV file
    bool is_big_endian;  ///< the file is RIFX: use acc_sample_swap before acc_sample_read

    uint8_t field[40];   // private from here on: the field being read
    uint8_t have, need;  // bytes of the field: read, needed
    uint8_t state;
    bool is_rf64, has_format;
    uint64_t skip;      // bytes to skip before the next field
    uint64_t position;  // bytes read so far
    uint64_t riff_size, long_size;
} acc_wav_reader;

/// Starts to read a file.
void acc_wav_reader_init(acc_wav_reader *reader);

/// Reads the next `len` bytes of a file; `used` receives the number of bytes that belong to the header.
///
/// - ACC_OK: the header is complete; the sound begins after `used`. A size that a program left open because it writes
///   to a pipe (0, 0xFFFFFFFF, and 0x7FFFF000 to 0x80000000: sox, arecord) becomes ACC_WAV_UNKNOWN_SIZE.
/// - ACC_TRUNCATED: all bytes are used and more are needed. At the end of the file: the file is cut.
/// - ACC_MALFORMED: not a WAV file (`is_wave` is false), or an invalid one.
/// - ACC_UNSUPPORTED: a WAV file that is compressed otherwise (`coding`) or of a depth not in acc_sample_format.
/// - ACC_OUT_OF_RANGE: no channels, a rate of 0, or more than ACC_WAV_MAX_CHUNKS bytes before the sound.
///
/// All but ACC_TRUNCATED are final: call acc_wav_reader_init before the next file.
acc_status acc_wav_reader_feed(acc_wav_reader *reader,
                               const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len,
                               size_t *used);

/// Writes a header for `data_size` bytes of sound (at most ACC_WAV_MAX_DATA), or for
/// ACC_WAV_UNKNOWN_SIZE. Its size depends on the format only: 44 bytes for 8 and 16 bits in one or two
/// channels, 58 for float, A-law and µ-law; 68 (WAVE_FORMAT_EXTENSIBLE) for 24 and 32 bits and for more channels, 80 for
/// those. Returns the header's size, or 0 when `capacity` or the size field is too small.
size_t acc_wav_header_write(const acc_wav_format *format, uint64_t data_size,
                            uint8_t *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
