// Request transfer: the examples of its document, every prefix and flipped bit, cut frames in a stream, and fragments.
#include "accessory/request.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

// the public example: FileHead of /music, CRC-32 2493820769, 515376 bytes
static const uint8_t file_head[] = {0xAB, 0x06, 0x21, 0x00, 0x00, 0x12, 0x26, 0x99, 0x00, 0x04,
                                    0x0A, 0x06, 0x2F, 0x6D, 0x75, 0x73, 0x69, 0x63, 0x10, 0xE1,
                                    0xDE, 0x92, 0xA5, 0x09, 0x18, 0xB0, 0xBA, 0x1F};

// the same object as the first of three fragments; computed in docs/request-transfer.md
static const uint8_t fragment[] = {0xAB, 0x06, 0x21, 0x04, 0x00, 0x1A, 0xC3, 0xCD, 0x00,
                                   0x04, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00,
                                   0x0A, 0x06, 0x2F, 0x6D, 0x75, 0x73, 0x69, 0x63, 0x10,
                                   0xE1, 0xDE, 0x92, 0xA5, 0x09, 0x18, 0xB0, 0xBA, 0x1F};

static void examples_come_back(void)
{
    acc_meta_header header;
    uint8_t out[64];
    CHECK(acc_meta_frame_check(file_head, sizeof file_head, &header) == ACC_OK);
    CHECK(header.command == 6 && header.key == 0x21 && header.flags == 0 && header.length == 18);
    CHECK(header.crc == 0x2699 && header.sequence == 4);
    CHECK(acc_meta_frame_write(&header, file_head + 10, 18, out, sizeof out) == sizeof file_head);
    CHECK(memcmp(out, file_head, sizeof file_head) == 0);

    acc_meta_fragment part;
    CHECK(acc_meta_frame_check(fragment, sizeof fragment, &header) == ACC_OK);
    CHECK(header.flags == ACC_META_FRAGMENTED);
    CHECK(acc_meta_fragment_read(fragment + 10, header.length, &part) == ACC_OK);
    CHECK(part.total == 3 && part.index == 0);
    acc_meta_fragment_write(&part, out);
    CHECK(memcmp(out, fragment + 10, ACC_META_FRAGMENT_SIZE) == 0);
    // every byte is written, whatever the memory contained
    memset(out, 0xEE, sizeof out);
    CHECK(acc_meta_frame_write(&header, fragment + 10, 26, out, sizeof out) == sizeof fragment);
    CHECK(memcmp(out, fragment, sizeof fragment) == 0);
}

