// Start and stop bits by the Viterbi algorithm over eleven states: a character's ten bits, and idle. Metrics are
// rewards: start, stop and idle symbols add evidence(), data bits add nothing. docs/modem.md, Characters.
#include "modem/uart.h"

#include <string.h>

// The cost of entering idle after a stop bit, and of leaving it for a start bit. A right symbol of mark adds at most
// RIGHT, so a pause gains after seven symbols, and noise does not split a run of characters.
#define REST_COST 2.5f
#define RIGHT 0.7f
// A clearly wrong start or stop bit costs up to 16, six times REST_COST: a pause is more likely than a wrong bit.
#define WRONG_COST 16.0f
// A start bit in the middle of a character (after lost or repeated symbols) costs less than one clearly wrong bit
// and more than two pauses, so one wrong bit is enough to find the new frame.
#define SLIP_COST 12.0f

void acc_uart_init(uart *u)
{
    memset(u, 0, sizeof *u);
    for (int s = 0; s < UART_IDLE; s++)
        u->metric[s] = -1e6f;
    u->best = UART_IDLE;
    u->since = UART_STATES;
}

// The reward of a symbol that must be mark: WRONG_COST * soft, limited to -WRONG_COST and RIGHT. For space negate
// `soft`.
static float evidence(float soft)
{
    float v = WRONG_COST * soft;
    return v > RIGHT ? RIGHT : v < -WRONG_COST ? -WRONG_COST : v;
}

static int best_of(const float *metric)
{
    int best = UART_IDLE;
    for (int s = 0; s < UART_IDLE; s++)
        if (metric[s] > metric[best])
            best = s;
    return best;
}

// The best predecessor of a start bit: a stop bit, idle, or after a slip the best state of all.
static int before_start(const float *m, int slip, float *value)
{
    int from = UART_IDLE - 1;
    *value = m[from];
    if (m[UART_IDLE] - REST_COST > *value) {
        from = UART_IDLE;
        *value = m[from] - REST_COST;
    }
    if (m[slip] - SLIP_COST > *value) {
        from = slip;
        *value = m[slip] - SLIP_COST;
    }
    return from;
}

void acc_uart_forget(uart *u, unsigned symbols)
{
    for (int s = 0; s < UART_STATES; s++)
        u->starts[s] &= ~0ull << symbols;
}

bool acc_uart_push(uart *u, float soft, uart_character *character)
{
    float *m = u->metric, start;
    const int stop = UART_IDLE - 1;
    uint64_t start_path = u->starts[before_start(m, u->best, &start)];
    bool rests = m[UART_IDLE] > m[stop] - REST_COST;
    uint64_t rest_path = u->starts[rests ? UART_IDLE : stop];
    m[UART_IDLE] = (rests ? m[UART_IDLE] : m[stop] - REST_COST) + evidence(soft);
    u->starts[UART_IDLE] = rest_path << 1;
    for (int s = stop; s > 0; s--) {
        m[s] = m[s - 1] + (s == stop ? evidence(soft) : 0);
        u->starts[s] = u->starts[s - 1] << 1;
    }
    m[0] = start + evidence(-soft);
    u->starts[0] = start_path << 1 | 1;
    u->bits = u->bits << 1 | (soft > 0);

    int best = u->best = best_of(m);
    float top = m[best];
    for (int s = 0; s < UART_STATES; s++)
        m[s] -= top;
    u->since += u->since < 1000;
    if (!(u->starts[best] >> UART_LAG & 1) || u->since < UART_IDLE)
        return false;
    u->since = 0;
    unsigned value = 0;
    for (int i = 0; i < 8; i++)
        value |= (unsigned)(u->bits >> (UART_LAG - 1 - i) & 1) << i;
    // from the bit before the start bit to the stop bit, the earliest highest
    unsigned frame = (unsigned)(u->bits >> (UART_LAG + 1 - UART_IDLE)) & 0x7FF;
    *character = (uart_character){
        .byte = (uint8_t)value,
        .framed = (frame & 0x601) == 0x401,
        .last = !(u->starts[best] & ((1ull << UART_LAG) - 1)),
    };
    return true;
}
