// The bytes of the management channel and of connection events, and batches of packets over a socket pair. The
// kernel's Bluetooth is not used.
#include "accessory/bluez.h"
#include "check.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const uint8_t device[] = {0x13, 0x71, 0xDA, 0x7D, 0x1A, 0xC0};

// every shorter packet is refused, and no byte after the packet is read
static void check_prefixes(const uint8_t *packet, size_t length)
{
    acc_mgmt_event event;
    for (size_t i = 0; i < length; i++)
        CHECK(acc_mgmt_read(packet, i, &event) == ACC_TRUNCATED);
    CHECK(acc_mgmt_read(packet, length, &event) == ACC_OK);
}

static void test_write(void)
{
    uint8_t packet[8];
    const uint8_t on[] = {1};
    CHECK(acc_mgmt_write(packet, sizeof packet, ACC_MGMT_OP_SET_POWERED, 0x0102, on, 1) == 7);
    CHECK(!memcmp(packet, (uint8_t[]){0x05, 0x00, 0x02, 0x01, 0x01, 0x00, 0x01}, 7));
    CHECK(acc_mgmt_write(packet, sizeof packet, ACC_MGMT_OP_READ_INDEX_LIST, ACC_MGMT_NO_INDEX,
                         NULL, 0) == 6);
    CHECK(!memcmp(packet, (uint8_t[]){0x03, 0x00, 0xFF, 0xFF, 0x00, 0x00}, 6));
    CHECK(acc_mgmt_write(packet, 6, ACC_MGMT_OP_SET_POWERED, 0, on, 1) == 0);
}

static void test_command_results(void)
{
    const uint8_t complete[] = {1, 0, 0, 0, 6, 0, 0x3D, 0, 0, 9, 8, 7};
    const uint8_t refused[] = {2, 0, 0, 0, 3, 0, 0x05, 0, 0x12};
    acc_mgmt_event event;
    CHECK(acc_mgmt_read(complete, sizeof complete, &event) == ACC_OK);
    CHECK(event.code == ACC_MGMT_EV_COMMAND_COMPLETE);
    CHECK(event.opcode == ACC_MGMT_OP_READ_ADVERTISING_FEATURES && event.status == 0);
    CHECK(event.length == 3 && event.data == complete + 9);
    CHECK(acc_mgmt_read(refused, sizeof refused, &event) == ACC_OK);
    CHECK(event.code == ACC_MGMT_EV_COMMAND_STATUS && event.opcode == ACC_MGMT_OP_SET_POWERED);
    CHECK(event.status == ACC_MGMT_STATUS_RFKILLED && event.length == 0);
    check_prefixes(complete, sizeof complete);
    check_prefixes(refused, sizeof refused);
}

static void test_adapter_events(void)
{
    const uint8_t removed[] = {5, 0, 3, 0, 0, 0};
    const uint8_t settings[] = {6, 0, 0, 0, 4, 0, 0x91, 0x0A, 0, 0};
    const uint8_t discovering[] = {0x13, 0, 0, 0, 2, 0, 6, 1};
    const uint8_t unknown[] = {0x2D, 0, 1, 0, 1, 0, 0};
    const uint8_t instance[] = {0x24, 0, 0, 0, 1, 0, 4};
    acc_mgmt_event event;
    CHECK(acc_mgmt_read(removed, sizeof removed, &event) == ACC_OK);
    CHECK(event.code == ACC_MGMT_EV_INDEX_REMOVED && event.index == 3);
    CHECK(acc_mgmt_read(settings, sizeof settings, &event) == ACC_OK);
    CHECK(event.settings == (ACC_MGMT_SETTING_POWERED | ACC_MGMT_SETTING_BONDABLE |
                             ACC_MGMT_SETTING_LE | ACC_MGMT_SETTING_SECURE_CONNECTIONS | 0x80));
    CHECK(acc_mgmt_read(discovering, sizeof discovering, &event) == ACC_OK && event.is_on);
    CHECK(acc_mgmt_read(instance, sizeof instance, &event) == ACC_OK && event.instance == 4);
    CHECK(acc_mgmt_read(unknown, sizeof unknown, &event) == ACC_UNSUPPORTED);
    CHECK(event.code == 0x2D && event.index == 1);
    check_prefixes(settings, sizeof settings);
    check_prefixes(discovering, sizeof discovering);
}

// writes a packet with the device's address, LE random, and further bytes
static size_t about_device(uint8_t *packet, uint8_t code, const uint8_t *rest, uint8_t length)
{
    memcpy(packet, (uint8_t[]){code, 0, 0, 0, (uint8_t)(7 + length), 0}, 6);
    memcpy(packet + 6, device, 6);
    packet[12] = ACC_BLUEZ_LE_RANDOM;
    memcpy(packet + 13, rest, length);
    check_prefixes(packet, 13u + length);
    return 13u + length;
}

