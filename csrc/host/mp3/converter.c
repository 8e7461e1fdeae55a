// The public streaming converter: passes bytes to the walker, frames to libmpg123 and sound to the
// pipeline, and fills in the report. Also checks output formats and writes WAV headers. file.c and
// slices.c use it for files, the Swift AudioConversion room for streams.
#include "host/mp3/converter.h"

#include "accessory/wav.h"

#include <stdlib.h>
#include <string.h>

// Signed bytes exist only without a WAV header: its 8-bit samples are unsigned.
acc_mp3_status acc_mp3_format_check(const acc_mp3_format *format)
{
    acc_quantizer q = {
        .bits = format->bits,
        .bytes = format->bytes,
        .channels = format->channels,
        .is_unsigned = format->bits == 8 && !format->is_signed8,
    };
    bool rate = format->rate >= ACC_RATE_MIN && format->rate <= ACC_RATE_MAX;
    bool sign = !format->is_signed8 || (format->bits == 8 && !format->wav);
    return rate && sign && acc_quantizer_check(&q) == ACC_OK ? ACC_MP3_OK : ACC_MP3_BAD_FORMAT;
}

// `size`: bytes of the sound.
static size_t wav_header(const acc_mp3_format *format, uint64_t size, uint8_t *out, size_t capacity)
{
    acc_wav_format wav = {
        .sample = format->bits == 8    ? ACC_SAMPLE_U8
                  : format->bits == 16 ? ACC_SAMPLE_S16
                  : format->bytes == 3 ? ACC_SAMPLE_S24
                                       : ACC_SAMPLE_S32,
        .channels = format->channels,
        .rate = format->rate,
    };
    return acc_wav_header_write(&wav, size, out, capacity);
}

// 0 when the sound is too long for a WAV file's size field.
size_t acc_mp3_wav_header(const acc_mp3_format *format, uint64_t frames, uint8_t *out,
                          size_t capacity)
{
    uint64_t frame = (uint64_t)format->bytes * format->channels;
    return frames > ACC_WAV_MAX_DATA / frame ? 0
                                             : wav_header(format, frames * frame, out, capacity);
}

// The sink of the pipeline: counts bytes, and stops a WAV file at the 4 GiB of its size field.
static bool deliver(void *user, const uint8_t *bytes, size_t len)
{
    acc_mp3_converter *c = user;
    uint64_t frame = (uint64_t)c->line.format.bytes * c->line.format.channels;
    if (c->opened)
        c->report.frames += len / frame;
    c->bytes += len;
    if (c->line.format.wav && c->bytes > ACC_WAV_MAX_DATA) {
        c->status = ACC_MP3_TOO_LONG;
        return false;
    }
    return c->sink(c->user, bytes, len);
}

acc_mp3_status acc_mp3_converter_open(acc_mp3_converter *c, const acc_mp3_format *format,
                                      acc_mp3_sink sink, void *user)
{
    acc_mp3_walker_init(&c->walk, UINT64_MAX);
    c->walk.damage = c->report.damage;
    c->walk.damage_room = ACC_MP3_MAX_DAMAGE;
    c->walk.keeps_timeline = format->keeps_timeline;
    c->sink = sink;
    c->user = user;
    c->status = acc_mp3_format_check(format);
    if (c->status != ACC_MP3_OK)
        return c->status;
    c->status = acc_mp3_pipeline_init(&c->line, format, deliver, c);
    if (c->status == ACC_MP3_OK && !acc_mp3_decoder_open(&c->decoder))
        c->status = ACC_MP3_NO_MEMORY;
    return c->status;
}

void acc_mp3_converter_close(acc_mp3_converter *c)
{
    acc_mp3_decoder_close(&c->decoder);
    acc_mp3_pipeline_free(&c->line);
}

