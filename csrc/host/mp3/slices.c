// Converts a long file in slices on several threads, with the same output as one thread (slices.h).
// Input: a file and a pipeline's format; output: the complete file, or false, and file.c converts
// in order.
#include "host/mp3/slices.h"

#include "accessory/crc.h"
#include "host/mp3/input.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// A place is a frame at which decoding can begin: its offset in the file and the walker's state there.
// STRIDE: initial distance of places in frames; a multiple of 8, the cycle of libmpg123's synthesis.
#define STRIDE 256u
#define MAX_PLACES 1024u  // limits the plan's memory; a full table doubles the stride
#define PREROLL 48u       // frames decoded before a slice's own: 24 fill the largest reservoir
#define LEAD_FRAMES 5u    // most further frames for the resampler's filter
#define FRAMES_MIN 2000u  // least frames of a file that is cut
#define SLICE_MIN 512u    // least frames per slice: ten times the preroll, which is decoded twice
#define MAX_SLICES 1024u  // limits the plan's memory; the last slices get the rest
#define MAX_THREADS 64u

typedef struct plan {
    mp3_job *job;
    walker_place places[MAX_PLACES];
    size_t place_count;
    uint64_t stride;  // frames between places
    uint64_t frames;  // MP3 frames of the file
    uint32_t samples, rate;
    uint8_t channels, layer;
    uint64_t begin;   // first sample of sound, after the delay
    uint64_t length;  // samples of sound
    uint64_t outputs;
    size_t header_size;
    unsigned slice_count;
    uint64_t starts[MAX_SLICES + 1];  // first output of each slice, then the end
    // shared by the threads
    atomic_uint next_slice;
    atomic_uint_fast64_t done, clipped, undecoded;
    uint32_t seams[MAX_SLICES + 1][2];  // checksums of the frames that two slices decode
    atomic_int status;
    pthread_mutex_t lock;  // one call of progress at a time
    int error;
} plan;

// Stores a place every `stride` frames. When the table is full, every second one is kept.
static void note_place(plan *p, const walker *w)
{
    if (p->frames != p->place_count * p->stride)
        return;
    if (p->place_count == MAX_PLACES) {
        p->place_count /= 2;
        p->stride *= 2;
        for (size_t i = 1; i < p->place_count; i++)
            p->places[i] = p->places[2 * i];
    }
    p->places[p->place_count++] = w->place;
}

// Counts a frame of the first walk. False if the file cannot be cut: its rate or channels change, or the decoder's
// delay ends after the last frame. Such files are converted in order.
static bool count_frame(plan *p, const walker *w, const mp3_tag *tag)
{
    if (p->frames == 0) {
        p->rate = w->header.rate;
        p->samples = w->header.samples;
        p->layer = w->header.layer;
    }
    p->job->report->frames_lost += w->lost;
    if (w->header.channels > p->channels)
        p->channels = w->header.channels;
    p->frames++;
    bool short_padding = tag->has_delay && tag->padding < MP3_DECODER_DELAY;
    return w->header.rate == p->rate && w->header.samples == p->samples &&
           (p->frames == 1 || w->header.channels == p->channels) && !short_padding;
}

// The first walk. False if the file cannot be cut.
static bool scan(plan *p, walker *w, mp3_tag *tag)
{
    uint64_t position = 0;
    int error = 0;
    memset(tag, 0, sizeof *tag);
    p->stride = STRIDE;
    for (;;) {
        note_place(p, w);
        walker_result result = acc_mp3_walker_next(w);
        if (result == WALKER_END)
            return true;
        if (result == WALKER_MORE) {
            if (w->ended || !acc_mp3_read_on(p->job->in, w, &position, &error))
                return w->ended;
        } else if (result == WALKER_TAG) {
            if (p->frames)
                return false;
            *tag = w->tag;
            p->place_count = 0;  // begin after the tag
        } else if (!count_frame(p, w, tag)) {
            return false;
        }
    }
}

