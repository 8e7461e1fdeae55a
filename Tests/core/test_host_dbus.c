// The D-Bus adapter against a peer that answers the authentication and returns every message: each written item is
// read back, and damaged messages are refused.
#include "accessory/dbus.h"

#include "check.h"

#include <errno.h>
#include <malloc.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

// libsystemd 252 leaks its list of a message's descriptors when the message is damaged.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libsystemd.so";
}

static const acc_dbus_item values[] = {
    {.type = 'y', .number = 200},
    {.type = 'b', .number = 1},
    {.type = 'n', .number = -2},
    {.type = 'q', .number = 65535},
    {.type = 'i', .number = -70000},
    {.type = 'u', .number = 4000000000},
    {.type = 'x', .number = INT64_MIN},
    {.type = 't', .number = -1},
    {.type = 'd', .real = -0.5},
    {.type = 's', .text = "h\xC3\xA9"},
    {.type = 'o', .text = "/org/bluez"},
    {.type = 'g', .text = "a{sv}"},
    {.type = ACC_DBUS_BYTES, .bytes = (const uint8_t *)"\0\1\2", .size = 3},
    {.type = 'a', .text = "{sv}"},
    {.type = 'e', .text = "sv"},
    {.type = 's', .text = "RSSI"},
    {.type = 'v', .text = "n"},
    {.type = 'n', .number = -61},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_CLOSE},
    {.type = 'r', .text = "qy"},
    {.type = 'q', .number = 1},
    {.type = 'y', .number = 2},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_BYTES},
    {.type = 'a', .text = "s"},
    {.type = ACC_DBUS_CLOSE},
    {.type = 'h', .number = 0},
};
enum { COUNT = sizeof values / sizeof values[0] };

static bool is_equal(const acc_dbus_item *left, const acc_dbus_item *right)
{
    if (left->type != right->type || left->real != right->real || left->size != right->size)
        return false;
    // a descriptor has another number after transfer
    if (left->type != 'h' && left->number != right->number)
        return false;
    if (left->size > 0 && memcmp(left->bytes, right->bytes, left->size) != 0)
        return false;
    return !left->text == !right->text && (!left->text || strcmp(left->text, right->text) == 0);
}

/// Both ends of a bus.
struct wire {
    acc_dbus *bus;
    int peer;
};

