// Characters from the soft decisions of stream.c: finds the most likely start and stop bits with the Viterbi algorithm,
// so a wrong bit damages only its own character.
#ifndef ACC_MODEM_UART_H
#define ACC_MODEM_UART_H

#include <stdbool.h>
#include <stdint.h>

#define UART_STATES 13  // most states: start bit, nine bits of payload, two stop bits, idle
#define UART_LAG                                                                                   \
    40  // delay from a start bit to its character: four characters, when the survivors agree

typedef struct uart {
    uint32_t payload;  // bits between start and stop bit
    int idle;          // the state after the last stop bit, and the last state
    float metric[UART_STATES];
    int best;                      // state with the largest metric
    uint64_t starts[UART_STATES];  // start bits of each survivor, the latest in bit 0
    uint64_t bits;                 // hard decisions, the latest in bit 0
    uint32_t since;                // symbols since the start bit of the last reported character
} uart;

// A character is a start bit, `payload` bits (at most 9), and one or two `stops`.
void acc_uart_init(uart *u, uint32_t payload, uint32_t stops);

// Removes the start bits of the last `symbols` symbols, at most UART_LAG.
void acc_uart_forget(uart *u, unsigned symbols);

typedef struct uart_character {
    uint16_t payload;  // the earliest bit in bit 0
    bool
        framed;  // the mark before it, its start bit and first stop bit have the right hard decisions
    bool last;  // no later character has begun
} uart_character;

// Adds a symbol, about +1 for mark and -1 for space. Returns true with a character when one is certain.
bool acc_uart_push(uart *u, float soft, uart_character *character);

#endif
