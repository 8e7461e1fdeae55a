// A lock-free ring buffer of samples between two threads, one producer and one consumer: the port's
// thread and its caller. `put` and `taken` count all samples and wrap; their difference is the fill.
// Each end stores its own counter with release and loads the other's with acquire.
#ifndef ACC_ALSA_RING_H
#define ACC_ALSA_RING_H

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

struct ring {
    float *data;
    size_t size;           // a power of two
    _Atomic size_t taken;  // samples read so far, by the consumer
    _Atomic size_t put;    // samples written so far, by the producer
};

/// Samples that can be read. `taken` is loaded first, so the difference is never negative on either
/// thread.
static inline size_t ring_fill(const struct ring *r)
{
    size_t taken = atomic_load_explicit(&r->taken, memory_order_acquire);
    return atomic_load_explicit(&r->put, memory_order_acquire) - taken;
}

/// Samples that can be written, for the producer: the room only grows until it writes.
static inline size_t ring_room(const struct ring *r)
{
    return r->size - ring_fill(r);
}

/// The longest piece of up to `len` samples that can be written in place.
static inline float *ring_space(struct ring *r, size_t *len)
{
    size_t at = atomic_load_explicit(&r->put, memory_order_relaxed) & (r->size - 1);
    size_t room = ring_room(r);
    *len = *len < room ? *len : room;
    *len = *len < r->size - at ? *len : r->size - at;
    return r->data + at;
}

static inline void ring_advance_put(struct ring *r, size_t len)
{
    atomic_fetch_add_explicit(&r->put, len, memory_order_release);
}

/// The longest piece of up to `len` samples that can be read in place.
static inline const float *ring_peek(const struct ring *r, size_t *len)
{
    size_t at = atomic_load_explicit(&r->taken, memory_order_relaxed) & (r->size - 1);
    size_t fill = ring_fill(r);
    *len = *len < fill ? *len : fill;
    *len = *len < r->size - at ? *len : r->size - at;
    return r->data + at;
}

static inline void ring_advance_taken(struct ring *r, size_t len)
{
    atomic_fetch_add_explicit(&r->taken, len, memory_order_release);
}

/// Writes `len` samples, in two pieces at the end of the memory. The caller has checked the room.
static inline void ring_put(struct ring *r, const float *samples, size_t len)
{
    for (size_t n; len; samples += n, len -= n) {
        n = len;
        float *space = ring_space(r, &n);
        memcpy(space, samples, n * sizeof *samples);
        ring_advance_put(r, n);
    }
}

/// Reads `len` samples. The caller has checked the fill.
static inline void ring_take(struct ring *r, float *samples, size_t len)
{
    for (size_t n; len; samples += n, len -= n) {
        n = len;
        const float *piece = ring_peek(r, &n);
        memcpy(samples, piece, n * sizeof *samples);
        ring_advance_taken(r, n);
    }
}

#endif
