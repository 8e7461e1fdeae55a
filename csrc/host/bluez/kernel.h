// The interface of the kernel's Bluetooth sockets: numbers and layouts that no kernel header
// exports. Source: Linux, include/net/bluetooth/{bluetooth,hci_sock,l2cap,rfcomm}.h; stable since
// 3.4. Fields are in the host's byte order unless noted as little-endian.
// Tests/core/test_host_bluez_kernel.c compares each with BlueZ's headers.
#ifndef ACC_BLUEZ_KERNEL_H
#define ACC_BLUEZ_KERNEL_H

#include <stdint.h>
#include <sys/socket.h>

// protocols of socket()
enum { PROTOCOL_L2CAP = 0, PROTOCOL_HCI = 1, PROTOCOL_RFCOMM = 3 };

// levels of getsockopt() and setsockopt(), and their options
enum { LEVEL_HCI = 0, LEVEL_L2CAP = 6, LEVEL_BLUETOOTH = 274 };
enum { HCI_OPTION_FILTER = 2 };
enum { L2CAP_OPTION_CONNECTION = 2 };
enum {
    BLUETOOTH_OPTION_SECURITY = 4,
    BLUETOOTH_OPTION_SEND_MTU = 12,
    BLUETOOTH_OPTION_RECEIVE_MTU = 13
};

// channels of an HCI socket, and the device of its control channel
enum { HCI_RAW_CHANNEL = 0, HCI_CONTROL_CHANNEL = 3, HCI_NO_DEVICE = 0xFFFF };

// packet types, event codes and an opcode (Core 5.4, Vol 4, Part A, and Part E, sections 7.7 and 7.8)
enum { HCI_COMMAND = 1, HCI_EVENT = 4 };
enum {
    HCI_DISCONNECTION_COMPLETE = 0x05,
    HCI_ENCRYPTION_CHANGE = 0x08,
    HCI_ENCRYPTION_KEY_REFRESH = 0x30,
    HCI_COMMAND_COMPLETE = 0x0E,
    HCI_LE_META = 0x3E,
    HCI_READ_RSSI = 0x1405,
    HCI_LE_CONNECTION_UPDATE = 0x2013,
};

enum { PSM_SDP = 1 };

struct hci_address {
    sa_family_t family;
    uint16_t device;
    uint16_t channel;
};

struct l2cap_address {
    sa_family_t family;
    uint16_t psm;  // little-endian
    uint8_t device[6];
    uint16_t cid;  // little-endian
    uint8_t type;
};

struct rfcomm_address {
    sa_family_t family;
    uint8_t device[6];
    uint8_t channel;
};

// LEVEL_HCI, HCI_OPTION_FILTER: a bit for each packet type and each event code to receive
struct hci_event_filter {
    uint32_t types;
    uint32_t events[2];
    uint16_t opcode;
};

// LEVEL_L2CAP, L2CAP_OPTION_CONNECTION
struct l2cap_connection {
    uint16_t handle;
    uint8_t device_class[3];
};

// LEVEL_BLUETOOTH, BLUETOOTH_OPTION_SECURITY
struct security_option {
    uint8_t level;
    uint8_t key_size;
};

#endif