static void test_device_events(void)
{
    uint8_t packet[32];
    acc_mgmt_event event;
    acc_mgmt_read(packet, about_device(packet, 0x0C, (uint8_t[]){3}, 1), &event);
    CHECK(event.code == ACC_MGMT_EV_DEVICE_DISCONNECTED && event.reason == 3);
    CHECK(event.address.type == ACC_BLUEZ_LE_RANDOM && !memcmp(event.address.bytes, device, 6));
    acc_mgmt_read(packet, about_device(packet, 0x0D, (uint8_t[]){4}, 1), &event);
    CHECK(event.status == ACC_MGMT_STATUS_CONNECT_FAILED);
    acc_mgmt_read(packet, about_device(packet, 0x11, (uint8_t[]){5}, 1), &event);
    CHECK(event.status == ACC_MGMT_STATUS_AUTHENTICATION_FAILED);
    acc_mgmt_read(packet, about_device(packet, 0x0F, (uint8_t[]){0, 0x3F, 0x42, 0x0F, 0}, 5),
                  &event);
    CHECK(event.has_number && event.number == 999999);
    acc_mgmt_read(packet, about_device(packet, 0x0F, (uint8_t[]){1, 0, 0, 0, 0}, 5), &event);
    CHECK(!event.has_number);
    acc_mgmt_read(packet, about_device(packet, 0x17, (uint8_t[]){0x40, 0xE2, 1, 0, 2}, 5), &event);
    CHECK(event.number == 123456);
}

static void test_keys(void)
{
    uint8_t packet[6 + 1 + ACC_MGMT_LTK_SIZE] = {0x0A, 0, 0, 0, 1 + ACC_MGMT_LTK_SIZE, 0, 1};
    uint8_t written[ACC_MGMT_LTK_SIZE];
    acc_mgmt_event event;
    memcpy(packet + 7, device, 6);
    packet[13] = ACC_BLUEZ_LE_RANDOM;
    for (uint8_t i = 7; i < ACC_MGMT_LTK_SIZE; i++)
        packet[7 + i] = i;
    check_prefixes(packet, sizeof packet);
    acc_mgmt_read(packet, sizeof packet, &event);
    CHECK(event.is_kept && !memcmp(event.ltk.address.bytes, device, 6));
    CHECK(event.ltk.kind == 7 && event.ltk.central == 8 && event.ltk.size == 9);
    CHECK(event.address.type == ACC_BLUEZ_LE_RANDOM && !memcmp(event.address.bytes, device, 6));
    CHECK(event.ltk.diversifier == 0x0B0A && event.ltk.random[0] == 12 &&
          event.ltk.value[15] == 35);
    CHECK(acc_mgmt_write_ltk(written, &event.ltk) == ACC_MGMT_LTK_SIZE);
    CHECK(!memcmp(written, packet + 7, ACC_MGMT_LTK_SIZE));

    uint8_t irk[6 + 7 + ACC_MGMT_IRK_SIZE] = {0x18, 0, 0, 0, 7 + ACC_MGMT_IRK_SIZE, 0, 0};
    memcpy(irk + 13, device, 6);
    irk[19] = ACC_BLUEZ_LE_PUBLIC;
    memset(irk + 20, 0xA5, 16);
    check_prefixes(irk, sizeof irk);
    acc_mgmt_read(irk, sizeof irk, &event);
    CHECK(!event.is_kept && event.irk.address.type == ACC_BLUEZ_LE_PUBLIC);
    CHECK(!memcmp(&event.address, &event.irk.address, sizeof event.address));
    // each byte of a private address counts
    for (size_t i = 0; i < 6; i++) {
        irk[7 + i] = 0x40;
        CHECK(acc_mgmt_read(irk, sizeof irk, &event) == ACC_OK);
        CHECK(event.address.type == ACC_BLUEZ_LE_RANDOM);
        CHECK(!memcmp(event.address.bytes, irk + 7, 6));
        CHECK(!memcmp(event.irk.address.bytes, device, 6));
        irk[7 + i] = 0;
    }
    CHECK(acc_mgmt_write_irk(written, &event.irk) == ACC_MGMT_IRK_SIZE);
    CHECK(!memcmp(written, irk + 13, ACC_MGMT_IRK_SIZE));
}

