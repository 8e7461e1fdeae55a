// Any ATT packet: a decoded one is encoded to the same bytes, and no field exceeds the packet.
#include "accessory/att.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static uint8_t out[65536];
    acc_att_pdu pdu;
    acc_att_item item;
    if (acc_att_read(data, len, &pdu) != ACC_OK)
        return 0;
    if ((size_t)pdu.tail + pdu.tail_size != len)
        __builtin_trap();
    if (acc_att_write(&pdu, data + pdu.tail, pdu.tail_size, out, sizeof out) != len ||
        memcmp(out, data, len) != 0)
        __builtin_trap();
    size_t position = pdu.tail;
    while (acc_att_next_item(&pdu, data, len, &position, &item))
        if ((size_t)item.start + item.size != position || position > len)
            __builtin_trap();
    return 0;
}