// Computes the sound's start and length from the tag's delay and padding, like the conversion in order.
static void measure(plan *p, const walker *w, const mp3_tag *tag)
{
    acc_mp3_report *report = p->job->report;
    uint64_t all = p->frames * p->samples;
    p->begin = tag->has_delay ? tag->delay + MP3_DECODER_DELAY : 0;
    p->length = all > p->begin ? all - p->begin : 0;
    uint64_t end = tag->has_delay && !w->short_end ? tag->padding - MP3_DECODER_DELAY : 0;
    p->length = p->length > end ? p->length - end : 0;
    p->outputs = acc_resampler_length(p->length, p->rate, p->job->format->rate);
    report->frames_lost += w->unseen;
    report->frames_omitted = w->omitted;
    report->is_cut = w->short_end;
    report->gapless = tag->has_delay;
    report->damage_count = (uint32_t)w->damage_count;
}

// Cuts the file into slices. Each is a share of the remaining frames, so the last ones are small and the threads end
// together. A slice starts so that its preroll starts at a place.
static void cut(plan *p, unsigned threads)
{
    unsigned count = 0;
    uint64_t at = 0;
    while (at + SLICE_MIN <= p->frames || count == 0) {
        uint64_t sound = (at + PREROLL + LEAD_FRAMES) * p->samples;
        uint64_t first = sound > p->begin ? sound - p->begin : 0;
        first = acc_resampler_length(first, p->rate, p->job->format->rate);
        if (count && first >= p->outputs)
            break;
        p->starts[count] = count ? first : 0;
        count++;
        uint64_t left = p->frames - at, size = left / (2 * threads), most = MAX_SLICES - count;
        size = most == 0 ? left : size > left / most ? size : left / most;
        size = size > SLICE_MIN ? size : SLICE_MIN;
        at += (size + p->stride - 1) / p->stride * p->stride;
    }
    p->starts[count] = p->outputs;
    p->slice_count = count;
}

typedef struct slice {
    plan *plan;
    walker walk;
    mp3_decoder decoder;
    pipeline line;
    output_file out;
    uint64_t position;  // read position in the input
    uint64_t counted;   // input bytes reported as done
    uint64_t left;      // samples until the end of the sound
    uint64_t frame;     // number of the next MP3 frame
    unsigned number;
} slice;

// The sink of a slice's pipeline.
static bool to_part(void *user, const uint8_t *bytes, size_t len)
{
    return acc_mp3_output_write(user, bytes, len);
}

// Stores the first error; the other threads see it at their next read and stop.
static void fail(plan *p, acc_mp3_status status, int error)
{
    int ok = ACC_MP3_OK;
    pthread_mutex_lock(&p->lock);
    if (atomic_compare_exchange_strong(&p->status, &ok, (int)status))
        p->error = error;
    pthread_mutex_unlock(&p->lock);
}

// Reports progress in bytes of the input. Overlaps of slices count twice, hence the limit at the total.
static void report_progress(slice *s)
{
    plan *p = s->plan;
    uint64_t now = s->walk.place.offset;
    uint64_t done = atomic_fetch_add(&p->done, now - s->counted) + now - s->counted;
    s->counted = now;
    if (!p->job->progress)
        return;
    pthread_mutex_lock(&p->lock);
    bool go_on =
        p->job->progress(p->job->user, done < p->job->total ? done : p->job->total, p->job->total);
    pthread_mutex_unlock(&p->lock);
    if (!go_on)
        fail(p, ACC_MP3_CANCELLED, 0);
}

// Starts a slice at the last place from which its outputs can be made.
static acc_mp3_status place_slice(slice *s, uint64_t first, uint64_t limit)
{
    plan *p = s->plan;
    acc_mp3_status status = acc_mp3_pipeline_set_rate(&s->line, p->rate);
    if (status != ACC_MP3_OK)
        return status;
    uint64_t from = acc_mp3_pipeline_seek(&s->line, first, limit), sample = from + p->begin;
    uint64_t frame = sample / p->samples;
    uint64_t place = frame > PREROLL ? (frame - PREROLL) / p->stride : 0;
    acc_mp3_walker_init(&s->walk, p->job->size);
    s->walk.place = p->places[place];
    s->walk.place.reservoir = 0;  // the decoder starts with an empty one
    s->position = s->counted = s->walk.place.offset;
    s->frame = place * p->stride;
    s->line.drop = sample - s->frame * p->samples;
    s->left = p->length - from + s->line.drop;
    return ACC_MP3_OK;
}