// Each event's least size, and the sizes around it.
static void test_least_sizes(void)
{
    static const uint8_t rows[][2] = {{0x01, 3},  {0x02, 3}, {0x04, 0}, {0x05, 0}, {0x06, 4},
                                      {0x0A, 37}, {0x0B, 7}, {0x0C, 8}, {0x0D, 8}, {0x0F, 12},
                                      {0x10, 7},  {0x11, 8}, {0x13, 2}, {0x16, 7}, {0x17, 12},
                                      {0x18, 30}, {0x24, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t packet[64] = {rows[i][0], 0, 7, 1};
        acc_mgmt_event event;
        memcpy(packet + 6, device, 6);
        packet[12] = ACC_BLUEZ_LE_PUBLIC;
        for (uint8_t size = 0; size < rows[i][1]; size++) {
            packet[4] = size;
            CHECK(acc_mgmt_read(packet, sizeof packet, &event) == ACC_TRUNCATED);
        }
        for (uint8_t size = rows[i][1]; size < 58; size += 19) {
            packet[4] = size;
            CHECK(acc_mgmt_read(packet, 6u + size, &event) == ACC_OK);
            CHECK(event.code == rows[i][0] && event.index == 0x107);
            if (rows[i][1] == 7)
                CHECK(!memcmp(event.address.bytes, device, 6) && event.address.type == 1);
        }
    }
    acc_mgmt_event event;
    CHECK(acc_mgmt_read((uint8_t[]){3, 0, 0, 0, 0, 0}, 6, &event) == ACC_UNSUPPORTED);
    CHECK(acc_mgmt_read((uint8_t[]){0x0B, 1, 0, 0, 0, 0}, 6, &event) == ACC_UNSUPPORTED);
    CHECK(acc_mgmt_read((uint8_t[]){0x13, 0, 0, 0, 2, 0, 6, 0}, 8, &event) == ACC_OK);
    CHECK(!event.is_on);
}

static void test_longest_command(void)
{
    static uint8_t packet[6 + UINT16_MAX + 1], parameters[UINT16_MAX + 1];
    CHECK(acc_mgmt_write(packet, sizeof packet, 1, 2, parameters, UINT16_MAX) == 6 + UINT16_MAX);
    CHECK(packet[4] == 0xFF && packet[5] == 0xFF);
    CHECK(acc_mgmt_write(packet, sizeof packet, 1, 2, parameters, UINT16_MAX + 1) == 0);
    CHECK(acc_mgmt_write(packet, 7, 1, 2, parameters, 1) == 7);
}

static acc_hci_link_event link_event(const uint8_t *bytes, size_t length)
{
    acc_hci_link_event event;
    for (size_t i = 0; i < length; i++)
        CHECK(acc_hci_link_read(bytes, i, &event) == ACC_TRUNCATED);
    CHECK(acc_hci_link_read(bytes, length, &event) == ACC_OK);
    return event;
}
#define LINK_EVENT(...) link_event((uint8_t[]){__VA_ARGS__}, sizeof(uint8_t[]){__VA_ARGS__})

static void test_link_events(void)
{
    acc_hci_link_event event =
        LINK_EVENT(0x3E, 19, 0x01, 0, 0x2A, 0x00, 1, 1, 1, 2, 3, 4, 5, 6, 24, 0, 2, 0, 0x90, 1, 0);
    CHECK(event.kind == ACC_HCI_LINK_CONNECTED && event.handle == 0x2A && !event.is_central);
    CHECK(event.peer.type == ACC_BLUEZ_LE_RANDOM && event.peer.bytes[5] == 6);
    CHECK(event.interval == 24 && event.latency == 2 && event.timeout == 400);

    event = LINK_EVENT(0x3E, 31, 0x0A, 0x3E, 1, 0x0F, 0, 2, 1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0,
                       0, 0, 0, 0, 0, 6, 0, 1, 0, 10, 0, 1);
    CHECK(event.is_central && event.handle == 0xF01 && event.status == 0x3E);
    CHECK(event.peer.type == ACC_BLUEZ_LE_PUBLIC && event.interval == 6 && event.timeout == 10);

    event = LINK_EVENT(0x05, 4, 0, 0x2A, 0x00, 0x13);
    CHECK(event.kind == ACC_HCI_LINK_DISCONNECTED && event.reason == 0x13);
    event = LINK_EVENT(0x08, 4, 0, 0x2A, 0x00, 0x01);
    CHECK(event.kind == ACC_HCI_LINK_ENCRYPTION && event.is_encrypted);
    event = LINK_EVENT(0x08, 4, 0x06, 0x2A, 0x00, 0x00);
    CHECK(!event.is_encrypted && event.status == 0x06);
    event = LINK_EVENT(0x30, 3, 0, 0x2A, 0x00);
    CHECK(event.kind == ACC_HCI_LINK_ENCRYPTION && event.is_encrypted);
    event = LINK_EVENT(0x3E, 10, 0x03, 0, 0x2A, 0, 12, 0, 4, 0, 200, 0);
    CHECK(event.kind == ACC_HCI_LINK_PARAMETERS && event.interval == 12 && event.timeout == 200);
    event = LINK_EVENT(0x3E, 6, 0x0C, 0, 0x2A, 0, 2, 3);
    CHECK(event.kind == ACC_HCI_LINK_PHY && event.tx_phy == 2 && event.rx_phy == 3);
    event = LINK_EVENT(0x3E, 11, 0x07, 0x2A, 0, 251, 0, 0x48, 8, 251, 0, 0x48, 8);
    CHECK(event.kind == ACC_HCI_LINK_DATA_LENGTH && event.tx_length == 251);

    // the second version has the key's size as well; a refused refresh encrypts nothing
    event = LINK_EVENT(0x59, 5, 0, 0x2A, 0xF1, 0x02, 16);
    CHECK(event.kind == ACC_HCI_LINK_ENCRYPTION && event.is_encrypted && event.handle == 0x12A);
    event = LINK_EVENT(0x08, 4, 0x06, 0x2A, 0x00, 0x01);
    CHECK(!event.is_encrypted);
    event = LINK_EVENT(0x08, 4, 0, 0x2A, 0x00, 0x00);
    CHECK(!event.is_encrypted);
    event = LINK_EVENT(0x30, 3, 0x06, 0x2A, 0x00);
    CHECK(!event.is_encrypted && event.status == 6);
    event = LINK_EVENT(0x05, 4, 0x12, 0x2A, 0x0F, 0x13);
    CHECK(event.status == 0x12 && event.handle == 0xF2A);
    event = LINK_EVENT(0x3E, 10, 0x03, 0x3C, 0x2A, 0x01, 12, 1, 4, 2, 200, 3);
    CHECK(event.status == 0x3C && event.handle == 0x12A && event.interval == 0x10C);
    CHECK(event.latency == 0x204 && event.timeout == 0x3C8);
    event = LINK_EVENT(0x3E, 6, 0x0C, 0x3C, 0x2A, 0x01, 2, 3);
    CHECK(event.status == 0x3C && event.handle == 0x12A);
    event = LINK_EVENT(0x3E, 11, 0x07, 0x2A, 0x01, 251, 1, 0x48, 8, 27, 0, 0x48, 8);
    CHECK(event.handle == 0x12A && event.tx_length == 0x1FB);
    // one byte less than each event has
    CHECK(acc_hci_link_read((uint8_t[]){0x59, 3, 0, 1, 0}, 5, &event) == ACC_TRUNCATED);
    CHECK(acc_hci_link_read((uint8_t[]){0x08, 3, 0, 1, 0}, 5, &event) == ACC_TRUNCATED);
    CHECK(acc_hci_link_read((uint8_t[]){0x05, 3, 0, 1, 0}, 5, &event) == ACC_TRUNCATED);
    CHECK(acc_hci_link_read((uint8_t[]){0x30, 2, 0, 1}, 4, &event) == ACC_TRUNCATED);
    static const uint8_t meta[][2] = {{0x01, 19}, {0x03, 10}, {0x07, 11}, {0x0A, 31}, {0x0C, 6}};
    for (size_t i = 0; i < sizeof meta / sizeof *meta; i++) {
        uint8_t bytes[40] = {0x3E, (uint8_t)(meta[i][1] - 1), meta[i][0]};
        CHECK(acc_hci_link_read(bytes, sizeof bytes, &event) == ACC_TRUNCATED);
        bytes[1]++;
        CHECK(acc_hci_link_read(bytes, sizeof bytes, &event) == ACC_OK);
    }
    CHECK(acc_hci_link_read((uint8_t[]){0x3E, 2, 0x0D, 0}, 4, &event) == ACC_UNSUPPORTED);
    CHECK(acc_hci_link_read((uint8_t[]){0x3E, 2, 0, 0}, 4, &event) == ACC_UNSUPPORTED);

    CHECK(acc_hci_link_read((uint8_t[]){0x0E, 0}, 2, &event) == ACC_UNSUPPORTED);
    CHECK(acc_hci_link_read((uint8_t[]){0x3E, 1, 0x02}, 3, &event) == ACC_UNSUPPORTED);
    CHECK(acc_hci_link_read((uint8_t[]){0x3E, 1, 0xFF}, 3, &event) == ACC_UNSUPPORTED);
    CHECK(acc_hci_link_read((uint8_t[]){0x3E, 0}, 2, &event) == ACC_TRUNCATED);
    CHECK(acc_hci_link_read((uint8_t[]){0x05, 1, 0}, 3, &event) == ACC_TRUNCATED);
}

static uint8_t packets[64 * ACC_BLUEZ_PACKET_MAX];
static uint16_t sizes[64];

static bool send_packet(int file, uint8_t first, size_t size)
{
    uint8_t packet[ACC_BLUEZ_PACKET_MAX + 8];
    memset(packet, first, sizeof packet);
    return send(file, packet, size, 0) == (ssize_t)size;
}

static void test_receive_batches(void)
{
    int pair[2];
    CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, pair) == 0);
    CHECK(acc_bluez_receive(pair[0], packets, sizes, 64) == 0);
    // more than one call receives
    for (uint8_t i = 0; i < 70; i++)
        CHECK(send_packet(pair[1], i, 1u + i));
    CHECK(acc_bluez_receive(pair[0], packets, sizes, 64) == 64);
    for (uint8_t i = 0; i < 64; i++) {
        CHECK(sizes[i] == 1u + i);
        CHECK(packets[i * ACC_BLUEZ_PACKET_MAX] == i && packets[i * ACC_BLUEZ_PACKET_MAX + i] == i);
    }
    CHECK(acc_bluez_receive(pair[0], packets, sizes, 2) == 2 && packets[0] == 64);
    CHECK(acc_bluez_receive(pair[0], packets, sizes, 64) == 4 && packets[0] == 66);
    // a longer packet is cut and does not overwrite the next one
    CHECK(send_packet(pair[1], 0xAA, ACC_BLUEZ_PACKET_MAX + 8));
    packets[ACC_BLUEZ_PACKET_MAX] = 0x55;
    CHECK(acc_bluez_receive(pair[0], packets, sizes, 64) == 1);
    CHECK(sizes[0] == ACC_BLUEZ_PACKET_MAX && packets[ACC_BLUEZ_PACKET_MAX] == 0x55);
    close(pair[0]);
    close(pair[1]);
}

