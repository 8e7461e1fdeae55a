// Both ends of the link, driven by a script: any bytes, any commands, any time, any loss of frames.
// No input may make an end loop, exceed its buffer or wait forever.
#include "accessory/link.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROOM = 600, MAX_ACTIONS = 64 };

typedef struct end {
    acc_link link;
    uint8_t buffer[ROOM];
    uint8_t frame[ACC_FRAME_MAX_PAYLOAD];
    size_t frame_len;
    bool leaving;
    int opened, received;
} end;

static end ends[2];
static const uint8_t message[2 * ROOM];
static uint64_t now;

static void set_up(uint8_t options)
{
    now = 0;
    for (int i = 0; i < 2; i++) {
        acc_link_channel channel = options & 1 ? ACC_LINK_BLUETOOTH : ACC_LINK_JACK;
        acc_link_config config =
            acc_link_config_make(i ? ACC_LINK_ACCESSORY : ACC_LINK_HOST, channel);
        config.mode = options & 2 ? ACC_LINK_DUPLEX : ACC_LINK_MASTERSLAVE;
        config.carrier.full_duplex = !(options & 4);
        config.carrier.payload = options & 8 ? 512 : 40;
        config.window = options & 16 ? 64 : 3;
        config.plug_detect = !(options & 32);
        config.buffer = ends[i].buffer;
        config.capacity = ROOM;
        acc_link_init(&ends[i].link, &config);
        ends[i].leaving = false;
        ends[i].opened = ends[i].received = 0;
    }
}

// Polls an end until it has no more actions; keeps its frame.
static void drain(end *e)
{
    acc_link_action a;
    acc_link_tick(&e->link, now);
    for (int n = 0; acc_link_poll(&e->link, now, &a); n++) {
        assert(n < MAX_ACTIONS);
        if (a.kind == ACC_LINK_ACTION_EVENT) {
            assert(!a.event.bytes || (a.event.bytes == e->buffer && a.event.len <= ROOM));
            e->opened += a.event.kind == ACC_LINK_EVENT_OPENED;
            e->received += a.event.kind == ACC_LINK_EVENT_RECEIVED;
            continue;
        }
        assert(!e->leaving && a.len <= e->link.config.carrier.payload);
        e->leaving = true;
        e->frame_len = a.len;
        if (a.len)
            memcpy(e->frame, a.bytes, a.len);
    }
    assert(acc_link_deadline(&e->link) > now);
}

// Reports the frame being sent as sent; it arrives at the other end or is lost.
static void leave(int from, bool arrives)
{
    end *e = &ends[from], *other = &ends[!from];
    if (!e->leaving)
        return;
    e->leaving = false;
    acc_link_sent(&e->link, now);
    if (arrives && e->frame_len)
        acc_link_receive(&other->link, now, e->frame, e->frame_len);
    drain(other);
    drain(e);
}

static void to_next_deadline(void)
{
    uint64_t a = acc_link_deadline(&ends[0].link), b = acc_link_deadline(&ends[1].link);
    uint64_t next = a < b ? a : b;
    now = next == ACC_LINK_NEVER ? now : next;
    drain(&ends[0]);
    drain(&ends[1]);
}

