// Checks that headers of one kind follow each other in the walker's buffer, up to a tag, padding or
// the end. Input: a position in the buffer; output: yes, no or "more bytes needed". walker.c uses it
// to tell frames from garbage.
#include "host/mp3/chain.h"

#include <string.h>

bool acc_mp3_same_kind(const mp3_header *a, const mp3_header *b)
{
    return a->version == b->version && a->layer == b->layer && a->rate == b->rate;
}

// The distance to the next header with the same bits, for a frame that does not state its length.
static uint32_t free_distance(const walker *w, size_t at, const mp3_header *header)
{
    for (size_t next = at + 24; next + 4 <= w->len && next - at <= WALKER_MAX_FRAME; next++) {
        mp3_header other;
        if (w->buffer[next] == 0xFF && acc_mp3_header_read(w->buffer + next, &other) &&
            other.length == 0 && acc_mp3_same_kind(header, &other))
            return (uint32_t)(next - at - header->padding);
    }
    return 0;
}

bool acc_mp3_header_at(const walker *w, size_t at, uint32_t free_length, mp3_header *header)
{
    if (at + 4 > w->len || !acc_mp3_header_read(w->buffer + at, header))
        return false;
    if (header->length == 0) {
        if (free_length == 0)
            free_length = free_distance(w, at, header);
        header->length = (uint16_t)(free_length ? free_length + header->padding : 0);
    }
    return header->length >= header->side_offset + header->side_size && header->length > 4;
}

static bool metadata_at(const walker *w, size_t at)
{
    return acc_mp3_metadata_size(w->buffer + at, w->len - at) > 0;
}

// Whether zeros follow: some programs pad the file with them.
static bool is_filling(const walker *w, size_t at)
{
    static const uint8_t zeros[32];
    size_t len = w->len - at < sizeof zeros ? w->len - at : sizeof zeros;
    return memcmp(w->buffer + at, zeros, len) == 0;
}

bool acc_mp3_is_cut_header(const walker *w, size_t at)
{
    size_t len = w->len - at;
    bool expected = w->place.left > 0 || !w->place.tagged;
    return w->ended && expected && len > 0 && len < 4 && w->buffer[at] == 0xFF &&
           (len == 1 || w->buffer[at + 1] >= 0xE0);
}

static bool is_end(const walker *w, size_t at)
{
    return (w->ended && at == w->len) || w->place.offset + (at - w->at) == w->place.end;
}

// Zeros are padding only after frames of the stream's kind: in the middle of a silent frame they
// would confirm a header by chance.
chain_answer acc_mp3_chain(const walker *w, size_t at, const mp3_header *kind, uint32_t free_length,
                           int count)
{
    bool known = !w->place.begun || acc_mp3_same_kind(&w->place.kind, kind);
    for (int i = 0; i < count; i++) {
        mp3_header header;
        if (is_end(w, at) || acc_mp3_is_cut_header(w, at))
            return CHAIN_YES;
        if (at + 32 > w->len && !w->ended)
            return CHAIN_UNKNOWN;
        if (at >= w->len)
            return i > 1 ? CHAIN_YES : CHAIN_NO;  // the last frame is cut short
        if (metadata_at(w, at) || acc_mp3_trailer_begins(w->buffer + at, w->len - at) ||
            (known && is_filling(w, at)))
            return CHAIN_YES;
        if (!acc_mp3_header_at(w, at, free_length, &header) || !acc_mp3_same_kind(kind, &header))
            return CHAIN_NO;
        at += header.length;
    }
    return CHAIN_YES;
}

// Whether nothing follows the first `frames` frames, the last of which ends at `at`.
static bool ends_after(const walker *w, size_t at, int frames)
{
    if (is_end(w, at) || acc_mp3_is_cut_header(w, at))
        return true;
    if (at >= w->len)
        return frames > 1;  // the last frame is cut short
    return metadata_at(w, at) ||
           (frames > 1 &&
            (acc_mp3_trailer_begins(w->buffer + at, w->len - at) || is_filling(w, at)));
}

// Whether at least half of the bytes at `at` occur again `len` bytes later.
static bool repeats(const walker *w, size_t at, size_t len)
{
    size_t equal = 0;
    for (size_t i = at; i < at + len && i + len < w->len; i++)
        equal += w->buffer[i] == w->buffer[i + len];
    return 2 * equal >= len;
}

// Whether a layer III frame's side information is invalid, or states more main data than 511 bytes of earlier frames and
// this frame have.
static bool is_impossible(const walker *w, size_t at, const mp3_header *header)
{
    if (header->layer != 3 || at + header->side_offset + header->side_size > w->len)
        return false;
    uint32_t bits = acc_mp3_main_data_bits(header, w->buffer + at + header->side_offset);
    return bits > 8u * (511u + header->length);
}

// Whether a frame between other bytes is no chance match: its bit rate is stated, its side information is valid, and
// the next frame is another, unless this one is silent.
static bool is_likely(const walker *w, size_t at, const mp3_header *header)
{
    const uint8_t *frame = w->buffer + at;
    size_t len = header->length, left = w->len - at;
    if (header->kilobits == 0 || left < len)
        return false;
    uint32_t bits = UINT32_MAX;
    if (header->layer == 3)
        bits = acc_mp3_main_data_bits(header, frame + header->side_offset);
    // at most 511 bytes of main data are in earlier frames
    return (header->layer == 2 || bits <= 8 * (511 + len)) && (bits == 0 || !repeats(w, at, len));
}

bool acc_mp3_stream_begins(const walker *w, const mp3_header *kind, uint32_t free_length)
{
    mp3_header header = *kind;
    mp3_tag tag;
    size_t at = w->at;
    bool is_tag =
        at + kind->length <= w->len && acc_mp3_tag_read(kind, w->buffer + at, kind->length, &tag);
    bool searched = w->place.searched;
    bool is_possible = is_tag;
    int count = is_tag ? 2 : searched && kind->layer == 2 ? CHAIN_HEADERS_LAYER_2 : CHAIN_HEADERS;
    for (int i = 0; i < count; i++) {
        if (i > 0 && ends_after(w, at, i))
            return !searched && is_possible;
        if (!acc_mp3_header_at(w, at, free_length, &header) || !acc_mp3_same_kind(kind, &header))
            return false;
        if (searched && !is_tag && !is_likely(w, at, &header))
            return false;
        is_possible = is_possible || !is_impossible(w, at, &header);
        at += header.length;
    }
    return is_possible;
}
