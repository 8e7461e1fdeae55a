// Start and stop bits. Without noise each character is exact, and each symbol adds the documented reward; in noise the
// test limits the characters lost and added.
#include "modem/uart.h"

#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { CHARACTERS = 20000, LINE = 400, IDLE = 10 };

// A line of symbols, and the characters received from it with the numbers of the symbols that reported them.
static float line[LINE];
static unsigned line_len;
static uart_character got[LINE / 10];
static unsigned places[LINE / 10], got_count;

static void put_mark(unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        line[line_len++] = 1;
}

static void put(uint8_t byte)
{
    const unsigned bits = 0x200u | (unsigned)byte << 1;
    for (unsigned k = 0; k < 10; k++)
        line[line_len++] = bits >> k & 1 ? 1 : -1;
}

static void receive(void)
{
    uart u;
    acc_uart_init(&u, 8, 1);
    got_count = 0;
    for (unsigned i = 0; i < line_len; i++)
        if (acc_uart_push(&u, line[i], &got[got_count]))
            places[got_count++] = i;
}

// Eight characters, the last three after pauses: each is reported UART_LAG symbols after its start bit, and is the
// last if no start bit follows it within that time.
static void characters_are_exact(void)
{
    static const uint8_t sent[] = {0x00, 0xFF, 0x55, 0xAA, 0x01, 0x80, 0x7E, 0x35};
    static const unsigned pauses[] = {0, 0, 0, 0, 31, 30, 29, 60};
    unsigned starts[8];
    line_len = 0;
    put_mark(1);
    for (unsigned i = 0; i < 8; i++) {
        starts[i] = line_len;
        put(sent[i]);
        put_mark(pauses[i]);
    }
    receive();
    CHECK(got_count == 8);
    for (unsigned i = 0; i < got_count; i++) {
        CHECK(got[i].payload == sent[i] && got[i].framed);
        CHECK(places[i] == starts[i] + UART_LAG);
        CHECK(got[i].last == (i == 4 || i == 7));
    }
}

// A wrong mark before a character, start bit or stop bit: the character arrives, and is not framed.
static void wrong_frames_are_marked(void)
{
    for (unsigned wrong = 0; wrong < 12; wrong++) {
        line_len = 0;
        put_mark(20);
        put(0xC5);
        put(0x3A);
        put(0xC5);
        put_mark(60);
        // a symbol of the second character, or the stop bit before it, is wrong but weak: a pause is less likely
        line[29 + wrong] *= -0.1f;
        receive();
        CHECK(got_count == 3);
        const bool data = wrong >= 2 && wrong < 10;
        CHECK(got[0].payload == 0xC5 && got[0].framed == (wrong != 0));
        CHECK(got[1].payload == (data ? 0x3A ^ 1 << (wrong - 2) : 0x3A));
        CHECK(got[1].framed == (data || wrong == 11));
        CHECK(got[2].payload == 0xC5 && got[2].framed == (wrong != 10 && wrong != 11));
    }
}

// Symbols lost or repeated inside a character damage that one, at most the one before and the next three.
static void slips_are_survived(void)
{
    enum { SENT = 24, HURT = 10 };
    uint8_t sent[SENT];
    for (int moved = -9; moved <= 9; moved++) {
        line_len = 0;
        put_mark(12);
        for (unsigned i = 0; i < SENT; i++) {
            put(sent[i] = (uint8_t)draw());
            if (i == HURT)
                line_len = (unsigned)((int)line_len + (moved < 0 ? moved : 0));
            for (int k = 0; i == HURT && k < moved; k++, line_len++)
                line[line_len] = line[line_len - 10];
        }
        put_mark(60);
        receive();
        CHECK(got_count >= SENT - 4 && got_count <= SENT + 2);
        for (unsigned i = 0; i + 1 < HURT; i++)
            CHECK(got[i].payload == sent[i] && got[i].framed);
        for (unsigned i = 1; i + HURT + 4 <= SENT; i++)
            CHECK(got[got_count - i].payload == sent[SENT - i]);
    }
}

