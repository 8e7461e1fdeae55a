// Reads and writes packets of the management channel (BlueZ, doc/mgmt-api.txt), without system calls.
//
// Input: packets of the socket that control.c opened, or opcode and parameters. Output:
// acc_mgmt_event for the Swift adapter and pairing code, or a packet. A packet is opcode or event
// (2), adapter (2), length (2), parameters, all little-endian.
#include "accessory/bluez.h"

#include "base/bytes.h"

#include <string.h>

enum { ADDRESS_SIZE = 7 };  // six bytes and the type

size_t acc_mgmt_write(uint8_t *packet, size_t room, uint16_t opcode, uint16_t index,
                      const uint8_t *parameters, size_t length)
{
    if (length > UINT16_MAX || room < ACC_MGMT_HEADER_SIZE + length)
        return 0;
    store_le16(packet, opcode);
    store_le16(packet + 2, index);
    store_le16(packet + 4, (uint16_t)length);
    if (length)
        memcpy(packet + ACC_MGMT_HEADER_SIZE, parameters, length);
    return ACC_MGMT_HEADER_SIZE + length;
}

static void read_address(const uint8_t *p, acc_bluez_address *address)
{
    memcpy(address->bytes, p, sizeof address->bytes);
    address->type = p[6];
}

// A long term key; Core Specification 5.4, volume 3, part H, section 2.4.2.1 defines the fields.
static void read_ltk(const uint8_t *p, acc_mgmt_event *event)
{
    event->is_kept = p[0];
    read_address(p + 1, &event->ltk.address);
    event->ltk.kind = p[8];
    event->ltk.central = p[9];
    event->ltk.size = p[10];
    event->ltk.diversifier = load_le16(p + 11);
    memcpy(event->ltk.random, p + 13, sizeof event->ltk.random);
    memcpy(event->ltk.value, p + 21, sizeof event->ltk.value);
    event->address = event->ltk.address;
}

static void read_irk(const uint8_t *p, acc_mgmt_event *event)
{
    event->is_kept = p[0];
    read_address(p + 7, &event->irk.address);
    memcpy(event->irk.value, p + 14, sizeof event->irk.value);
    // the random address used in pairing; zero if the device uses its identity address
    event->address = event->irk.address;
    static const uint8_t none[6];
    if (memcmp(p + 1, none, sizeof none) != 0) {
        memcpy(event->address.bytes, p + 1, sizeof event->address.bytes);
        event->address.type = ACC_BLUEZ_LE_RANDOM;
    }
}

// The minimum size of an event's parameters; 0 for events that are not decoded.
static size_t least_size(uint16_t code)
{
    switch (code) {
    case ACC_MGMT_EV_COMMAND_COMPLETE:
    case ACC_MGMT_EV_COMMAND_STATUS:
        return 3;
    case ACC_MGMT_EV_NEW_SETTINGS:
        return 4;
    case ACC_MGMT_EV_NEW_LTK:
        return 1 + ACC_MGMT_LTK_SIZE;
    case ACC_MGMT_EV_NEW_IRK:
        return 1 + 6 + ACC_MGMT_IRK_SIZE;
    case ACC_MGMT_EV_DEVICE_CONNECTED:
    case ACC_MGMT_EV_PASSKEY_REQUEST:
    case ACC_MGMT_EV_DEVICE_UNPAIRED:
        return ADDRESS_SIZE;
    case ACC_MGMT_EV_DEVICE_DISCONNECTED:
    case ACC_MGMT_EV_CONNECT_FAILED:
    case ACC_MGMT_EV_AUTHENTICATION_FAILED:
        return ADDRESS_SIZE + 1;
    case ACC_MGMT_EV_CONFIRM_REQUEST:
    case ACC_MGMT_EV_PASSKEY_NOTIFY:
        return ADDRESS_SIZE + 5;
    case ACC_MGMT_EV_DISCOVERING:
        return 2;
    case ACC_MGMT_EV_ADVERTISING_REMOVED:
        return 1;
    default:
        return 0;
    }
}

// Reads an event's parameters. Most events begin with an address; the first switch handles the others.
static void read_body(const uint8_t *p, size_t length, acc_mgmt_event *event)
{
    switch (event->code) {
    case ACC_MGMT_EV_COMMAND_COMPLETE:
    case ACC_MGMT_EV_COMMAND_STATUS:
        event->opcode = load_le16(p);
        event->status = p[2];
        event->data = p + 3;
        event->length = length - 3;
        return;
    case ACC_MGMT_EV_NEW_SETTINGS:
        event->settings = load_le32(p);
        return;
    case ACC_MGMT_EV_NEW_LTK:
        read_ltk(p, event);
        return;
    case ACC_MGMT_EV_NEW_IRK:
        read_irk(p, event);
        return;
    case ACC_MGMT_EV_DISCOVERING:
        event->is_on = p[1];
        return;
    case ACC_MGMT_EV_ADVERTISING_REMOVED:
        event->instance = p[0];
        return;
    default:
        read_address(p, &event->address);
    }
    switch (event->code) {
    case ACC_MGMT_EV_DEVICE_DISCONNECTED:
        event->reason = p[7];
        return;
    case ACC_MGMT_EV_CONNECT_FAILED:
    case ACC_MGMT_EV_AUTHENTICATION_FAILED:
        event->status = p[7];
        return;
    case ACC_MGMT_EV_CONFIRM_REQUEST:
        event->has_number = !p[7];
        event->number = load_le32(p + 8);
        return;
    case ACC_MGMT_EV_PASSKEY_NOTIFY:
        event->number = load_le32(p + 7);
        return;
    default:
        return;
    }
}

// Longer parameters than the minimum are accepted.
acc_status acc_mgmt_read(const uint8_t *packet, size_t length, acc_mgmt_event *event)
{
    memset(event, 0, sizeof *event);
    if (length < ACC_MGMT_HEADER_SIZE)
        return ACC_TRUNCATED;
    event->code = load_le16(packet);
    event->index = load_le16(packet + 2);
    size_t size = load_le16(packet + 4);
    if (length - ACC_MGMT_HEADER_SIZE < size)
        return ACC_TRUNCATED;
    if (event->code == ACC_MGMT_EV_INDEX_ADDED || event->code == ACC_MGMT_EV_INDEX_REMOVED)
        return ACC_OK;
    size_t least = least_size(event->code);
    if (least == 0)
        return ACC_UNSUPPORTED;
    if (size < least)
        return ACC_TRUNCATED;
    read_body(packet + ACC_MGMT_HEADER_SIZE, size, event);
    return ACC_OK;
}

static void write_address(uint8_t *out, const acc_bluez_address *address)
{
    memcpy(out, address->bytes, sizeof address->bytes);
    out[6] = address->type;
}

size_t acc_mgmt_write_ltk(uint8_t *out, const acc_mgmt_ltk *key)
{
    write_address(out, &key->address);
    out[7] = key->kind;
    out[8] = key->central;
    out[9] = key->size;
    store_le16(out + 10, key->diversifier);
    memcpy(out + 12, key->random, sizeof key->random);
    memcpy(out + 20, key->value, sizeof key->value);
    return ACC_MGMT_LTK_SIZE;
}

size_t acc_mgmt_write_irk(uint8_t *out, const acc_mgmt_irk *key)
{
    write_address(out, &key->address);
    memcpy(out + 7, key->value, sizeof key->value);
    return ACC_MGMT_IRK_SIZE;
}