static struct wire open_wire(void)
{
    struct wire wire = {.bus = NULL};
    int ends[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    wire.peer = ends[1];
    const char hello[] = "DATA\r\nOK 00112233445566778899aabbccddeeff\r\nAGREE_UNIX_FD\r\n";
    CHECK(write(wire.peer, hello, sizeof hello - 1) == sizeof hello - 1);
    CHECK(acc_dbus_open_file(ends[0], &wire.bus) == 0);
    // ends a peer's wait for data that never arrives, as a failure
    const struct timeval patience = {.tv_sec = 10};
    setsockopt(wire.peer, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    acc_dbus_message *message;
    CHECK(acc_dbus_next(wire.bus, &message) == 0);
    CHECK(!(acc_dbus_events(wire.bus) & POLLOUT));
    char lines[512];
    ssize_t size = read(wire.peer, lines, sizeof lines - 1);
    CHECK(size > 7 && memcmp(lines + size - 7, "BEGIN\r\n", 7) == 0);
    return wire;
}

static void close_wire(struct wire wire)
{
    acc_dbus_close(wire.bus);
    close(wire.peer);
}

/// A message in transit, with its optional descriptor.
struct packet {
    uint8_t bytes[1024];
    size_t size;
    char control[CMSG_SPACE(sizeof(int))];
    size_t control_size;
};

static void pick_up(struct wire wire, struct packet *packet)
{
    struct iovec part = {.iov_base = packet->bytes, .iov_len = sizeof packet->bytes};
    struct msghdr header = {.msg_iov = &part,
                            .msg_iovlen = 1,
                            .msg_control = packet->control,
                            .msg_controllen = sizeof packet->control};
    ssize_t size = recvmsg(wire.peer, &header, 0);
    CHECK(size > 0);
    packet->size = size > 0 ? (size_t)size : 0;
    packet->control_size = header.msg_controllen;
}

static void hand_over(struct wire wire, struct packet *packet)
{
    struct iovec part = {.iov_base = packet->bytes, .iov_len = packet->size};
    struct msghdr header = {.msg_iov = &part,
                            .msg_iovlen = 1,
                            .msg_control = packet->control_size ? packet->control : NULL,
                            .msg_controllen = packet->control_size};
    CHECK(sendmsg(wire.peer, &header, 0) == (ssize_t)packet->size);
}

static uint64_t send_values(struct wire wire)
{
    acc_dbus_message *message;
    CHECK(acc_dbus_new_call(wire.bus, "org.bluez", "/a", "b.c", "D", &message) >= 0);
    for (size_t n = 0; n < COUNT; n++)
        CHECK(acc_dbus_write(message, &values[n]) == 0);
    uint64_t cookie = 0;
    CHECK(acc_dbus_send(wire.bus, message, &cookie) == 0);
    acc_dbus_free(message);
    return cookie;
}

static void send_the_values(struct wire wire)
{
    send_values(wire);
}

static void test_values_come_back(void)
{
    struct wire wire = open_wire();
    uint64_t cookie = send_values(wire);
    struct packet packet;
    pick_up(wire, &packet);
    hand_over(wire, &packet);
    acc_dbus_message *message;
    CHECK(acc_dbus_next(wire.bus, &message) == 1);
    acc_dbus_head head;
    acc_dbus_read_head(message, &head);
    CHECK(head.kind == ACC_DBUS_CALL && head.wants_reply && head.cookie == cookie);
    CHECK(strcmp(head.path, "/a") == 0 && strcmp(head.interface, "b.c") == 0);
    CHECK(strcmp(head.member, "D") == 0 && head.reply_to == 0 && !head.error);
    acc_dbus_item item;
    for (size_t n = 0; n < COUNT; n++) {
        CHECK(acc_dbus_read(message, &item) == 1);
        CHECK(is_equal(&item, &values[n]));
    }
    struct stat ours, other;
    CHECK(fstat((int)item.number, &ours) == 0 && fstat(0, &other) == 0 &&
          ours.st_ino == other.st_ino);
    CHECK(acc_dbus_read(message, &item) == 0);
    acc_dbus_free(message);
    CHECK(acc_dbus_next(wire.bus, &message) == 0);
    close_wire(wire);
}

static void test_replies(void)
{
    struct wire wire = open_wire();
    uint64_t cookie = send_values(wire);
    struct packet packet;
    pick_up(wire, &packet);
    hand_over(wire, &packet);
    acc_dbus_message *call, *reply, *message;
    CHECK(acc_dbus_next(wire.bus, &call) == 1);
    acc_dbus_keep(call);
    acc_dbus_free(call);
    CHECK(acc_dbus_new_error(call, "a.b", "text", &reply) >= 0);
    CHECK(acc_dbus_send(wire.bus, reply, NULL) == 0);
    acc_dbus_free(reply);
    acc_dbus_free(call);
    pick_up(wire, &packet);
    hand_over(wire, &packet);
    CHECK(acc_dbus_next(wire.bus, &message) == 1);
    acc_dbus_head head;
    acc_dbus_read_head(message, &head);
    CHECK(head.kind == ACC_DBUS_ERROR && head.reply_to == cookie);
    CHECK(strcmp(head.error, "a.b") == 0 && strcmp(head.text, "text") == 0);
    acc_dbus_free(message);
    close_wire(wire);
}

static const acc_dbus_item changes[] = {
    {.type = 's', .text = "org.bluez.Device1"},
    {.type = 'a', .text = "{sv}"},
    {.type = 'e', .text = "sv"},
    {.type = 's', .text = "RSSI"},
    {.type = 'v', .text = "n"},
    {.type = 'n', .number = -61},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_CLOSE},
    {.type = 'e', .text = "sv"},
    {.type = 's', .text = "ManufacturerData"},
    {.type = 'v', .text = "a{qv}"},
    {.type = 'a', .text = "{qv}"},
    {.type = 'e', .text = "qv"},
    {.type = 'q', .number = 89},
    {.type = 'v', .text = "ay"},
    {.type = ACC_DBUS_BYTES, .bytes = (const uint8_t *)"\1\2", .size = 2},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_CLOSE},
    {.type = 'e', .text = "sv"},
    {.type = 's', .text = "Name"},
    {.type = 'v', .text = "s"},
    {.type = 's', .text = "tag"},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_CLOSE},
    {.type = 'e', .text = "sv"},
    {.type = 's', .text = "AdvertisingFlags"},
    {.type = 'v', .text = "ay"},
    {.type = ACC_DBUS_BYTES, .bytes = (const uint8_t *)"\6", .size = 1},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_CLOSE},
    {.type = 'e', .text = "sv"},
    {.type = 's', .text = "Nested"},
    {.type = 'v', .text = "v"},
    {.type = 'v', .text = "u"},
    {.type = 'u', .number = 7},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_CLOSE},
    {.type = ACC_DBUS_CLOSE},
    {.type = 'a', .text = "s"},
    {.type = 's', .text = "TxPower"},
    {.type = ACC_DBUS_CLOSE},
};
enum { CHANGES = sizeof changes / sizeof changes[0] };