static void every_prefix_is_truncated_and_every_bit_is_seen(void)
{
    acc_meta_header header;
    uint8_t frame[sizeof file_head];
    for (size_t len = 0; len < sizeof file_head; len++)
        CHECK(acc_meta_frame_check(file_head, len, &header) == ACC_TRUNCATED);
    memcpy(frame, file_head, sizeof frame);
    for (size_t bit = 8 * ACC_META_HEADER_SIZE; bit < 8 * sizeof frame; bit++) {
        frame[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK(acc_meta_frame_check(frame, sizeof frame, &header) == ACC_BAD_CHECK);
        frame[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    frame[0] = 0xAA;
    CHECK(acc_meta_frame_check(frame, sizeof frame, &header) == ACC_MALFORMED);
    CHECK(acc_meta_frame_write(&header, file_head + 10, 18, frame, sizeof frame - 1) == 0);
}

// A stream of frames of several lengths, with noise and a cut frame in it.
static size_t make_stream(uint8_t *out, size_t capacity, size_t cut)
{
    uint8_t payload[ACC_META_MAX_PAYLOAD];
    for (size_t i = 0; i < sizeof payload; i++)
        payload[i] = i % 5 ? (uint8_t)(i * 37 + 1) : ACC_META_MAGIC;
    static const uint16_t lengths[] = {0, 1, 300, 2, ACC_META_MAX_PAYLOAD, 18};
    size_t size = 0;
    for (size_t i = 0; i < 6; i++) {
        acc_meta_header header = {.command = 6, .key = 0x22, .sequence = (uint16_t)i};
        size_t frame =
            acc_meta_frame_write(&header, payload, lengths[i], out + size, capacity - size);
        size += i == 2 && cut < frame ? cut : frame;
    }
    return size;
}

// Returns the frames found, one bit for each sequence number.
static unsigned push_packet(acc_meta_reader *reader, const uint8_t *bytes, size_t len)
{
    unsigned found = 0;
    // each result but the last consumes a byte of the packet or of the reader's memory
    for (size_t most = len + ACC_META_MAX_FRAME + 1; most > 0; most--) {
        size_t used;
        acc_meta_header header;
        acc_status status = acc_meta_reader_push(reader, bytes, len, &used, &header);
        bytes += used, len -= used;
        if (status == ACC_TRUNCATED)
            return found;
        if (status == ACC_OK)
            found |= 1u << header.sequence;
    }
    printf("the reader does not come to an end\n");
    exit(1);
}

static unsigned read_stream(const uint8_t *bytes, size_t size, size_t packet)
{
    static uint8_t memory[ACC_META_MAX_FRAME];
    acc_meta_reader reader;
    unsigned found = 0;
    acc_meta_reader_init(&reader, memory, sizeof memory);
    for (size_t at = 0; at < size; at += packet)
        found |= push_packet(&reader, bytes + at, size - at < packet ? size - at : packet);
    while (acc_meta_reader_is_waiting(&reader)) {
        acc_meta_reader_give_up(&reader);
        found |= push_packet(&reader, bytes, 0);
    }
    return found;
}

static void a_cut_frame_costs_only_itself(void)
{
    static uint8_t stream[2048];
    static const size_t packets[] = {1, 20, 244, sizeof stream};
    for (size_t i = 0; i < 4; i++) {
        for (size_t cut = 0; cut <= 310; cut++) {
            size_t size = make_stream(stream, sizeof stream, cut);
            CHECK(read_stream(stream, size, packets[i]) == (cut < 310 ? 0x3Bu : 0x3Fu));
        }
    }
}

static void a_frame_that_does_not_go_on_is_given_up(void)
{
    static uint8_t memory[ACC_META_MAX_FRAME];
    acc_meta_reader reader;
    acc_meta_header header;
    size_t used;
    acc_meta_reader_init(&reader, memory, sizeof memory);
    CHECK(!acc_meta_reader_is_waiting(&reader));
    // a header with a too large length, so the next frame is read as its payload
    static const uint8_t cut[] = {0xAB, 6, 0x22, 0, 0x03, 0xC0, 0, 0, 0, 1};
    CHECK(acc_meta_reader_push(&reader, cut, sizeof cut, &used, &header) == ACC_TRUNCATED);
    CHECK(acc_meta_reader_push(&reader, file_head, sizeof file_head, &used, &header) ==
          ACC_TRUNCATED);
    CHECK(acc_meta_reader_is_waiting(&reader));
    acc_meta_reader_give_up(&reader);
    CHECK(acc_meta_reader_push(&reader, file_head, 0, &used, &header) == ACC_OK);
    CHECK(header.sequence == 4 && acc_meta_reader_skipped(&reader) == sizeof cut);
    CHECK(memcmp(acc_meta_reader_payload(&reader), file_head + 10, 18) == 0);
    CHECK(!acc_meta_reader_is_waiting(&reader));

    // longer than the memory: skipped
    static const uint8_t huge[] = {0xAB, 6, 0x22, 0, 0xFF, 0xFF, 0, 0, 0, 1};
    CHECK(acc_meta_reader_push(&reader, huge, sizeof huge, &used, &header) == ACC_TRUNCATED);
    CHECK(acc_meta_reader_push(&reader, file_head, sizeof file_head, &used, &header) == ACC_OK);
}

static acc_status join(acc_meta_joiner *joiner, uint32_t total, uint32_t index, char byte)
{
    uint8_t payload[ACC_META_FRAGMENT_SIZE + 1];
    acc_meta_fragment_write(&(acc_meta_fragment){total, index}, payload);
    payload[ACC_META_FRAGMENT_SIZE] = (uint8_t)byte;
    return acc_meta_joiner_push(joiner, ACC_META_FRAGMENTED, payload, sizeof payload);
}

static void fragments_join_in_order_only(void)
{
    uint8_t memory[3];
    acc_meta_joiner joiner;
    acc_meta_joiner_init(&joiner, memory, sizeof memory);
    CHECK(acc_meta_joiner_push(&joiner, 0, (const uint8_t *)"abc", 3) == ACC_OK);
    CHECK(joiner.size == 3);
    CHECK(acc_meta_joiner_push(&joiner, 0, (const uint8_t *)"abcd", 4) == ACC_NO_ROOM);
    CHECK(acc_meta_joiner_push(&joiner, 0, memory, 0) == ACC_OK && joiner.size == 0);

    CHECK(join(&joiner, 3, 0, 'x') == ACC_TRUNCATED);
    CHECK(join(&joiner, 3, 0, 'd') == ACC_TRUNCATED);  // starts again
    CHECK(join(&joiner, 3, 1, 'e') == ACC_TRUNCATED);
    CHECK(join(&joiner, 3, 1, 'e') == ACC_TRUNCATED);  // received before
    CHECK(join(&joiner, 3, 2, 'f') == ACC_OK);
    CHECK(joiner.size == 3 && memcmp(memory, "def", 3) == 0);

    CHECK(join(&joiner, 3, 0, 'a') == ACC_TRUNCATED);
    CHECK(join(&joiner, 3, 2, 'c') == ACC_MALFORMED);  // one is missing
    CHECK(join(&joiner, 3, 1, 'b') == ACC_MALFORMED);  // the object was dropped
    CHECK(join(&joiner, 3, 0, 'a') == ACC_TRUNCATED);
    CHECK(join(&joiner, 4, 1, 'b') == ACC_MALFORMED);  // of another object
    CHECK(join(&joiner, 3, 3, 'b') == ACC_MALFORMED);
    CHECK(acc_meta_joiner_push(&joiner, ACC_META_FRAGMENTED, memory, 3) == ACC_MALFORMED);
}

int main(void)
{
    examples_come_back();
    every_prefix_is_truncated_and_every_bit_is_seen();
    a_cut_frame_costs_only_itself();
    a_frame_that_does_not_go_on_is_given_up();
    fragments_join_in_order_only();
    return failures;
}
