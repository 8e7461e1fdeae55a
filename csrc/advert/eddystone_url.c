// The text compression of Eddystone-URL: eddystone-url/README.md, "URL scheme prefix" and "HTTP URL
// encoding".
//
// Input: a URL as text, or its encoded bytes. Output: the other form. Byte 0 is the scheme's index.
// Byte values below 14 encode a domain ending, with or without a slash; 0x21 to 0x7E encode
// themselves.
#include "accessory/beacon.h"

#include <string.h>

typedef struct piece {
    uint8_t length;
    char text[13];
} piece;

#define PIECE(text)                                                                                \
    {                                                                                              \
        sizeof text - 1, text                                                                      \
    }

static const piece schemes[] = {
    PIECE("http://www."),
    PIECE("https://www."),
    PIECE("http://"),
    PIECE("https://"),
};

static const piece codes[] = {
    PIECE(".com/"), PIECE(".org/"), PIECE(".edu/"), PIECE(".net/"), PIECE(".info/"),
    PIECE(".biz/"), PIECE(".gov/"), PIECE(".com"),  PIECE(".org"),  PIECE(".edu"),
    PIECE(".net"),  PIECE(".info"), PIECE(".biz"),  PIECE(".gov"),
};

#define CODE_COUNT (sizeof codes / sizeof codes[0])

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// The length of `prefix` when `text` starts with it (ignoring case when `fold`); else 0.
static size_t match(const char *text, size_t len, const piece *prefix, bool fold)
{
    if (len < prefix->length)
        return 0;
    for (size_t i = 0; i < prefix->length; i++)
        if ((fold ? lower(text[i]) : text[i]) != prefix->text[i])
            return 0;
    return prefix->length;
}

// Endings with a slash are first in the table, so the first match is the longest.
static size_t find_code(const char *text, size_t len, bool host, uint8_t *code)
{
    for (uint8_t i = 0; i < CODE_COUNT; i++) {
        size_t matched = match(text, len, &codes[i], host);
        if (matched) {
            *code = i;
            return matched;
        }
    }
    return 0;
}

// Host names ignore case and are sent in lower case; from the first slash on, case matters.
acc_status acc_eddystone_url_encode(const char *text, size_t len, uint8_t *out, size_t capacity,
                                    size_t *size)
{
    size_t at = 0, used = 0;
    for (uint8_t i = 0; i < 4 && !used; i++) {
        used = match(text, len, &schemes[i], true);
        if (used && capacity)
            out[0] = i;
    }
    *size = 0;
    if (!used)
        return ACC_UNSUPPORTED;
    bool host = true;
    size_t written = 1;
    for (at = used; at < len; at += used, written++) {
        uint8_t byte;
        used = find_code(text + at, len - at, host, &byte);
        if (!used) {
            if (text[at] < 0x21 || text[at] > 0x7E)
                return ACC_MALFORMED;
            byte = (uint8_t)(host ? lower(text[at]) : text[at]);
            used = 1;
        }
        host = host && !memchr(text + at, '/', used);
        if (written < capacity)
            out[written] = byte;
    }
    *size = written;
    return written > capacity ? ACC_NO_ROOM : ACC_OK;
}

// Appends a piece if all of it fits. Returns the size with the piece.
static size_t put(const piece *one, char *out, size_t capacity, size_t written)
{
    if (written + one->length <= capacity)
        memcpy(out + written, one->text, one->length);
    return written + one->length;
}

acc_status acc_eddystone_url_decode(const uint8_t *bytes, size_t len, char *out, size_t capacity,
                                    size_t *size)
{
    *size = 0;
    if (len == 0)
        return ACC_TRUNCATED;
    if (bytes[0] >= sizeof schemes / sizeof schemes[0])
        return ACC_MALFORMED;
    size_t written = put(&schemes[bytes[0]], out, capacity, 0);
    for (size_t i = 1; i < len; i++) {
        if (bytes[i] >= 0x21 && bytes[i] <= 0x7E) {
            if (written < capacity)
                out[written] = (char)bytes[i];
            written++;
        } else if (bytes[i] < CODE_COUNT) {
            written = put(&codes[bytes[i]], out, capacity, written);
        } else {
            return ACC_MALFORMED;
        }
    }
    *size = written;
    return written > capacity ? ACC_NO_ROOM : ACC_OK;
}
