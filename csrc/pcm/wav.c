// WAV and RF64 headers: decodes them byte by byte as they arrive, and writes them.
//
// Input: the start of a file or pipe, in pieces of any size. Output: the format, the place and size
// of the data. AudioJack's WAVReader calls it; sample.c converts the samples.
#include "accessory/wav.h"

#include "base/bytes.h"

#include <assert.h>
#include <string.h>

enum { TAG_PCM = 1, TAG_FLOAT = 3, TAG_A_LAW = 6, TAG_MU_LAW = 7, TAG_EXTENSIBLE = 0xFFFE };
enum { FMT_PLAIN = 16, FMT_NOT_PCM = 18, FMT_EXTENSIBLE = 40 };
enum { DS64_SIZE = 16 };  // bytes of ds64 that are read: sizes of the RIFF and the data chunk

// The field being read.
enum { IN_RIFF, IN_CHUNK, IN_FMT, IN_DS64, FAILED };

// A subformat is a tag followed by these bytes (KSDATAFORMAT_SUBTYPE_PCM and others).
static const uint8_t guid_tail[14] = {0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80,
                                      0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71};

// Numbers of a RIFX file are big-endian, those of the others little-endian.
static uint16_t load16(const acc_wav_reader *r, const uint8_t *p)
{
    return r->is_big_endian ? (uint16_t)(p[0] << 8 | p[1]) : load_le16(p);
}

static uint32_t load32(const acc_wav_reader *r, const uint8_t *p)
{
    return r->is_big_endian ? (uint32_t)load16(r, p) << 16 | load16(r, p + 2) : load_le32(p);
}

static bool is(const uint8_t *p, const char *id)
{
    return memcmp(p, id, 4) == 0;
}

// Starts to read the next field: its kind and its size in bytes.
static void expect(acc_wav_reader *r, uint8_t state, uint8_t need)
{
    r->state = state;
    r->need = need;
    r->have = 0;
}

void acc_wav_reader_init(acc_wav_reader *r)
{
    *r = (acc_wav_reader){0};
    expect(r, IN_RIFF, 12);
}

// "RIFF", size, "WAVE". RF64 and BW64 have their sizes in a ds64 chunk; RIFX is big-endian.
static acc_status take_riff(acc_wav_reader *r)
{
    const uint8_t *p = r->field;
    r->is_rf64 = is(p, "RF64") || is(p, "BW64");
    if (!is(p + 8, "WAVE"))
        return ACC_MALFORMED;
    r->is_wave = r->is_rf64 || is(p, "RIFF") || is(p, "RIFX");
    r->is_big_endian = is(p, "RIFX");
    r->riff_size = load32(r, p + 4);
    expect(r, IN_CHUNK, 8);
    return r->is_wave ? ACC_TRUNCATED : ACC_MALFORMED;
}

// Sets the sample format from bits and container bytes. ACC_TRUNCATED: continue to read.
static acc_status set_sample_format(acc_wav_reader *r, unsigned bits, unsigned bytes)
{
    if (bits == 0 || bits > 8 * bytes)
        return ACC_MALFORMED;
    if (r->coding == TAG_FLOAT) {
        r->format.sample = bytes == 4 ? ACC_SAMPLE_F32 : ACC_SAMPLE_F64;
        return bits == 8 * bytes && (bytes == 4 || bytes == 8) ? ACC_TRUNCATED : ACC_UNSUPPORTED;
    }
    if (r->coding == TAG_A_LAW || r->coding == TAG_MU_LAW) {
        r->format.sample = r->coding == TAG_A_LAW ? ACC_SAMPLE_A_LAW : ACC_SAMPLE_MU_LAW;
        return bits == 8 && bytes == 1 ? ACC_TRUNCATED : ACC_UNSUPPORTED;
    }
    // unused bits of the container are the low ones, so no shift is needed
    static const acc_sample_format by_size[] = {ACC_SAMPLE_U8, ACC_SAMPLE_S16, ACC_SAMPLE_S24,
                                                ACC_SAMPLE_S32};
    if (r->coding != TAG_PCM || bytes > 4)
        return ACC_UNSUPPORTED;
    r->format.sample = by_size[bytes - 1];
    return ACC_TRUNCATED;
}

