// Characters of ordinary senders: UARTs with pauses and more stop bits, tones and bit rates that are off, oscillators
// whose phase jumps at each bit. Clean sound is exact, and so are some of them in noise.
#include "fsk_sender.h"

enum { BYTES = 300 };

static uint8_t sent[BYTES];

static size_t first_wrong(void)
{
    size_t i = 0;
    while (i < count && i < BYTES && got[i] == sent[i])
        i++;
    return i;
}

static void arrives(const sender *s)
{
    const char *name = s->format ? s->format : "8N1";
    const acc_character_format format = begin_sound(s);
    send(s, 0, 0.1 * s->baud);
    send(s, s->mark, 4);
    for (unsigned i = 0; i < BYTES; i++) {
        sent[i] = (uint8_t)(draw() >> (32 - format.data_bits));
        send_character(s, name, sent[i]);
        if (s->pause[1] > 0 && (s->burst == 0 || i % s->burst == s->burst - 1))
            send(s, s->mark, s->pause[0] + (s->pause[1] - s->pause[0]) * (double)uniform());
    }
    send(s, s->mark, 4);
    end_sound();
    const bool is_exact = count == BYTES && memcmp(got, sent, BYTES) == 0;
    CHECK(is_exact && acc_demodulator_quality(receiver).parity_errors == 0);
    CHECK(acc_demodulator_unread(receiver).characters == 0);
    if (!is_exact)
        printf("%s, %s, %s: %zu of %d bytes, from %zu on wrong\n", s->profile, name, s->name, count,
               BYTES, first_wrong());
}

#define TONES(name, bits, one, zero) .profile = name, .baud = bits, .mark = one, .space = zero
#define OFF(bits, one, zero) TONES("bell202", bits, one, zero)
#define BELL OFF(1200, 1200, 2200)
#define BELL_103 TONES("fsk:300,1270,1070", 300, 1270, 1070)

