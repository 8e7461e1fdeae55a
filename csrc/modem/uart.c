// Start and stop bits by the Viterbi algorithm over the states of a character's bits, and idle. Metrics are
// rewards: start, stop and idle symbols add evidence(), the payload adds nothing. docs/modem.md, Characters.
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

void acc_uart_init(uart *u, uint32_t payload, uint32_t stops)
{
    memset(u, 0, sizeof *u);
    u->payload = payload;
    u->idle = (int)(1 + payload + stops);
    for (int s = 0; s < u->idle; s++)
        u->metric[s] = -1e6f;
    u->best = u->idle;
    u->since = UART_STATES;
}

// The reward of a symbol that must be mark: WRONG_COST * soft, limited to -WRONG_COST and RIGHT. For space negate
// `soft`.
static float evidence(float soft)
{
    float v = WRONG_COST * soft;
    return v > RIGHT ? RIGHT : v < -WRONG_COST ? -WRONG_COST : v;
}

static int best_of(const uart *u)
{
    int best = u->idle;
    for (int s = 0; s < u->idle; s++)
        if (u->metric[s] > u->metric[best])
            best = s;
    return best;
}

// The best predecessor of a start bit: a stop bit, idle, or after a slip the best state of all.
static int before_start(const uart *u, float *value)
{
    const float *m = u->metric;
    int from = u->idle - 1;
    *value = m[from];
    if (m[u->idle] - REST_COST > *value) {
        from = u->idle;
        *value = m[from] - REST_COST;
    }
    if (m[u->best] - SLIP_COST > *value) {
        from = u->best;
        *value = m[u->best] - SLIP_COST;
    }
    return from;
}

void acc_uart_forget(uart *u, unsigned symbols)
{
    for (int s = 0; s <= u->idle; s++)
        u->starts[s] &= ~0ull << symbols;
}

bool acc_uart_push(uart *u, float soft, uart_character *character)
{
    float *m = u->metric, start;
    const int idle = u->idle, stop = idle - 1;
    uint64_t start_path = u->starts[before_start(u, &start)];
    bool rests = m[idle] > m[stop] - REST_COST;
    uint64_t rest_path = u->starts[rests ? idle : stop];
    m[idle] = (rests ? m[idle] : m[stop] - REST_COST) + evidence(soft);
    u->starts[idle] = rest_path << 1;
    for (int s = stop; s > 0; s--) {
        m[s] = m[s - 1] + (s > (int)u->payload ? evidence(soft) : 0);
        u->starts[s] = u->starts[s - 1] << 1;
    }
    m[0] = start + evidence(-soft);
    u->starts[0] = start_path << 1 | 1;
    u->bits = u->bits << 1 | (soft > 0);

    int best = u->best = best_of(u);
    float top = m[best];
    for (int s = 0; s <= idle; s++)
        m[s] -= top;
    u->since += u->since < 1000;
    if (!(u->starts[best] >> UART_LAG & 1) || u->since < u->payload + 2)
        return false;
    u->since = 0;
    uint32_t payload = 0;
    for (uint32_t i = 0; i < u->payload; i++)
        payload |= (uint32_t)(u->bits >> (UART_LAG - 1 - i) & 1) << i;
    *character = (uart_character){
        .payload = (uint16_t)payload,
        .framed = (u->bits >> UART_LAG & 3) == 2 && (u->bits >> (UART_LAG - 1 - u->payload) & 1),
        .last = !(u->starts[best] & ((1ull << UART_LAG) - 1)),
    };
    return true;
}