// a closed peer returns empty packets forever: they mean the end
static void test_receive_end(void)
{
    int pair[2];
    CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, pair) == 0);
    CHECK(send_packet(pair[1], 4, 3));
    close(pair[1]);
    CHECK(acc_bluez_receive(pair[0], packets, sizes, 64) == 1 && sizes[0] == 3);
    for (int i = 0; i < 3; i++)
        CHECK(acc_bluez_receive(pair[0], packets, sizes, 64) == 0);
    close(pair[0]);
    CHECK(acc_bluez_receive(pair[0], packets, sizes, 64) == -EBADF);
}

static void test_rssi(void)
{
    // command complete of Read RSSI: success, connection 0x40, -61 dBm
    uint8_t packet[] = {4, 0x0E, 7, 1, 0x05, 0x14, 0, 0x40, 0, 0xC3};
    int8_t rssi = 0;
    CHECK(acc_bluez_read_rssi(packet, sizeof packet, 0x40, &rssi) == 1 && rssi == -61);
    CHECK(acc_bluez_read_rssi(packet, sizeof packet, 0x41, &rssi) == 0);
    for (size_t size = 0; size < sizeof packet; size++)
        CHECK(acc_bluez_read_rssi(packet, size, 0x40, &rssi) == 0);
    packet[6] = 2;
    CHECK(acc_bluez_read_rssi(packet, sizeof packet, 0x40, &rssi) < 0);
    packet[4] = 0x06;
    CHECK(acc_bluez_read_rssi(packet, sizeof packet, 0x40, &rssi) == 0);

    // the command: Read RSSI (OGF 5, OCF 5) with two bytes, the connection's handle
    static const uint8_t command[] = {1, 0x05, 0x14, 2, 0x40, 0x01};
    uint8_t sent[16];
    int pair[2];
    CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0);
    CHECK(acc_bluez_request_rssi(pair[0], 0x140) == 0);
    CHECK(read(pair[1], sent, sizeof sent) == sizeof command);
    CHECK(memcmp(sent, command, sizeof command) == 0);
    close(pair[0]);
    close(pair[1]);
    CHECK(acc_bluez_request_rssi(pair[0], 0x140) == -EBADF);
}

int main(void)
{
    test_rssi();
    test_receive_batches();
    test_receive_end();
    test_write();
    test_command_results();
    test_adapter_events();
    test_device_events();
    test_keys();
    test_least_sizes();
    test_longest_command();
    test_link_events();
    return failures != 0;
}
