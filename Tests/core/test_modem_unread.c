// Characters that are detected and cannot be read are counted, and what was measured names the cause. Characters that
// can be read, noise and sound without characters count nothing.
#include "fsk_sender.h"

enum { BYTES = 120 };

#define OFF(bits, one, zero) .profile = "bell202", .baud = bits, .mark = one, .space = zero
#define OFF_300(bits, one, zero)                                                                   \
    .profile = "fsk:300,1270,1070", .baud = bits, .mark = one, .space = zero

static uint8_t random_text(void)
{
    return (uint8_t)(' ' + draw() % 95);
}

// Receives BYTES characters, random bytes or text, after `lead` bits of mark; 0: the recording has no begin and no end.
static acc_modem_unread receive_after(const sender *s, const char *format, double lead,
                                      bool is_text)
{
    const sender reader = {.profile = s->profile, .format = format};
    begin_sound(&reader);
    send(s, 0, lead > 0 ? 0.1 * s->baud : 0);
    send(s, s->mark, lead);
    for (unsigned i = 0; i < BYTES; i++) {
        const uint8_t byte = is_text ? random_text() : (uint8_t)(draw() >> 24);
        send_character(s, s->format ? s->format : "8N1", byte);
        send(s, s->mark, s->pause[1] * (double)uniform());
    }
    send(s, s->mark, lead > 0 ? 4 : 0);
    send(s, 0, lead > 0 ? 0.1 * s->baud : 0);
    end_sound();
    return acc_demodulator_unread(receiver);
}

static acc_modem_unread receive(const sender *s, const char *format)
{
    return receive_after(s, format, 4, false);
}

static bool is_within(double value, double expected, double share)
{
    return fabs(value - expected) <= share * expected;
}

static void print_unread(const sender *s, const acc_modem_unread *u)
{
    printf("%s: %u unread, mark %.0f Hz, space %.0f Hz, %.0f bit/s, coherence %.2f\n", s->name,
           (unsigned)u->characters, (double)u->mark, (double)u->space, (double)u->baud,
           (double)u->coherence);
}

// Other bit rates and formats; the tones are right.
static void others_are_counted(void)
{
    static const sender senders[] = {
        {"bit rate 20 % low", OFF(960, 1200, 2200)},
        {"bit rate 10 % low", OFF(1080, 1200, 2200)},
        {"bit rate 10 % high", OFF(1320, 1200, 2200)},
        {"bit rate 20 % high", OFF(1440, 1200, 2200)},
        {"bit rate 10 % low", OFF_300(270, 1270, 1070)},
        {"bit rate 15 % high", OFF_300(345, 1270, 1070)},
        {"8E1", OFF(1200, 1200, 2200), .format = "8E1"},
        {"8E1 with pauses", OFF(1200, 1200, 2200), .format = "8E1", .pause = {0, 10}},
        {"7N1", OFF(1200, 1200, 2200), .format = "7N1"},
        {"5N1.5", OFF_300(300, 1270, 1070), .format = "5N1.5"},
    };
    for (size_t i = 0; i < sizeof senders / sizeof *senders; i++) {
        const sender *s = &senders[i];
        const acc_modem_unread u = receive(s, "8N1");
        const bool are_right = u.characters >= BYTES / 12 && is_within(u.mark, s->mark, 0.05) &&
                               is_within(u.space, s->space, 0.05) &&
                               is_within(u.baud, s->baud, 0.035);
        CHECK(are_right);
        if (!are_right)
            print_unread(s, &u);
    }
}

static void tones_are_measured(void)
{
    static const sender senders[] = {
        {"tones 300 Hz low", OFF(1200, 900, 1900)},
        {"tones 360 Hz high", OFF(1200, 1560, 2560)},
        {"tones 75 Hz low", OFF_300(300, 1195, 995)},
        {"tones 75 Hz high", OFF_300(300, 1345, 1145)},
    };
    for (size_t i = 0; i < sizeof senders / sizeof *senders; i++) {
        const sender *s = &senders[i];
        const acc_modem_unread u = receive(s, "8N1");
        // none of them is text; at a quarter of the bit rate some bits are wrong
        CHECK(count == 0);
        const bool are_right = u.characters >= BYTES / 6 && is_within(u.mark, s->mark, 0.05) &&
                               is_within(u.space, s->space, 0.1);
        CHECK(are_right);
        if (!are_right)
            print_unread(s, &u);
    }
}

