// Short transmissions: of every FSK profile with few bytes, and bursts that begin and end almost at once.
#include "fsk_sender.h"

enum { MOST = 16 };

static void arrives(const sender *s, unsigned marks, unsigned bytes, unsigned tail)
{
    uint8_t sent[MOST];
    begin_sound(s);
    send(s, 0, 0.1 * s->baud);
    send(s, s->mark, marks);
    for (unsigned i = 0; i < bytes; i++) {
        sent[i] = (uint8_t)(draw() >> 24);
        send_character(s, "8N1", sent[i]);
    }
    send(s, s->mark, tail);
    send(s, 0, 0.1 * s->baud);
    end_sound();
    const bool is_exact = count == bytes && memcmp(got, sent, bytes) == 0;
    CHECK(is_exact);
    if (!is_exact)
        printf("%s: %zu of %u bytes after %u marks\n", s->profile, count, bytes, marks);
}

// Bit rates of 10 to 2400 bit/s, tones 0.4 to 12 bit rates apart.
static void profiles_are_received(void)
{
    static const double bauds[] = {10, 50, 75, 110, 150, 300, 600, 1200, 2400};
    static const double shifts[] = {0.4, 0.5, 0.8333, 1, 1.5, 2, 2.5, 3, 4, 6, 8, 12};
    for (size_t b = 0; b < sizeof bauds / sizeof *bauds; b++)
        for (size_t h = 0; h < sizeof shifts / sizeof *shifts; h++) {
            const double low = bauds[b] < 2000 ? 1000 : 1800, high = low + shifts[h] * bauds[b];
            const bool is_inverted = h % 2;
            char name[64];
            sender s = {.profile = name, .baud = bauds[b]};
            s.mark = is_inverted ? high : low;
            s.space = is_inverted ? low : high;
            snprintf(name, sizeof name, "fsk:%.0f,%.2f,%.2f", s.baud, s.mark, s.space);
            acc_modem_profile p;
            if (acc_modem_profile_parse(name, strlen(name), &p) != ACC_OK ||
                acc_modem_profile_check(&p, RATE) != ACC_OK) {
                CHECK(high > 0.45 * rate);
                continue;
            }
            arrives(&s, 4, MOST, 4);
        }
}

// 1 to 16 bytes after one to three marks, and silence after the last stop bit or a mark, at 30 dB.
static void bursts_are_received(void)
{
    static const sender senders[] = {
        {.profile = "fsk:110,1270,1070", .baud = 110, .mark = 1270, .space = 1070, .noise_db = -30},
        {.profile = "fsk:200,1270,1070", .baud = 200, .mark = 1270, .space = 1070, .noise_db = -30},
        {.profile = "fsk:300,1270,1070", .baud = 300, .mark = 1270, .space = 1070, .noise_db = -30},
        {.profile = "bell202", .baud = 1200, .mark = 1200, .space = 2200, .noise_db = -30},
    };
    for (size_t i = 0; i < sizeof senders / sizeof *senders; i++)
        for (unsigned marks = 1; marks <= 3; marks++)
            for (unsigned bytes = 1; bytes <= MOST; bytes++)
                arrives(&senders[i], marks, bytes, bytes % 2);
}

int main(void)
{
    profiles_are_received();
    bursts_are_received();
    return failures;
}
