// The resampler and libsoxr's HQ on the same noise, in turn: CPU time in nanoseconds per output frame, the minimum
// of the repetitions, mono, input in pieces of 1152 frames.
#include "accessory/pcm.h"

#include <soxr.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SECONDS 20
#define REPETITIONS 7
#define PIECE 1152u

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double run_ours(unsigned in, unsigned out, const float *x, size_t frames, float *y)
{
    size_t table_size = acc_resampler_table_size(in, out);
    float *table = malloc((table_size + 1) * sizeof *table);
    acc_resampler *r = malloc(sizeof *r);
    acc_resampler_plan plan;
    double began = now();
    acc_resampler_plan_init(&plan, in, out, table, table_size);
    acc_resampler_init(r, &plan, 0);
    size_t made = 0, total = (size_t)acc_resampler_length(frames, in, out);
    for (size_t at = 0; made < total; at += PIECE) {
        size_t n = at >= frames ? 512 : frames - at < PIECE ? frames - at : PIECE;
        made += acc_resampler_run(r, at < frames ? x + at : NULL, n, y + made, SIZE_MAX);
    }
    double took = now() - began;
    free(r);
    free(table);
    return took / (double)total * 1e9;
}

static double run_soxr(unsigned in, unsigned out, const float *x, size_t frames, float *y)
{
    double began = now();
    soxr_io_spec_t io = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
    soxr_quality_spec_t quality = soxr_quality_spec(SOXR_HQ, 0);
    soxr_t s = soxr_create(in, out, 1, NULL, &io, &quality, NULL);
    size_t made = 0, got, used;
    for (size_t at = 0; at < frames; at += used) {
        size_t n = frames - at < PIECE ? frames - at : PIECE;
        soxr_process(s, x + at, n, &used, y + made, 1 << 16, &got);
        made += got;
    }
    do {
        soxr_process(s, NULL, 0, NULL, y + made, 1 << 16, &got);
        made += got;
    } while (got);
    soxr_delete(s);
    return (now() - began) / (double)made * 1e9;
}

int main(void)
{
    static const unsigned pairs[][2] = {
        {44100, 16000}, {44100, 8000}, {48000, 44100}, {8000, 44100}};
    printf("%-15s %10s %10s %7s\n", "resampler", "ours ns", "soxr ns", "ratio");
    for (size_t i = 0; i < 4; i++) {
        size_t frames = (size_t)pairs[i][0] * SECONDS;
        float *x = malloc(frames * sizeof *x);
        float *y = malloc(((size_t)pairs[i][1] * (SECONDS + 1) + (1 << 17)) * sizeof *y);
        uint32_t state = 1;
        for (size_t k = 0; k < frames; k++) {
            state = state * 1664525 + 1013904223;
            x[k] = (float)(int32_t)state / 4294967296.0f;
        }
        double ours = 1e9, soxr = 1e9;
        for (int k = 0; k < REPETITIONS; k++) {
            double a = run_ours(pairs[i][0], pairs[i][1], x, frames, y);
            double b = run_soxr(pairs[i][0], pairs[i][1], x, frames, y);
            ours = a < ours ? a : ours;
            soxr = b < soxr ? b : soxr;
        }
        printf("%6u to %-6u %10.2f %10.2f %7.2f\n", pairs[i][0], pairs[i][1], ours, soxr,
               ours / soxr);
        free(x);
        free(y);
    }
    return 0;
}
