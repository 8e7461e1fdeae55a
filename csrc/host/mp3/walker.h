// Reads a stream frame by frame and returns only frames that can be decoded.
//
// A frame counts when another one of its kind, a tag or the end follows it, or when the tag states that
// it is the last one. So bytes that look like a header by chance are skipped, however much garbage there
// is. A layer III frame whose bit reservoir includes lost bytes is returned silenced: it would decode to
// noise.
#ifndef ACC_HOST_MP3_WALKER_H
#define ACC_HOST_MP3_WALKER_H

#include "accessory/mp3.h"
#include "host/mp3/frame.h"
#include "host/mp3/metadata.h"

// The longest frame with a stated bit rate has 2881 bytes (layer II, 160 kbit/s at 8 kHz, padded); free-format
// frames may be longer.
#define WALKER_MAX_FRAME 4096u
#define WALKER_MIN_FRAME 24u  // layer III, 8 kbit/s at 24 kHz
#define WALKER_BUFFER 32768u  // eight of the longest frames: more than a chain of headers needs

// A frame to decode; an encoder's tag, in `tag`; more input is needed; the end.
typedef enum { WALKER_FRAME, WALKER_TAG, WALKER_MORE, WALKER_END } walker_result;

// The state of a walk; it can be resumed from `offset`.
typedef struct walker_place {
    uint64_t offset;       // offset of the next byte in the stream
    uint64_t skip;         // bytes of metadata still to skip
    mp3_header kind;       // version, layer and rate that frames must have while `synced`
    uint32_t free_length;  // bytes of a free-format frame without padding, 0: not free format
    uint32_t reservoir;    // good bytes of main data that no frame has used
    bool synced;
    bool opened;       // the stream's start was checked for a container
    uint64_t end;      // end of the sound as stated by a container, UINT64_MAX: unknown
    bool searched;     // bytes were skipped before the first frame
    bool begun;        // a frame was found
    bool decoded;      // a frame could be decoded since the last tag
    uint8_t crc_good;  // consecutive right CRCs, up to CRC_TRUST
    bool tagged;       // a tag has stated the number of frames
    uint32_t left;     // remaining frames according to the tag
    uint64_t tag_end;  // end of the frames according to the tag, UINT64_MAX: not stated
    uint32_t mute;     // samples still to silence after a loss
    bool silent;       // the last frame was lost
    // the last damage, until a frame can be decoded again
    bool mending;
    bool zeros;           // only zeros were skipped
    uint64_t gap;         // its first byte
    uint32_t gap_frames;  // its lost frames
    uint64_t trailer;     // first byte of a possible block with an end mark, UINT64_MAX: none
} walker_place;

typedef struct walker {
    walker_place place;
    uint64_t size;  // bytes of the stream, UINT64_MAX: unknown
    bool ended;     // the input has ended
    size_t at, len;
    uint8_t buffer[WALKER_BUFFER];
    const char *other;  // format of a stream that is not MP3, from acc_mp3_other_container
    bool other_is_sure;
    // the frame returned last
    mp3_header header;
    mp3_tag tag;
    uint8_t *frame;
    size_t frame_len;
    bool lost;      // silenced because of damage
    bool fade_out;  // the first lost frame
    uint32_t mute;  // of a good frame: wrong samples at its beginning
    // since the last tag
    uint32_t tag_frames;   // frames
    uint64_t tag_offset;   // place of the first one
    uint64_t tag_garbage;  // `garbage` before it
    uint64_t tag_gaps;     // `gaps` before it
    uint64_t tag_filled;   // `filled` before it
    size_t tag_damage;     // `damage_count` before it
    // damage so far
    uint64_t frames;   // frames returned
    uint64_t unseen;   // lost frames that were not returned
    uint32_t missing;  // frames missing according to the tag before the last result
    bool cut;          // the input ended inside a frame
    bool closed;       // end_here has run
    bool short_end;    // the sound ended before its stated end
    uint64_t garbage;  // bytes skipped inside the sound
    uint64_t passed;   // of them, those before the last frame or tag
    uint64_t gaps;     // of them, those that a frame followed
    uint64_t omitted;  // frames in gaps, up to the last tag or the end
    // silence in place of them
    bool keeps_timeline;
    uint64_t known_frames,
        known_bytes;  // all gaps together; 0, 0: not known
    uint32_t fill;    // frames of silence before the frame returned last
    uint64_t filled;  // frames of silence so far
    acc_mp3_damage *damage;
    size_t damage_room, damage_count;
} walker;

// Starts at the beginning of a stream of `size` bytes; UINT64_MAX: unknown.
void acc_mp3_walker_init(walker *w, uint64_t size);

// Returns room for more bytes and its size. Then call acc_mp3_walker_filled with the number of bytes added.
uint8_t *acc_mp3_walker_room(walker *w, size_t *room);
void acc_mp3_walker_filled(walker *w, size_t len);

// Finds the next frame or tag. A frame is in `frame` until the next call.
walker_result acc_mp3_walker_next(walker *w);

// Fades the edges of a loss in a decoded frame. `sound` has header.samples interleaved frames.
void acc_mp3_walker_repair(const walker *w, float *sound, unsigned channels);

#endif
