#include "modem/demodulator.h"

#include <math.h>
#include <string.h>

static size_t receiver_size(void)
{
    return (sizeof(coded_receiver) + 15) / 16 * 16;
}

static float pitch_of(float period)
{
    return period / (float)search_step(period);
}

size_t demodulator_coded_size(float period)
{
    return receiver_size() + coded_history(pitch_of(period)) * sizeof(float);
}

void demodulator_init_coded(acc_demodulator *d, void *memory)
{
    d->coded = memory;
    coded_init(d->coded, pitch_of(symbol_period(d)),
               (float *)(void *)((uint8_t *)memory + receiver_size()));
}

// Figures of the last good block.
static void measure_block(acc_demodulator *d)
{
    const coded_receiver *c = d->coded;
    float period = symbol_period(d) * c->last.period / c->pitch;
    // the values of FSK are differences of two magnitudes, and the noise of the empty tone is the smaller
    float full = is_fsk(d) ? (float)(d->fsk.blocks * d->fsk.step) / 2
                           : d->manchester.scale * d->manchester.period;
    float ratio = c->level * c->level / (is_fsk(d) ? 1.4f : 2.0f);
    demodulator_measure(d, c->level / full, c->variance > 0 ? ratio / c->variance : 0, period);
    d->quality.inverted = !is_fsk(d) && c->inverted;
}

static void end_frame(acc_demodulator *d)
{
    const uint8_t *bytes = d->coded->collector.pieces[0];
    acc_frame_header header;
    acc_status status = acc_frame_check(bytes, sizeof d->coded_frame, &header);
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

void demodulator_push_coded(acc_demodulator *d, float soft, float tones)
{
    // the difference of the tones' magnitudes from that of their squares
    if (is_fsk(d))
        soft = (sqrtf(fmaxf(tones + soft, 0)) - sqrtf(fmaxf(tones - soft, 0))) * 0.70710678f;
    coded_result result;
    unsigned good = d->coded->good;
    while (coded_push(d->coded, &soft, 1, &result) == 0) {
        if (result == CODED_FRAME)
            end_frame(d);
        else
            demodulator_report_bad(d, ACC_TRUNCATED);
    }
    if (d->coded->good == good)
        return;
    measure_block(d);
    d->quality.symbols_corrected = d->coded->corrected;
    d->idle = 0;
    demodulator_set_carrier(d, true);
}
