// Connects the coded receiver (coded.h) to the demodulator: passes soft symbols on, reports frames and measures
// blocks.
#include "modem/demodulator.h"

#include <math.h>
#include <string.h>

static size_t receiver_size(void)
{
    return (sizeof(coded_receiver) + 15) / 16 * 16;
}

// Values a symbol.
static float per_symbol_of(float period, bool tones)
{
    if (tones)
        return period / (float)search_step(period);
    return acc_manchester_per_symbol(period);
}

size_t acc_demodulator_coded_size(float period, bool tones)
{
    return receiver_size() + acc_coded_memory(per_symbol_of(period, tones)) + ACC_FRAME_MAX_SIZE;
}

void acc_demodulator_init_coded(acc_demodulator *d, void *memory)
{
    d->coded = memory;
    acc_coded_init(d->coded, per_symbol_of(symbol_period(d), is_fsk(d)), !is_fsk(d),
                   (uint8_t *)memory + receiver_size());
    d->coded_frame = (uint8_t *)memory + receiver_size() + acc_coded_memory(d->coded->per_symbol);
}

// Sets the quality figures from the last good block.
static void measure_block(acc_demodulator *d)
{
    const coded_receiver *c = d->coded;
    float period = symbol_period(d) * c->last.period / c->per_symbol;
    float full = is_fsk(d) ? (float)d->fsk.width / 2 : d->manchester.period;
    // an FSK value is the magnitude of one tone minus that of the other, which is noise only: with a noise of sigma in
    // each, the latter's mean is 1.25 sigma and the value's variance 1.43 sigma^2
    float noise = is_fsk(d) ? c->variance / 1.43f : c->variance;
    float amplitude = is_fsk(d) ? c->level + 1.25f * sqrtf(noise) : c->level;
    float ratio = noise > 0 ? amplitude * amplitude / (2 * noise) : 0;
    acc_demodulator_measure(d, amplitude / full, ratio, is_fsk(d) ? -1 : 3, period);
    d->quality.inverted = !is_fsk(d) && c->inverted;
}

static void end_frame(acc_demodulator *d)
{
    const uint8_t *bytes = d->coded->collector.pieces[0];
    acc_frame_header header;
    acc_status status = acc_frame_check(bytes, ACC_FRAME_MAX_SIZE, &header);
    d->idle = 0;
    if (status != ACC_OK) {
        acc_demodulator_report_bad(d, status);
        return;
    }
    size_t len = header.length + ACC_FRAME_OVERHEAD;
    memcpy(d->coded_frame, bytes, len);
    d->quality.frames_good++;
    d->quality.bytes += header.length;
    acc_demodulator_report(
        d,
        (acc_demodulator_event){.kind = ACC_DEMODULATOR_FRAME, .data = d->coded_frame, .len = len});
}

static void push(acc_demodulator *d, const float *values, size_t count)
{
    coded_result result;
    unsigned good = d->coded->good;
    do {
        size_t taken = acc_coded_push(d->coded, values, count, &result);
        values += taken;
        count -= taken;
        if (result == CODED_FRAME)
            end_frame(d);
        else if (result == CODED_LOST)
            acc_demodulator_report_bad(d, ACC_TRUNCATED);
    } while (result != CODED_NOTHING);
    if (d->coded->good == good)
        return;
    measure_block(d);
    d->quality.symbols_corrected = d->coded->corrected;
    d->idle = 0;
    acc_demodulator_set_carrier(d, true);
}

void acc_demodulator_push_tones(acc_demodulator *d, const float *soft, const float *power,
                                size_t count)
{
    float values[SYNC_BATCH];
    for (size_t i = 0; i < count; i++)
        // the difference of the tones' magnitudes, from the sum and difference of their squares
        values[i] = (sqrtf(fmaxf(power[i] + soft[i], 0)) - sqrtf(fmaxf(power[i] - soft[i], 0))) *
                    0.70710678f;
    push(d, values, count);
}

void acc_demodulator_push_bits(acc_demodulator *d, const float *values, size_t count)
{
    push(d, values, count);
}
