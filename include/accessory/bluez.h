/// The Linux kernel's Bluetooth: the management channel, a controller's events, and sockets for the Attribute
/// Protocol, credit-based channels and RFCOMM. Library accessory-bluez; it depends on the C library only.
///
///     int control = acc_bluez_open_control();                     // commands out, events in
///     size_t size = acc_mgmt_write(packet, sizeof packet, ACC_MGMT_OP_READ_INFO, 0, NULL, 0);
///     send(control, packet, size, 0);
///     ssize_t len = recv(control, packet, sizeof packet, 0);
///     if (acc_mgmt_read(packet, (size_t)len, &event) == ACC_OK) ...
///
/// Every socket is non-blocking and closed at exec. A call that opens one returns its file descriptor or a
/// negative errno; the caller reads, writes and closes it. Decoding and encoding make no system calls. BlueZ's
/// doc/mgmt-api.txt defines the management channel. Thread-safe: no state.
#ifndef ACC_BLUEZ_H
#define ACC_BLUEZ_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

// MARK: Addresses

/// Address types, with the numbers of the kernel's sockets.
enum {
    ACC_BLUEZ_CLASSIC = 0,
    ACC_BLUEZ_LE_PUBLIC = 1,
    ACC_BLUEZ_LE_RANDOM = 2,
};

/// A device's address.
typedef struct acc_bluez_address {
    uint8_t bytes[6];  ///< least significant byte first, as in packets
    uint8_t type;      ///< ACC_BLUEZ_CLASSIC or ACC_BLUEZ_LE_*
} acc_bluez_address;

// MARK: Management channel

#define ACC_MGMT_HEADER_SIZE 6u
#define ACC_MGMT_NO_INDEX 0xFFFFu     ///< the index when no adapter is concerned
#define ACC_MGMT_PACKET_MAX 0x10006u  ///< the longest packet, bytes

/// Commands.
enum {
    ACC_MGMT_OP_READ_INDEX_LIST = 0x0003,
    ACC_MGMT_OP_READ_INFO = 0x0004,
    ACC_MGMT_OP_SET_POWERED = 0x0005,
    ACC_MGMT_OP_SET_BONDABLE = 0x0009,
    ACC_MGMT_OP_SET_LE = 0x000D,
    ACC_MGMT_OP_LOAD_LTKS = 0x0013,
    ACC_MGMT_OP_DISCONNECT = 0x0014,
    ACC_MGMT_OP_SET_IO_CAPABILITY = 0x0018,
    ACC_MGMT_OP_PAIR_DEVICE = 0x0019,
    ACC_MGMT_OP_CANCEL_PAIR_DEVICE = 0x001A,
    ACC_MGMT_OP_UNPAIR_DEVICE = 0x001B,
    ACC_MGMT_OP_CONFIRM_REPLY = 0x001C,
    ACC_MGMT_OP_CONFIRM_NEGATIVE_REPLY = 0x001D,
    ACC_MGMT_OP_PASSKEY_REPLY = 0x001E,
    ACC_MGMT_OP_PASSKEY_NEGATIVE_REPLY = 0x001F,
    ACC_MGMT_OP_START_DISCOVERY = 0x0023,
    ACC_MGMT_OP_STOP_DISCOVERY = 0x0024,
    ACC_MGMT_OP_SET_SECURE_CONNECTIONS = 0x002D,
    ACC_MGMT_OP_SET_PRIVACY = 0x002F,
    ACC_MGMT_OP_LOAD_IRKS = 0x0030,
    ACC_MGMT_OP_GET_CONNECTION_INFO = 0x0031,
    ACC_MGMT_OP_LOAD_CONNECTION_PARAMETERS = 0x0035,
    ACC_MGMT_OP_READ_ADVERTISING_FEATURES = 0x003D,
    ACC_MGMT_OP_REMOVE_ADVERTISING = 0x003F,
    ACC_MGMT_OP_GET_PHY = 0x0044,
    ACC_MGMT_OP_SET_PHY = 0x0045,
    ACC_MGMT_OP_SET_DEFAULT_CONFIGURATION = 0x004C,
    ACC_MGMT_OP_ADD_ADVERTISEMENT_MONITOR = 0x0052,
    ACC_MGMT_OP_REMOVE_ADVERTISEMENT_MONITOR = 0x0053,
    ACC_MGMT_OP_ADD_ADVERTISING_PARAMETERS = 0x0054,
    ACC_MGMT_OP_ADD_ADVERTISING_DATA = 0x0055,
};

