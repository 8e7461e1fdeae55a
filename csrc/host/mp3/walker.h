// Walks a stream frame by frame and returns only what can be decoded.
//
// A frame counts when another of its kind follows it, or the end, or a tag, or when the tag states
// that it is the last one: bytes that look like a header by chance are skipped, however much
// garbage there is. A frame of layer III whose bit reservoir reaches back into lost bytes is
// returned silenced: it would decode to noise.
#ifndef ACC_HOST_MP3_WALKER_H
#define ACC_HOST_MP3_WALKER_H

#include "accessory/mp3.h"
#include "host/mp3/frame.h"
#include "host/mp3/metadata.h"

// The longest frame with a stated bit rate has 2881 bytes (layer II, 160 kbit/s at 8 kHz, padded); the rest is for free format.
#define WALKER_MAX_FRAME 4096u
#define WALKER_BUFFER 32768u  // eight of the longest frames: more than a chain of headers needs

typedef enum { WALKER_FRAME, WALKER_TAG, WALKER_MORE, WALKER_END } walker_result;

// The state of a walk; it can be resumed from `offset`.
typedef struct walker_place {
    uint64_t offset;       // of the next byte, from the start of the stream
    uint64_t skip;         // bytes of metadata still to pass over
    mp3_header kind;       // version, layer and rate that frames must have while `synced`
    uint32_t free_length;  // of a free-format frame without padding, 0: not free format
    uint32_t reservoir;    // bytes of main data that are known good and that no frame has used
    bool synced;
    bool opened;       // the container, if there is one, was looked at
    uint64_t end;      // of the sound in a container that states it, UINT64_MAX: not known
    bool begun;        // a frame was found
    bool heard;        // a frame since the last tag could be decoded
    uint8_t crc_good;  // checks that held, up to CRC_TRUST
    bool tagged;       // a tag has stated how many frames there are
    uint32_t left;     // frames left by the tag
    uint32_t hush;     // samples still to silence after a loss
    bool silent;       // the last frame was lost
    // the last damage, while no frame has decoded since
    bool mending;
    bool zeros;           // nothing but zeros was passed over
    uint64_t gap;         // where it began
    uint32_t gap_frames;  // frames lost in it
    uint64_t trailer;     // where a block began that an end mark may explain, UINT64_MAX: none
} walker_place;

typedef struct walker {
    walker_place place;
    uint64_t size;  // of the stream, UINT64_MAX: not known
    bool ended;     // the input has ended
    size_t at, len;
    uint8_t buffer[WALKER_BUFFER];
    const char *other;  // what the stream is if it is not MP3, see acc_mp3_other_container
    bool other_is_sure;
    // the frame handed out last
    mp3_header header;
    mp3_tag tag;
    uint8_t *frame;
    size_t frame_len;
    bool lost;      // silenced because of damage
    bool fade_out;  // and the first one so
    uint32_t hush;  // of a good one: samples at its beginning that would be wrong
    // since the last tag
    uint32_t tag_frames;   // frames
    uint64_t tag_offset;   // where they begin
    uint64_t tag_garbage;  // of `garbage` before it
    size_t tag_damage;     // of `damage_count` before it
    // damage so far
    uint64_t frames;   // handed out
    uint64_t unseen;   // frames lost that were never handed out
    uint32_t missing;  // of them those that the tag before the last result stated
    bool cut;          // the input ended inside a frame
    bool closed;       // the sound has ended
    bool short_end;    // and before all of it was there
    uint64_t garbage;  // bytes passed over inside the sound
    acc_mp3_damage *damage;
    size_t damage_room, damage_count;
} walker;

void acc_mp3_walker_init(walker *w, uint64_t size);

// Room for more bytes and its size; then call acc_mp3_walker_filled with the number added.
uint8_t *acc_mp3_walker_room(walker *w, size_t *room);
void acc_mp3_walker_filled(walker *w, size_t len);

walker_result acc_mp3_walker_next(walker *w);

// Makes the edges of a loss in a decoded frame inaudible: `sound` holds header.samples interleaved frames.
void acc_mp3_walker_repair(const walker *w, float *sound, unsigned channels);

#endif
