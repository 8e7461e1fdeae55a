// The format of characters on the air: which bits a byte has between its start bit and its stop bits.
#ifndef ACC_MODEM_FORMAT_H
#define ACC_MODEM_FORMAT_H

#include "accessory/modem.h"

#define FORMAT_MOST_PAYLOAD 9u  // eight data bits and a parity bit

static const acc_character_format format_8n1 = {
    .data_bits = 8, .parity = ACC_PARITY_NONE, .half_stops = 2};

// Bits between start and stop bit: the payload.
uint32_t acc_format_payload(const acc_character_format *format);

// The payload of a byte as sent, the earliest bit in bit 0.
uint32_t acc_format_write(const acc_character_format *format, uint8_t byte);

// The byte of a payload; false when its parity is wrong.
bool acc_format_read(const acc_character_format *format, uint32_t payload, uint8_t *byte);

#endif