static const sender senders[] = {
    {"no pause", BELL},
    {"pauses of 0.1 bits", BELL, .pause = {0.1, 0.1}},
    {"pauses of 0.25 bits", BELL, .pause = {0.25, 0.25}},
    {"1.5 stop bits", BELL, .pause = {0.5, 0.5}},
    {"2 stop bits", BELL, .pause = {1, 1}},
    {"pauses of 0 to 1 bits", BELL, .pause = {0, 1}},
    {"pauses of 0 to 10 bits", BELL, .pause = {0, 10}},
    {"pauses of 10 to 100 bits", BELL, .pause = {10, 100}},
    {"pauses of 3.5 bits", BELL, .pause = {3.5, 3.5}},
    {"pauses of 10.5 bits", BELL, .pause = {10.5, 10.5}},
    {"pauses of 20.5 bits", BELL, .pause = {20.5, 20.5}},
    {"bursts of 8", BELL, .pause = {30.4, 30.4}, .burst = 8},
    {"2 stop bits", TONES("fsk:300,2400,1200", 300, 2400, 1200), .pause = {1, 1}},
    {"2 stop bits", TONES("fsk:1200,2400,1200", 1200, 2400, 1200), .pause = {1, 1}},
    {"tones 5 % low", OFF(1200, 1140, 2090)},
    {"tones 3 % low", OFF(1200, 1164, 2134)},
    {"tones 2 % low", OFF(1200, 1176, 2156)},
    {"tones 1 % low", OFF(1200, 1188, 2178)},
    {"tones 0.5 % low", OFF(1200, 1194, 2189)},
    {"tones 0.5 % high", OFF(1200, 1206, 2211)},
    {"tones 1 % high", OFF(1200, 1212, 2222)},
    {"tones 2 % high", OFF(1200, 1224, 2244)},
    {"tones 3 % high", OFF(1200, 1236, 2266)},
    {"tones 5 % high", OFF(1200, 1260, 2310)},
    {"bit rate 3 % low", OFF(1164, 1200, 2200)},
    {"bit rate 1 % low", OFF(1188, 1200, 2200)},
    {"bit rate 1 % high", OFF(1212, 1200, 2200)},
    {"bit rate 2 % high", OFF(1224, 1200, 2200)},
    {"tones 40 Hz low", OFF(1200, 1160, 2160)},
    {"tones 10 Hz low", OFF(1200, 1190, 2190)},
    {"tones 10 Hz high", OFF(1200, 1210, 2210)},
    {"tones 40 Hz high", OFF(1200, 1240, 2240)},
    {"two oscillators", BELL, .phase = FREE},
    {"two oscillators", TONES("fsk:300,1270,1070", 300, 1270, 1070), .phase = FREE},
    {"two oscillators", TONES("fsk:300,1070,1270", 300, 1070, 1270), .phase = FREE},
    {"phase restarts", BELL, .phase = RESTARTING},
    {"phase restarts", TONES("fsk:300,1270,1070", 300, 1270, 1070), .phase = RESTARTING},
    {"phase restarts", TONES("fsk:300,1070,1270", 300, 1070, 1270), .phase = RESTARTING},
    {"phase restarts, pauses of 0 to 1 bits", BELL_103, .pause = {0, 1}, .phase = RESTARTING},
    {"phase restarts, pauses of 0 to 10 bits", BELL_103, .pause = {0, 10}, .phase = RESTARTING},
    {"phase restarts, pauses of 10 to 100 bits", BELL_103, .pause = {10, 100}, .phase = RESTARTING},
    {"two oscillators, pauses of 0 to 10 bits", BELL_103, .pause = {0, 10}, .phase = FREE},
    {"two oscillators, pauses of 10 to 100 bits", BELL_103, .pause = {10, 100}, .phase = FREE},
    {"two oscillators, pauses of 10 to 100 bits", BELL, .pause = {10, 100}, .phase = FREE},
    {"no pause", BELL, .format = "8O1"},
    {"no pause", BELL, .format = "8E2"},
    {"no pause", BELL, .format = "7E1"},
    {"no pause", BELL, .format = "7O1.5"},
    {"no pause", BELL, .format = "6M1"},
    {"no pause", BELL, .format = "8S1"},
    {"no pause", BELL, .format = "5N1.5"},
    {"no pause", BELL, .format = "5N2"},
    {"no pause", BELL, .format = "5N1"},
    {"no pause", BELL, .format = "8N1msb"},
    {"no pause", BELL, .format = "7E2msb"},
    {"pauses of 0 to 10 bits", BELL, .pause = {0, 10}, .format = "7E1"},
    {"pauses of 0 to 10 bits", BELL, .pause = {0, 10}, .format = "8O1"},
    {"pauses of 0 to 10 bits", BELL, .pause = {0, 10}, .format = "5N1.5"},
    {"two oscillators", BELL, .phase = FREE, .format = "8E2"},
    {"two oscillators", BELL, .phase = FREE, .format = "7E1"},
    {"phase restarts", BELL, .phase = RESTARTING, .format = "5N1"},
    {"phase restarts", BELL, .phase = RESTARTING, .format = "8O1"},
    {"no pause", TONES("fsk:45.45,1585,1415", 45.45, 1585, 1415), .format = "5N1.5"},
    {"pauses of 0 to 10 bits", TONES("fsk:45.45,1585,1415", 45.45, 1585, 1415), .pause = {0, 10},
     .format = "5N1.5"},
    {"no pause", TONES("fsk:45.45,1400,1800", 45.45, 1400, 1800), .format = "5N2"},
    {"no pause", TONES("fsk:10,1000,1010", 10, 1000, 1010)},
    {"no pause", TONES("fsk:10,1200,1400", 10, 1200, 1400), .format = "7E1"},
    {"1.5 stop bits in noise", BELL, .pause = {0.5, 0.5}, .noise_db = -8},
    {"pauses of 0 to 10 bits in noise", BELL, .pause = {0, 10}, .noise_db = -10},
    {"tones 2 % high in noise", OFF(1200, 1224, 2244), .noise_db = -8},
    {"two oscillators in noise", BELL, .noise_db = -8, .phase = FREE},
    {"phase restarts in noise", BELL, .noise_db = -8, .phase = RESTARTING},
};

int main(void)
{
    for (size_t i = 0; i < sizeof senders / sizeof *senders; i++)
        arrives(&senders[i]);
    return failures;
}
