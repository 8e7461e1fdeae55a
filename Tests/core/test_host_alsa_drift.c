// Two simulated cards with different clocks: the playback follows the capture, and the number of frames
// in flight stays constant.
#include "check.h"
#include "host/alsa/port.h"

#include <math.h>
#include <stdlib.h>

enum { RATE = 48000, BLOCK = 480, SECONDS = 600, RING = 65536 };

struct card {
    struct acc_alsa port;
    double captured, played;  // by each clock
    size_t fill;              // frames in the playback's buffer
    size_t worst, least;      // of the frames in flight, after the first second
};

static void init(struct card *card)
{
    *card = (struct card){.least = SIZE_MAX};
    struct acc_alsa *port = &card->port;
    port->captured = (struct ring){.data = calloc(RING, sizeof(float)), .size = RING};
    port->playing = (struct ring){.data = calloc(RING, sizeof(float)), .size = RING};
    port->info.rate = RATE;
    port->info.block = BLOCK;
    port->lead = RATE / 25;
    port->silence = port->lead;
}

// one wake-up of the thread: both cards have advanced, the caller writes a block for each it reads
static void step(struct card *card, double play_clock, float sound)
{
    struct acc_alsa *port = &card->port;
    size_t captured = (size_t)card->captured, played = (size_t)card->played;
    card->captured += (double)BLOCK;
    card->played += (double)BLOCK * play_clock;
    ring_advance_put(&port->captured, (size_t)card->captured - captured);
    size_t consumed = (size_t)card->played - played;
    card->fill -= consumed < card->fill ? consumed : card->fill;
    while (ring_fill(&port->captured) >= BLOCK) {
        float block[BLOCK];
        ring_take(&port->captured, block, BLOCK);
        for (int i = 0; i < BLOCK; i++)
            block[i] = sound;
        ring_put(&port->playing, block, BLOCK);
    }
    port->quiet = sound == 0 ? BLOCK : 0;
    acc_alsa_port_follow_clock(port, 0, card->fill);
    size_t n = ring_fill(&port->playing);
    ring_advance_taken(&port->playing, n);
    card->fill += n + port->silence;
    port->silence = 0;
}

static void run(struct card *card, double play_clock, float sound)
{
    init(card);
    for (int i = 0; i < SECONDS * RATE / BLOCK; i++) {
        step(card, play_clock, sound);
        if (i < RATE / BLOCK)
            continue;
        card->worst = card->fill > card->worst ? card->fill : card->worst;
        card->least = card->fill < card->least ? card->fill : card->least;
    }
    free(card->port.captured.data);
    free(card->port.playing.data);
}

static void one_clock_changes_nothing(void)
{
    struct card card;
    run(&card, 1, 0);
    CHECK(card.port.dropped == 0 && card.port.inserted == 0);
    CHECK(card.worst - card.least <= 1);
}

static void latency_does_not_grow(double ppm, float sound)
{
    struct card card;
    run(&card, 1 + ppm * 1e-6, sound);
    double drift = ppm * 1e-6 * (double)RATE * (double)SECONDS;
    // silence is corrected from a sixth of the lead on, sound from a third
    double margin = (double)(RATE / 25) / (sound == 0 ? 6.0 : 3.0) + 32;
    CHECK(fabs((double)card.port.inserted - (double)card.port.dropped - drift) < margin);
    CHECK((ppm > 0 ? card.port.dropped : card.port.inserted) == 0);
    CHECK((double)card.least >= (double)(RATE / 25) - margin &&
          (double)card.worst <= (double)(RATE / 25) + (double)BLOCK + margin);
}

// The frames in flight at the start stay; a lead that grew by underruns is limited to four times the first.
static void lead_is_limited(void)
{
    for (unsigned underruns = 0; underruns < 2; underruns++) {
        struct card card;
        init(&card);
        card.port.silence = 0;
        atomic_store(&card.port.play_tally.xruns, underruns);
        for (int i = 0; i < 63; i++)
            acc_alsa_port_follow_clock(&card.port, 0, 10 * card.port.lead);
        double most = (underruns == 0 ? 10 : 4) * (double)card.port.lead;
        CHECK(fabs(card.port.baseline - most) < 1e-6 && card.port.dropped == 0);
        free(card.port.captured.data);
        free(card.port.playing.data);
    }
}

// 500 or 800 frames too many, or too few: above a sixth of the lead silence is dropped, all of it at once; sound loses one
// frame a time, above a third.
static void excess_is_dropped(void)
{
    static const struct {
        int excess;
        size_t silent, sound, quiet;  // frames of the playback; consecutive zeros before
        size_t dropped, inserted;
    } rows[] = {
        {300, 700, 100, 480, 0, 0}, {330, 700, 100, 480, 330, 0}, {500, 700, 100, 480, 500, 0},
        {500, 90, 100, 32, 90, 0},  {500, 90, 100, 31, 0, 0},     {500, 0, 100, 480, 0, 0},
        {630, 0, 100, 480, 0, 0},   {650, 0, 100, 0, 1, 0},       {800, 90, 100, 480, 90, 0},
        {800, 90, 100, 0, 1, 0},    {800, 0, 0, 0, 0, 0},         {800, 0, 0, 480, 0, 0},
        {-300, 0, 100, 480, 0, 0},  {-330, 0, 100, 480, 0, 330},  {-500, 0, 100, 31, 0, 0},
        {-500, 0, 100, 32, 0, 500}, {-630, 0, 100, 0, 0, 0},      {-650, 0, 100, 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct card card;
        init(&card);
        struct acc_alsa *port = &card.port;
        const size_t fill = rows[i].silent + rows[i].sound;
        for (size_t k = 0; k < fill; k++)
            port->playing.data[k] = k < rows[i].silent ? 0 : 0.5f;
        ring_advance_put(&port->playing, fill);
        port->quiet = rows[i].quiet;
        port->silence = 0;
        port->depth_count = 64;
        port->baseline = 2000;
        port->depth = 2000 + rows[i].excess;
        acc_alsa_port_follow_clock(port, 100, (size_t)(1900 + rows[i].excess) - fill);
        CHECK(port->dropped == rows[i].dropped && port->inserted == rows[i].inserted);
        CHECK(port->silence == rows[i].inserted);
        CHECK(ring_fill(&port->playing) == fill - rows[i].dropped);
        CHECK(fabs(port->depth - (double)(2000 + rows[i].excess) + (double)rows[i].dropped -
                   (double)rows[i].inserted) < 1e-9);
        free(card.port.captured.data);
        free(card.port.playing.data);
    }
}

int main(void)
{
    static const double clocks[] = {-500, -100, -10, 10, 100, 500};
    one_clock_changes_nothing();
    lead_is_limited();
    excess_is_dropped();
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        latency_does_not_grow(clocks[i], 0);
        latency_does_not_grow(clocks[i], 0.5f);
    }
    return failures;
}