// Writes the header at the first frame, when the input is known to have sound.
static acc_mp3_status open_output(acc_mp3_converter *c)
{
    if (c->walk.other && c->walk.other_is_sure) {
        c->report.found = c->walk.other;
        return ACC_MP3_OTHER_FORMAT;
    }
    c->report.source_rate = c->walk.header.rate;
    c->report.source_layer = c->walk.header.layer;
    uint8_t header[ACC_WAV_HEADER_MAX];
    size_t size = wav_header(&c->line.format, ACC_WAV_UNKNOWN_SIZE, header, sizeof header);
    bool written = !c->line.format.wav || deliver(c, header, size);
    c->opened = true;
    return written ? ACC_MP3_OK : ACC_MP3_CANNOT_WRITE;
}

// The decoder's delay is longer than the padding: one more frame returns the last samples.
static acc_mp3_status ring_out(acc_mp3_converter *c, size_t samples)
{
    uint8_t frame[WALKER_MAX_FRAME] = {0};
    memcpy(frame, c->last_header, sizeof c->last_header);
    const float *sound = acc_mp3_decoder_run(&c->decoder, &c->last, c->walk.place.free_length,
                                             frame, c->last.length);
    return acc_mp3_pipeline_take(&c->line, sound, c->decoder.channels, samples);
}

// Ends the sound of a tag. `whole`: its last frame was received, so its padding can be cut.
static acc_mp3_status end_tag(acc_mp3_converter *c, bool whole)
{
    if (!c->has_tag)
        return acc_mp3_pipeline_end_tag(&c->line, false);
    acc_mp3_status status = ACC_MP3_OK;
    if (whole && c->tag.padding < MP3_DECODER_DELAY && c->tag_frames)
        status = ring_out(c, MP3_DECODER_DELAY - c->tag.padding);
    c->has_tag = false;
    return status == ACC_MP3_OK ? acc_mp3_pipeline_end_tag(&c->line, whole) : status;
}

// A tag states the encoder's delay and padding. The decoder's own delay is added to the delay and subtracted from the
// padding.
static acc_mp3_status begin_tag(acc_mp3_converter *c)
{
    acc_mp3_status status = end_tag(c, !c->walk.missing);
    c->tag = c->walk.tag;
    c->tag_frames = 0;
    c->has_tag = c->tag.has_delay;
    if (!c->has_tag)
        return status;
    c->report.gapless = true;
    c->line.drop = c->tag.delay + MP3_DECODER_DELAY;
    c->line.hold = c->tag.padding > MP3_DECODER_DELAY ? c->tag.padding - MP3_DECODER_DELAY : 0;
    return status;
}

// Puts silence in place of lost frames.
static acc_mp3_status fill(acc_mp3_converter *c)
{
    acc_mp3_status status = ACC_MP3_OK;
    for (uint32_t i = 0; i < c->walk.fill && status == ACC_MP3_OK; i++)
        status = acc_mp3_pipeline_take(&c->line, NULL, 1, c->walk.header.samples);
    c->tag_frames += c->walk.fill;
    return status;
}

// Converts one frame. A new rate ends the tag's sound; damage is repaired or silenced; a lost frame becomes silence.
static acc_mp3_status take_frame(acc_mp3_converter *c)
{
    walker *w = &c->walk;
    acc_mp3_status status = ACC_MP3_OK;
    if (c->report.mp3_frames &&
        (w->header.rate != c->last.rate || w->header.channels != c->last.channels))
        c->report.format_changes++;
    if (w->header.rate != c->line.rate) {
        if (c->tag_frames)
            status = end_tag(c, c->tag.frames <= c->tag_frames + 1);
        if (status == ACC_MP3_OK)
            status = acc_mp3_pipeline_set_rate(&c->line, w->header.rate);
        if (status != ACC_MP3_OK)
            return status;
    }
    status = fill(c);
    if (status != ACC_MP3_OK)
        return status;
    c->last = w->header;
    memcpy(c->last_header, w->frame, sizeof c->last_header);
    if (w->header.channels > c->report.source_channels)
        c->report.source_channels = w->header.channels;
    float *sound =
        acc_mp3_decoder_run(&c->decoder, &w->header, w->place.free_length, w->frame, w->frame_len);
    if (sound && (w->lost || w->mute))
        acc_mp3_walker_repair(w, sound, c->decoder.channels);
    c->report.mp3_frames++;
    c->report.frames_lost += w->lost || !sound;
    c->tag_frames++;
    return acc_mp3_pipeline_take(&c->line, sound, c->decoder.channels, w->header.samples);
}

