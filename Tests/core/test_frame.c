// Frames of every length written and checked; every flipped bit is detected.
#include "accessory/frame.h"
#include "check.h"

#include <string.h>

static void every_length_comes_back(void)
{
    uint8_t payload[ACC_FRAME_MAX_PAYLOAD], frame[ACC_FRAME_MAX_SIZE];
    acc_frame_header header;
    for (size_t i = 0; i < sizeof payload; i++)
        payload[i] = (uint8_t)(i * 167 + 13);
    for (size_t len = 0; len <= ACC_FRAME_MAX_PAYLOAD; len++) {
        uint8_t fec = len & 15;
        size_t size = acc_frame_write(fec, payload, len, frame, sizeof frame);
        CHECK(size == len + ACC_FRAME_OVERHEAD);
        CHECK(acc_frame_check(frame, size, &header) == ACC_OK);
        CHECK(header.length == len && header.fec == fec);
        CHECK(memcmp(frame + ACC_FRAME_HEADER_SIZE, payload, len) == 0);
        for (size_t cut = 0; cut < size; cut++)
            CHECK(acc_frame_check(frame, cut, &header) == ACC_TRUNCATED);
    }
}

static void every_flipped_bit_is_seen(void)
{
    uint8_t frame[40];
    acc_frame_header header;
    size_t size = acc_frame_write(0, (const uint8_t *)"thirty-two bytes of payload text", 32, frame,
                                  sizeof frame);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        frame[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK(acc_frame_check(frame, size, &header) == ACC_BAD_CHECK);
        frame[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    CHECK(acc_frame_check(frame, size, &header) == ACC_OK);
}

int main(void)
{
    // computed by hand in docs/link.md
    static const uint8_t empty[] = {0x40, 0x00, 0x10, 0xC3};
    acc_frame_header header;
    CHECK(acc_frame_header_read(empty, &header) == ACC_OK && header.length == 0);

    uint8_t small[8];
    CHECK(acc_frame_write(0, small, 1, small, sizeof small) == 0);
    every_length_comes_back();
    every_flipped_bit_is_seen();
    return failures;
}
