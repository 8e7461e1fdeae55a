// Finds the frames of a stream (walker.h): starts at a chain of headers, skips everything that is not a
// frame, ends at tags and cuts. Input: bytes of the stream; output: frames, tags and damage for
// converter.c and slices.c.
#include "host/mp3/walker.h"

#include "host/mp3/chain.h"
#include "host/mp3/protection.h"

#include <assert.h>
#include <string.h>

#define FADE 256u  // samples of a fade at the edges of a loss
// Wrong samples after a loss: the first granule lacks the overlap with the previous one, and the filter bank
// spreads that over 512 samples more.
#define MUTE (576u + 512u)
#define TAG_LIMIT (100u << 20)  // most bytes of a metadata block when the stream's size is unknown
#define OPENING (4 * WALKER_MAX_FRAME)  // a container's header must end within so many bytes
// Some encoders write a CRC that is always wrong. After three correct ones in a row, which random CRCs are once in
// 2^48, the stream's CRCs are trusted.
#define CRC_TRUST 3

void acc_mp3_walker_init(walker *w, uint64_t size)
{
    memset(w, 0, sizeof *w);
    w->size = size;
    w->place.end = w->place.trailer = w->place.tag_end = UINT64_MAX;
}

uint8_t *acc_mp3_walker_room(walker *w, size_t *room)
{
    memmove(w->buffer, w->buffer + w->at, w->len - w->at);
    w->len -= w->at;
    w->at = 0;
    *room = WALKER_BUFFER - w->len;
    return w->buffer + w->len;
}

void acc_mp3_walker_filled(walker *w, size_t len)
{
    w->len += len;
}

static void advance(walker *w, size_t len)
{
    w->at += len;
    w->place.offset += len;
}

static acc_mp3_damage *current_damage(walker *w)
{
    return w->damage && w->damage_count <= w->damage_room ? &w->damage[w->damage_count - 1] : NULL;
}

static acc_mp3_damage *damage_here(walker *w)
{
    walker_place *p = &w->place;
    if (!p->mending) {
        p->mending = p->zeros = true;
        p->gap = p->offset;
        p->gap_frames = 0;
        w->damage_count++;
        acc_mp3_damage *damage = current_damage(w);
        if (damage)
            *damage = (acc_mp3_damage){.offset = p->offset, .frame = w->frames + w->filled};
    }
    return current_damage(w);
}

// The bytes skipped since `from` were a tag or padding, so they are not damage.
static void forgive(walker *w, uint64_t from)
{
    walker_place *p = &w->place;
    if (!p->mending || p->gap < from || p->gap_frames)
        return;
    w->damage_count--;
    w->garbage -= p->offset - p->gap;
    p->mending = p->decoded = false;
    p->mute = 0;
}

// Skips bytes. After the first frame they are damage: the reservoir and the next MUTE samples are lost.
static void pass_over(walker *w, size_t len)
{
    if (w->place.begun) {
        acc_mp3_damage *damage = damage_here(w);
        if (damage)
            damage->bytes += len;
        for (size_t i = 0; i < len && w->place.zeros; i++)
            w->place.zeros = w->buffer[w->at + i] == 0;
        w->garbage += len;
        w->place.reservoir = 0;
        w->place.mute = MUTE;
    } else {
        w->place.searched = true;
    }
    advance(w, len);
}

// Skips a metadata block. A block whose size exceeds the rest of the stream is not metadata.
static bool skip_metadata(walker *w)
{
    uint64_t size = acc_mp3_metadata_size(w->buffer + w->at, w->len - w->at);
    uint64_t limit = w->size == UINT64_MAX ? TAG_LIMIT : w->size - w->place.offset;
    // an ID3v1 tag is at the end or after a frame; elsewhere its three letters are a chance match
    bool placed = w->place.synced || w->size == UINT64_MAX || size == limit || 2 * size == limit;
    if (size == 0 || size > limit || (size == 128 && !placed))
        return false;
    if (w->place.zeros)
        forgive(w, 0);
    w->place.skip = size;
    return true;
}

