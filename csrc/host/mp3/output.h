// The output file, which exists complete or not at all: it has a temporary name until it is committed.
#ifndef ACC_HOST_MP3_OUTPUT_H
#define ACC_HOST_MP3_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OUTPUT_BUFFER 65536u  // bytes per write call: about 14 frames of 1152 16-bit stereo samples

typedef struct output_file {
    int file;
    bool direct;           // a device or a pipe: written directly
    char *final, *beside;  // the file's path; its temporary path in the same folder
    int error;             // errno of the first failure
    uint64_t position;     // the buffer's place in the file
    size_t fill;
    uint8_t *buffer;
} output_file;

// Creates the file. All functions that return bool return false and set `error` when they fail.
bool acc_mp3_output_open(output_file *o, const char *path);

// Opens another writer of the same file, from `position` on.
bool acc_mp3_output_open_part(output_file *o, const output_file *whole, uint64_t position);

bool acc_mp3_output_write(output_file *o, const uint8_t *bytes, size_t len);
bool acc_mp3_output_flush(output_file *o);

// Overwrites bytes at `position`; not on a pipe.
bool acc_mp3_output_patch(output_file *o, uint64_t position, const uint8_t *bytes, size_t len);

// Discards everything written.
bool acc_mp3_output_rewind(output_file *o);

// Flushes the file to disk and renames it.
bool acc_mp3_output_commit(output_file *o);

// Frees everything and removes a file that was not committed.
void acc_mp3_output_close(output_file *o);

#endif
