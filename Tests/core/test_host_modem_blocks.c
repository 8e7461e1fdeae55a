// Every receiver reports the same events at the same sample, and the same figures to the bit, with every block size
// up to more than a chunk, and with larger primes. MODEM_SEEDS sets the number of seeds.
#include "every_air.h"

#define EVERY 200u
#define LARGEST 20011u

// A hash of the events, their places, and the quality at each.
static uint64_t hear(const air_case *c, size_t len, size_t (*block)(size_t), size_t size)
{
    uint64_t hash = 14695981039346656037u;
    acc_demodulator *d = air_receiver(c);
    for (size_t at = 0; at < len;) {
        acc_demodulator_event e;
        size_t n = block(size);
        at += acc_demodulator_push(d, air + at, len - at < n ? len - at : n, &e);
        if (e.kind == ACC_DEMODULATOR_NONE)
            continue;
        acc_modem_quality q = acc_demodulator_quality(d);
        uint32_t figures[3];
        memcpy(figures, (float[]){q.level, q.snr_db, q.clock_ppm}, sizeof figures);
        const uint64_t found[] = {at,
                                  e.kind,
                                  (uint64_t)e.reason,
                                  e.len,
                                  figures[0],
                                  figures[1],
                                  figures[2],
                                  q.carrier,
                                  q.inverted,
                                  q.bytes,
                                  q.frames_good,
                                  q.frames_bad,
                                  q.symbols_corrected};
        for (size_t i = 0; i < sizeof found / sizeof *found; i++)
            hash = (hash ^ found[i]) * 1099511628211u;
        for (size_t i = 0; i < e.len; i++)
            hash = (hash ^ e.data[i]) * 1099511628211u;
    }
    return hash;
}

static size_t of_one_size(size_t size)
{
    return size;
}

static size_t of_any_size(size_t most)
{
    return 1 + (size_t)air_uniform(0, (float)most);
}

static bool is_prime(size_t n)
{
    for (size_t k = 2; k * k <= n; k++)
        if (n % k == 0)
            return false;
    return n > 1;
}

static void blocks_do_not_matter(const air_case *c)
{
    uint8_t payload[3 * 12];
    size_t len = air_send(c, 1.004, 3, 12, payload, NULL);
    // the middle frame is damaged, and there is noise
    memset(air + len / 2, 0, c->rate / 100 * sizeof *air);
    for (size_t i = 0; i < len; i++)
        air[i] += 0.03f * air_gauss();
    uint64_t whole = hear(c, len, of_one_size, len);
    CHECK(acc_demodulator_quality((const acc_demodulator *)(void *)air_memory).bytes > 0);
    size_t every = getenv("MODEM_SEEDS") ? 1024 : EVERY, step = 1;
    for (size_t size = 1; size <= LARGEST; size += step) {
        if (size > every && !is_prime(size))
            continue;
        // fewer and fewer of them
        step = size > every ? 1 + size / 50 : 1;
        if (hear(c, len, of_one_size, size) != whole) {
            printf("%s at %u, %s: blocks of %zu\n", c->name, (unsigned)c->rate, air_kind(c), size);
            failures++;
        }
    }
    for (size_t most = 2; most < 3000; most *= 3)
        CHECK(hear(c, len, of_any_size, most) == whole);
}

int main(void)
{
    air_seed = 9;
    for (size_t i = 0; i < AIR_CASES; i++)
        blocks_do_not_matter(&air_cases[i]);
    return failures;
}
