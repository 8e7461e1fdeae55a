// Character formats (docs/modem.md, Characters). Input: a name such as "7E1", bytes, payloads; output: the format,
// payloads, bytes.
#include "modem/format.h"

#include <string.h>

static const char parities[] = {[ACC_PARITY_NONE] = 'N',
                                [ACC_PARITY_EVEN] = 'E',
                                [ACC_PARITY_ODD] = 'O',
                                [ACC_PARITY_MARK] = 'M',
                                [ACC_PARITY_SPACE] = 'S'};

// The number of half stop bits that `text` names, or 0.
static uint8_t half_stops_of(const char *text, size_t len)
{
    static const char *const names[] = {"1", "1.5", "2"};
    for (uint8_t i = 0; i < 3; i++)
        if (len == strlen(names[i]) && memcmp(text, names[i], len) == 0)
            return (uint8_t)(2 + i);
    return 0;
}

acc_status acc_character_format_parse(const char *text, size_t len, acc_character_format *format)
{
    static const char msb[] = "msb";
    const size_t suffix = sizeof msb - 1;
    acc_character_format read = {0};
    read.msb_first = len > suffix && memcmp(text + len - suffix, msb, suffix) == 0;
    len -= read.msb_first ? suffix : 0;
    if (len < 3 || text[0] < '5' || text[0] > '8')
        return ACC_MALFORMED;
    const char *parity = memchr(parities, text[1], sizeof parities);
    if (!parity || !(read.half_stops = half_stops_of(text + 2, len - 2)))
        return ACC_MALFORMED;
    read.data_bits = (uint8_t)(text[0] - '0');
    read.parity = (acc_parity)(parity - parities);
    *format = read;
    return ACC_OK;
}

acc_status acc_character_format_check(const acc_character_format *format)
{
    const bool fits = format->data_bits >= 5 && format->data_bits <= 8 &&
                      (uint32_t)format->parity < sizeof parities && format->half_stops >= 2 &&
                      format->half_stops <= 4;
    return fits ? ACC_OK : ACC_OUT_OF_RANGE;
}

uint32_t acc_format_payload(const acc_character_format *format)
{
    return format->data_bits + (format->parity == ACC_PARITY_NONE ? 0u : 1u);
}

static uint32_t parity_of(const acc_character_format *format, uint32_t data)
{
    switch (format->parity) {
    case ACC_PARITY_EVEN:
        return (uint32_t)__builtin_parity(data);
    case ACC_PARITY_ODD:
        return !__builtin_parity(data);
    case ACC_PARITY_MARK:
        return 1;
    default:
        return 0;
    }
}

// The data bits in the other order, if the format has it.
static uint32_t ordered(const acc_character_format *format, uint32_t data)
{
    uint32_t reversed = 0;
    for (uint32_t i = 0; i < format->data_bits; i++)
        reversed |= (data >> i & 1) << (format->data_bits - 1 - i);
    return format->msb_first ? reversed : data;
}

uint32_t acc_format_write(const acc_character_format *format, uint8_t byte)
{
    const uint32_t data = ordered(format, byte & ((1u << format->data_bits) - 1));
    return data | parity_of(format, data) << format->data_bits;
}

bool acc_format_read(const acc_character_format *format, uint32_t payload, uint8_t *byte)
{
    const uint32_t data = payload & ((1u << format->data_bits) - 1);
    *byte = (uint8_t)ordered(format, data);
    return payload >> format->data_bits == parity_of(format, data);
}
