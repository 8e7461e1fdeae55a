// Converts one file in several slices at a time.
//
// A first walk over the headers notes places to begin at. Each slice then makes its own part of the output alone: decoding
// begins early enough that the decoder's state is that of a run from the start, the resampler and the dither know any
// output by its number. A file whose format changes on the way is not cut; one whose slices turn out not to meet bit by
// bit is done again in order.
#ifndef ACC_HOST_MP3_SLICES_H
#define ACC_HOST_MP3_SLICES_H

#include "host/mp3/converter.h"
#include "host/mp3/output.h"

typedef struct mp3_job {
    int in;
    bool regular;
    uint64_t size;   // of the input, UINT64_MAX: not known
    uint64_t total;  // the same for progress, 0: not known
    const acc_mp3_format *format;
    acc_mp3_progress progress;
    void *user;
    acc_mp3_report *report;
    output_file out;
} mp3_job;

// Reads on into the walker, at `*position` if given; false on an error.
bool acc_mp3_read_on(int file, walker *w, uint64_t *position, int *error);

// False, with nothing written, when the file must be converted in order.
bool acc_mp3_convert_slices(mp3_job *job, unsigned threads, acc_mp3_status *status);

#endif
