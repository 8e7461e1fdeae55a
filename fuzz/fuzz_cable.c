// A burst of any mode with any damage, or any samples: all samples are processed, every burst has one end, and blocks
// are reported inside bursts only.
#include "accessory/cable.h"

#include <assert.h>
#include <string.h>

enum { ROOM = 1 << 16, PAYLOAD = 64 };

// The second limits are those of a firmware receiver.
static const acc_cable_limits limits = {1024, 64, 2, 6, 8, 32}, few = {1024, 64, 2, 4, 2, 32};
static _Alignas(64) uint8_t sender_memory[1 << 17], receiver_memory[1 << 20];
static float pcm[ROOM];

static acc_cable_mode mode_of(const uint8_t *bytes)
{
    static const uint16_t prefixes[] = {32, 48, 64, 320}, lows[] = {20, 100, 150, 300};
    acc_cable_mode m = {.kind = ACC_CABLE_FLAT, .symbol = bytes[0] & 1 ? 512 : 1024};
    m.prefix = prefixes[bytes[0] >> 1 & 3];
    m.low = lows[bytes[0] >> 3 & 3];
    m.high_pass = bytes[0] >> 5 & 1;
    m.robust = bytes[0] >> 6 & 1;
    m.high = (uint16_t)(bytes[1] * 250);
    m.pilots = 8;
    m.lifting = bytes[2] & 1 ? 32 : 64;
    m.depth = (uint8_t)(1 + (bytes[2] >> 1 & 1));
    m.load = (uint16_t)(bytes[3] << 4);
    if (bytes[2] & 4) {  // 8 to 12 bits per carrier
        m.kind = ACC_CABLE_SHAPED;
        m.load = (uint16_t)((m.high - m.low) * m.symbol / 6000 * (256 + bytes[3] / 2) / 256);
    }
    return m;
}

// Renders a burst up to ROOM samples; returns the number of samples.
static size_t render(const acc_cable_mode *mode, const uint8_t *payload, size_t len)
{
    acc_cable_sender *sender;
    acc_status status =
        acc_cable_sender_init(sender_memory, sizeof sender_memory, &limits, 0.5f, &sender);
    assert(status == ACC_OK);
    if (acc_cable_sender_start(sender, mode, payload, len) != ACC_OK)
        return 0;
    return acc_cable_sender_render(sender, pcm, ROOM);
}

// Damages the samples. Each damage is four bytes: kind or level, place (2), length.
static void damage(size_t len, const uint8_t *bytes, size_t size)
{
    for (; size >= 4 && len; size -= 4, bytes += 4) {
        size_t at = (size_t)(bytes[1] << 8 | bytes[2]) * len >> 16, n = 16u * bytes[3];
        n = n < len - at ? n : len - at;
        if (bytes[0] % 4 == 0)
            memset(pcm + at, 0, n * sizeof *pcm);
        else if (bytes[0] % 4 == 1)
            memmove(pcm + at, pcm + at + n, (len - at - n) * sizeof *pcm);
        else if (bytes[0] % 4 == 2)
            memset(pcm + at, bytes[0], n * sizeof *pcm);
        else
            for (size_t i = at; i < at + n; i++)
                pcm[i] *= (float)bytes[0] / 64;
    }
}

static void receive(const acc_cable_limits *l, size_t len, size_t cut)
{
    acc_cable_receiver *receiver;
    // exactly the memory it needs, so that a sanitizer detects accesses beyond it
    size_t size = acc_cable_receiver_size(l);
    assert(size <= sizeof receiver_memory);
    acc_status status = acc_cable_receiver_init(receiver_memory + sizeof receiver_memory - size,
                                                size, l, &receiver);
    assert(status == ACC_OK);
    bool inside = false;
    for (size_t at = 0; at < len;) {
        acc_cable_event event;
        size_t n = len - at < cut ? len - at : cut;
        size_t took = acc_cable_receiver_push(receiver, pcm + at, n, &event);
        assert(took == n || event.kind != ACC_CABLE_NONE);
        assert(inside == (event.kind != ACC_CABLE_BURST) || event.kind == ACC_CABLE_NONE);
        if (event.kind == ACC_CABLE_BLOCK &&
            (event.mode.kind == ACC_CABLE_FLAT || event.mode.kind == ACC_CABLE_SHAPED))
            assert(event.data && event.len && event.len <= 48 * 64 / 8);
        inside = event.kind == ACC_CABLE_NONE ? inside : event.kind != ACC_CABLE_END;
        at += took;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 6)
        return 0;
    memset(pcm, 0, sizeof pcm);
    if (data[4] & 1) {
        size_t len = (size - 5) / sizeof *pcm;
        memcpy(pcm, data + 5, (len < ROOM ? len : ROOM) * sizeof *pcm);
    } else {
        uint8_t payload[PAYLOAD] = {1, 2, 3};
        acc_cable_mode mode = mode_of(data);
        size_t len = render(&mode, payload, 1 + data[5] % PAYLOAD);
        damage(len, data + 6, size - 6);
    }
    receive(data[4] & 2 ? &few : &limits, ROOM, 1 + data[4] * 16u);
    return 0;
}
