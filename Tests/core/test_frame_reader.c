// Frames in a byte stream: pieces of any size, noise between frames, damage at every byte, false headers.
#include "accessory/frame.h"
#include "check.h"

#include <string.h>

enum { STREAM = 8192 };

static uint8_t stream[STREAM];
static acc_frame_reader reader;
static uint32_t state = 1;

static uint32_t next(uint32_t below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

// The payload of frame i contains i.
static size_t put_frame(size_t at, uint32_t i)
{
    uint8_t payload[ACC_FRAME_MAX_PAYLOAD];
    size_t len = i * 37 % (ACC_FRAME_MAX_PAYLOAD + 1);
    memset(payload, (int)i, len);
    return acc_frame_write(0, payload, len, stream + at, STREAM - at);
}

typedef struct {
    uint32_t frames, bad, sum;
} found;

static found read_all(const uint8_t *bytes, size_t len, size_t block)
{
    found f = {0};
    for (size_t at = 0; at < len; at += block) {
        const uint8_t *p = bytes + at;
        size_t rest = len - at < block ? len - at : block, used, size;
        acc_status status;
        do {
            status = acc_frame_reader_push(&reader, p, rest, &used);
            CHECK(used <= rest);
            p += used;
            rest -= used;
            f.bad += status == ACC_BAD_CHECK;
            if (status == ACC_OK) {
                const uint8_t *payload = acc_frame_reader_payload(&reader, &size);
                f.frames++;
                f.sum = f.sum * 31 + (uint32_t)size;
                for (size_t i = 1; i < size; i++)
                    CHECK(payload[i] == payload[0]);
            }
        } while (status != ACC_TRUNCATED);
        CHECK(rest == 0);
    }
    return f;
}

static void every_cut_gives_the_same(void)
{
    size_t len = 0;
    for (uint32_t i = 0; i < 20; i++)
        len += put_frame(len, i);
    for (size_t block = 1; block < 1200; block += 1 + block / 16) {
        memset(&reader, 0xFF, sizeof reader);
        acc_frame_reader_init(&reader);
        found f = read_all(stream, len, block);
        static uint32_t sum;
        sum = block == 1 ? f.sum : sum;
        CHECK(f.frames == 20 && f.bad == 0 && f.sum == sum);
        CHECK(acc_frame_reader_skipped(&reader) == 0);
    }
}

// Noise before, between and after frames, in which a header occurs only by chance.
static void noise_costs_nothing(void)
{
    size_t len = 0, noise = 0;
    for (uint32_t i = 1; i < 12; i++) {
        for (uint32_t n = next(90); n; n--, noise++)
            stream[len++] = (uint8_t)(next(2) ? 0xFF : 0);
        len += put_frame(len, i);
    }
    acc_frame_reader_init(&reader);
    found f = read_all(stream, len, 7);
    CHECK(f.frames == 11 && f.bad == 0 && acc_frame_reader_skipped(&reader) == noise);
}

// A frame cut off or damaged at any byte must not cost the two that follow.
static void damage_costs_one(void)
{
    for (uint32_t cut = 0; cut < 45; cut++) {
        size_t first = put_frame(0, 1), len = cut;
        CHECK(first == 45);
        len += put_frame(len, 14);
        len += put_frame(len, 15);
        acc_frame_reader_init(&reader);
        CHECK(read_all(stream, len, 11).frames == 2);

        len = put_frame(0, 1);
        len += put_frame(len, 14);
        len += put_frame(len, 15);
        stream[cut] ^= (uint8_t)(1 + next(255));
        acc_frame_reader_init(&reader);
        found f = read_all(stream, len, 11);
        CHECK(f.frames == 2 && f.bad == (cut >= ACC_FRAME_HEADER_SIZE));
    }
}

// A false header with a large length hides no frame once enough bytes have arrived.
static void false_header(void)
{
    static const uint8_t header_of_empty[] = {0x40, 0x00, 0x10, 0xC3};
    size_t len = 0;
    for (int i = 0; i < 5; i++, len += sizeof header_of_empty)
        memcpy(stream + len, header_of_empty, sizeof header_of_empty);
    len += put_frame(len, 3);
    acc_frame_reader_init(&reader);
    found f = read_all(stream, len, 3);
    CHECK(f.frames == 1 && f.bad == 5);
}

int main(void)
{
    every_cut_gives_the_same();
    noise_costs_nothing();
    damage_costs_one();
    false_header();
    return failures;
}
