#include "modem/uart.h"

#include <string.h>

#define REST_COST 2.5f    // of mark after a stop bit, and of a start bit after mark
#define WRONG_COST 16.0f  // of a wrong bit, which is less likely than a start bit that is alone
#define SLIP_COST 12.0f   // of a start in the middle of a character: symbols were lost or repeated

void acc_uart_init(uart *u)
{
    memset(u, 0, sizeof *u);
    for (int s = 0; s < UART_IDLE; s++)
        u->metric[s] = -1e6f;
    u->best = UART_IDLE;
    u->since = UART_STATES;
}

// what a symbol that must be mark (space: negated) adds: little when right, much when wrong
static float evidence(float soft)
{
    float v = WRONG_COST * soft;
    return v > 0.7f ? 0.7f : v < -WRONG_COST ? -WRONG_COST : v;
}

static int best_of(const float *metric)
{
    int best = UART_IDLE;
    for (int s = 0; s < UART_IDLE; s++)
        if (metric[s] > metric[best])
            best = s;
    return best;
}

// a start bit follows a stop bit, mark, or, where symbols were lost, anything
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