// Converts the frames in the walker's buffer. The first error is kept: `deliver` may have set a more exact one.
acc_mp3_status acc_mp3_converter_work(acc_mp3_converter *c)
{
    while (c->status == ACC_MP3_OK) {
        walker_result result = acc_mp3_walker_next(&c->walk);
        if (result == WALKER_MORE || result == WALKER_END)
            break;
        bool tag = result == WALKER_TAG;  // the tag may be the only frame
        acc_mp3_status status = c->opened || tag ? ACC_MP3_OK : open_output(c);
        if (status == ACC_MP3_OK)
            status = tag ? begin_tag(c) : take_frame(c);
        if (c->status == ACC_MP3_OK)
            c->status = status;
    }
    return c->status;
}

acc_mp3_converter *acc_mp3_converter_new(const acc_mp3_format *format, acc_mp3_sink sink,
                                         void *user)
{
    acc_mp3_converter *c = calloc(1, sizeof *c);
    if (c && acc_mp3_converter_open(c, format, sink, user) != ACC_MP3_OK) {
        acc_mp3_converter_free(c);
        return NULL;
    }
    return c;
}

void acc_mp3_converter_set_size(acc_mp3_converter *converter, uint64_t bytes)
{
    converter->walk.size = bytes;
}

// Copies the bytes into the walker's buffer, as many as it has room for at a time.
acc_mp3_status acc_mp3_converter_feed(acc_mp3_converter *converter, const uint8_t *bytes,
                                      size_t len)
{
    while (len && converter->status == ACC_MP3_OK) {
        size_t room;
        uint8_t *to = acc_mp3_walker_room(&converter->walk, &room);
        size_t n = len < room ? len : room;
        memcpy(to, bytes, n);
        acc_mp3_walker_filled(&converter->walk, n);
        bytes += n;
        len -= n;
        acc_mp3_converter_work(converter);
    }
    return converter->status;
}

// The reason why there is no sound.
static acc_mp3_status explain(acc_mp3_converter *c)
{
    if (c->walk.place.offset == 0)
        return ACC_MP3_EMPTY;
    c->report.found = c->walk.other;
    return c->report.found ? ACC_MP3_OTHER_FORMAT : ACC_MP3_NO_SOUND;
}

// Ends the input: converts the rest in decoder and resampler, then fills in the report.
acc_mp3_status acc_mp3_converter_finish(acc_mp3_converter *converter, acc_mp3_report *report)
{
    acc_mp3_converter *c = converter;
    c->walk.ended = true;
    acc_mp3_converter_work(c);
    acc_mp3_status status = c->status;
    if (status == ACC_MP3_OK && c->report.mp3_frames == 0)
        status = explain(c);
    if (status == ACC_MP3_OK)
        status = end_tag(c, !c->walk.short_end);
    if (status == ACC_MP3_OK)
        status = acc_mp3_pipeline_drain(&c->line);
    uint64_t samples = c->report.frames * c->line.format.bytes * c->line.format.channels;
    // RIFF pads a chunk of odd length with one byte
    bool odd = c->line.format.wav && samples % 2;
    c->opened = false;  // the following bytes are not sound
    if (status == ACC_MP3_OK && odd && !deliver(c, (const uint8_t[]){0}, 1))
        status = ACC_MP3_CANNOT_WRITE;
    c->status = c->status == ACC_MP3_OK ? status : c->status;
    c->report.clipped = c->line.quantizer.clipped;
    c->report.source_frames = c->line.all_taken;
    c->report.bytes = c->bytes;
    c->report.damage_count = (uint32_t)c->walk.damage_count;
    c->report.frames_lost += c->walk.unseen;
    c->report.frames_omitted = c->walk.omitted;
    c->report.frames_filled = c->walk.filled;
    c->report.is_cut = c->walk.short_end;
    *report = c->report;
    return c->status;
}

void acc_mp3_converter_free(acc_mp3_converter *converter)
{
    if (converter)
        acc_mp3_converter_close(converter);
    free(converter);
}