/// Events.
enum {
    ACC_MGMT_EV_COMMAND_COMPLETE = 0x0001,
    ACC_MGMT_EV_COMMAND_STATUS = 0x0002,
    ACC_MGMT_EV_INDEX_ADDED = 0x0004,
    ACC_MGMT_EV_INDEX_REMOVED = 0x0005,
    ACC_MGMT_EV_NEW_SETTINGS = 0x0006,
    ACC_MGMT_EV_NEW_LTK = 0x000A,
    ACC_MGMT_EV_DEVICE_CONNECTED = 0x000B,
    ACC_MGMT_EV_DEVICE_DISCONNECTED = 0x000C,
    ACC_MGMT_EV_CONNECT_FAILED = 0x000D,
    ACC_MGMT_EV_CONFIRM_REQUEST = 0x000F,
    ACC_MGMT_EV_PASSKEY_REQUEST = 0x0010,
    ACC_MGMT_EV_AUTHENTICATION_FAILED = 0x0011,
    ACC_MGMT_EV_DISCOVERING = 0x0013,
    ACC_MGMT_EV_DEVICE_UNPAIRED = 0x0016,
    ACC_MGMT_EV_PASSKEY_NOTIFY = 0x0017,
    ACC_MGMT_EV_NEW_IRK = 0x0018,
    ACC_MGMT_EV_ADVERTISING_REMOVED = 0x0024,
};

/// Result of a command.
enum {
    ACC_MGMT_STATUS_SUCCESS = 0x00,
    ACC_MGMT_STATUS_UNKNOWN_COMMAND = 0x01,
    ACC_MGMT_STATUS_NOT_CONNECTED = 0x02,
    ACC_MGMT_STATUS_FAILED = 0x03,
    ACC_MGMT_STATUS_CONNECT_FAILED = 0x04,
    ACC_MGMT_STATUS_AUTHENTICATION_FAILED = 0x05,
    ACC_MGMT_STATUS_NOT_PAIRED = 0x06,
    ACC_MGMT_STATUS_NO_RESOURCES = 0x07,
    ACC_MGMT_STATUS_TIMEOUT = 0x08,
    ACC_MGMT_STATUS_ALREADY_CONNECTED = 0x09,
    ACC_MGMT_STATUS_BUSY = 0x0A,
    ACC_MGMT_STATUS_REJECTED = 0x0B,
    ACC_MGMT_STATUS_NOT_SUPPORTED = 0x0C,
    ACC_MGMT_STATUS_INVALID_PARAMETERS = 0x0D,
    ACC_MGMT_STATUS_DISCONNECTED = 0x0E,
    ACC_MGMT_STATUS_NOT_POWERED = 0x0F,
    ACC_MGMT_STATUS_CANCELLED = 0x10,
    ACC_MGMT_STATUS_INVALID_INDEX = 0x11,
    ACC_MGMT_STATUS_RFKILLED = 0x12,
    ACC_MGMT_STATUS_ALREADY_PAIRED = 0x13,
    ACC_MGMT_STATUS_PERMISSION_DENIED = 0x14,
};

/// Bits of an adapter's settings.
enum {
    ACC_MGMT_SETTING_POWERED = 1 << 0,
    ACC_MGMT_SETTING_BONDABLE = 1 << 4,
    ACC_MGMT_SETTING_LE = 1 << 9,
    ACC_MGMT_SETTING_SECURE_CONNECTIONS = 1 << 11,
    ACC_MGMT_SETTING_PRIVACY = 1 << 13,
};

/// A long-term key, from which the keys of each encrypted connection are derived.
typedef struct acc_mgmt_ltk {
    acc_bluez_address address;
    uint8_t kind;  ///< bit 0: authenticated. 0, 1 legacy pairing; 2, 3 secure connections; 4 debug
    uint8_t central;  ///< legacy pairing: 1 when this end is the central
    uint8_t size;     ///< bytes of the key in use, 7 to 16
    uint16_t diversifier;
    uint8_t random[8];
    uint8_t value[16];
} acc_mgmt_ltk;

/// An identity resolving key: identifies a device by its changing private addresses.
typedef struct acc_mgmt_irk {
    acc_bluez_address address;
    uint8_t value[16];
} acc_mgmt_irk;

/// One event. Fields of other events are zero.
typedef struct acc_mgmt_event {
    uint16_t code;    ///< ACC_MGMT_EV_*
    uint16_t index;   ///< the adapter, or ACC_MGMT_NO_INDEX
    uint16_t opcode;  ///< command complete, command status: the command's opcode
    uint8_t status;   ///< ACC_MGMT_STATUS_*: the result of a command, connection or pairing
    const uint8_t *ACC_NULLABLE data;  ///< command complete: the response, in the packet
    size_t length;                     ///< bytes of `data`
    uint32_t settings;                 ///< new settings: ACC_MGMT_SETTING_*
    acc_bluez_address address;         ///< the device; new identity key: its address until now
    uint8_t reason;    ///< disconnected: 0 unknown, 1 timeout, 2 by this end, 3 by the peer, 4 keys
    bool is_on;        ///< discovering
    bool has_number;   ///< confirm request: the user must compare `number`
    uint32_t number;   ///< to compare or to display, 0 to 999 999
    uint8_t instance;  ///< advertising removed: the instance's number
    bool is_kept;      ///< new key: the host must store it
    acc_mgmt_ltk ltk;
    acc_mgmt_irk irk;
} acc_mgmt_event;