// The MP3 frame in which the slice before `number` ends; both slices decode it.
static uint64_t seam(const plan *p, unsigned number)
{
    uint64_t first = p->starts[number];
    uint64_t sample = p->begin + acc_resampler_length(first, p->job->format->rate, p->rate);
    return (sample - 1) / p->samples;
}

// Stores the checksum of a seam's frame. libmpg123's rounding depends on the frames it decoded before; after the
// preroll its state is usually the same, which the seam's two checksums prove.
static void note_seam(slice *s, const float *sound)
{
    plan *p = s->plan;
    size_t size = (size_t)s->walk.header.samples * s->decoder.channels * sizeof *sound;
    for (unsigned side = 0; side < 2; side++)
        if (s->frame == seam(p, s->number + side))
            p->seams[s->number + side][1 - side] =
                sound ? acc_crc32(ACC_CRC32_INIT, (const uint8_t *)sound, size) : 0;
    s->frame++;
}

static bool seams_hold(const plan *p)
{
    for (unsigned i = 1; i < p->slice_count; i++)
        if (p->seams[i][0] != p->seams[i][1])
            return false;
    return true;
}

// Decodes a frame, repairs damage that the walker found, and passes the sound on.
static acc_mp3_status run_frame(slice *s)
{
    const walker *w = &s->walk;
    float *sound =
        acc_mp3_decoder_run(&s->decoder, &w->header, w->place.free_length, w->frame, w->frame_len);
    if (sound && (w->lost || w->mute))
        acc_mp3_walker_repair(w, sound, s->decoder.channels);
    size_t n = s->left < w->header.samples ? (size_t)s->left : w->header.samples;
    s->left -= n;
    note_seam(s, sound);
    atomic_fetch_add(&s->plan->undecoded, sound == NULL);
    return acc_mp3_pipeline_take(&s->line, sound, s->decoder.channels, n);
}

// Converts a slice. It writes at its own place of the output, so the threads may run in any order.
static acc_mp3_status run_slice(slice *s, unsigned number)
{
    plan *p = s->plan;
    s->number = number;
    uint64_t first = p->starts[number], limit = p->starts[number + 1];
    size_t frame = (size_t)p->job->format->bytes * p->job->format->channels;
    s->out.position = p->header_size + first * frame;
    acc_mp3_status status = place_slice(s, first, limit);
    int error = 0;
    while (status == ACC_MP3_OK && s->line.made < limit && s->left) {
        walker_result result = acc_mp3_walker_next(&s->walk);
        if (result == WALKER_FRAME) {
            status = run_frame(s);
        } else if (result == WALKER_MORE && !s->walk.ended) {
            if (!acc_mp3_read_on(p->job->in, &s->walk, &s->position, &error)) {
                s->out.error = error;
                status = ACC_MP3_CANNOT_READ;
            }
            report_progress(s);
            if (atomic_load(&p->status) != ACC_MP3_OK)
                return ACC_MP3_CANCELLED;
        } else if (result != WALKER_TAG) {
            break;
        }
    }
    if (status == ACC_MP3_OK && s->line.made < limit)
        status = acc_mp3_pipeline_drain(&s->line);
    if (status == ACC_MP3_OK && !acc_mp3_output_flush(&s->out))
        status = ACC_MP3_CANNOT_WRITE;
    return status;
}

