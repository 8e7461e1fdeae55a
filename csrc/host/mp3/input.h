// Reads the input file.
#ifndef ACC_HOST_MP3_INPUT_H
#define ACC_HOST_MP3_INPUT_H

#include "host/mp3/walker.h"

// Fills the walker's buffer from `*position`, which advances, or from the file's own position if that is NULL. False on an
// error, which `error` then has.
bool acc_mp3_read_on(int file, walker *w, uint64_t *position, int *error);

#endif
