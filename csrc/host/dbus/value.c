// Reads and writes the values of a message's body, item by item. sd-bus checks signatures and
// lengths. The Swift layer builds its value type from the items.
//
// An item is a basic value, a byte array (in one piece, for speed), or the opening or closing of an
// array, struct, variant or dictionary entry.
#include "bus.h"

#include <errno.h>
#include <string.h>

// Reads a basic value. Every integer type fits the item's 64 bits; 't' keeps its bits. Returns 0 at
// the end of the open array.
static int read_value(sd_bus_message *message, char type, acc_dbus_item *item)
{
    union {
        uint8_t y;
        int b, h;
        int16_t n;
        uint16_t q;
        int32_t i;
        uint32_t u;
        int64_t x;
        uint64_t t;
        double d;
        const char *text;
    } value = {.t = 0};
    int status = libsystemd.sd_bus_message_read_basic(message, type, &value);
    if (status <= 0)
        return status;
    switch (type) {
    case 'y':
        item->number = value.y;
        break;
    case 'b':
        // sd-bus uses an int for booleans and descriptors
        item->number = value.b != 0;
        break;
    case 'h':
        item->number = value.h;
        break;
    case 'n':
        item->number = value.n;
        break;
    case 'q':
        item->number = value.q;
        break;
    case 'i':
        item->number = value.i;
        break;
    case 'u':
        item->number = value.u;
        break;
    case 'x':
        item->number = value.x;
        break;
    case 't':
        item->number = (int64_t)value.t;
        break;
    case 'd':
        item->real = value.d;
        break;
    default:
        item->text = value.text;
        break;
    }
    return 1;
}

// Reads an `ay` as one item, without a copy. Returns 0 at the end of the open array.
static int read_bytes(sd_bus_message *message, acc_dbus_item *item)
{
    const void *bytes = NULL;
    item->type = ACC_DBUS_BYTES;
    item->text = NULL;
    int status = libsystemd.sd_bus_message_read_array(message, 'y', &bytes, &item->size);
    item->bytes = bytes;
    return status;
}

// Reads a value whose type is known from peek_type, so a missing one means a damaged message.
static int read_present(sd_bus_message *message, char type, acc_dbus_item *item)
{
    int status =
        type == ACC_DBUS_BYTES ? read_bytes(message, item) : read_value(message, type, item);
    return status == 0 ? -EBADMSG : status;
}

// Leaves the current container. Returns 0 at the end of the message.
static int close_container(sd_bus_message *message, acc_dbus_item *item)
{
    int status = libsystemd.sd_bus_message_exit_container(message);
    // outside all containers: the end of the message
    if (status == -ENXIO)
        return 0;
    item->type = ACC_DBUS_CLOSE;
    return status < 0 ? status : 1;
}

// Returns 1 with an item, 0 at the end, or a negative errno. Enters each container and reports its
// closing as an item.
int acc_dbus_read(acc_dbus_message *message, acc_dbus_item *item)
{
    sd_bus_message *m = sd_message(message);
    memset(item, 0, sizeof *item);
    // for a container, `text` becomes the contents' signature, which enter_container requires
    int status = libsystemd.sd_bus_message_peek_type(m, &item->type, &item->text);
    if (status < 0)
        return status;
    if (status == 0)
        return close_container(m, item);
    if (item->type == 'a' && strcmp(item->text, "y") == 0)
        return read_present(m, ACC_DBUS_BYTES, item);
    if (!strchr("avre", item->type))
        return read_present(m, item->type, item);
    status = libsystemd.sd_bus_message_enter_container(m, item->type, item->text);
    return status < 0 ? status : 1;
}

int acc_dbus_enter(acc_dbus_message *message, char type, const char *contents)
{
    return libsystemd.sd_bus_message_enter_container(sd_message(message), type, contents);
}

int acc_dbus_leave(acc_dbus_message *message)
{
    return libsystemd.sd_bus_message_exit_container(sd_message(message));
}

int acc_dbus_read_basic(acc_dbus_message *message, char type, acc_dbus_item *item)
{
    memset(item, 0, sizeof *item);
    item->type = type;
    return type == ACC_DBUS_BYTES ? read_bytes(sd_message(message), item)
                                  : read_value(sd_message(message), type, item);
}

