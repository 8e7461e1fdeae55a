// What surrounds the frames of a file: tags before and after them, a container, or another format altogether.
#ifndef ACC_HOST_MP3_METADATA_H
#define ACC_HOST_MP3_METADATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes of the metadata block that begins here (ID3v1, ID3v2, APEv2), 0 if none does. 10 to 32 bytes must be there to see it.
uint64_t acc_mp3_metadata_size(const uint8_t *bytes, size_t len);

// Whether a block begins here whose size only its end states: the text of a song (Lyrics3), the items of an APE tag without a
// header. A frame in front of it is followed as well as one in front of another frame.
bool acc_mp3_trailer_begins(const uint8_t *bytes, size_t len);

// The end of such a block: the bytes of the end mark that begins here, 0 if none does.
size_t acc_mp3_trailer_end(const uint8_t *bytes, size_t len);

// A WAV file (RIFF) that may hold MPEG sound: format 0x55 or 0x50, directly or as the subformat of WAVE_FORMAT_EXTENSIBLE.
typedef struct mp3_riff {
    bool is_mpeg;
    uint64_t begin;  // of the sound, bytes from the "RIFF"
    uint64_t size;   // of the sound, UINT64_MAX: not stated
} mp3_riff;

// False when the bytes are not RIFF/WAVE, or when the chunks "fmt " and "data" do not start within them.
bool acc_mp3_riff_read(const uint8_t *bytes, size_t len, mp3_riff *riff);

// The format of a file that is not MP3, by its first bytes: "WAV", "AAC" ...; NULL if unknown. Not `sure` when garbage
// in front of MP3 frames could look the same by chance.
const char *acc_mp3_other_container(const uint8_t *bytes, size_t len, bool *sure);

#endif
