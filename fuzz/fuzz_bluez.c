// Any packet of the management channel, or any HCI event of a connection; the first bit selects. Places are inside
// the packet, and keys are encoded to the same bytes.
#include "accessory/bluez.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// A decoded key is encoded to the same bytes.
static bool keys_agree(const uint8_t *body, const acc_mgmt_event *event)
{
    uint8_t written[ACC_MGMT_LTK_SIZE];
    if (event->code == ACC_MGMT_EV_NEW_LTK)
        return !memcmp(written, body + 1, acc_mgmt_write_ltk(written, &event->ltk));
    if (event->code == ACC_MGMT_EV_NEW_IRK)
        return !memcmp(written, body + 7, acc_mgmt_write_irk(written, &event->irk));
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const uint8_t *packet = data + 1;
    size_t length = size - 1;
    if (data[0] & 1) {
        acc_hci_link_event link;
        if (acc_hci_link_read(packet, length, &link) == ACC_OK &&
            (link.handle > 0x0FFF || length < 5 || (link.is_encrypted && link.status)))
            abort();
        return 0;
    }
    acc_mgmt_event event;
    if (acc_mgmt_read(packet, length, &event) != ACC_OK)
        return 0;
    if (event.data && (event.data < packet || event.data + event.length > packet + length))
        abort();
    if (!keys_agree(packet + ACC_MGMT_HEADER_SIZE, &event))
        abort();
    return 0;
}