// Reads "fmt ". The extensible form has the actual tag at 24.
static acc_status take_fmt(acc_wav_reader *r)
{
    const uint8_t *p = r->field;
    r->coding = load16(r, p);
    if (r->coding == TAG_EXTENSIBLE) {
        if (r->need < FMT_EXTENSIBLE)
            return ACC_MALFORMED;
        r->coding = load16(r, p + 24);
        // the tail of a big-endian file has other bytes; no program is known to write one
        if (memcmp(p + 26, guid_tail, sizeof guid_tail) != 0)
            return ACC_UNSUPPORTED;
    }
    if (r->coding != TAG_PCM && r->coding != TAG_FLOAT && r->coding != TAG_A_LAW &&
        r->coding != TAG_MU_LAW)
        return ACC_UNSUPPORTED;
    r->format.channels = load16(r, p + 2);
    r->format.rate = load32(r, p + 4);
    if (r->format.channels == 0 || r->format.rate == 0)
        return ACC_OUT_OF_RANGE;
    unsigned frame = load16(r, p + 12);
    if (frame == 0 || frame % r->format.channels != 0)
        return ACC_MALFORMED;
    r->has_format = true;
    acc_status status = set_sample_format(r, load16(r, p + 14), frame / r->format.channels);
    expect(r, IN_CHUNK, 8);
    return status;
}

// Sizes that writers to a pipe use for "unknown": all ones, and their maximum (sox 0x7FFFF000,
// ALSA's arecord 0x80000000).
static bool is_open(uint64_t size)
{
    return size == UINT32_MAX || (size >= 0x7FFFF000 && size <= 0x80000000);
}

// The data chunk ends the header. Its size is rounded down to whole frames.
static acc_status take_data(acc_wav_reader *r, uint64_t size)
{
    if (!r->has_format)
        return ACC_MALFORMED;
    bool open = !r->is_rf64 && is_open(size);
    if (r->is_rf64 && size == UINT32_MAX) {
        size = r->long_size;
        open = size >> 63;
    }
    // an empty data chunk is accepted only when the file states that more chunks follow it
    bool ends = r->riff_size >> 63 || r->riff_size + 8 <= r->position;
    open |= size == 0 && (ends || is_open(r->riff_size));
    uint64_t frame = (uint64_t)acc_sample_size(r->format.sample) * r->format.channels;
    r->data_size = open ? ACC_WAV_UNKNOWN_SIZE : size - size % frame;
    return ACC_OK;
}

static bool is_name(const uint8_t *id)
{
    for (int i = 0; i < 4; i++)
        if (id[i] < ' ' || id[i] > '~')
            return false;
    return true;
}

// Chunk name, size. Unknown chunks are skipped, with their padding to an even size, up to
// ACC_WAV_MAX_CHUNKS bytes in all.
static acc_status take_chunk(acc_wav_reader *r)
{
    if (!is_name(r->field))
        return ACC_MALFORMED;
    uint32_t size = load32(r, r->field + 4);
    uint64_t padded = (uint64_t)size + (size & 1);
    if (is(r->field, "data"))
        return take_data(r, size);
    if (r->position + padded > ACC_WAV_MAX_CHUNKS)
        return ACC_OUT_OF_RANGE;
    bool is_fmt = is(r->field, "fmt ") && !r->has_format;
    bool is_ds64 = is(r->field, "ds64") && r->is_rf64;
    if (is_fmt && size < FMT_PLAIN)
        return ACC_MALFORMED;
    if (is_ds64 && size < DS64_SIZE)
        return ACC_MALFORMED;
    if (is_fmt)
        expect(r, IN_FMT, size < FMT_EXTENSIBLE ? FMT_PLAIN : FMT_EXTENSIBLE);
    else if (is_ds64)
        expect(r, IN_DS64, DS64_SIZE);
    else
        expect(r, IN_CHUNK, 8);
    r->skip = padded - (is_fmt || is_ds64 ? r->need : 0);
    return ACC_TRUNCATED;
}

static acc_status take_ds64(acc_wav_reader *r)
{
    r->riff_size = (uint64_t)load_le32(r->field + 4) << 32 | load_le32(r->field);
    r->long_size = (uint64_t)load_le32(r->field + 12) << 32 | load_le32(r->field + 8);
    expect(r, IN_CHUNK, 8);
    return ACC_TRUNCATED;
}

static acc_status take_field(acc_wav_reader *r)
{
    switch (r->state) {
    case IN_RIFF:
        return take_riff(r);
    case IN_CHUNK:
        return take_chunk(r);
    case IN_FMT:
        return take_fmt(r);
    default:
        return take_ds64(r);
    }
}

// Skips the rest of a chunk.
static size_t pass_over(acc_wav_reader *r, size_t len)
{
    if (r->state != IN_CHUNK || r->have != 0)
        return 0;
    size_t n = r->skip < len ? (size_t)r->skip : len;
    r->skip -= n;
    return n;
}

