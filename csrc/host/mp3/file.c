// Converts a file: opens input and output, converts in slices (slices.c) or in order, and completes
// the WAV header. The command line and the Swift AudioConversion room call it.
#include "host/mp3/input.h"
#include "host/mp3/slices.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool to_file(void *user, const uint8_t *bytes, size_t len)
{
    return acc_mp3_output_write(user, bytes, len);
}

// Counts the frames that all gaps contained. False if there are none.
static bool measure_gaps(mp3_job *job)
{
    walker *w = malloc(sizeof *w);
    if (!w)
        return false;
    acc_mp3_walker_init(w, job->size);
    walker_result result;
    uint64_t position = 0;
    int error;
    do
        result = acc_mp3_walker_next(w);
    while (result == WALKER_FRAME || result == WALKER_TAG ||
           (result == WALKER_MORE && !w->ended && acc_mp3_read_on(job->in, w, &position, &error)));
    job->gap_frames = w->omitted;
    job->gap_bytes = w->gaps;
    free(w);
    return job->gap_frames > 0;
}

// Converts the file from the first byte to the last.
static acc_mp3_status convert_in_order(mp3_job *job)
{
    acc_mp3_report *report = job->report;
    acc_mp3_converter *c = calloc(1, sizeof *c);
    if (!c)
        return ACC_MP3_NO_MEMORY;
    acc_mp3_status status = acc_mp3_converter_open(c, job->format, to_file, &job->out);
    c->walk.size = job->size;
    c->walk.known_frames = job->gap_frames;
    c->walk.known_bytes = job->gap_bytes;
    bool readable = true;
    while (status == ACC_MP3_OK && readable && !c->walk.ended) {
        readable = acc_mp3_read_on(job->in, &c->walk, NULL, &report->system_error);
        if (readable)
            status = acc_mp3_converter_work(c);
        if (job->progress && !job->progress(job->user, c->walk.place.offset, job->total))
            status = ACC_MP3_CANCELLED;
    }
    if (status == ACC_MP3_OK && readable)
        status = acc_mp3_converter_finish(c, report);
    else
        report->found = c->report.found;
    acc_mp3_converter_close(c);
    free(c);
    return readable ? status : ACC_MP3_CANNOT_READ;
}

// Opens the input. An output that is the same file is refused: conversion would destroy it.
static acc_mp3_status open_input(mp3_job *job, const char *input, const char *output)
{
    struct stat in, out;
    job->in = open(input, O_RDONLY | O_CLOEXEC);
    if (job->in < 0 || fstat(job->in, &in) != 0 || S_ISDIR(in.st_mode)) {
        job->report->system_error = job->in >= 0 && S_ISDIR(in.st_mode) ? EISDIR : errno;
        return ACC_MP3_CANNOT_OPEN;
    }
    job->regular = S_ISREG(in.st_mode);
    job->total = job->regular ? (uint64_t)in.st_size : 0;
    job->size = job->regular ? (uint64_t)in.st_size : UINT64_MAX;
    bool same = stat(output, &out) == 0 && in.st_dev == out.st_dev && in.st_ino == out.st_ino;
    return same ? ACC_MP3_SAME_FILE : ACC_MP3_OK;
}

// Overwrites the header, now with the size.
static acc_mp3_status complete_header(mp3_job *job)
{
    uint8_t header[96];
    if (!job->format->wav || job->out.direct)
        return ACC_MP3_OK;
    size_t size = acc_mp3_wav_header(job->format, job->report->frames, header, sizeof header);
    if (size == 0)
        return ACC_MP3_TOO_LONG;
    return acc_mp3_output_patch(&job->out, 0, header, size) ? ACC_MP3_OK : ACC_MP3_CANNOT_WRITE;
}

acc_mp3_status acc_mp3_convert_file(const char *input, const char *output,
                                    const acc_mp3_format *format, unsigned threads,
                                    acc_mp3_progress progress, void *user, acc_mp3_report *report)
{
    mp3_job job = {
        .in = -1,
        .format = format,
        .progress = progress,
        .user = user,
        .report = report,
        .out = {.file = -1},
    };
    memset(report, 0, sizeof *report);
    acc_mp3_status status = acc_mp3_format_check(format);
    if (status == ACC_MP3_OK)
        status = open_input(&job, input, output);
    if (status == ACC_MP3_OK && !acc_mp3_output_open(&job.out, output))
        status = ACC_MP3_CANNOT_CREATE;
    if (status == ACC_MP3_OK) {
        bool fills = format->keeps_timeline && job.regular && measure_gaps(&job);
        bool sliced = job.regular && !job.out.direct && threads > 1 && !fills &&
                      acc_mp3_convert_slices(&job, threads, &status);
        if (!sliced)
            status = convert_in_order(&job);
    }
    if (status == ACC_MP3_OK)
        status = complete_header(&job);
    if (status == ACC_MP3_OK && !acc_mp3_output_commit(&job.out))
        status = ACC_MP3_CANNOT_WRITE;
    if (job.out.error)
        report->system_error = job.out.error;
    acc_mp3_output_close(&job.out);
    if (job.in >= 0)
        close(job.in);
    return status;
}