int acc_dbus_skip(acc_dbus_message *message, const char *types)
{
    return libsystemd.sd_bus_message_skip(sd_message(message), types);
}

// Leaves a variant that was read to its end, and its dictionary entry.
static int close_property(acc_dbus_message *message)
{
    int status = acc_dbus_leave(message);
    if (status >= 0)
        status = acc_dbus_leave(message);
    return status < 0 ? status : 1;
}

// Makes a third of the sd-bus calls that acc_dbus_read needs, because the types of an entry are
// known. Speed matters: bluetoothd signals properties with each advertisement.
int acc_dbus_read_property(acc_dbus_message *message, const char **name, acc_dbus_item *value)
{
    sd_bus_message *m = sd_message(message);
    memset(value, 0, sizeof *value);
    *name = NULL;
    int status = libsystemd.sd_bus_message_enter_container(m, 'e', "sv");
    if (status == 0) {
        status = libsystemd.sd_bus_message_exit_container(m);
        return status < 0 ? status : 0;
    }
    if (status > 0)
        status = libsystemd.sd_bus_message_read_basic(m, 's', name);
    if (status > 0)
        status = libsystemd.sd_bus_message_peek_type(m, &value->type, &value->text);
    if (status > 0)
        status = libsystemd.sd_bus_message_enter_container(m, 'v', value->text);
    // sd-bus has checked the type, so a missing value means a damaged message
    if (status <= 0)
        return status < 0 ? status : -EBADMSG;
    if (strcmp(value->text, "ay") == 0)
        status = read_present(m, ACC_DBUS_BYTES, value);
    else if (value->text[1] == '\0' && value->text[0] != 'v') {
        value->type = value->text[0];
        value->text = NULL;
        status = read_present(m, value->type, value);
    } else
        return 1;
    return status < 0 ? status : close_property(message);
}

void acc_dbus_rewind(acc_dbus_message *message)
{
    // 1: to the beginning of the message, not of the open container
    libsystemd.sd_bus_message_rewind(sd_message(message), 1);
}

// Narrows the item's 64-bit number to the signature's type.
static int write_basic(sd_bus_message *message, const acc_dbus_item *item)
{
    const int number = (int)item->number;
    const uint8_t y = (uint8_t)item->number;
    // signed and unsigned types of one size have the same bits in two's complement
    const uint16_t q = (uint16_t)item->number;
    const uint32_t u = (uint32_t)item->number;
    switch (item->type) {
    case 'y':
        return libsystemd.sd_bus_message_append_basic(message, 'y', &y);
    case 'n':
    case 'q':
        return libsystemd.sd_bus_message_append_basic(message, item->type, &q);
    case 'i':
    case 'u':
        return libsystemd.sd_bus_message_append_basic(message, item->type, &u);
    case 'x':
    case 't':
        return libsystemd.sd_bus_message_append_basic(message, item->type, &item->number);
    case 'd':
        return libsystemd.sd_bus_message_append_basic(message, 'd', &item->real);
    // sd-bus duplicates a descriptor; the caller keeps its own
    case 'b':
    case 'h':
        return libsystemd.sd_bus_message_append_basic(message, item->type, &number);
    default:
        return libsystemd.sd_bus_message_append_basic(message, item->type, item->text);
    }
}

// Opens and closes containers by items, in the form that acc_dbus_read returns.
int acc_dbus_write(acc_dbus_message *message, const acc_dbus_item *item)
{
    sd_bus_message *m = sd_message(message);
    int status;
    // sd-bus rejects an item that does not match the open container's signature
    switch (item->type) {
    case 'a':
    case 'v':
    case 'r':
    case 'e':
        status = libsystemd.sd_bus_message_open_container(m, item->type, item->text);
        break;
    case ACC_DBUS_CLOSE:
        status = libsystemd.sd_bus_message_close_container(m);
        break;
    case ACC_DBUS_BYTES:
        status = libsystemd.sd_bus_message_append_array(m, 'y', item->bytes, item->size);
        break;
    default:
        status = write_basic(m, item);
        break;
    }
    return status < 0 ? status : 0;
}