// One thread: converts the next slice until none is left or one fails.
static void *run_slices(void *argument)
{
    plan *p = argument;
    slice *s = calloc(1, sizeof *s);
    unsigned number;
    while ((number = atomic_fetch_add(&p->next_slice, 1)) < p->slice_count) {
        acc_mp3_status status = ACC_MP3_NO_MEMORY;
        if (s) {
            s->plan = p;
            if (acc_mp3_decoder_open(&s->decoder) &&
                acc_mp3_output_open_part(&s->out, &p->job->out, 0))
                status = acc_mp3_pipeline_init(&s->line, p->job->format, to_part, &s->out);
            if (status == ACC_MP3_OK)
                status = run_slice(s, number);
            if (status != ACC_MP3_OK)
                fail(p, status, s->out.error);
            atomic_fetch_add(&p->clipped, s->line.quantizer.clipped);
            acc_mp3_decoder_close(&s->decoder);
            acc_mp3_pipeline_free(&s->line);
            acc_mp3_output_close(&s->out);
            memset(s, 0, sizeof *s);
        } else {
            fail(p, status, 0);
        }
        if (status != ACC_MP3_OK)
            break;
    }
    free(s);
    return NULL;
}

// Runs the threads, one of which is the caller's. If the system refuses a thread, fewer are used.
static void run_threads(plan *p, unsigned threads)
{
    pthread_t others[MAX_THREADS];
    unsigned started = 0;
    while (started + 1 < threads && pthread_create(&others[started], NULL, run_slices, p) == 0)
        started++;
    run_slices(p);
    while (started)
        pthread_join(others[--started], NULL);
}

// Writes the WAV header, whose size is known from the walk, then converts all slices.
static acc_mp3_status convert(plan *p, unsigned threads)
{
    mp3_job *job = p->job;
    uint8_t header[96] = {0};
    uint64_t frame = (uint64_t)job->format->bytes * job->format->channels;
    if (job->format->wav) {
        p->header_size = acc_mp3_wav_header(job->format, p->outputs, header, sizeof header);
        if (p->header_size == 0)
            return ACC_MP3_TOO_LONG;
    }
    if (!acc_mp3_output_write(&job->out, header, p->header_size) ||
        !acc_mp3_output_flush(&job->out))
        return ACC_MP3_CANNOT_WRITE;
    run_threads(p, threads);
    acc_mp3_report *report = job->report;
    acc_mp3_status status = (acc_mp3_status)atomic_load(&p->status);
    job->out.position = p->header_size + p->outputs * frame;
    if (status == ACC_MP3_OK && job->format->wav && p->outputs * frame % 2 &&
        !acc_mp3_output_write(&job->out, header + sizeof header - 1, 1))
        status = ACC_MP3_CANNOT_WRITE;
    report->source_rate = p->rate;
    report->source_channels = p->channels;
    report->source_layer = p->layer;
    report->source_frames = p->length;
    report->mp3_frames = p->frames;
    report->frames = p->outputs;
    report->bytes = job->out.position + job->out.fill;
    report->clipped = atomic_load(&p->clipped);
    report->system_error = p->error;
    return status;
}

// False when the file cannot be cut, or when a seam shows that the slices differ from a conversion in order; the
// output is then empty again. A file with less than 50 bytes for each of FRAMES_MIN frames is not walked.
bool acc_mp3_convert_slices(mp3_job *job, unsigned threads, acc_mp3_status *status)
{
    if (job->size < 50 * FRAMES_MIN)
        return false;
    plan *p = calloc(1, sizeof *p);
    walker *w = malloc(sizeof *w);
    mp3_tag tag;
    bool sliced = false;
    if (p && w) {
        p->job = job;
        acc_mp3_walker_init(w, job->size);
        w->damage = job->report->damage;
        w->damage_room = ACC_MP3_MAX_DAMAGE;
        sliced = scan(p, w, &tag) && p->frames >= FRAMES_MIN && !(w->other && w->other_is_sure);
        if (sliced)
            measure(p, w, &tag);
    }
    free(w);
    if (sliced) {
        threads = threads < MAX_THREADS ? threads : MAX_THREADS;
        cut(p, threads);
        pthread_mutex_init(&p->lock, NULL);
        *status = convert(p, threads);
        pthread_mutex_destroy(&p->lock);
        sliced = *status != ACC_MP3_OK || (seams_hold(p) && atomic_load(&p->undecoded) == 0);
    }
    if (!sliced) {
        acc_mp3_output_rewind(&job->out);
        memset(job->report, 0, sizeof *job->report);
    }
    free(p);
    return sliced;
}
