// Characters from soft decisions: the most likely way to lay start and stop bits over them, by
// Viterbi's algorithm, so that a wrong bit costs its own character and no other.
#ifndef ACC_MODEM_UART_H
#define ACC_MODEM_UART_H

#include <stdbool.h>
#include <stdint.h>

#define UART_IDLE 10  // states 0 to 9: start bit, data bits, stop bit
#define UART_STATES 11
#define UART_LAG 40  // symbols from a start bit until its character is given out

typedef struct uart {
    float metric[UART_STATES];
    int best;                      // state of the largest
    uint64_t starts[UART_STATES];  // where the survivor has start bits, the latest in bit 0
    uint64_t bits;                 // hard decisions, the latest in bit 0
    uint32_t since;                // symbols since the start bit of the last character given out
} uart;

void acc_uart_init(uart *u);

// no character began in the last `symbols`, at most UART_LAG
void acc_uart_forget(uart *u, unsigned symbols);

typedef struct uart_character {
    uint8_t byte;
    bool framed;  // mark, start and stop bit were seen, not only supposed
    bool last;    // none has begun since
} uart_character;

// takes a symbol, about +1 for mark; true when a character is certain
bool acc_uart_push(uart *u, float soft, uart_character *character);

#endif