// Skips to the next byte that may start a frame or a tag.
static void search_on(walker *w)
{
    size_t at = w->at + 1;
    while (at < w->len && w->buffer[at] != 0xFF && w->buffer[at] != 'I' && w->buffer[at] != 'A' &&
           w->buffer[at] != 'T' && w->buffer[at] != 'L')
        at++;
    pass_over(w, at - w->at);
}

// Finds the end mark of a block (Lyrics3, APE) whose start was skipped as garbage: the garbage is then
// no damage. True when the end mark was skipped, too.
static bool end_trailer(walker *w)
{
    const uint8_t *here = w->buffer + w->at;
    size_t len = w->len - w->at, mark = acc_mp3_trailer_end(here, len);
    if (w->place.trailer == UINT64_MAX && acc_mp3_trailer_begins(here, len))
        w->place.trailer = w->place.offset;
    if (mark == 0 || w->place.trailer == UINT64_MAX)
        return false;
    forgive(w, w->place.trailer);
    w->place.trailer = UINT64_MAX;
    advance(w, mark);
    return true;
}

// Skips a container's header, which may follow the first metadata.
static void open_container(walker *w)
{
    mp3_riff riff;
    const uint8_t *here = w->buffer + w->at;
    size_t len = w->len - w->at;
    w->place.opened = true;
    w->other = acc_mp3_other_container(here, len, &w->other_is_sure);
    if (!acc_mp3_riff_read(here, len, &riff) || !riff.is_mpeg)
        return;
    w->place.skip = riff.begin;
    if (riff.size != UINT64_MAX)
        w->place.end = w->place.offset + riff.begin + riff.size;
}

// Silences a frame: with side information of zeros it has no main data. main_data_begin stays, so the
// decoder keeps its bit reservoir for the next frames.
static void silence(uint8_t *frame, const mp3_header *header)
{
    uint8_t *side = frame + header->side_offset;
    if (header->version == 1)
        side[1] &= 0x80;
    else
        side[1] = 0;
    memset(side + 2, 0, header->side_size - 2u);
}

static void lose_frame(walker *w)
{
    acc_mp3_damage *damage = damage_here(w);
    if (damage)
        damage->frames++;
    w->place.gap_frames++;
    w->lost = true;
}

// The first 9 bits of the side information, 8 in MPEG-2.
static uint32_t main_data_begin(const mp3_header *header, const uint8_t *frame)
{
    const uint8_t *side = frame + header->side_offset;
    return header->version == 1 ? (uint32_t)(side[0] << 1 | side[1] >> 7) : side[0];
}

// The next frame's main_data_begin; 0 when unknown.
static uint32_t next_begin(const walker *w)
{
    mp3_header next;
    const uint8_t *frame = w->frame + w->frame_len, *end = w->buffer + w->len;
    bool known = end - frame >= 8 && acc_mp3_header_read(frame, &next) &&
                 acc_mp3_same_kind(&w->header, &next);
    return known ? main_data_begin(&next, frame) : 0;
}

// Whether the CRC of a protected frame is wrong, in a stream whose CRCs have been right.
static bool crc_fails(walker *w)
{
    if (!acc_mp3_is_protected(&w->header))
        return false;
    uint8_t *good = &w->place.crc_good;
    bool holds = acc_mp3_crc_holds(&w->header, w->frame, w->frame_len),
         trusted = *good >= CRC_TRUST;
    if (!trusted)
        *good = holds ? (uint8_t)(*good + 1) : 0;
    return trusted && !holds;
}

