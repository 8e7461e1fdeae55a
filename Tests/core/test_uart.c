// Start and stop bits in noise: each symbol is 1 or -1 plus noise. The test limits the characters lost and added.
#include "modem/uart.h"

#include "check.h"
#include "noise.h"

enum { CHARACTERS = 20000 };

// Sends characters with up to `pause` symbols of mark after each. Returns the number received, right or wrong.
static unsigned arrivals(float deviation, unsigned pause)
{
    uart u;
    uart_character c;
    unsigned arrived = 0;
    acc_uart_init(&u);
    seed = 5;
    for (unsigned i = 0; i < CHARACTERS + 6; i++) {
        // the last six are idle, so that the characters before them are reported
        const unsigned bits = i < CHARACTERS ? 0x200u | (draw() & 0xFF) << 1 : 0x3FF;
        const unsigned length = 10 + (pause ? draw() % (pause + 1) : 0);
        for (unsigned k = 0; k < length; k++) {
            const float symbol = k > 9 || (bits >> k & 1) ? 1 : -1;
            arrived += acc_uart_push(&u, symbol + deviation * normal(), &c);
        }
    }
    return arrived;
}

static void count_is_kept(float deviation, unsigned pause)
{
    const unsigned arrived = arrivals(deviation, pause);
    CHECK(arrived + 2 >= CHARACTERS && arrived <= CHARACTERS + 2);
    if (failures)
        printf("%u of %u, noise %.2f, pauses up to %u\n", arrived, (unsigned)CHARACTERS,
               (double)deviation, pause);
}

int main(void)
{
    count_is_kept(0, 0);
    count_is_kept(0, 30);
    // 0.2 % of the symbols are wrong
    count_is_kept(0.35f, 0);
    count_is_kept(0.3f, 7);
    return failures;
}
