// Decodes single frames with libmpg123; its other functions are switched off. Input: a frame that the
// walker has checked; output: floats for pipeline.c.
#include "host/mp3/decoder.h"

#if !__has_include(<mpg123.h>)
#error "mpg123.h is missing; install it: sudo apt install libmpg123-dev"
#endif

#include <mpg123.h>
#include <string.h>

bool acc_mp3_decoder_open(mp3_decoder *d)
{
    memset(d, 0, sizeof *d);
    d->handle = mpg123_new(NULL, NULL);
    return d->handle != NULL;
}

void acc_mp3_decoder_close(mp3_decoder *d)
{
    if (d->handle)
        mpg123_delete(d->handle);
    d->handle = NULL;
}

// Opens libmpg123 with everything but decoding switched off: delay, tags, the search for headers, the index.
static bool start(mp3_decoder *d, uint32_t free_length)
{
    mpg123_handle *h = d->handle;
    long on = MPG123_QUIET | MPG123_FORCE_FLOAT | MPG123_NO_READAHEAD | MPG123_IGNORE_INFOFRAME |
              MPG123_SKIP_ID3V2 | MPG123_IGNORE_STREAMLENGTH;
    mpg123_close(h);
    d->free_length = free_length;
    d->open = mpg123_param(h, MPG123_ADD_FLAGS, on, 0) == MPG123_OK &&
              mpg123_param(h, MPG123_REMOVE_FLAGS, MPG123_GAPLESS | MPG123_AUTO_RESAMPLE, 0) ==
                  MPG123_OK &&
              mpg123_param(h, MPG123_INDEX_SIZE, 0, 0) == MPG123_OK &&
              mpg123_param(h, MPG123_FREEFORMAT_SIZE, free_length ? (long)free_length - 4 : -1,
                           0) == MPG123_OK &&
              mpg123_open_feed(h) == MPG123_OK;
    return d->open;
}

float *acc_mp3_decoder_run(mp3_decoder *d, const mp3_header *header, uint32_t free_length,
                           const uint8_t *frame, size_t len)
{
    mpg123_handle *h = d->handle;
    if ((!d->open || d->free_length != free_length) && !start(d, free_length))
        return NULL;
    if (mpg123_feed(h, frame, len) != MPG123_OK)
        return NULL;
    off_t number;
    unsigned char *sound = NULL;
    size_t size = 0;
    int result = mpg123_decode_frame(h, &number, &sound, &size);
    // may be returned without sound; the next call then returns the sound
    if (result == MPG123_NEW_FORMAT) {
        long rate;
        int channels, encoding;
        if (mpg123_getformat(h, &rate, &channels, &encoding) != MPG123_OK)
            return NULL;
        d->rate = (uint32_t)rate;
        d->channels = (uint8_t)channels;
        if (size == 0)
            result = mpg123_decode_frame(h, &number, &sound, &size);
    }
    bool whole = d->channels && size == (size_t)header->samples * d->channels * sizeof(float);
    if (result == MPG123_ERR || result == MPG123_NEED_MORE)
        d->open = result == MPG123_NEED_MORE;
    return whole && sound ? (float *)(void *)sound : NULL;
}
