// Characters of senders with pauses and with tones that are off, in noise: the share that is lost. Without noise it is none. The squelch stays open
// while a mark goes on, and closes in noise.
#include "fsk_sender.h"

enum { BYTES = 600 };

static uint8_t sent[BYTES];

// Insertions, deletions and replacements between what was sent and what was received.
static int lost(void)
{
    static int cost[2][MOST_BYTES + 1];
    for (int j = 0; j <= (int)count; j++)
        cost[0][j] = j;
    for (int i = 1; i <= BYTES; i++) {
        const int *before = cost[(i - 1) & 1];
        int *here = cost[i & 1];
        here[0] = i;
        for (int j = 1; j <= (int)count; j++) {
            here[j] = before[j - 1] + (sent[i - 1] != got[j - 1]);
            here[j] = here[j] < before[j] + 1 ? here[j] : before[j] + 1;
            here[j] = here[j] < here[j - 1] + 1 ? here[j] : here[j - 1] + 1;
        }
    }
    return cost[BYTES & 1][count];
}

// At most `most` characters of BYTES are lost.
static void arrives(const sender *s, int most)
{
    begin_sound(s);
    send(s, 0, 100);
    send(s, s->mark, 4);
    for (unsigned i = 0; i < BYTES; i++) {
        sent[i] = (uint8_t)(draw() >> 24);
        send_character(s, s->format ? s->format : "8N1", sent[i]);
        if (s->pause[1] > 0)
            send(s, s->mark, s->pause[0] + (s->pause[1] - s->pause[0]) * (double)uniform());
    }
    send(s, s->mark, 4);
    send(s, 0, 100);
    end_sound();
    const int errors = lost();
    CHECK(errors <= most);
    if (errors > most)
        printf("%s at %.1f dB: %d of %d bytes lost\n", s->name, -s->noise_db, errors, BYTES);
}

#define BELL .profile = "bell202", .baud = 1200, .mark = 1200, .space = 2200
#define BELL_103 .profile = "fsk:300,1270,1070", .baud = 300, .mark = 1270, .space = 1070
#define OFF(one, zero) .profile = "bell202", .baud = 1200, .mark = one, .space = zero

static const struct {
    sender sender;
    int most;
} rows[] = {
    {{"no pause", BELL, .noise_db = 5}, 8},
    {{"pauses of half a bit", BELL, .pause = {0.5, 0.5}, .noise_db = 4}, 8},
    {{"pauses of 0 to 1 bits", BELL, .pause = {0, 1}, .noise_db = 3.5}, 12},
    {{"pauses of 0 to 10 bits", BELL, .pause = {0, 10}, .noise_db = 3.5}, 12},
    {{"pauses of 20.5 bits", BELL, .pause = {20.5, 20.5}, .noise_db = 4}, 8},
    {{"pauses of 20 to 28 bits", BELL, .pause = {20, 28}, .noise_db = 3.5}, 12},
    {{"pauses of 10 to 100 bits", BELL, .pause = {10, 100}, .noise_db = 3.5}, 12},
    {{"8E1, pauses of 0 to 10 bits", BELL, .pause = {0, 10}, .noise_db = 4, .format = "8E1"}, 20},
    {{"two oscillators", BELL, .noise_db = 2, .phase = FREE}, 15},
    {{"two oscillators, pauses of 0 to 10 bits", BELL, .pause = {0, 10}, .noise_db = -1,
      .phase = FREE},
     15},
    {{"two oscillators, pauses of 0 to 10 bits", BELL, .pause = {0, 10}, .noise_db = -8,
      .phase = FREE},
     4},
    {{"two oscillators, pauses of 10 to 100 bits", BELL, .pause = {10, 100}, .noise_db = -4,
      .phase = FREE},
     10},
    {{"two oscillators, pauses of 10 to 100 bits", BELL, .pause = {10, 100}, .noise_db = -20,
      .phase = FREE},
     3},
    {{"phase restarts, pauses of 10 to 100 bits", BELL, .pause = {10, 100}, .noise_db = -4,
      .phase = RESTARTING},
     8},
    {{"two oscillators, tones 2 % low", OFF(1176, 2156), .noise_db = 1, .phase = FREE}, 15},
    {{"phase restarts", BELL, .noise_db = 3, .phase = RESTARTING}, 25},
    {{"phase restarts, pauses of 0 to 10 bits", BELL, .pause = {0, 10}, .noise_db = -1,
      .phase = RESTARTING},
     15},
    {{"tones 2 % low", OFF(1176, 2156), .noise_db = 2}, 12},
    {{"tones 2 % high", OFF(1224, 2244), .noise_db = 2}, 12},
    {{"tones 2 % high, pauses of 0 to 10 bits", OFF(1224, 2244), .pause = {0, 10}, .noise_db = 2},
     15},
    {{"two oscillators, pauses of 0 to 10 bits", BELL, .pause = {0, 10}, .phase = FREE}, 0},
    {{"two oscillators, pauses of 3.5 bits", BELL, .pause = {3.5, 3.5}, .phase = FREE}, 0},
    {{"two oscillators, pauses of 0 to 10 bits", BELL_103, .pause = {0, 10}, .phase = FREE}, 0},
    {{"phase restarts, pauses of 0 to 1 bits", BELL, .pause = {0, 1}, .phase = RESTARTING}, 0},
};

// Bytes that arrive of one that follows 30 others and a mark, or noise, of 300 bits.
static size_t after(bool is_mark)
{
    static const sender s = {"after a pause", BELL, .noise_db = 2};
    begin_sound(&s);
    send(&s, s.mark, 4);
    for (unsigned i = 0; i < 30; i++)
        send_character(&s, "8N1", (uint8_t)(draw() >> 24));
    send(&s, s.mark, 4);
    send(&s, is_mark ? s.mark : 0, 300);
    push();
    const size_t before = count;
    send(&s, s.mark, 4);
    send_character(&s, "8N1", 0x35);
    send(&s, s.mark, 4);
    send(&s, 0, 200);
    end_sound();
    CHECK(before >= 28 && before <= 30);
    return count - before;
}

int main(void)
{
    CHECK(after(true) == 1 && got[count - 1] == 0x35);
    CHECK(after(false) == 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        arrives(&rows[i].sender, rows[i].most);
    return failures;
}
