// Any bytes in pieces of any size, at any rate and depth: no output on an error, and a report that matches it.
#include "accessory/mp3.h"
#include "accessory/wav.h"

#include <assert.h>

static bool count(void *user, const uint8_t *bytes, size_t len)
{
    (void)bytes;
    *(uint64_t *)user += len;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4 || size > 65536)
        return 0;
    uint8_t bits = (uint8_t)(8 + 8 * (data[0] & 3));
    acc_mp3_format format = {.rate = 8000 + 157u * data[1],
                             .bits = bits,
                             .bytes = bits / 8,
                             .channels = 1 + (data[0] >> 2 & 1),
                             .dither = data[0] & 8,
                             .wav = data[0] & 16,
                             .keeps_timeline = data[0] & 64};
    uint64_t written = 0;
    acc_mp3_report report;
    acc_mp3_converter *c = acc_mp3_converter_new(&format, count, &written);
    if (data[0] & 32)
        acc_mp3_converter_set_size(c, size - 3);
    size_t piece = 1 + 16u * data[2];
    for (size_t at = 3; at < size; at += piece)
        acc_mp3_converter_feed(c, data + at, size - at < piece ? size - at : piece);
    acc_mp3_status status = acc_mp3_converter_finish(c, &report);
    assert(status == ACC_MP3_OK || written == 0);
    if (data[0] & 32)
        assert(acc_mp3_probe(data + 3, size - 3, true) == (status == ACC_MP3_OK));
    uint64_t sound = report.frames * format.bytes * format.channels;
    uint8_t header[ACC_WAV_HEADER_MAX];
    uint64_t front = acc_mp3_wav_header(&format, report.frames, header, sizeof header);
    assert(written == report.bytes);
    assert(status != ACC_MP3_OK || written == (format.wav ? front + sound + sound % 2 : sound));
    acc_mp3_converter_free(c);
    return 0;
}
