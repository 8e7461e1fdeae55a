// Whether frames follow each other: one header may be a chance match, several consecutive ones of a kind are not.
#ifndef ACC_HOST_MP3_CHAIN_H
#define ACC_HOST_MP3_CHAIN_H

#include "host/mp3/walker.h"

// Consecutive headers that start a stream: each has 11 sync bits, and the second and third agree with the first in
// 6 bits of version, layer and rate. Random bytes match once in 2^(11 + 17 + 17).
#define CHAIN_HEADERS 3

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

#endif
