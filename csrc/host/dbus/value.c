// Values of a message's body, item by item: sd-bus checks signatures and lengths, this file reports
// or writes the next item. The Swift room builds its value type from them.
//
// Items are basic values, byte arrays (in one piece, for speed), and the opening and closing of
// arrays, structs, variants and dictionary entries.
#include "bus.h"

#include <errno.h>
#include <string.h>

// Every integer type fits the item's 64 bits; 't' keeps its bits.
static int read_basic(sd_bus_message *message, char type, acc_dbus_item *item)
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
    int status = sd_bus_message_read_basic(message, type, &value);
    // the type was peeked at, so that no value here means a damaged message
    if (status <= 0)
        return status < 0 ? status : -EBADMSG;
    switch (type) {
    case 'y':
        item->number = value.y;
        break;
    case 'b':
        // sd-bus uses an int for it, as it does for descriptors
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

// `ay` as one item, without a copy.
static int read_bytes(sd_bus_message *message, acc_dbus_item *item)
{
    const void *bytes = NULL;
    item->type = ACC_DBUS_BYTES;
    item->text = NULL;
    int status = sd_bus_message_read_array(message, 'y', &bytes, &item->size);
    item->bytes = bytes;
    return status < 0 ? status : 1;
}

// The end of the current container, or of the message.
static int close_container(sd_bus_message *message, acc_dbus_item *item)
{
    int status = sd_bus_message_exit_container(message);
    // not inside a container: the end of the message
    if (status == -ENXIO)
        return 0;
    item->type = ACC_DBUS_CLOSE;
    return status < 0 ? status : 1;
}

// 1: an item; 0: the end; negative errno. Containers are entered, the caller sees their closing as
// an item.
int acc_dbus_read(acc_dbus_message *message, acc_dbus_item *item)
{
    sd_bus_message *m = sd_message(message);
    memset(item, 0, sizeof *item);
    // for a container `text` becomes the signature of its contents, which entering it must repeat
    int status = sd_bus_message_peek_type(m, &item->type, &item->text);
    if (status < 0)
        return status;
    if (status == 0)
        return close_container(m, item);
    if (item->type == 'a' && strcmp(item->text, "y") == 0)
        return read_bytes(m, item);
    if (!strchr("avre", item->type))
        return read_basic(m, item->type, item);
    status = sd_bus_message_enter_container(m, item->type, item->text);
    return status < 0 ? status : 1;
}

// The item's 64-bit number is narrowed to the type of the signature.
static int write_basic(sd_bus_message *message, const acc_dbus_item *item)
{
    const int number = (int)item->number;
    const uint8_t y = (uint8_t)item->number;
    // signed and unsigned types of one size have the same bits in two's complement
    const uint16_t q = (uint16_t)item->number;
    const uint32_t u = (uint32_t)item->number;
    switch (item->type) {
    case 'y':
        return sd_bus_message_append_basic(message, 'y', &y);
    case 'n':
    case 'q':
        return sd_bus_message_append_basic(message, item->type, &q);
    case 'i':
    case 'u':
        return sd_bus_message_append_basic(message, item->type, &u);
    case 'x':
    case 't':
        return sd_bus_message_append_basic(message, item->type, &item->number);
    case 'd':
        return sd_bus_message_append_basic(message, 'd', &item->real);
    // sd-bus duplicates the descriptor, so that the caller keeps its own
    case 'b':
    case 'h':
        return sd_bus_message_append_basic(message, item->type, &number);
    default:
        return sd_bus_message_append_basic(message, item->type, item->text);
    }
}

// Containers are opened and closed by items, as acc_dbus_read returns them.
int acc_dbus_write(acc_dbus_message *message, const acc_dbus_item *item)
{
    sd_bus_message *m = sd_message(message);
    int status;
    // sd-bus refuses an item that does not fit the open container's signature
    switch (item->type) {
    case 'a':
    case 'v':
    case 'r':
    case 'e':
        status = sd_bus_message_open_container(m, item->type, item->text);
        break;
    case ACC_DBUS_CLOSE:
        status = sd_bus_message_close_container(m);
        break;
    case ACC_DBUS_BYTES:
        status = sd_bus_message_append_array(m, 'y', item->bytes, item->size);
        break;
    default:
        status = write_basic(m, item);
        break;
    }
    return status < 0 ? status : 0;
}
