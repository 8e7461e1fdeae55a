#include "cable_end.h"

#include <string.h>

const acc_cable_mode cable_end_mode = {.kind = ACC_CABLE_FLAT,
                                       .symbol = 1024,
                                       .prefix = 32,
                                       .low = 20,
                                       .high = 19500,
                                       .pilots = 16,
                                       .lifting = 64,
                                       .depth = 1,
                                       .load = 800};

acc_status cable_end_init(cable_end *end, uint8_t *buffer, uint32_t capacity)
{
    static const acc_cable_limits limits = {
        .symbol = 1024, .lifting = 64, .depth = 1, .bits = 3, .window = 2, .taps = 32};
    end->buffer = buffer;
    end->capacity = capacity;
    end->len = 0;
    end->is_receiving = false;
    return acc_cable_receiver_init(end->memory, sizeof end->memory, &limits, &end->receiver);
}

static void act(cable_end *end, const acc_cable_event *event)
{
    switch (event->kind) {
    case ACC_CABLE_BURST:
        end->is_receiving = true;
        end->len = 0;
        break;
    case ACC_CABLE_BLOCK:
        if (event->offset <= end->capacity && event->len <= end->capacity - event->offset)
            memcpy(end->buffer + event->offset, event->data, event->len);
        break;
    case ACC_CABLE_END:
        end->is_receiving = false;
        if (event->reason == ACC_OK && event->len <= end->capacity)
            end->len = event->len;
        break;
    case ACC_CABLE_NONE:
    case ACC_CABLE_BAD_BLOCK:
    case ACC_CABLE_SOUNDED:
        break;
    }
}

void cable_end_receive(cable_end *end, const float *captured, size_t n)
{
    acc_cable_event event;
    do {
        size_t taken = acc_cable_receiver_push(end->receiver, captured, n, &event);
        captured += taken;
        n -= taken;
        act(end, &event);
    } while (event.kind != ACC_CABLE_NONE);
}
