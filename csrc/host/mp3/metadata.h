// The parts of a file that are not frames: tags, a container's header; and the names of other formats.
#ifndef ACC_HOST_MP3_METADATA_H
#define ACC_HOST_MP3_METADATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The size in bytes of the metadata block that begins here (ID3v1, ID3v2, APEv2), 0 if none does. It needs 10 to 32
// bytes.
uint64_t acc_mp3_metadata_size(const uint8_t *bytes, size_t len);

// Whether a block begins here that has its size at the end: the text of a song (Lyrics3), or the items of an APE tag
// without a header. A frame before such a block counts as one before another frame.
bool acc_mp3_trailer_begins(const uint8_t *bytes, size_t len);

// The size in bytes of such a block's end mark that begins here, 0 if none does.
size_t acc_mp3_trailer_end(const uint8_t *bytes, size_t len);

// A WAV file (RIFF). With MPEG sound it has format 0x55 or 0x50, directly or as subformat of WAVE_FORMAT_EXTENSIBLE.
typedef struct mp3_riff {
    bool is_mpeg;
    uint64_t begin;  // place of the sound, bytes from "RIFF"
    uint64_t size;   // bytes of the sound, UINT64_MAX: not stated
} mp3_riff;

// False when the bytes are not RIFF/WAVE, or when the chunks "fmt " and "data" do not start within them.
bool acc_mp3_riff_read(const uint8_t *bytes, size_t len, mp3_riff *riff);

// The format of another file by its first bytes: "WAV", "AAC" ...; NULL if unknown. Not `sure` when garbage before MP3
// frames may look the same by chance.
const char *acc_mp3_other_container(const uint8_t *bytes, size_t len, bool *sure);

#endif
