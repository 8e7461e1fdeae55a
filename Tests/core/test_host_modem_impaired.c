// Every receiver receives random payloads through random cables within bounds: seeds choose payload, length, noise,
// level, polarity, clock, DC offset, echo and dropouts. MODEM_SEEDS sets the number of seeds.
#include "every_air.h"

#define FRAMES 3u
#define LONGEST 60u

// A cable, determined by a seed.
typedef struct cable {
    double clock;
    float snr_db, gain, dc, echo, late;  // `late` in seconds
    bool drops;
} cable;

static cable draw_cable(const air_case *c)
{
    cable k = {
        .clock = 1 + (double)air_uniform(-0.02f, 0.02f),
        .snr_db = c->snr_db + air_uniform(0, 25),
        .gain = powf(10, air_uniform(-50, 5) / 20),
        .echo = powf(10, (c->echo_db - air_uniform(0, 20)) / 20),
        .late = air_uniform(0.0002f, 0.005f),
    };
    k.dc = k.gain * air_uniform(-0.3f, 0.3f);
    if (air_uniform(0, 1) < 0.5f)
        k.gain = -k.gain;
    // only the outer code repairs dropouts
    k.drops = c->coded && air_uniform(0, 1) < 0.5f;
    return k;
}

static void impair(const air_case *c, const cable *k, size_t len)
{
    double power = 0;
    size_t late = (size_t)(k->late * (float)c->rate), loud = 0;
    for (size_t i = 0; i < len; i++) {
        power += (double)air[i] * (double)air[i];
        loud += air[i] != 0;
    }
    float sigma = sqrtf((float)(power / (double)loud) * powf(10, -k->snr_db / 10));
    for (size_t i = len; i-- > 0;)
        air[i] += i < late ? 0 : k->echo * air[i - late];
    // 20 ms in every second
    for (size_t at = c->rate / 3; k->drops && at < len; at += c->rate)
        memset(air + at, 0, (c->rate / 50 < len - at ? c->rate / 50 : len - at) * sizeof *air);
    for (size_t i = 0; i < len; i++)
        air[i] = k->gain * (air[i] + sigma * air_gauss()) + k->dc;
}

// receives bytes in order
static size_t receive(const air_case *c, size_t len, uint8_t *got, size_t room, unsigned *bad)
{
    acc_demodulator *d = air_receiver(c);
    size_t count = 0;
    for (size_t at = 0; at < len;) {
        acc_demodulator_event e;
        at += acc_demodulator_push(d, air + at, len - at < 480 ? len - at : 480, &e);
        size_t head = e.kind == ACC_DEMODULATOR_FRAME ? ACC_FRAME_HEADER_SIZE : 0;
        size_t tail = head ? ACC_FRAME_OVERHEAD - ACC_FRAME_HEADER_SIZE : 0;
        for (size_t i = head; i + tail < e.len && count < room; i++)
            got[count++] = e.data[i];
    }
    *bad = acc_demodulator_quality(d).frames_bad;
    return count;
}

// Whether everything was received. One of the first eight characters may be wrong, because level and clock are still
// being learned.
static bool is_same(const air_case *c, const uint8_t *got, const uint8_t *sent, size_t len)
{
    size_t first = c->mode == ACC_MODEM_STREAM ? len < 8 ? len : 8 : 0, wrong = 0;
    for (size_t i = 0; i < first; i++)
        wrong += got[i] != sent[i];
    return wrong <= 1 && memcmp(got + first, sent + first, len - first) == 0;
}

static void comes_back(const air_case *c, uint32_t seed)
{
    uint8_t sent[FRAMES * LONGEST], got[FRAMES * LONGEST + 8];
    air_seed = seed;
    bool stream = c->mode == ACC_MODEM_STREAM;
    // one or two characters do not open the squelch on every cable
    size_t each = (stream ? 4 : 1) + (size_t)air_uniform(0, LONGEST - 4);
    unsigned frames = stream ? 1 : FRAMES, bad;
    cable k = draw_cable(c);
    size_t len = air_send(c, k.clock, frames, each, sent, NULL);
    impair(c, &k, len);
    size_t count = receive(c, len, got, sizeof got, &bad);
    if (count == frames * each && is_same(c, got, sent, count) && bad == 0)
        return;
    printf("%s at %u, %s, seed %u: %zu of %zu bytes, %u bad; %.1f dB, clock %.4f, gain %.4f, "
           "current %.4f, echo %.3f after %.4f s%s\n",
           c->name, (unsigned)c->rate, air_kind(c), (unsigned)seed, count, frames * each, bad,
           (double)k.snr_db, k.clock, (double)k.gain, (double)k.dc, (double)k.echo, (double)k.late,
           k.drops ? ", dropouts" : "");
    failures++;
}

// lost, repeated or silenced samples cost only the frame that they hit
static void a_fault_costs_one_frame(const air_case *c, uint32_t seed)
{
    uint8_t sent[5 * 40], got[5 * 40 + 8];
    size_t ends[5];
    unsigned bad;
    air_seed = seed;
    size_t len = air_send(c, 1, 5, 40, sent, ends), length = ends[1] - ends[0];
    size_t hit = ends[1] + (size_t)(air_uniform(0, 0.8f) * (float)length);
    size_t gone = 1 + (size_t)(air_uniform(0, 0.1f) * (float)length);
    int kind = (int)air_uniform(0, 3);
    if (kind == 0) {
        memset(air + hit, 0, gone * sizeof *air);
    } else if (kind == 1) {
        memmove(air + hit, air + hit + gone, (len - hit - gone) * sizeof *air);
    } else {
        memmove(air + hit + gone, air + hit, (len - hit - gone) * sizeof *air);
    }
    size_t count = receive(c, len, got, sizeof got, &bad);
    bool three =
        count == 4 * 40 && memcmp(got, sent, 80) == 0 && memcmp(got + 80, sent + 120, 80) == 0;
    bool all = count == 5 * 40 && memcmp(got, sent, 200) == 0;
    if (!three && !all) {
        printf("%s at %u, %s, seed %u: %zu bytes after a fault of kind %d\n", c->name,
               (unsigned)c->rate, air_kind(c), (unsigned)seed, count, kind);
        failures++;
    }
}

int main(void)
{
    for (size_t i = 0; i < AIR_CASES; i++) {
        for (uint32_t seed = 1; seed <= air_seeds(40); seed++)
            comes_back(&air_cases[i], seed * 7919);
        if (air_cases[i].mode == ACC_MODEM_STREAM)
            continue;
        for (uint32_t seed = 1; seed <= air_seeds(40) / 3; seed++)
            a_fault_costs_one_frame(&air_cases[i], seed * 7919);
    }
    return failures;
}
