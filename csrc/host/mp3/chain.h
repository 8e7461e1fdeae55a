// Whether frames follow each other: one header may be a chance match, several consecutive ones of a kind are not.
#ifndef ACC_HOST_MP3_CHAIN_H
#define ACC_HOST_MP3_CHAIN_H

#include "host/mp3/walker.h"

// Consecutive headers that start a stream: each has 11 sync bits, and the second and third agree with the first in
// 6 bits of version, layer and rate. Random bytes match once in 2^(11 + 17 + 17).
#define CHAIN_HEADERS 3

// Consecutive headers of layer II that start a stream after other bytes: its frames have no side information to check.
#define CHAIN_HEADERS_LAYER_2 5

// UNKNOWN: more bytes are needed.
typedef enum { CHAIN_YES, CHAIN_NO, CHAIN_UNKNOWN } chain_answer;

bool acc_mp3_same_kind(const mp3_header *a, const mp3_header *b);

// Reads the header at `at` with its frame's length. `free_length` 0: not known.
bool acc_mp3_header_at(const walker *w, size_t at, uint32_t free_length, mp3_header *header);

// Whether the input ends with one to three bytes that may begin a frame.
bool acc_mp3_is_cut_header(const walker *w, size_t at);

// Whether `count` headers of one kind follow each other from `at` on, or fewer up to the end or a tag.
chain_answer acc_mp3_chain(const walker *w, size_t at, const mp3_header *kind, uint32_t free_length,
                           int count);

// Whether a stream begins at the walker's place, with a frame of this kind: CHAIN_HEADERS headers, or a tag and a header.
// At the start of the input one or two whole frames suffice if nothing follows, and one of the frames must have valid side
// information: a table of equal words may begin with such headers. After other bytes only whole frames
// count that state their bit rate and have valid side information. They must also differ: periodic sound in PCM, and
// tables, may have the bytes of a header at equal distances. Unless the input has ended, the buffer must have CHAIN_HEADERS
// + 1 of the longest frames from there on.
bool acc_mp3_stream_begins(const walker *w, const mp3_header *kind, uint32_t free_length);

#endif
