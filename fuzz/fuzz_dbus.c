// Any bytes from a bus: every message is read to its end, containers close as often as they open, and nothing is read
// past its length.
#include "accessory/dbus.h"

#include <assert.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_all(acc_dbus_message *message)
{
    acc_dbus_head head;
    acc_dbus_read_head(message, &head);
    assert(head.kind >= ACC_DBUS_CALL);
    acc_dbus_item item;
    int depth = 0, status;
    size_t sum = 0;
    while ((status = acc_dbus_read(message, &item)) > 0) {
        depth += strchr("avre", item.type) != NULL;
        depth -= item.type == ACC_DBUS_CLOSE;
        // D-Bus allows 64 containers (D-Bus specification, "Valid Signatures")
        assert(depth >= 0 && depth <= 64);
        sum += item.text ? strlen(item.text) : 0;
        for (size_t n = 0; n < item.size; n++)
            sum += item.bytes[n];
    }
    assert(status < 0 || depth == 0);
    assert(sum < SIZE_MAX);
}

// Reads the first dictionary of properties, like a change of a device.
static void read_properties(acc_dbus_message *message)
{
    acc_dbus_item item;
    const char *name;
    acc_dbus_rewind(message);
    do {
        if (acc_dbus_read(message, &item) <= 0)
            return;
    } while (item.type != 'a' || strcmp(item.text, "{sv}") != 0);
    while (acc_dbus_read_property(message, &name, &item) > 0) {
        assert(name && strlen(name) < SIZE_MAX);
        for (int depth = item.type == 'v' ? 2 : 0; depth > 0;) {
            if (acc_dbus_read(message, &item) <= 0)
                return;
            depth += strchr("avre", item.type) ? 1 : item.type == ACC_DBUS_CLOSE ? -1 : 0;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char hello[] = "DATA\r\nOK 00112233445566778899aabbccddeeff\r\nAGREE_UNIX_FD\r\n";
    int ends[2];
    if (size > 65536 ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) < 0)
        return 0;
    if (write(ends[1], hello, sizeof hello - 1) < 0 || write(ends[1], data, size) < 0)
        assert(size == 0);
    acc_dbus *bus;
    if (acc_dbus_open_file(ends[0], &bus) < 0) {
        close(ends[0]);
        close(ends[1]);
        return 0;
    }
    acc_dbus_message *message;
    while (acc_dbus_next(bus, &message) > 0) {
        read_all(message);
        read_properties(message);
        acc_dbus_free(message);
    }
    acc_dbus_close(bus);
    close(ends[1]);
    return 0;
}