// Checks a frame's main data, which begins main_data_begin bytes before the frame's own bytes and must
// not overlap the previous frame's: otherwise bytes are missing, or the preceding ones belong to another
// frame. A frame is garbage when its main data ends after it, or when it skips bytes of the reservoir
// (few encoders do) that the next frame then uses. A garbage frame's other data is not trusted either.
static void check_reservoir(walker *w)
{
    walker_place *p = &w->place;
    const mp3_header *h = &w->header;
    uint32_t begin = main_data_begin(h, w->frame);
    uint32_t main = (uint32_t)(h->length - h->side_offset - h->side_size);
    uint32_t bits = acc_mp3_main_data_bits(h, w->frame + h->side_offset);
    bool garbage = crc_fails(w) || bits > 8 * (begin + main), lacks = begin > p->reservoir;
    uint32_t left = garbage ? 0 : begin + main - (bits + 7) / 8;
    garbage = garbage || (begin < p->reservoir && next_begin(w) > left);
    if (garbage || (lacks && p->decoded && !p->mending))
        p->reservoir = 0;
    uint32_t known = p->reservoir + main;
    p->reservoir = garbage ? 0 : left < known ? left : known;
    if (!garbage && !lacks) {
        p->mending = false;
        p->decoded = true;
        return;
    }
    silence(w->frame, h);
    // a stream may start in the middle of another, which is not a loss
    if (garbage || p->mending || p->decoded)
        lose_frame(w);
}

static void note_edges(walker *w)
{
    walker_place *p = &w->place;
    w->fade_out = w->lost && !p->silent;
    p->silent = w->lost;
    w->mute = w->lost ? 0 : p->mute;
    p->mute -= p->mute < w->header.samples ? p->mute : w->header.samples;
    if (w->lost)
        p->mute = MUTE;
}

void acc_mp3_walker_repair(const walker *w, float *sound, unsigned channels)
{
    size_t samples = w->header.samples;
    for (size_t i = 0; i < samples; i++) {
        float gain = 1;
        if (w->lost)
            gain = w->fade_out && i < FADE ? 1 - (float)i / FADE : 0;
        else if (i < w->mute + FADE && w->mute)
            gain = i < w->mute ? 0 : (float)(i - w->mute) / FADE;
        for (size_t c = 0; c < channels; c++)
            sound[i * channels + c] *= gain;
    }
}

// Adds frames in garbage to the damaged places since the tag, in proportion to their bytes.
static void spread(walker *w, uint32_t frames, uint64_t bytes, size_t places)
{
    double all = (double)(bytes + places);
    uint64_t sum = 0, given = 0;
    for (size_t i = w->tag_damage; i < w->tag_damage + places && i < w->damage_room; i++) {
        sum += w->damage[i].bytes + 1;
        uint64_t share = (uint64_t)(frames * ((double)sum / all)) - given;
        w->damage[i].frames += (uint32_t)share;
        given += share;
    }
}

// Counts the frames since the tag that garbage contained, and those that are missing at this place.
static void close_tag(walker *w, bool at_end)
{
    uint64_t bytes = w->place.offset - w->tag_offset, garbage = w->garbage - w->tag_garbage;
    uint64_t gaps = w->gaps - w->tag_gaps;
    size_t places = w->damage_count - w->tag_damage - (at_end && w->cut);
    uint32_t hidden = acc_mp3_tag_hidden(&w->tag, w->tag_frames, bytes, garbage, places);
    uint64_t between = acc_mp3_frames_in(gaps, w->tag_frames, bytes - garbage);
    spread(w, hidden, garbage, places);
    w->unseen += hidden;
    w->omitted += garbage > gaps && hidden > between ? between : hidden;
    w->missing = acc_mp3_tag_missing(&w->tag, w->tag_frames, bytes, hidden);
    if (w->missing == 0)
        return;
    uint32_t more = w->missing - (at_end && w->cut);  // the cut frame is reported already
    acc_mp3_damage *damage = damage_here(w);
    if (damage) {
        damage->frames += more;
        damage->at_end = at_end;
    }
    w->place.gap_frames += more;
    w->unseen += more;
}

