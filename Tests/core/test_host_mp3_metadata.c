// What surrounds the frames of a file: ID3, APE and Lyrics3 tags, RIFF, and the first bytes of other formats.
#include "check.h"
#include "host/mp3/metadata.h"

#include <string.h>

static void metadata_sizes(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        uint64_t size;
    } rows[] = {
        {"ID3\4\0\0\1\2\3\4", 10, 10 + 0x208184},
        {"ID3\4\0\0\0\0\0\0", 10, 10},
        {"ID3\4\0\x10\0\0\1\0", 10, 148},
        {"ID3\4\0\xEF\0\0\1\0", 10, 138},
        {"ID3\4\0\0\0\0\1\0", 9, 0},
        {"ID3\xFF\0\0\0\0\1\0", 10, 0},
        {"ID3\4\xFF\0\0\0\1\0", 10, 0},
        {"ID3\4\0\0\x80\0\1\0", 10, 0},
        {"ID3\4\0\0\0\0\0\x80", 10, 0},
        {"ID3\4\0\0\x7F\x7F\x7F\x7F", 10, 10 + 0xFFFFFFF},
        {"APETAGEX\xD0\7\0\0\1\2\0\0\5\0\0\0\0\0\0\x20\0\0\0\0\0\0\0", 32, 32 + 0x201},
        {"APETAGEX\xD0\7\0\0\1\2\0\0\5\0\0\0\0\0\0\xDF\0\0\0\0\0\0\0", 32, 32},
        {"APETAGEX\xD0\7\0\0\1\2\0\0\5\0\0\0\0\0\0\x20\0\0\0\0\0\0\0", 31, 0},
        {"TAG+", 4, 227},
        {"TAG+", 3, 128},
        {"TAGx", 4, 128},
        {"TAGx", 2, 0},
        {"TAx+", 4, 0},
        {"", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK(acc_mp3_metadata_size((const uint8_t *)rows[i].bytes, rows[i].len) == rows[i].size);
}

static bool begins(const char *bytes, size_t len)
{
    return acc_mp3_trailer_begins((const uint8_t *)bytes, len);
}

static size_t ends(const char *bytes, size_t len)
{
    return acc_mp3_trailer_end((const uint8_t *)bytes, len);
}

static void trailers(void)
{
    CHECK(begins("LYRICSBEGIN", 11) && !begins("LYRICSBEGIN", 10) && !begins("LYRICSBEGIX", 11));
    // size below 2^24, flags of few bits, a key of at least two characters
    CHECK(begins("\5\0\0\0\0\0\0\0Key\0", 12) && !begins("\5\0\0\0\0\0\0\0Key\0", 11));
    CHECK(begins("\5\0\0\0\7\0\0\xE0 ~\0x", 12) && !begins("\5\0\0\0\0\0\0\0K\0\0\0", 12));
    CHECK(begins("\xFF\xFF\xFF\0\0\0\0\0Key\0", 12) && !begins("\0\0\0\1\0\0\0\0Key\0", 12));
    CHECK(!begins("\5\0\0\0\x08\0\0\0Key\0", 12) && !begins("\5\0\0\0\0\0\0\x10Key\0", 12));
    CHECK(!begins("\5\0\0\0\0\0\0\0Key\1", 12) && !begins("\5\0\0\0\0\0\0\0Ke\x7F\0", 12));
    CHECK(begins("\5\0\0\0\0\0\0\0Long", 12));  // which goes on
    CHECK(ends("LYRICS200", 9) == 9 && ends("LYRICSEND", 9) == 9 && ends("LYRICSEND", 8) == 0 &&
          ends("LYRICSXND", 9) == 0);
    CHECK(ends("APETAGEX\xD0\7\0\0\1\2\0\0\5\0\0\0\0\0\0\xDF\0\0\0\0\0\0\0", 32) == 32);
    CHECK(ends("APETAGEX\xD0\7\0\0\1\2\0\0\5\0\0\0\0\0\0\xDF\0\0\0\0\0\0\0", 31) == 0);
    CHECK(ends("APETAGEX\xD0\7\0\0\1\2\0\0\5\0\0\0\0\0\0\x20\0\0\0\0\0\0\0", 32) == 0);
    CHECK(ends("APETAGXX\xD0\7\0\0\1\2\0\0\5\0\0\0\0\0\0\xDF\0\0\0\0\0\0\0", 32) == 0);
}

// RIFF, WAVE, a chunk of odd size, "fmt " and "data".
static size_t make_riff(uint8_t *out, unsigned format, unsigned subformat, uint32_t data_size)
{
    static const char head[] = "RIFF\0\0\0\0WAVEodd \3\0\0\0abc\0fmt ";
    size_t at = sizeof head - 1;
    memcpy(out, head, at);
    memset(out + at, 0, 44);
    out[at] = 40;
    out[at + 4] = (uint8_t)format;
    out[at + 5] = (uint8_t)(format >> 8);
    out[at + 28] = (uint8_t)subformat;
    at += 44;
    memcpy(out + at, "data", 4);
    for (size_t i = 0; i < 4; i++)
        out[at + 4 + i] = (uint8_t)(data_size >> 8 * i);
    return at + 8;
}

static void riffs(void)
{
    static const struct {
        unsigned format, subformat;
        uint32_t stated;
        uint64_t size;
        bool is_mpeg;
    } rows[] = {{0x55, 0, 1000, 1000, true},
                {0x50, 0, 1, 1, true},
                {0x51, 0, 1000, 1000, false},
                {1, 0x55, 1000, 1000, false},
                {0xFFFE, 0x55, 1000, 1000, true},
                {0xFFFE, 0x50, 1000, 1000, true},
                {0xFFFE, 1, 1000, 1000, false},
                {0x55, 0, 0, UINT64_MAX, true},
                {0x55, 0, 0x7FFFF000, UINT64_MAX, true},
                {0x55, 0, 0x7FFFEFFF, 0x7FFFEFFF, true},
                {0x55, 0, UINT32_MAX, UINT64_MAX, true},
                {0x155, 0, 1000, 1000, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t bytes[100];
        mp3_riff riff;
        bool sure;
        size_t len = make_riff(bytes, rows[i].format, rows[i].subformat, rows[i].stated);
        CHECK(acc_mp3_riff_read(bytes, len, &riff) && riff.begin == len &&
              riff.size == rows[i].size);
        CHECK(riff.is_mpeg == rows[i].is_mpeg);
        const char *other = acc_mp3_other_container(bytes, len, &sure);
        CHECK(sure && (rows[i].is_mpeg ? !other : other && !strcmp(other, "WAV")));
        for (size_t cut = 0; cut < len; cut++)
            CHECK(!acc_mp3_riff_read(bytes, cut, &riff));
        bytes[8] = 'X';
        CHECK(!acc_mp3_riff_read(bytes, len, &riff) && !acc_mp3_other_container(bytes, len, &sure));
        bytes[8] = 'W';
        bytes[3] = 'X';
        CHECK(!acc_mp3_riff_read(bytes, len, &riff));
    }
}

// The first bytes of other formats; those with fewer than four are less sure.
static void other_formats(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        const char *name;
        bool sure;
    } rows[] = {
        {"\0\0\0\x20"
         "ftypM4A ",
         12, "MP4 or M4A", true},
        {"OggS", 4, "Ogg", true},
        {"fLaC", 4, "FLAC", true},
        {"FORM", 4, "AIFF", true},
        {"caff", 4, "CAF", true},
        {"MThd", 4, "MIDI", true},
        {"ADIF", 4, "AAC", true},
        {"#!AMR", 5, "AMR", true},
        {"\x30\x26\xB2\x75", 4, "WMA", true},
        {"\x1A\x45\xDF\xA3", 4, "Matroska or WebM", true},
        {"wvPk", 4, "WavPack", true},
        {"MAC ", 4, "Monkey's Audio", true},
        {"PK", 2, "ZIP", false},
        {"%PDF", 4, "PDF", true},
        {"\x89PNG", 4, "PNG", true},
        {"\xFF\xD8\xFF", 3, "JPEG", false},
        {".snd", 4, "AU", true},
        {"\xFF\xF1", 2, "AAC", false},  // of MPEG-4, with and without a CRC; MPEG-2
        {"\xFF\xF0", 2, "AAC", false},
        {"\xFF\xF9", 2, "AAC", false},
        {"RIFF1234WAVE", 12, "WAV", true},
    };
    bool sure;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *name =
            acc_mp3_other_container((const uint8_t *)rows[i].bytes, rows[i].len, &sure);
        CHECK(name && !strcmp(name, rows[i].name) && sure == rows[i].sure);
        size_t less = rows[i].len == 12 && rows[i].bytes[0] == 0 ? 7 : rows[i].len - 1;
        CHECK(!acc_mp3_other_container((const uint8_t *)rows[i].bytes, less, &sure));
    }
    CHECK(!acc_mp3_other_container((const uint8_t *)"\xFF\xFB\x90\x00", 4, &sure));
    CHECK(!acc_mp3_other_container((const uint8_t *)"\xFF\xF3\x90\x00", 4, &sure));
    CHECK(!acc_mp3_other_container((const uint8_t *)"\xFE\xF1", 2, &sure));
}

int main(void)
{
    metadata_sizes();
    trailers();
    riffs();
    other_formats();
    return failures;
}
