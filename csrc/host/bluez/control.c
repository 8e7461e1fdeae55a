// Opens the kernel's management channel and raw sockets for a controller's events, updates connection
// parameters, reads RSSI, checks rights.
//
// Input: an adapter's index, a connection handle. Output: file descriptors for BlueZ's event loop,
// whose packets mgmt.c and link_event.c decode, and HCI commands written to them.
#include "socket.h"

#include "base/bytes.h"

#include <linux/capability.h>
#include <sys/syscall.h>

// Binds a raw HCI socket to an adapter and one of its channels.
static int open_channel(uint16_t device, uint16_t channel)
{
    int file = open_socket(SOCK_RAW, PROTOCOL_HCI);
    if (file < 0)
        return file;
    struct hci_address address = {.family = AF_BLUETOOTH, .device = device, .channel = channel};
    return keep_or_close(file, bind(file, (struct sockaddr *)&address, sizeof address));
}

int acc_bluez_open_control(void)
{
    return open_channel(HCI_NO_DEVICE, HCI_CONTROL_CHANNEL);
}

static void add_event(struct hci_event_filter *filter, unsigned code)
{
    filter->events[code / 32] |= 1u << code % 32;
}

int acc_bluez_open_events(uint16_t index)
{
    int file = open_channel(index, HCI_RAW_CHANNEL);
    if (file < 0)
        return file;
    // 1 MiB, so that reports of many nearby advertisers do not fill the queue before a disconnection
    int room = 1 << 20;
    struct hci_event_filter filter = {.types = 1u << HCI_COMMAND | 1u << HCI_EVENT};
    add_event(&filter, HCI_DISCONNECTION_COMPLETE);
    add_event(&filter, HCI_ENCRYPTION_CHANGE);
    add_event(&filter, HCI_ENCRYPTION_KEY_REFRESH);
    add_event(&filter, HCI_LE_META);
    setsockopt(file, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    return keep_or_close(file,
                         setsockopt(file, LEVEL_HCI, HCI_OPTION_FILTER, &filter, sizeof filter));
}

int acc_bluez_update_connection(int events, uint16_t handle, uint16_t min_interval,
                                uint16_t max_interval, uint16_t latency, uint16_t timeout)
{
    // opcode, size, then the parameters; the last two, lengths of connection events, stay zero
    uint8_t packet[18] = {HCI_COMMAND};
    store_le16(packet + 1, HCI_LE_CONNECTION_UPDATE);
    packet[3] = sizeof packet - 4;
    store_le16(packet + 4, handle);
    store_le16(packet + 6, min_interval);
    store_le16(packet + 8, max_interval);
    store_le16(packet + 10, latency);
    store_le16(packet + 12, timeout);
    return write(events, packet, sizeof packet) < 0 ? -errno : 0;
}

// Opens a socket whose filter passes only the answers to commands.
int acc_bluez_open_answers(uint16_t index)
{
    int file = open_channel(index, HCI_RAW_CHANNEL);
    if (file < 0)
        return file;
    struct hci_event_filter filter = {.types = 1u << HCI_EVENT};
    add_event(&filter, HCI_COMMAND_COMPLETE);
    return keep_or_close(file,
                         setsockopt(file, LEVEL_HCI, HCI_OPTION_FILTER, &filter, sizeof filter));
}

int acc_bluez_request_rssi(int answers, uint16_t handle)
{
    uint8_t packet[6] = {HCI_COMMAND};
    store_le16(packet + 1, HCI_READ_RSSI);
    packet[3] = sizeof packet - 4;
    store_le16(packet + 4, handle);
    return write(answers, packet, sizeof packet) < 0 ? -errno : 0;
}

// Returns 1 for the answer for `handle`, 0 for another packet, a negative errno when the controller refused.
int acc_bluez_read_rssi(const uint8_t *packet, size_t length, uint16_t handle, int8_t *rssi)
{
    // kind, event, size, packets that may be sent; then opcode, status, handle, RSSI
    if (length < 7 || packet[0] != HCI_EVENT || packet[1] != HCI_COMMAND_COMPLETE ||
        load_le16(packet + 4) != HCI_READ_RSSI)
        return 0;
    if (packet[6] != 0)
        return -EIO;
    if (length < 10 || load_le16(packet + 7) != handle)
        return 0;
    *rssi = (int8_t)packet[9];
    return 1;
}

// Bit 0: CAP_NET_ADMIN is missing, bit 1: CAP_NET_RAW.
unsigned acc_bluez_missing_rights(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {{0}};
    if (syscall(SYS_capget, &header, data) < 0)
        return 3;
    unsigned lacking = ~data[0].effective;
    return (lacking >> CAP_NET_ADMIN & 1) | (lacking >> CAP_NET_RAW & 1) << 1;
}