acc_status acc_wav_reader_feed(acc_wav_reader *r, const uint8_t *bytes, size_t len, size_t *used)
{
    size_t at = 0;
    acc_status status = ACC_TRUNCATED;
    assert(r->state != FAILED);
    while (status == ACC_TRUNCATED && at < len) {
        size_t n = pass_over(r, len - at);
        at += n;
        r->position += n;
        n = (size_t)(r->need - r->have) < len - at ? (size_t)(r->need - r->have) : len - at;
        memcpy(r->field + r->have, bytes + at, n);
        r->have = (uint8_t)(r->have + n);
        at += n;
        r->position += n;
        if (r->have == r->need)
            status = take_field(r);
    }
    *used = at;
    if (status != ACC_TRUNCATED)
        r->state = FAILED;
    return status;
}

static uint16_t tag_of(const acc_wav_format *format)
{
    switch (format->sample) {
    case ACC_SAMPLE_F32:
    case ACC_SAMPLE_F64:
        return TAG_FLOAT;
    case ACC_SAMPLE_A_LAW:
        return TAG_A_LAW;
    case ACC_SAMPLE_MU_LAW:
        return TAG_MU_LAW;
    default:
        return TAG_PCM;
    }
}

// The shortest form that the format allows: extensible for more than two channels or 16 bits.
static uint32_t fmt_size(const acc_wav_format *format)
{
    if (format->channels > 2)
        return FMT_EXTENSIBLE;
    if (tag_of(format) != TAG_PCM)
        return FMT_NOT_PCM;
    return acc_sample_size(format->sample) > 2 ? FMT_EXTENSIBLE : FMT_PLAIN;
}

static size_t write_fmt(const acc_wav_format *format, uint8_t *p)
{
    size_t bytes = acc_sample_size(format->sample);
    uint16_t tag = tag_of(format);
    uint32_t size = fmt_size(format);
    bool extensible = size == FMT_EXTENSIBLE;
    memcpy(p, "fmt ", 4);
    store_le32(p + 4, size);
    p += 8;
    memset(p, 0, size);
    store_le16(p, extensible ? TAG_EXTENSIBLE : tag);
    store_le16(p + 2, format->channels);
    store_le32(p + 4, format->rate);
    store_le32(p + 8, (uint32_t)(format->rate * format->channels * bytes));
    store_le16(p + 12, (uint16_t)(format->channels * bytes));
    store_le16(p + 14, (uint16_t)(8 * bytes));
    if (extensible) {
        store_le16(p + 16, FMT_EXTENSIBLE - FMT_NOT_PCM);
        // 24 of 32 would be right for ACC_SAMPLE_S24_4, but ffmpeg then reads floats and sox
        // nothing
        store_le16(p + 18, (uint16_t)(8 * bytes));
        store_le32(p + 20, format->channels == 1 ? 4 : format->channels == 2 ? 3 : 0);
        store_le16(p + 24, tag);
        memcpy(p + 26, guid_tail, sizeof guid_tail);
    }
    return size + 8;
}

size_t acc_wav_header_write(const acc_wav_format *format, uint64_t data_size, uint8_t *out,
                            size_t capacity)
{
    size_t bytes = acc_sample_size(format->sample);
    assert(format->rate > 0 && format->channels > 0 && format->channels * bytes <= UINT16_MAX);
    bool is_pcm = tag_of(format) == TAG_PCM;
    size_t header = 12 + 8 + fmt_size(format) + (is_pcm ? 0 : 12) + 8;
    bool open = data_size == ACC_WAV_UNKNOWN_SIZE;
    if (capacity < header || (!open && data_size > ACC_WAV_MAX_DATA))
        return 0;
    uint32_t size = open ? UINT32_MAX : (uint32_t)data_size;
    memcpy(out, "RIFF", 4);
    store_le32(out + 4, open ? UINT32_MAX : (uint32_t)(header - 8) + size + (size & 1));
    memcpy(out + 8, "WAVE", 4);
    size_t at = 12 + write_fmt(format, out + 12);
    if (!is_pcm) {  // required for every format but integers
        memcpy(out + at, "fact", 4);
        store_le32(out + at + 4, 4);
        store_le32(out + at + 8, open ? UINT32_MAX : (uint32_t)(size / (format->channels * bytes)));
        at += 12;
    }
    memcpy(out + at, "data", 4);
    store_le32(out + at + 4, size);
    return at + 8;
}