// The coherence shows a phase that jumps.
static void phase_is_measured(void)
{
    const sender steady = {"8E1", OFF(1200, 1200, 2200), .format = "8E1"};
    const sender jumping = {"8E1, two oscillators", OFF(1200, 1200, 2200), .format = "8E1",
                            .phase = FREE};
    CHECK(receive(&steady, "8N1").coherence > 0.85f);
    const acc_modem_unread u = receive(&jumping, "8N1");
    CHECK(u.characters > BYTES / 12 && u.coherence < 0.7f);
}

// The receiver has the meaning of the tones of `right`; the sender has the other one, or the same.
static void swapped_tones_are_found(const sender *right, double lead, bool is_text)
{
    sender swapped = *right;
    swapped.mark = right->space;
    swapped.space = right->mark;
    const char *format = right->format ? right->format : "8N1";
    const acc_modem_unread u = receive_after(&swapped, format, lead, is_text);
    const bool is_found = u.is_swapped && u.characters >= 6;
    CHECK(is_found);
    if (!is_found)
        print_unread(&swapped, &u);
    CHECK(!receive_after(right, format, lead, is_text).is_swapped);
}

static void swapped_tones(void)
{
    static const sender senders[] = {
        {"swapped", OFF(1200, 1200, 2200)},
        {"swapped, pauses", OFF(1200, 1200, 2200), .pause = {0, 10}},
        {"swapped, pauses of up to 100 bits", OFF(1200, 1200, 2200), .pause = {10, 100}},
        {"swapped, noise", OFF(1200, 1200, 2200), .noise_db = -12},
        {"swapped", OFF_300(300, 1270, 1070)},
        {"swapped, 7E1", OFF_300(300, 1270, 1070), .format = "7E1"},
        {"swapped, 5N1.5", OFF_300(300, 1270, 1070), .pause = {0, 5}, .format = "5N1.5"},
        {"swapped, 5N1.5", .profile = "fsk:45.45,1585,1415", .baud = 45.45, .mark = 1585,
         .space = 1415, .format = "5N1.5"},
        {"swapped, two oscillators", OFF(1200, 1200, 2200), .pause = {0, 10}, .phase = FREE},
    };
    for (size_t i = 0; i < sizeof senders / sizeof *senders; i++)
        for (int lead = 4; lead < 400; lead += 296) {
            swapped_tones_are_found(&senders[i], lead, false);
            swapped_tones_are_found(&senders[i], lead, true);
        }
    // random bits tell without a pause
    swapped_tones_are_found(&senders[0], 0, false);
}

// Text after a break, a space of 13 bits, and a long space at the end do not exchange the tones.
static void breaks_are_no_swap(bool has_breaks)
{
    static const sender s = {"breaks", OFF(1200, 1200, 2200)};
    begin_sound(&s);
    send(&s, 0, 100);
    send(&s, s.mark, 4);
    for (unsigned i = 0; i < BYTES; i++) {
        if (has_breaks && i % 8 == 0) {
            send(&s, s.space, 13);
            send(&s, s.mark, 1);
        }
        send_character(&s, "8N1", random_text());
    }
    send(&s, s.space, has_breaks ? 0 : 300);
    send(&s, 0, 100);
    end_sound();
    CHECK(!acc_demodulator_unread(receiver).is_swapped);
}

