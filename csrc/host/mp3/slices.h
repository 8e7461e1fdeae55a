// Converts one file in several slices in parallel.
//
// A first walk over the headers stores places where decoding can begin. Each slice then makes its part of the output
// alone: decoding begins early enough for the decoder to reach the state of a run from the start; resampler and dither
// depend on an output's number only. A file whose format changes is not cut. If two slices do not match bit for bit
// where they meet, the file is converted again in order.
#ifndef ACC_HOST_MP3_SLICES_H
#define ACC_HOST_MP3_SLICES_H

#include "host/mp3/converter.h"
#include "host/mp3/output.h"

typedef struct mp3_job {
    int in;
    bool regular;
    uint64_t size;   // bytes of the input, UINT64_MAX: unknown
    uint64_t total;  // bytes of the input for progress, 0: unknown
    const acc_mp3_format *format;
    acc_mp3_progress progress;
    void *user;
    acc_mp3_report *report;
    output_file out;
    uint64_t gap_frames, gap_bytes;  // of all gaps, if silence is to replace them
} mp3_job;

// Converts the file in slices. False, with nothing written, when it must be converted in order.
bool acc_mp3_convert_slices(mp3_job *job, unsigned threads, acc_mp3_status *status);

#endif