static void send_changes(struct wire wire)
{
    acc_dbus_message *message;
    CHECK(acc_dbus_new_signal(wire.bus, "/a", "b.c", "PropertiesChanged", &message) >= 0);
    for (size_t n = 0; n < CHANGES; n++)
        CHECK(acc_dbus_write(message, &changes[n]) == 0);
    CHECK(acc_dbus_send(wire.bus, message, NULL) == 0);
    acc_dbus_free(message);
}

/// Reads to the end of the open container.
static int leave(acc_dbus_message *message)
{
    acc_dbus_item item;
    int status = 1;
    for (int depth = 1; depth > 0 && status > 0;) {
        status = acc_dbus_read(message, &item);
        if (status > 0 && item.type == ACC_DBUS_CLOSE)
            depth--;
        else if (status > 0 && strchr("avre", item.type))
            depth++;
    }
    return status;
}

/// Reads the same message by enter and leave; a wrong type is refused, and the next value is not lost.
static void test_known_types(acc_dbus_message *message)
{
    acc_dbus_item item;
    acc_dbus_rewind(message);
    CHECK(acc_dbus_read_basic(message, 'q', &item) == -ENXIO);
    CHECK(acc_dbus_read_basic(message, 's', &item) == 1);
    CHECK(strcmp(item.text, "org.bluez.Device1") == 0);
    CHECK(acc_dbus_enter(message, 'a', "s") == -ENXIO);
    CHECK(acc_dbus_enter(message, 'a', "{sv}") == 1);
    CHECK(acc_dbus_enter(message, 'e', "sv") == 1);
    CHECK(acc_dbus_read_basic(message, 's', &item) == 1 && strcmp(item.text, "RSSI") == 0);
    CHECK(acc_dbus_enter(message, 'v', "ay") == -ENXIO);
    CHECK(acc_dbus_leave(message) < 0);
    CHECK(acc_dbus_skip(message, "v") > 0);
    CHECK(acc_dbus_leave(message) >= 0);
    CHECK(acc_dbus_enter(message, 'e', "sv") == 1);
    CHECK(acc_dbus_skip(message, "s") > 0 && acc_dbus_enter(message, 'v', "a{qv}") == 1);
    CHECK(acc_dbus_enter(message, 'a', "{qv}") == 1 && acc_dbus_enter(message, 'e', "qv") == 1);
    CHECK(acc_dbus_read_basic(message, 'q', &item) == 1 && item.number == 89);
    CHECK(acc_dbus_enter(message, 'v', "ay") == 1);
    CHECK(acc_dbus_read_basic(message, ACC_DBUS_BYTES, &item) == 1);
    CHECK(item.type == ACC_DBUS_BYTES && item.size == 2 && item.bytes[1] == 2);
    CHECK(acc_dbus_leave(message) >= 0 && acc_dbus_leave(message) >= 0);
    CHECK(acc_dbus_enter(message, 'e', "qv") == 0);
    CHECK(acc_dbus_leave(message) >= 0 && acc_dbus_leave(message) >= 0);
    CHECK(acc_dbus_leave(message) >= 0 && acc_dbus_enter(message, 'e', "sv") == 1);
}