// Whether bursts of text, each with `tail` bits of mark and a silence after it, are swapped.
static bool bursts_are_swapped(const sender *s, unsigned bursts, unsigned characters, double tail)
{
    const sender reader = {.profile = s->profile};
    begin_sound(&reader);
    for (unsigned i = 0; i < bursts; i++) {
        send(s, 0, 100);
        send(s, s->mark, 4);
        for (unsigned j = 0; j < characters; j++)
            send_character(s, "8N1", random_text());
        send(s, s->mark, tail);
    }
    send(s, 0, 100);
    end_sound();
    return acc_demodulator_unread(receiver).is_swapped;
}

static void swapped_bursts(void)
{
    static const sender right = {"bursts", OFF(1200, 1200, 2200)},
                        swapped = {"swapped bursts", OFF(1200, 2200, 1200)};
    CHECK(!bursts_are_swapped(&right, 20, 8, 0));
    CHECK(bursts_are_swapped(&swapped, 20, 8, 4));
    CHECK(!bursts_are_swapped(&swapped, 1, 4, 4));
}

static void counts_nothing(const sender *s)
{
    const acc_modem_unread u = receive(s, s->format ? s->format : "8N1");
    CHECK(u.characters == 0 && u.mark <= 0 && u.space <= 0 && u.baud <= 0 && u.coherence <= 0);
    if (u.characters)
        print_unread(s, &u);
}

static void readable_characters_count_nothing(void)
{
    static const sender senders[] = {
        {"right", OFF(1200, 1200, 2200)},
        {"pauses", OFF(1200, 1200, 2200), .pause = {0, 10}},
        {"7E1", OFF(1200, 1200, 2200), .format = "7E1"},
        {"tones 3 % low", OFF(1200, 1164, 2134)},
        {"tones 3 % high", OFF(1200, 1236, 2266)},
        {"bit rate 2 % low", OFF(1176, 1200, 2200)},
        {"bit rate 2 % high", OFF(1224, 1200, 2200)},
        {"two oscillators", OFF(1200, 1200, 2200), .phase = FREE},
        {"phase restarts", OFF(1200, 1200, 2200), .phase = RESTARTING},
        {"noise", OFF(1200, 1200, 2200), .noise_db = -2},
        {"noise", OFF_300(300, 1270, 1070), .noise_db = -2},
        {"strong noise", OFF(1200, 1200, 2200), .noise_db = 6},
        // random bits of tones that are not the profile's are noise to it
        {"other tones", OFF(1200, 3000, 4000)},
    };
    for (size_t i = 0; i < sizeof senders / sizeof *senders; i++)
        counts_nothing(&senders[i]);
}

static void tone(double hertz, double seconds)
{
    const sender s = {.baud = 1, .noise_db = -20};
    send(&s, hertz, seconds);
}

// Steady tones, and two that alternate more slowly than bits or in step with them, are no characters.
static void sound_counts_nothing(void)
{
    const sender reader = {.profile = "bell202"};
    begin_sound(&reader);
    tone(1200, 1);
    tone(2200, 1);
    tone(0, 0.5);
    for (int i = 0; i < 20; i++)
        tone(i % 2 ? 1100 : 2300, 0.1);
    for (int i = 0; i < 200; i++)
        tone(i % 2 ? 1000 : 2000, 6.0 / 1200);
    end_sound();
    CHECK(acc_demodulator_unread(receiver).characters == 0);
}

static void others_have_none(acc_modem_mode mode, const char *profile)
{
    static _Alignas(16) uint8_t memory[1u << 18];
    acc_modem_profile p;
    acc_demodulator *d;
    CHECK(acc_modem_profile_parse(profile, strlen(profile), &p) == ACC_OK);
    CHECK(acc_demodulator_init(memory, sizeof memory, &p, RATE, mode, &d) == ACC_OK);
    CHECK(acc_demodulator_unread(d).characters == 0);
}

int main(void)
{
    others_are_counted();
    tones_are_measured();
    phase_is_measured();
    readable_characters_count_nothing();
    sound_counts_nothing();
    swapped_tones();
    swapped_bursts();
    breaks_are_no_swap(true);
    breaks_are_no_swap(false);
    others_have_none(ACC_MODEM_UNCODED, "bell202");
    others_have_none(ACC_MODEM_STREAM, "hijack");
    return failures;
}