static walker_result take_tag(walker *w, const mp3_tag *tag)
{
    walker_place *p = &w->place;
    close_tag(w, false);
    w->tag = *tag;
    p->reservoir = 0;
    p->decoded = p->mending = false;
    p->left = tag->frames;
    p->tagged = tag->frames > 0;
    advance(w, w->frame_len);
    w->tag_frames = 0;
    w->tag_offset = p->offset;
    p->tag_end = tag->bytes ? p->offset + tag->bytes : UINT64_MAX;
    w->tag_garbage = w->passed = w->garbage;
    w->tag_gaps = w->gaps;
    w->tag_filled = w->filled;
    w->tag_damage = w->damage_count;
    return WALKER_TAG;
}

// The frames in the gap before the current frame: by the mean length so far, or of all frames if the tag states it.
static uint64_t guess_frames(const walker *w, uint64_t gap)
{
    if (w->tag.frames && w->tag.bytes / WALKER_MIN_FRAME >= w->tag.frames)
        return acc_mp3_frames_in(gap, w->tag.frames, w->tag.bytes);
    uint64_t garbage = w->garbage - w->tag_garbage;
    return acc_mp3_frames_in(gap, w->tag_frames, w->place.offset - w->tag_offset - garbage);
}

// Counts frames in garbage before a frame, unless the tag will tell, and the silence that keeps the frame at its time.
static void cross_gap(walker *w)
{
    uint64_t gap = w->garbage - w->passed;
    w->fill = 0;
    if (gap == 0)
        return;
    w->gaps += gap;
    w->passed = w->garbage;
    uint64_t frames = guess_frames(w, gap);
    if (w->tag.frames == 0) {
        acc_mp3_damage *damage = current_damage(w);
        if (damage)
            damage->frames += (uint32_t)frames;
        w->omitted += frames;
        w->unseen += frames;
    } else {
        uint64_t filled = w->filled - w->tag_filled;
        if (w->known_bytes)
            frames =
                acc_mp3_frames_in(w->gaps - w->tag_gaps, w->known_frames, w->known_bytes) - filled;
        if (frames + filled > w->place.left)
            frames = w->place.left > filled ? w->place.left - filled : 0;
    }
    w->fill = w->keeps_timeline ? (uint32_t)frames : 0;
    w->filled += w->fill;
}

static walker_result take_frame(walker *w, bool sound)
{
    mp3_tag tag;
    w->frame = w->buffer + w->at;
    w->frame_len = w->header.length;
    w->lost = false;
    w->place.begun = true;
    w->place.trailer = UINT64_MAX;
    if (acc_mp3_tag_read(&w->header, w->frame, w->frame_len, &tag))
        return take_tag(w, &tag);
    cross_gap(w);
    w->place.left -= w->place.left > 0;
    if (sound && w->header.layer == 3) {
        check_reservoir(w);
    } else if (sound && !crc_fails(w)) {
        w->place.mending = false;
    } else {
        lose_frame(w);
        memset(w->frame + w->header.side_offset, 0, w->frame_len - w->header.side_offset);
        w->place.reservoir = 0;
    }
    note_edges(w);
    advance(w, w->frame_len);
    w->frames++;
    w->tag_frames++;
    return WALKER_FRAME;
}

// The input, or the sound of a container, has ended.
static walker_result end_here(walker *w)
{
    if (w->closed)
        return WALKER_END;
    if (w->place.zeros)
        forgive(w, 0);
    close_tag(w, true);
    bool less = w->place.begun && w->place.end != UINT64_MAX && w->place.offset < w->place.end;
    acc_mp3_damage *damage = less && !w->cut ? damage_here(w) : NULL;
    if (damage)
        damage->at_end = true;
    w->short_end = w->cut || w->missing || less;
    w->tag = (mp3_tag){.frames = 0};
    w->place.end = UINT64_MAX;
    w->place.skip = UINT64_MAX;  // the rest of the container is not sound
    w->closed = true;
    return WALKER_END;
}

// The input ended inside a frame: reports the damage; the frame is not decoded.
static walker_result cut_short(walker *w)
{
    uint64_t most = w->place.end - w->place.offset;
    size_t rest = w->len - w->at < most ? w->len - w->at : (size_t)most;
    if (w->place.begun && w->place.synced) {
        lose_frame(w);
        w->lost = false;  // the frame is not returned
        w->cut = true;
        w->unseen++;
        acc_mp3_damage *damage = damage_here(w);
        if (damage) {
            damage->bytes += rest;
            damage->at_end = true;
        }
    }
    advance(w, rest);
    return end_here(w);
}