static void test_properties(void)
{
    struct wire wire = open_wire();
    send_changes(wire);
    struct packet packet;
    pick_up(wire, &packet);
    hand_over(wire, &packet);
    acc_dbus_message *message;
    CHECK(acc_dbus_next(wire.bus, &message) == 1);
    acc_dbus_item item;
    const char *name;
    for (int round = 0; round < 2; round++) {
        CHECK(acc_dbus_read(message, &item) == 1 && strcmp(item.text, "org.bluez.Device1") == 0);
        CHECK(acc_dbus_read(message, &item) == 1 && item.type == 'a');
        CHECK(acc_dbus_read_property(message, &name, &item) == 1);
        CHECK(strcmp(name, "RSSI") == 0 && item.type == 'n' && item.number == -61 && !item.text);
        CHECK(acc_dbus_read_property(message, &name, &item) == 1);
        CHECK(strcmp(name, "ManufacturerData") == 0 && item.type == 'v');
        CHECK(strcmp(item.text, "a{qv}") == 0);
        // the second time from the middle of a property
        if (round == 0) {
            acc_dbus_rewind(message);
            continue;
        }
        CHECK(acc_dbus_read(message, &item) == 1 && is_equal(&item, &changes[11]));
        CHECK(leave(message) == 1 && leave(message) == 1 && leave(message) == 1);
        CHECK(acc_dbus_read_property(message, &name, &item) == 1);
        CHECK(strcmp(name, "Name") == 0 && item.type == 's' && strcmp(item.text, "tag") == 0);
        CHECK(acc_dbus_read_property(message, &name, &item) == 1);
        CHECK(item.type == ACC_DBUS_BYTES && item.size == 1 && item.bytes[0] == 6);
        CHECK(acc_dbus_read_property(message, &name, &item) == 1);
        CHECK(strcmp(name, "Nested") == 0 && item.type == 'v' && strcmp(item.text, "v") == 0);
        CHECK(acc_dbus_read(message, &item) == 1 && item.type == 'v');
        CHECK(acc_dbus_read(message, &item) == 1 && item.type == 'u' && item.number == 7);
        CHECK(leave(message) == 1 && leave(message) == 1 && leave(message) == 1);
        name = "the last one";
        memset(&item, 0xEE, sizeof item);
        CHECK(acc_dbus_read_property(message, &name, &item) == 0 && !name && item.type == 0);
        CHECK(acc_dbus_read(message, &item) == 1 && is_equal(&item, &changes[CHANGES - 3]));
    }
    // not inside a dictionary of properties
    name = "the last one";
    CHECK(acc_dbus_read_property(message, &name, &item) == -ENXIO && !name);
    test_known_types(message);
    acc_dbus_free(message);
    close_wire(wire);
}

/// Reads everything, then once more with the properties in one piece.
static void read_damaged(acc_dbus_message *message)
{
    acc_dbus_item item;
    const char *name;
    int count = 0;
    while (acc_dbus_read(message, &item) > 0)
        count++;
    acc_dbus_rewind(message);
    if (acc_dbus_read(message, &item) > 0 && acc_dbus_read(message, &item) > 0 && item.type == 'a')
        while (acc_dbus_read_property(message, &name, &item) > 0 && count++ < 1000) {
            CHECK(name && strlen(name) < 1024);
            if (item.type == 'v' && (leave(message) <= 0 || leave(message) <= 0))
                break;
        }
    CHECK(count < 1000);
}

