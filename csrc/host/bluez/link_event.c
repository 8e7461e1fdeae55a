// Decodes HCI events of connections. It makes no system calls, so tests and the fuzzer run it alone.
//
// Input: events of a raw HCI socket (control.c). Output: acc_hci_link_event for the Swift radio:
// connected, parameters, PHY, data length, encryption, disconnected.
#include "accessory/bluez.h"

#include "base/bytes.h"

#include <string.h>

enum {
    // event codes (Core Specification 5.4, volume 4, part E, section 7.7)
    DISCONNECTION_COMPLETE = 0x05,
    ENCRYPTION_CHANGE = 0x08,
    ENCRYPTION_KEY_REFRESH = 0x30,
    LE_META = 0x3E,
    ENCRYPTION_CHANGE_V2 = 0x59,
};

enum {
    // subevents of LE_META (section 7.7.65)
    LE_CONNECTION_COMPLETE = 0x01,
    LE_CONNECTION_UPDATE_COMPLETE = 0x03,
    LE_DATA_LENGTH_CHANGE = 0x07,
    LE_ENHANCED_CONNECTION_COMPLETE = 0x0A,
    LE_PHY_UPDATE_COMPLETE = 0x0C,
};

// Connection handles have 12 bits.
static uint16_t handle_at(const uint8_t *p)
{
    return load_le16(p) & 0x0FFF;
}

static void read_timing(const uint8_t *p, acc_hci_link_event *out)
{
    out->interval = load_le16(p);
    out->latency = load_le16(p + 2);
    out->timeout = load_le16(p + 4);
}

// `p` starts at the subevent. `timing` is the offset of the interval: in the enhanced event two more
// addresses precede it.
static void read_connected(const uint8_t *p, size_t timing, acc_hci_link_event *out)
{
    out->kind = ACC_HCI_LINK_CONNECTED;
    out->status = p[1];
    out->handle = handle_at(p + 2);
    out->is_central = p[4] == 0;
    // the kernel calls identity addresses, types 2 and 3, public and random
    out->peer.type = (p[5] & 1) ? ACC_BLUEZ_LE_RANDOM : ACC_BLUEZ_LE_PUBLIC;
    memcpy(out->peer.bytes, p + 6, sizeof out->peer.bytes);
    read_timing(p + timing, out);
}

// Decodes an LE meta event from the subevent byte on.
static acc_status read_meta(const uint8_t *p, size_t length, acc_hci_link_event *out)
{
    static const uint8_t sizes[] = {[LE_CONNECTION_COMPLETE] = 19,
                                    [LE_CONNECTION_UPDATE_COMPLETE] = 10,
                                    [LE_DATA_LENGTH_CHANGE] = 11,
                                    [LE_ENHANCED_CONNECTION_COMPLETE] = 31,
                                    [LE_PHY_UPDATE_COMPLETE] = 6};
    if (length < 1)
        return ACC_TRUNCATED;
    if (p[0] >= sizeof sizes || sizes[p[0]] == 0)
        return ACC_UNSUPPORTED;
    if (length < sizes[p[0]])
        return ACC_TRUNCATED;
    switch (p[0]) {
    case LE_CONNECTION_COMPLETE:
        read_connected(p, 12, out);
        return ACC_OK;
    case LE_ENHANCED_CONNECTION_COMPLETE:
        read_connected(p, 24, out);
        return ACC_OK;
    case LE_DATA_LENGTH_CHANGE:
        out->kind = ACC_HCI_LINK_DATA_LENGTH;
        out->handle = handle_at(p + 1);
        out->tx_length = load_le16(p + 3);
        return ACC_OK;
    }
    out->status = p[1];
    out->handle = handle_at(p + 2);
    if (p[0] == LE_CONNECTION_UPDATE_COMPLETE) {
        out->kind = ACC_HCI_LINK_PARAMETERS;
        read_timing(p + 4, out);
    } else {
        out->kind = ACC_HCI_LINK_PHY;
        out->tx_phy = p[4];
        out->rx_phy = p[5];
    }
    return ACC_OK;
}

acc_status acc_hci_link_read(const uint8_t *event, size_t length, acc_hci_link_event *out)
{
    memset(out, 0, sizeof *out);
    if (length < 2 || length < 2u + event[1])
        return ACC_TRUNCATED;
    const uint8_t *p = event + 2;
    size_t size = event[1];
    switch (event[0]) {
    case LE_META:
        return read_meta(p, size, out);
    case DISCONNECTION_COMPLETE:
    case ENCRYPTION_CHANGE:
    case ENCRYPTION_CHANGE_V2:
    case ENCRYPTION_KEY_REFRESH:
        break;
    default:
        return ACC_UNSUPPORTED;
    }
    if (size < (event[0] == ENCRYPTION_KEY_REFRESH ? 3 : 4))
        return ACC_TRUNCATED;
    out->status = p[0];
    out->handle = handle_at(p + 1);
    if (event[0] == DISCONNECTION_COMPLETE) {
        out->kind = ACC_HCI_LINK_DISCONNECTED;
        out->reason = p[3];
    } else {
        out->kind = ACC_HCI_LINK_ENCRYPTION;
        // a key is refreshed only while encryption is on
        out->is_encrypted = out->status == 0 && (event[0] == ENCRYPTION_KEY_REFRESH || p[3] != 0);
    }
    return ACC_OK;
}
