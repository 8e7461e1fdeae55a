// Caller ID messages: a type, the length of the rest, the rest, and a byte that makes the sum of all 0 modulo 256.
// Input: characters, noise among them; output: messages.
#include "accessory/mode.h"

#include <string.h>

enum {
    SDMF = 0x04,  // the rest is the date, then the number
    MDMF = 0x80,  // the rest is fields of a type, a length and a text
    DATE_SIZE = 8,
    // types of fields
    DATE = 1,
    NUMBER = 2,
    NO_NUMBER = 4,
    NAME = 7,
    NO_NAME = 8
};

static void copy_text(char *to, const uint8_t *bytes, size_t len)
{
    const size_t count = len < ACC_CALLER_ID_TEXT ? len : ACC_CALLER_ID_TEXT - 1;
    for (size_t i = 0; i < count; i++)
        to[i] = bytes[i] >= ' ' && bytes[i] <= '~' ? (char)bytes[i] : '?';
    to[count] = 0;
}

static void read_single(const uint8_t *bytes, size_t len, acc_caller_id *message)
{
    const size_t date = len < DATE_SIZE ? len : DATE_SIZE;
    copy_text(message->date, bytes, date);
    // one letter instead of a number is the reason for its absence
    if (len == DATE_SIZE + 1 && (bytes[DATE_SIZE] == 'O' || bytes[DATE_SIZE] == 'P'))
        message->no_number = (char)bytes[DATE_SIZE];
    else
        copy_text(message->number, bytes + date, len - date);
}

static void read_field(uint8_t type, const uint8_t *bytes, size_t len, acc_caller_id *message)
{
    switch (type) {
    case DATE:
        copy_text(message->date, bytes, len);
        break;
    case NUMBER:
        copy_text(message->number, bytes, len);
        break;
    case NAME:
        copy_text(message->name, bytes, len);
        break;
    case NO_NUMBER:
        message->no_number = len ? (char)bytes[0] : 0;
        break;
    case NO_NAME:
        message->no_name = len ? (char)bytes[0] : 0;
        break;
    default:
        break;
    }
}

static void read_fields(const uint8_t *bytes, size_t len, acc_caller_id *message)
{
    // a field that is longer than the rest is not read
    for (size_t at = 0; at + 2 <= len && bytes[at + 1] <= len - at - 2; at += 2u + bytes[at + 1])
        read_field(bytes[at], bytes + at + 2, bytes[at + 1], message);
}

static bool is_type(uint8_t byte)
{
    return byte == SDMF || byte == MDMF;
}

// Removes the first byte, and those after it up to the next type.
static void drop_first(acc_caller_id_reader *r)
{
    uint16_t at = 1;
    while (at < r->count && !is_type(r->bytes[at]))
        at++;
    r->count = (uint16_t)(r->count - at);
    memmove(r->bytes, r->bytes + at, r->count);
}

// The size of the message that begins, once it is complete; else 0.
static size_t size_of(const acc_caller_id_reader *r)
{
    const size_t size = r->count < 2 ? 0 : r->bytes[1] + 3u;
    return size <= r->count ? size : 0;
}

static bool has_checksum(const acc_caller_id_reader *r, size_t size)
{
    uint8_t sum = 0;
    for (size_t i = 0; i < size; i++)
        sum = (uint8_t)(sum + r->bytes[i]);
    return sum == 0;
}

acc_status acc_caller_id_push(acc_caller_id_reader *r, uint8_t byte, acc_caller_id *message)
{
    acc_status status = ACC_TRUNCATED;
    size_t size;
    if (r->count || is_type(byte))
        r->bytes[r->count++] = byte;
    while ((size = size_of(r))) {
        if (!has_checksum(r, size)) {
            // noise may have looked like a type: the message may begin later
            status = ACC_BAD_CHECK;
            drop_first(r);
            continue;
        }
        memset(message, 0, sizeof *message);
        if (r->bytes[0] == SDMF)
            read_single(r->bytes + 2, r->bytes[1], message);
        else
            read_fields(r->bytes + 2, r->bytes[1], message);
        r->count = 0;
        return ACC_OK;
    }
    return status;
}
