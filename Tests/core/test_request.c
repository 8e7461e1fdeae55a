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

// A push takes no more than one frame, whose place it keeps until the next push; the memory may be that long and no longer.
static void each_push_takes_one_frame(void)
{
    uint8_t memory[sizeof file_head + 1], stream[2 * sizeof file_head + 3];
    memset(memory, 0x55, sizeof memory);
    memset(stream, 0x11, sizeof stream);
    memcpy(stream, file_head, sizeof file_head);
    memcpy(stream + sizeof file_head, file_head, sizeof file_head);
    stream[sizeof file_head + 9] = 5;  // another sequence
    acc_meta_reader reader;
    acc_meta_header header;
    size_t used;
    acc_meta_reader_init(&reader, memory, sizeof file_head);
    for (uint16_t i = 4; i < 6; i++) {
        const uint8_t *at = stream + (i - 4) * sizeof file_head;
        CHECK(acc_meta_reader_push(&reader, at, 3, &used, &header) == ACC_TRUNCATED && used == 3);
        CHECK(acc_meta_reader_is_waiting(&reader));
        CHECK(acc_meta_reader_push(&reader, at + 3, 30, &used, &header) == ACC_OK);
        CHECK(used == sizeof file_head - 3 && header.sequence == i && header.length == 18);
        CHECK(acc_meta_reader_payload(&reader) == memory + 10 && memory[sizeof file_head] == 0x55);
        CHECK(!acc_meta_reader_is_waiting(&reader) && acc_meta_reader_skipped(&reader) == 0);
    }
    // what is no frame is skipped and counted, byte by byte
    CHECK(acc_meta_reader_push(&reader, stream + 2 * sizeof file_head, 3, &used, &header) ==
          ACC_TRUNCATED);
    CHECK(used == 3 && acc_meta_reader_skipped(&reader) == 3);
    CHECK(!acc_meta_reader_is_waiting(&reader));
    // a payload one byte longer than the memory, and a wrong check sum
    uint8_t longer[sizeof file_head];
    memcpy(longer, file_head, sizeof longer);
    longer[5]++;
    CHECK(acc_meta_reader_push(&reader, longer, 10, &used, &header) == ACC_TRUNCATED);
    CHECK(!acc_meta_reader_is_waiting(&reader) && acc_meta_reader_skipped(&reader) == 13);
    memcpy(longer, file_head, sizeof longer);
    longer[27] ^= 1;
    CHECK(acc_meta_reader_push(&reader, longer, sizeof longer, &used, &header) == ACC_BAD_CHECK);
    CHECK(used == sizeof longer && acc_meta_reader_skipped(&reader) == 13 + sizeof longer);
    // nothing to give up, and one that is given up
    acc_meta_reader_give_up(&reader);
    CHECK(acc_meta_reader_push(&reader, file_head, 5, &used, &header) == ACC_TRUNCATED);
    acc_meta_reader_give_up(&reader);
    CHECK(acc_meta_reader_skipped(&reader) == 18 + sizeof longer);
    CHECK(!acc_meta_reader_is_waiting(&reader));
}

static void headers_have_fields(void)
{
    acc_meta_header header;
    static const uint8_t bytes[] = {0xAB, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    CHECK(acc_meta_header_read(bytes, &header) == ACC_OK);
    CHECK(header.command == 1 && header.key == 2 && header.flags == 3 && header.length == 0x405);
    CHECK(header.crc == 0x607 && header.sequence == 0x809);
    acc_meta_fragment part;
    static const uint8_t places[] = {1, 2, 3, 5, 1, 2, 3, 4};
    CHECK(acc_meta_fragment_read(places, 8, &part) == ACC_OK);
    CHECK(part.total == 0x1020305 && part.index == 0x1020304);
    CHECK(acc_meta_fragment_read(places, 7, &part) == ACC_TRUNCATED);
    CHECK(acc_meta_fragment_read((uint8_t[]){0, 0, 0, 5, 0, 0, 0, 5}, 8, &part) == ACC_MALFORMED);
    // a payload that is in place, or elsewhere in the output
    for (size_t at = 0; at < 14; at++) {
        uint8_t out[20] = {0};
        memcpy(out + at, "abcd", 4);
        CHECK(acc_meta_frame_write(&header, out + at, 4, out, 14) == 14);
        CHECK(memcmp(out + 10, "abcd", 4) == 0 && acc_meta_frame_check(out, 14, &header) == ACC_OK);
    }
    uint8_t out[10];
    CHECK(acc_meta_frame_write(&header, out, 0, out, 10) == 10);
    CHECK(acc_meta_frame_write(&header, out, 0, out, 9) == 0);
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
    each_push_takes_one_frame();
    headers_have_fields();
    fragments_join_in_order_only();
    return failures;
}