/// Writes a command to `packet`. Returns its size, or 0 when `room` is too small or `length` above 65535.
size_t acc_mgmt_write(uint8_t *ACC_COUNT(room) packet, size_t room, uint16_t opcode, uint16_t index,
                      const uint8_t *ACC_NULLABLE parameters, size_t length);

/// Decodes one packet. ACC_TRUNCATED: the packet is too short. ACC_UNSUPPORTED: the event is not listed above; only
/// `code` and `index` are set.
acc_status acc_mgmt_read(const uint8_t *ACC_READS(length) packet, size_t length,
                         acc_mgmt_event *event);

/// Bytes of a key in the commands Load Long Term Keys and Load Identity Resolving Keys.
#define ACC_MGMT_LTK_SIZE 36u
#define ACC_MGMT_IRK_SIZE 23u

/// Encodes a key for these commands; returns its size.
size_t acc_mgmt_write_ltk(uint8_t *out, const acc_mgmt_ltk *key);
size_t acc_mgmt_write_irk(uint8_t *out, const acc_mgmt_irk *key);

// MARK: Events of connections

/// Kinds of connection event.
typedef enum acc_hci_link_kind {
    ACC_HCI_LINK_CONNECTED,
    ACC_HCI_LINK_DISCONNECTED,
    ACC_HCI_LINK_ENCRYPTION,
    ACC_HCI_LINK_PARAMETERS,
    ACC_HCI_LINK_PHY,
    ACC_HCI_LINK_DATA_LENGTH,
} acc_hci_link_kind;

/// One event of an LE connection (Core 5.4, Vol 4, Part E, sections 7.7.5, 7.7.8 and 7.7.65). Fields of other
/// events are zero.
typedef struct acc_hci_link_event {
    acc_hci_link_kind kind;
    uint8_t status;   ///< 0, or an HCI error code
    uint16_t handle;  ///< the connection's handle, 0 to 0x0EFF
    uint8_t reason;   ///< disconnected: an HCI error code
    bool is_encrypted;
    acc_bluez_address peer;  ///< connected: the peer
    bool is_central;         ///< connected: this end is the central
    uint16_t interval;       ///< connected, parameters: interval in 1.25 ms
    uint16_t latency;        ///< connection events that the peripheral may skip
    uint16_t timeout;        ///< supervision timeout in 10 ms
    uint8_t tx_phy, rx_phy;  ///< 1 LE 1M, 2 LE 2M, 3 LE Coded
    uint16_t tx_length;      ///< data length: the largest payload sent, bytes
} acc_hci_link_event;

/// Decodes one HCI event, which begins with the event code. ACC_UNSUPPORTED: an event of another kind.
/// ACC_TRUNCATED: the event is too short.
acc_status acc_hci_link_read(const uint8_t *ACC_READS(length) event, size_t length,
                             acc_hci_link_event *out);

// MARK: Sockets

/// Security levels of a connection, by the kernel's names.
enum {
    ACC_BLUEZ_SECURITY_LOW = 1,
    ACC_BLUEZ_SECURITY_MEDIUM = 2,  ///< encrypted
    ACC_BLUEZ_SECURITY_HIGH = 3,    ///< encrypted, paired with protection from a man in the middle
    ACC_BLUEZ_SECURITY_FIPS = 4,    ///< HIGH, paired with secure connections
};

/// Opens the management channel, for the commands and events above.
int acc_bluez_open_control(void);

/// Opens a view of the packets between the controller `index` and its host: LE meta events, disconnections and
/// encryption changes, each as a byte 04 and the event; and the host's commands, each as a byte 01 and the command.
/// The commands are received because only they contain the private addresses that the kernel resolves.
int acc_bluez_open_events(uint16_t index);

/// Bytes reserved for one packet of a controller: type (1), header (up to 3), parameters (up to 255), rounded up.
#define ACC_BLUEZ_PACKET_MAX 264u

/// Receives pending packets from a socket of acc_bluez_open_events in one system call: up to `room`, at most 64.
/// Packet `i` begins at `packets + i * ACC_BLUEZ_PACKET_MAX` and has `sizes[i]` bytes, at least 1. Returns the number
/// of packets, 0 when none is pending or the socket has ended, or a negative errno.
int acc_bluez_receive(int file, uint8_t *packets, uint16_t *ACC_COUNT(room) sizes, size_t room);