// A start bit is forgotten if it is among the last `symbols`.
static void start_bits_are_forgotten(void)
{
    for (unsigned symbols = 0; symbols <= UART_LAG; symbols++) {
        uart u;
        uart_character c;
        unsigned count = 0;
        acc_uart_init(&u, 8, 1);
        line_len = 0;
        put_mark(20);
        put(0x42);
        put_mark(60);
        for (unsigned i = 0; i < line_len; i++) {
            count += acc_uart_push(&u, line[i], &c);
            if (i == 20 + 19)  // the start bit is 19 symbols before the last one
                acc_uart_forget(&u, symbols);
        }
        CHECK(count == (symbols < 20));
    }
}

static bool is_near(float a, float b)
{
    return fabsf(a - b) < 1e-4f;
}

// From idle, a symbol x leads to idle with the reward e(x), or to a start bit with e(-x) - 2.5, where e(x) is 16 x, from
// -16 to 0.7. The best state's metric is 0.
static void rewards_are_limited(void)
{
    static const struct {
        float soft, idle, start;
    } rows[] = {
        {0, 0, -2.5f},          {0.01f, 0.16f, -2.66f}, {-0.01f, -0.16f, -2.34f},
        {0.04f, 0.64f, -3.14f}, {0.05f, 0.7f, -3.3f},   {-0.05f, -0.8f, -1.8f},
        {1, 0.7f, -18.5f},      {0.99f, 0.7f, -18.34f}, {-0.99f, -15.84f, -1.8f},
        {-1.5f, -16.0f, -1.8f}, {1.5f, 0.7f, -18.5f},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        uart u;
        uart_character c;
        memset(&u, 0xFF, sizeof u);
        acc_uart_init(&u, 8, 1);
        CHECK(u.idle == IDLE && u.best == IDLE && u.metric[IDLE] == 0 && u.bits == 0);
        CHECK(u.since > IDLE && u.since < 1000);
        for (int s = 0; s <= IDLE; s++)
            CHECK(u.starts[s] == 0 && (s == IDLE || u.metric[s] < -1000));
        CHECK(!acc_uart_push(&u, rows[i].soft, &c));
        const float top = fmaxf(rows[i].idle, rows[i].start);
        CHECK(is_near(u.metric[IDLE], rows[i].idle - top));
        CHECK(is_near(u.metric[0], rows[i].start - top));
        CHECK(u.best == (rows[i].idle > rows[i].start ? IDLE : 0));
        CHECK(u.starts[0] == 1 && u.starts[IDLE] == 0);
        CHECK(u.bits == (rows[i].soft > 0));
    }
}

// A pause costs 2.5 at its begin and at its end, a start bit inside a character 12, data bits nothing.
static void transitions_cost(void)
{
    uart u;
    uart_character c;
    acc_uart_init(&u, 8, 1);
    for (int i = 0; i < 9; i++)  // start bit and data
        acc_uart_push(&u, i ? 0.5f : -1, &c);
    CHECK(u.best == 8 || u.best == IDLE);
    const float data = u.metric[8];
    acc_uart_push(&u, 1, &c);
    // the stop bit gains 0.7; a start bit there would be a slip
    CHECK(u.best == 9 && u.metric[9] == 0 && data == 0);
    acc_uart_push(&u, 0, &c);
    // no evidence: the next character's start bit is free, and idle costs 2.5
    CHECK(u.best == 0 && is_near(u.metric[IDLE], -2.5f));
    acc_uart_push(&u, 0, &c);
    // the start bit's successor is free, and another start bit is a slip
    CHECK(u.best == 1 && is_near(u.metric[0], -5));
    acc_uart_push(&u, 0, &c);
    CHECK(u.best == 2 && is_near(u.metric[IDLE], -2.5f) && is_near(u.metric[0], -5));
}

// Sends characters with up to `pause` symbols of mark after each. Returns the number received, right or wrong.
static unsigned arrivals(float deviation, unsigned pause)
{
    uart u;
    uart_character c;
    unsigned arrived = 0;
    acc_uart_init(&u, 8, 1);
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
    characters_are_exact();
    wrong_frames_are_marked();
    slips_are_survived();
    start_bits_are_forgotten();
    rewards_are_limited();
    transitions_cost();
    count_is_kept(0, 0);
    count_is_kept(0, 30);
    // 0.2 % of the symbols are wrong
    count_is_kept(0.35f, 0);
    count_is_kept(0.3f, 7);
    return failures;
}
