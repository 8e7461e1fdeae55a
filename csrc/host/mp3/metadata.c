// Recognises everything but sound: ID3, APE and Lyrics3 tags, the WAV header of a file with MPEG
// sound, and other file formats. walker.c skips the tags and reports the format. frame.c reads the
// Xing and LAME tag.
#include "host/mp3/metadata.h"

#include "base/bytes.h"

#include <string.h>

// ID3v2: a size with seven bits per byte, ten bytes of header, ten more with a footer (flag 0x10). ID3v1
// has 128 bytes, its extension "TAG+" 227.
uint64_t acc_mp3_metadata_size(const uint8_t *bytes, size_t len)
{
    if (len >= 10 && memcmp(bytes, "ID3", 3) == 0 && bytes[3] != 0xFF && bytes[4] != 0xFF &&
        !((bytes[6] | bytes[7] | bytes[8] | bytes[9]) & 0x80)) {
        uint32_t size = (uint32_t)(bytes[6] << 21 | bytes[7] << 14 | bytes[8] << 7 | bytes[9]);
        return 10 + (uint64_t)size + (bytes[5] & 0x10 ? 10 : 0);
    }
    if (len >= 32 && memcmp(bytes, "APETAGEX", 8) == 0) {
        // the size excludes the header; at a tag's end only the footer is left
        bool is_header = load_le32(bytes + 20) & 0x20000000u;
        return 32 + (is_header ? (uint64_t)load_le32(bytes + 12) : 0);
    }
    if (len >= 4 && memcmp(bytes, "TAG+", 4) == 0)
        return 227;
    return len >= 3 && memcmp(bytes, "TAG", 3) == 0 ? 128 : 0;
}

// An item of an APE tag: size, flags (only few bits are defined), and a zero-terminated key of 2 to 255 printable
// characters.
static bool is_ape_item(const uint8_t *bytes, size_t len)
{
    if (len < 12 || load_le32(bytes) >= 1u << 24 || load_le32(bytes + 4) & 0x1FFFFFF8u)
        return false;
    size_t at = 8;
    while (at < len && bytes[at] >= ' ' && bytes[at] <= '~')
        at++;
    return at >= 10 && (at == len || bytes[at] == 0);
}

bool acc_mp3_trailer_begins(const uint8_t *bytes, size_t len)
{
    return (len >= 11 && memcmp(bytes, "LYRICSBEGIN", 11) == 0) || is_ape_item(bytes, len);
}

size_t acc_mp3_trailer_end(const uint8_t *bytes, size_t len)
{
    if (len >= 9 && (memcmp(bytes, "LYRICS200", 9) == 0 || memcmp(bytes, "LYRICSEND", 9) == 0))
        return 9;
    bool is_footer =
        len >= 32 && memcmp(bytes, "APETAGEX", 8) == 0 && !(load_le32(bytes + 20) & 0x20000000u);
    return is_footer ? 32 : 0;
}

static bool is_mpeg_format(const uint8_t *fmt, size_t len)
{
    enum { MPEG = 0x50, MPEG_LAYER_3 = 0x55, EXTENSIBLE = 0xFFFE };
    unsigned tag = load_le16(fmt);
    if (tag == EXTENSIBLE && len >= 26)
        tag = load_le16(fmt + 24);  // the subformat's first two bytes
    return tag == MPEG || tag == MPEG_LAYER_3;
}

bool acc_mp3_riff_read(const uint8_t *bytes, size_t len, mp3_riff *riff)
{
    *riff = (mp3_riff){.is_mpeg = false};
    if (len < 12 || memcmp(bytes, "RIFF", 4) != 0 || memcmp(bytes + 8, "WAVE", 4) != 0)
        return false;
    for (uint64_t at = 12; at + 8 <= len;) {
        const uint8_t *chunk = bytes + at;
        uint32_t size = load_le32(chunk + 4);
        if (memcmp(chunk, "data", 4) == 0) {
            // a program that writes to a pipe does not know the size and writes 0 or the maximum
            riff->begin = at + 8;
            riff->size = size == 0 || size >= 0x7FFFF000u ? UINT64_MAX : size;
            return true;
        }
        if (memcmp(chunk, "fmt ", 4) == 0 && len - at >= 8 + 2)
            riff->is_mpeg = is_mpeg_format(chunk + 8, len - (size_t)at - 8);
        at += 8 + (uint64_t)size + (size & 1);
    }
    return false;
}

const char *acc_mp3_other_container(const uint8_t *bytes, size_t len, bool *sure)
{
    static const struct {
        uint8_t offset, size;
        const char *magic, *name;
    } known[] = {
        {4, 4, "ftyp", "MP4 or M4A"},
        {0, 4, "OggS", "Ogg"},
        {0, 4, "fLaC", "FLAC"},
        {0, 4, "FORM", "AIFF"},
        {0, 4, "caff", "CAF"},
        {0, 4, "MThd", "MIDI"},
        {0, 4, "ADIF", "AAC"},
        {0, 5, "#!AMR", "AMR"},
        {0, 4, "\x30\x26\xB2\x75", "WMA"},
        {0, 4, "\x1A\x45\xDF\xA3", "Matroska or WebM"},
        {0, 4, "wvPk", "WavPack"},
        {0, 4, "MAC ", "Monkey's Audio"},
        {0, 2, "PK", "ZIP"},
        {0, 4, "%PDF", "PDF"},
        {0, 4, "\x89PNG", "PNG"},
        {0, 3, "\xFF\xD8\xFF", "JPEG"},
        {0, 4, ".snd", "AU"},
        {0, 4, "\177ELF", "ELF"},
        {0, 3, "\x1F\x8B\x08", "gzip"},
    };
    *sure = true;
    mp3_riff riff;
    if (len >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WAVE", 4) == 0)
        return acc_mp3_riff_read(bytes, len, &riff) && riff.is_mpeg ? NULL : "WAV";
    *sure = false;
    if (len >= 2 && bytes[0] == 0xFF && (bytes[1] & 0xF6) == 0xF0)
        return "AAC";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        *sure = known[i].size >= 4;
        if (len >= (size_t)known[i].offset + known[i].size &&
            memcmp(bytes + known[i].offset, known[i].magic, known[i].size) == 0)
            return known[i].name;
    }
    return NULL;
}