/// Requests new parameters for the connection `handle`, on a socket of acc_bluez_open_events because the management
/// channel has no such command. Intervals in 1.25 ms, timeout in 10 ms. Returns 0 or a negative errno.
int acc_bluez_update_connection(int events, uint16_t handle, uint16_t min_interval,
                                uint16_t max_interval, uint16_t latency, uint16_t timeout);

/// Requests a connection's RSSI on a socket of acc_bluez_open_answers. Returns 0 or a negative errno.
int acc_bluez_request_rssi(int answers, uint16_t handle);

/// Opens a socket for acc_bluez_request_rssi and its answers. Neither needs any rights.
int acc_bluez_open_answers(uint16_t index);

/// Decodes a packet of that socket. Returns 1 and the RSSI in dBm (127: unknown to the controller) when the packet
/// answers for the connection `handle`, 0 for any other packet, a negative errno when the controller refused.
int acc_bluez_read_rssi(const uint8_t *ACC_READS(length) packet, size_t length, uint16_t handle,
                        int8_t *rssi);

/// The rights that this process lacks for the management and event channels: bit 0 CAP_NET_ADMIN, bit 1
/// CAP_NET_RAW.
unsigned acc_bluez_missing_rights(void);

/// Starts to connect the Attribute Protocol's channel (L2CAP channel 4). The socket becomes writable when the attempt
/// has ended; acc_bluez_socket_error then returns the result.
int acc_bluez_att_connect(const acc_bluez_address *local, const acc_bluez_address *peer);

/// Listens for Attribute Protocol channels of devices that connect to the adapter `local`. Of several listeners
/// the newest one receives them.
int acc_bluez_att_listen(const acc_bluez_address *local);

/// Starts to connect a credit-based channel over an existing connection.
///
/// `psm`: 1 to 255. `mtu`: the largest SDU that this end receives, bytes.
int acc_bluez_channel_connect(const acc_bluez_address *local, const acc_bluez_address *peer,
                              uint16_t psm, uint16_t mtu);

/// Listens for credit-based channels that peers open to `psm`.
int acc_bluez_channel_listen(const acc_bluez_address *local, uint16_t psm, uint16_t mtu);

/// Accepts the next channel of a listening socket and fills in its peer; -EAGAIN when there is none.
int acc_bluez_accept(int listener, acc_bluez_address *peer);

/// The result of a connection attempt: 0, or a negative errno.
int acc_bluez_socket_error(int file);

/// Requests a security level (ACC_BLUEZ_SECURITY_*), with stored keys or by pairing. Until it is reached, sending
/// fails with ENOTCONN. Returns 0 or a negative errno; -EINVAL: the connection already has that level.
int acc_bluez_set_security(int file, uint8_t level);

/// The connection's security level (ACC_BLUEZ_SECURITY_*; while acc_bluez_set_security is pending, the requested
/// one), or a negative errno.
int acc_bluez_security(int file);

/// The size of the connection's encryption key in bytes, 0 without encryption, or a negative errno.
int acc_bluez_key_size(int file);

/// The handle of a connected L2CAP socket's connection, or a negative errno.
int acc_bluez_connection_handle(int file);

/// Reads the largest packets that a connected L2CAP socket receives and sends, bytes. Returns 0 or a negative errno.
int acc_bluez_packet_sizes(int file, uint16_t *in, uint16_t *out);

// MARK: RFCOMM, a serial line over classic Bluetooth

#define ACC_BLUEZ_UUID_SERIAL_PORT 0x1101u  ///< the Serial Port service class

/// Finds the RFCOMM channel of a device's service by service discovery. Blocks for up to 30 s. Returns the channel,
/// 1 to 30, or a negative errno: ENOENT when the device has no such service, ETIMEDOUT, EPROTO when its response is
/// malformed.
int acc_bluez_rfcomm_find(const acc_bluez_address *local, const acc_bluez_address *peer,
                          uint16_t service);

/// Starts to connect a stream to an RFCOMM channel, 1 to 30, like acc_bluez_att_connect.
int acc_bluez_rfcomm_connect(const acc_bluez_address *local, const acc_bluez_address *peer,
                             uint8_t channel);

/// Listens for streams to a local channel; 0: any free channel. acc_bluez_rfcomm_accept accepts them.
int acc_bluez_rfcomm_listen(const acc_bluez_address *local, uint8_t channel);

/// Accepts the next stream of a listening socket; -EAGAIN when there is none.
int acc_bluez_rfcomm_accept(int listener, acc_bluez_address *peer);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