static void command(uint8_t what)
{
    acc_link *host = &ends[0].link, *device = &ends[1].link;
    size_t len = (size_t)(what >> 4) * 80;
    switch (what & 15) {
    case 0:
        acc_link_open(host, now);
        break;
    case 1:
        acc_link_exchange(host, now, message, len, 0);
        break;
    case 2:
        acc_link_exchange(host, now, message, len, 3000000);
        break;
    case 3:
        acc_link_cancel(host, now);
        break;
    case 4:
        acc_link_close(host, now);
        break;
    case 5:
        acc_link_close_resource(host, now);
        ends[0].leaving = false;
        break;
    case 6:
        acc_link_respond(device, now, message, len);
        break;
    case 7:
        acc_link_progress(device, now, message, len);
        break;
    case 8:
        acc_link_refuse(device, now, ACC_LINK_ERROR_FRAME);
        break;
    case 9:
        acc_link_wake(device, now);
        break;
    case 10:
        acc_link_sleep(device, now);
        break;
    case 11:
        acc_link_send(what >> 4 & 1 ? host : device, now, message, len);
        break;
    case 12:
        acc_link_detect(what >> 4 & 1 ? host : device, now);
        break;
    case 13:
        acc_link_lost(what >> 4 & 1 ? host : device, now);
        ends[!(what >> 4 & 1)].leaving = false;
        break;
    case 14:
        acc_link_fault(what >> 4 & 1 ? host : device, now, ACC_LINK_ERROR_READ);
        break;
    default:
        acc_link_garbled(what >> 4 & 1 ? host : device, ACC_LINK_ERROR_DECODE);
    }
    drain(&ends[0]);
    drain(&ends[1]);
}

// Passes arbitrary bytes to an end; with `session`, with the number of the active session.
static size_t raw(int to, bool session, const uint8_t *data, size_t size)
{
    uint8_t bytes[256];
    size_t len = size && data[0] < size ? data[0] : 0;
    if (!len)
        return size ? 1 : 0;
    memcpy(bytes, data + 1, len);
    if (session && len >= 4) {
        bytes[2] = (uint8_t)(ends[to].link.terms.session >> 8);
        bytes[3] = (uint8_t)ends[to].link.terms.session;
    }
    acc_link_receive(&ends[to].link, now, bytes, len);
    drain(&ends[to]);
    return len + 1;
}

// With all frames lost and a device that answers, both ends become idle.
static void come_to_rest(void)
{
    uint64_t start = now;
    for (int i = 0; acc_link_is_busy(&ends[0].link) || acc_link_is_busy(&ends[1].link); i++) {
        assert(i < 5000 && now - start < 7200000000u);
        leave(0, false);
        leave(1, false);
        acc_link_respond(&ends[1].link, now, message, 10);
        drain(&ends[1]);
        to_next_deadline();
    }
}

// Delivers all frames again until the host is idle.
static void run(void)
{
    for (int i = 0; acc_link_is_busy(&ends[0].link); i++) {
        assert(i < 500);
        leave(0, true);
        leave(1, true);
        acc_link_respond(&ends[1].link, now, message, 10);
        drain(&ends[1]);
        if (!ends[0].leaving && !ends[1].leaving && acc_link_is_busy(&ends[0].link))
            to_next_deadline();
    }
}

static void heal(void)
{
    command(12 | 0x10);
    command(12);
    acc_link_close_resource(&ends[0].link, now);
    ends[0].leaving = false;
    drain(&ends[0]);
    int opened = ends[0].opened;
    command(0);
    run();
    assert(ends[0].opened == opened + 1);
    bool duplex = ends[0].link.terms.mode == ACC_LINK_DUPLEX;
    int received = ends[duplex].received;
    command(1 | 0x30);
    run();
    assert(ends[duplex].received == received + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    set_up(data[0]);
    for (size_t i = 1; i < size;) {
        uint8_t op = data[i++];
        switch (op & 7) {
        case 0:
            to_next_deadline();
            break;
        case 1:
            now += (uint64_t)(op >> 3) << 15;
            drain(&ends[0]);
            drain(&ends[1]);
            break;
        case 2:
            leave(op >> 3 & 1, op >> 4 & 1);
            break;
        case 3:
            i += raw(op >> 3 & 1, op >> 4 & 1, data + i, size - i);
            break;
        case 4:
            for (int n = op >> 3; n; n--) {
                leave(0, true);
                leave(1, true);
                to_next_deadline();
            }
            break;
        default:
            if (i < size)
                command(data[i++]);
        }
    }
    come_to_rest();
    heal();
    return 0;
}