// Returns a frame of the current kind if it is complete in the buffer.
static walker_result take_known(walker *w)
{
    size_t next = w->at + w->header.length;
    if (w->header.length > w->place.end - w->place.offset)
        return cut_short(w);
    if (next > w->len)
        return w->ended ? cut_short(w) : WALKER_MORE;
    chain_answer follows = acc_mp3_chain(w, next, &w->header, w->place.free_length, 1);
    if (follows == CHAIN_UNKNOWN)
        return WALKER_MORE;
    if (follows == CHAIN_NO) {
        // a chain of another kind confirms the frame, too; a single header does not
        mp3_header other;
        if (acc_mp3_header_at(w, next, 0, &other))
            follows = acc_mp3_chain(w, next, &other, 0, CHAIN_HEADERS);
        if (follows == CHAIN_UNKNOWN)
            return WALKER_MORE;
        w->place.synced = false;
    }
    bool is_last = w->place.left == 1 || w->place.offset + w->header.length == w->place.tag_end;
    return take_frame(w, follows == CHAIN_YES || is_last);
}

// Checks for the first frame of the stream, or of another part of it: CHAIN_HEADERS headers must follow each other.
static chain_answer begin(walker *w)
{
    mp3_header header;
    if (w->at + WALKER_MAX_FRAME * (CHAIN_HEADERS + 1) > w->len && !w->ended)
        return CHAIN_UNKNOWN;
    if (!acc_mp3_header_at(w, w->at, 0, &header))
        return CHAIN_NO;
    bool is_free = (w->buffer[w->at + 2] >> 4) == 0;
    uint32_t free_length = is_free ? header.length - header.padding : 0;
    chain_answer is_chain = CHAIN_NO;
    if (w->place.begun)
        is_chain = acc_mp3_chain(w, w->at, &header, free_length, CHAIN_HEADERS);
    else if (acc_mp3_stream_begins(w, &header, free_length))
        is_chain = CHAIN_YES;
    if (is_chain == CHAIN_YES) {
        w->place.kind = header;
        w->place.free_length = free_length;
        w->place.synced = true;
    }
    return is_chain;
}

// Skips metadata and a container's header. Returns WALKER_FRAME when there are bytes to examine.
static walker_result skip_on(walker *w)
{
    walker_place *p = &w->place;
    while (p->skip) {
        size_t have = w->len - w->at, step = p->skip < have ? (size_t)p->skip : have;
        advance(w, step);
        p->skip -= step;
        if (p->skip)
            return w->ended ? end_here(w) : WALKER_MORE;
    }
    size_t have = w->len - w->at;
    if (p->offset >= p->end || (have == 0 && w->ended))
        return end_here(w);
    return have >= (p->opened ? 32 : OPENING) || w->ended ? WALKER_FRAME : WALKER_MORE;
}

// One pass per frame, tag or skipped byte, until there is a result or more bytes are needed.
walker_result acc_mp3_walker_next(walker *w)
{
    for (;;) {
        walker_result result = skip_on(w);
        if (result != WALKER_FRAME)
            return result;
        if (end_trailer(w) || skip_metadata(w))
            continue;
        if (!w->place.opened) {
            open_container(w);
            continue;
        }
        if (w->place.synced && acc_mp3_header_at(w, w->at, w->place.free_length, &w->header) &&
            acc_mp3_same_kind(&w->place.kind, &w->header))
            return take_known(w);
        if (w->place.synced && acc_mp3_is_cut_header(w, w->at))
            return cut_short(w);
        w->place.synced = false;
        chain_answer found = begin(w);
        if (found == CHAIN_UNKNOWN)
            return WALKER_MORE;
        if (found == CHAIN_NO)
            search_on(w);
    }
}
