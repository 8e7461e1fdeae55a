#include "modem/demodulator.h"

#include <math.h>
#include <string.h>

static size_t receiver_size(void)
{
    return (sizeof(coded_receiver) + 15) / 16 * 16;
}

// A bi-phase signal has narrow peaks: its values lie `stride` samples apart, about a seventh of a symbol,
// and where samples are that far apart themselves, twice as dense.
static uint32_t stride_of(float period)
{
    uint32_t stride = (uint32_t)(period / 6);
    return stride ? stride : 1;
}

static bool is_dense(float period)
{
    return period < 6;
}

// Values a symbol.
static float pitch_of(float period, bool tones)
{
    if (tones)
        return period / (float)search_step(period);
    return period / (float)stride_of(period) * (is_dense(period) ? 2 : 1);
}

size_t demodulator_coded_size(float period, bool tones)
{
    return receiver_size() + coded_memory(pitch_of(period, tones)) + ACC_FRAME_MAX_SIZE;
}

void demodulator_init_coded(acc_demodulator *d, void *memory)
{
    d->coded = memory;
    // the mark of a bi-phase signal stands out more, and so do its side lobes
    coded_init(d->coded, pitch_of(symbol_period(d), is_fsk(d)), is_fsk(d) ? 0.68f : 0.8f,
               (uint8_t *)memory + receiver_size());
    d->coded_frame = (uint8_t *)memory + receiver_size() + coded_memory(d->coded->pitch);
}

// Figures of the last good block.
static void measure_block(acc_demodulator *d)
{
    const coded_receiver *c = d->coded;
    float period = symbol_period(d) * c->last.period / c->pitch;
    float full = is_fsk(d) ? (float)(d->fsk.blocks * d->fsk.step) / 2
                           : d->manchester.scale * d->manchester.period;
    // a value of FSK is the magnitude of one tone less that of the other, which holds noise alone: with sigma of
    // the noise in each, 1.25 sigma is its mean, and both vary by 1.43 sigma squared
    float noise = is_fsk(d) ? c->variance / 1.43f : c->variance;
    float amplitude = is_fsk(d) ? c->level + 1.25f * sqrtf(noise) : c->level;
    float ratio = noise > 0 ? amplitude * amplitude / (2 * noise) : 0;
    demodulator_measure(d, amplitude / full, ratio, period);
    d->quality.inverted = !is_fsk(d) && c->inverted;
}

static void end_frame(acc_demodulator *d)
{
    const uint8_t *bytes = d->coded->collector.pieces[0];
    acc_frame_header header;
    acc_status status = acc_frame_check(bytes, ACC_FRAME_MAX_SIZE, &header);
    d->idle = 0;
    if (status != ACC_OK) {
        demodulator_report_bad(d, status);
        return;
    }
    size_t len = header.length + ACC_FRAME_OVERHEAD;
    memcpy(d->coded_frame, bytes, len);
    d->quality.frames_good++;
    d->quality.bytes += header.length;
    demodulator_report(d, (acc_demodulator_event){
                              .kind = ACC_DEMODULATOR_FRAME, .data = d->coded_frame, .len = len});
}

static void push(acc_demodulator *d, const float *values, size_t count)
{
    coded_result result;
    unsigned good = d->coded->good;
    do {
        size_t taken = coded_push(d->coded, values, count, &result);
        values += taken;
        count -= taken;
        if (result == CODED_FRAME)
            end_frame(d);
        else if (result == CODED_LOST)
            demodulator_report_bad(d, ACC_TRUNCATED);
    } while (result != CODED_NOTHING);
    if (d->coded->good == good)
        return;
    measure_block(d);
    d->quality.symbols_corrected = d->coded->corrected;
    d->idle = 0;
    demodulator_set_carrier(d, true);
}

void demodulator_push_tones(acc_demodulator *d, float soft, float power)
{
    // the difference of the tones' magnitudes from that of their squares
    soft = (sqrtf(fmaxf(power + soft, 0)) - sqrtf(fmaxf(power - soft, 0))) * 0.70710678f;
    push(d, &soft, 1);
}

void demodulator_push_bits(acc_demodulator *d)
{
    const manchester *m = &d->manchester;
    float period = m->period, y[MANCHESTER_FILTERED], between[MANCHESTER_FILTERED];
    float values[2 * MANCHESTER_FILTERED];
    while (m->now - d->coded_next >= manchester_reach(m) + MANCHESTER_FILTERED) {
        size_t count = 0;
        manchester_filter(m, d->coded_next, 0, y);
        if (is_dense(period))
            manchester_filter(m, d->coded_next, 0.5f, between);
        d->coded_next += MANCHESTER_FILTERED;
        for (; d->coded_skip < MANCHESTER_FILTERED; d->coded_skip += stride_of(period)) {
            values[count++] = y[d->coded_skip];
            if (is_dense(period))
                values[count++] = between[d->coded_skip];
        }
        d->coded_skip -= MANCHESTER_FILTERED;
        push(d, values, count);
    }
}
