// Whether frames follow each other: one header proves nothing, several of one kind in a row do.
#ifndef ACC_HOST_MP3_CHAIN_H
#define ACC_HOST_MP3_CHAIN_H

#include "host/mp3/walker.h"

// Headers in a row that make a beginning: 11 bits of sync, and 6 more of version, layer and rate in which the second and the
// third agree with the first. Chance does that once in 2^(11 + 17 + 17).
#define CHAIN_HEADERS 3

// UNKNOWN: more bytes are needed.
typedef enum { CHAIN_YES, CHAIN_NO, CHAIN_UNKNOWN } chain_answer;

bool acc_mp3_same_kind(const mp3_header *a, const mp3_header *b);

// Reads the header at `at` with its frame's length. `free_length` 0: not known yet.
bool acc_mp3_header_at(const walker *w, size_t at, uint32_t free_length, mp3_header *header);

// Whether the input ends with one to three bytes in which a frame may begin.
bool acc_mp3_is_cut_header(const walker *w, size_t at);

// Whether `count` headers of one kind follow each other from here, or fewer up to the end or a tag.
chain_answer acc_mp3_chain(const walker *w, size_t at, const mp3_header *kind, uint32_t free_length,
                           int count);

#endif