/// With each byte of a message changed: it is refused, or it can be read to its end.
static void test_damage(void (*begin)(struct wire wire))
{
    for (size_t place = 0; place < 1024; place++) {
        struct wire wire = open_wire();
        begin(wire);
        struct packet packet;
        pick_up(wire, &packet);
        bool is_over = place >= packet.size;
        if (!is_over) {
            packet.bytes[place] ^= 0x55;
            hand_over(wire, &packet);
            acc_dbus_message *message;
            if (acc_dbus_next(wire.bus, &message) == 1) {
                read_damaged(message);
                acc_dbus_free(message);
            }
        }
        close_wire(wire);
        if (is_over)
            return;
    }
}

static void test_end(void)
{
    struct wire wire = open_wire();
    CHECK(!acc_dbus_name(wire.bus) || acc_dbus_name(wire.bus)[0] == ':');
    close(wire.peer);
    acc_dbus_message *message;
    int status;
    while ((status = acc_dbus_next(wire.bus, &message)) > 0)
        acc_dbus_free(message);
    CHECK(status < 0 && status != -EAGAIN);
    acc_dbus_close(wire.bus);
    CHECK(acc_dbus_open("unix:path=/nonexistent", &wire.bus) == -ENOENT);
    CHECK(acc_dbus_open("nonsense", &wire.bus) < 0);
}

/// Values of known types end where their array ends, arrays of bytes as well.
static void test_arrays_of_bytes(void)
{
    static const acc_dbus_item items[] = {
        {.type = 'a', .text = "ay"},
        {.type = ACC_DBUS_BYTES, .bytes = (const uint8_t *)"\1\2", .size = 2},
        {.type = ACC_DBUS_BYTES},
        {.type = ACC_DBUS_CLOSE},
    };
    struct wire wire = open_wire();
    acc_dbus_message *message;
    CHECK(acc_dbus_new_signal(wire.bus, "/a", "b.c", "Lists", &message) >= 0);
    for (size_t n = 0; n < sizeof items / sizeof *items; n++)
        CHECK(acc_dbus_write(message, &items[n]) == 0);
    CHECK(acc_dbus_send(wire.bus, message, NULL) == 0);
    acc_dbus_free(message);
    struct packet packet;
    pick_up(wire, &packet);
    hand_over(wire, &packet);
    CHECK(acc_dbus_next(wire.bus, &message) == 1);
    acc_dbus_item item;
    CHECK(acc_dbus_enter(message, 'a', "ay") == 1);
    CHECK(acc_dbus_read_basic(message, ACC_DBUS_BYTES, &item) == 1 && item.size == 2);
    CHECK(acc_dbus_read_basic(message, ACC_DBUS_BYTES, &item) == 1 && item.size == 0);
    CHECK(acc_dbus_read_basic(message, ACC_DBUS_BYTES, &item) == 0);
    CHECK(acc_dbus_leave(message) >= 0);
    acc_dbus_free(message);
    close_wire(wire);
}

static size_t heap(void)
{
    return mallinfo2().uordblks;
}

// A bus that cannot be opened leaves nothing behind.
static void test_leaks(void)
{
    size_t before = 0;
    for (int i = 0; i < 40; i++) {
        acc_dbus *bus = NULL;
        before = i == 20 ? heap() : before;
        CHECK(acc_dbus_open("unix:path=/nonexistent", &bus) == -ENOENT && !bus);
    }
    CHECK(heap() <= before);
}

int main(void)
{
    test_values_come_back();
    test_arrays_of_bytes();
    test_replies();
    test_properties();
    test_damage(send_the_values);
    test_damage(send_changes);
    test_end();
    test_leaks();
    return failures;
}
