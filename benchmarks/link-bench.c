// The CPU time of the link: both state machines, joined by a carrier without delay. Compared with a floor: the
// same bytes are only cut into frames, checked and copied. Prints both and their ratio.
#include "accessory/frame.h"
#include "accessory/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MESSAGE = 1 << 20,
    ROUNDS = 16,
    REPEATS = 5,
    CHUNK = ACC_FRAME_MAX_PAYLOAD - ACC_LINK_DATA_HEADER
};

static uint8_t request[MESSAGE], buffers[2][MESSAGE];
static acc_link ends[2];
static uint64_t frames;

// CPU time, which excludes other work on the machine.
static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void through_a_frame(const uint8_t *payload, size_t len, uint8_t *frame)
{
    acc_frame_header header;
    size_t size = acc_frame_write(0, payload, len, frame, ACC_FRAME_MAX_SIZE);
    if (acc_frame_check(frame, size, &header) != ACC_OK)
        abort();
    frames++;
}

// Transfers one frame or event of an end; false when it has none. Counts received messages.
static bool move(int from, uint64_t now, unsigned *received)
{
    uint8_t frame[ACC_FRAME_MAX_SIZE];
    acc_link_action action;
    if (!acc_link_poll(&ends[from], now, &action))
        return false;
    if (action.kind == ACC_LINK_ACTION_EVENT) {
        *received += action.event.kind == ACC_LINK_EVENT_RECEIVED;
        return true;
    }
    through_a_frame(action.bytes, action.len, frame);
    acc_link_sent(&ends[from], now);
    acc_link_receive(&ends[!from], now, frame + ACC_FRAME_HEADER_SIZE, action.len);
    return true;
}

static double link_seconds(void)
{
    uint64_t now = 0;
    unsigned received = 0;
    for (int i = 0; i < 2; i++) {
        acc_link_config config =
            acc_link_config_make(i ? ACC_LINK_ACCESSORY : ACC_LINK_HOST, ACC_LINK_BLUETOOTH);
        config.mode = ACC_LINK_DUPLEX;
        config.buffer = buffers[i];
        config.capacity = MESSAGE;
        acc_link_init(&ends[i], &config);
        acc_link_detect(&ends[i], now);
    }
    acc_link_open(&ends[0], now);
    while (move(0, now, &received) || move(1, now, &received))
        ;
    frames = 0;
    double began = seconds();
    for (int round = 0; round < ROUNDS; round++) {
        acc_link_send(&ends[0], now, request, MESSAGE);
        for (bool moved = true; moved; now += 4000) {
            moved = move(0, now, &received);
            moved = move(1, now, &received) || moved;
        }
    }
    double took = seconds() - began;
    if (received != ROUNDS || memcmp(buffers[1], request, MESSAGE) != 0)
        abort();
    return took;
}

static double floor_seconds(void)
{
    uint8_t frame[ACC_FRAME_MAX_SIZE], payload[ACC_FRAME_MAX_PAYLOAD] = {0};
    double began = seconds();
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t at = 0; at < MESSAGE; at += CHUNK) {
            size_t len = MESSAGE - at < CHUNK ? MESSAGE - at : CHUNK;
            memcpy(payload + ACC_LINK_DATA_HEADER, request + at, len);
            through_a_frame(payload, len + ACC_LINK_DATA_HEADER, frame);
            memcpy(buffers[0] + at, frame + ACC_FRAME_HEADER_SIZE + ACC_LINK_DATA_HEADER, len);
        }
    }
    return seconds() - began;
}

int main(void)
{
    for (size_t i = 0; i < MESSAGE; i++)
        request[i] = (uint8_t)(i * 7 + i / 256);
    double link = 1e9, bare = 1e9, mebibytes = ROUNDS * (MESSAGE >> 20);
    uint64_t count = 0;
    for (int i = 0; i < REPEATS; i++) {
        double t = link_seconds();
        count = frames;
        link = t < link ? t : link;
        t = floor_seconds();
        bare = t < bare ? t : bare;
    }
    printf("floor  %7.1f MiB/s  frames written, checked and copied\n", mebibytes / bare);
    printf("link   %7.1f MiB/s  both ends, %.0f ns a frame\n", mebibytes / link,
           1e9 * link / (double)count);
    printf("ratio  %7.2f  link / floor, time\n", link / bare);
    return 0;
}
