// The sender (docs/modem.md). Input: a frame, bytes or a tone; output: samples. The first half makes the bits of
// frames, coded frames and characters, the second half their waveforms.
#include "accessory/modem.h"
#include "modem/air.h"
#include "modem/format.h"
#include "modem/hijack.h"

#include <assert.h>
#include <string.h>

enum { IDLE, FRAME, CODED, CHARACTERS, TONE };

// the step of a phase accumulator per sample, 2^32 = 1
static uint32_t step_of(double frequency, uint32_t rate)
{
    return (uint32_t)(frequency / rate * 4294967296.0 + 0.5);
}

// sin(2 pi phase), phase 2^32 = one cycle, within 1e-6: an odd polynomial over a quarter wave
static float sine(uint32_t phase)
{
    // folded into -1/4 to 1/4 of a cycle, where the sine is monotonic: sin(pi - x) = sin x
    int32_t quarter = (int32_t)phase;
    if (quarter > 0x40000000 || quarter < -0x40000000)
        quarter = (int32_t)(0x80000000u - phase);
    float x = (float)quarter * (1.0f / 1073741824.0f), y = x * x;
    return x * (1.57079632f + y * (-0.645963711f +
                                   y * (0.0796896793f + y * (-0.00467376557f + y * 1.51484e-4f))));
}

acc_status acc_modulator_init(acc_modulator *m, const acc_modem_profile *profile, uint32_t rate,
                              float amplitude)
{
    assert(amplitude > 0 && amplitude <= 1);
    memset(m, 0, sizeof *m);
    acc_status status = acc_modem_profile_check(profile, rate);
    if (status == ACC_OK &&
        (profile->waveform == ACC_WAVEFORM_TRACK2 || profile->waveform == ACC_WAVEFORM_UIC))
        status = ACC_UNSUPPORTED;
    if (status != ACC_OK)
        return status;
    m->profile = *profile;
    m->rate = rate;
    m->amplitude = amplitude;
    m->format = format_8n1;
    m->symbol_step = step_of(profile->baud, rate);
    m->tone_step[0] = step_of(profile->space, rate);
    m->tone_step[1] = step_of(profile->mark, rate);
    // an edge takes a sample, or a twelfth of a bit if that is longer: less power out of band
    float samples = (float)(rate / profile->baud);
    m->edge = samples > 12 ? 12 : samples;
    return ACC_OK;
}

bool acc_modulator_is_busy(const acc_modulator *m)
{
    return m->state != IDLE;
}

// The next bit of a frame: preamble, sync word, whitened bytes, tail. Sets `last` with the last bit.
static unsigned frame_bit(acc_modulator *m)
{
    uint32_t at = m->unit++, body = 8u * m->count;
    if (at < PREAMBLE_BITS)  // 1 0 1 0 ...
        return ~at & 1u;
    at -= PREAMBLE_BITS;
    if (at < SYNC_BITS)
        return SYNC_WORD >> (31 - at) & 1u;
    at -= SYNC_BITS;
    if (at < body)
        return (m->queue[at / 8] >> (7 - at % 8) & 1u) ^ white_next(&m->white);
    // 0 1 0: the gain falls during the last bit, so the one before it is whole
    m->last = at - body == TAIL_BITS - 1;
    return (at - body) & 1u;
}

// The next bit of a coded frame: preamble, block sync and symbols of each block, tail.
static unsigned coded_bit(acc_modulator *m)
{
    const uint32_t period = BLOCK_SYNC_BITS + ACC_FEC_BLOCK_SYMBOLS;
    uint32_t at = m->unit++;
    if (at < PREAMBLE_BITS)
        return ~at & 1u;
    at -= PREAMBLE_BITS;
    if (m->block == m->blocks) {
        m->last = at == TAIL_BITS - 1;
        return at & 1u;
    }
    // a block is encoded when its first symbol is due, so memory for one is enough
    if (at == 0)
        acc_fec_block_write(m->queue, m->count, m->block, m->coded);
    if (at == period - 1) {
        m->unit = PREAMBLE_BITS;
        m->block++;
    }
    if (at < BLOCK_SYNC_BITS)
        return (unsigned)(BLOCK_SYNC_WORD >> (BLOCK_SYNC_BITS - 1 - at) & 1);
    return m->coded[at - BLOCK_SYNC_BITS];
}

acc_status acc_modulator_set_format(acc_modulator *m, const acc_character_format *format)
{
    acc_status status = acc_character_format_check(format);
    if (status != ACC_OK)
        return status;
    if (m->profile.waveform != ACC_WAVEFORM_FSK)
        return ACC_UNSUPPORTED;
    if (m->state != IDLE)
        return ACC_BUSY;
    m->format = *format;
    return ACC_OK;
}

// The next bit of a stream: leader, characters while the queue has any, trailer.
static unsigned character_bit(acc_modulator *m)
{
    const uint32_t start = LEADER_BITS, stop = start + 1 + acc_format_payload(&m->format);
    const uint32_t more = m->format.half_stops - 2u, last = stop + (more > 0);
    // the next character's start bit follows the stop bits directly
    if (m->unit > last && m->count)
        m->unit = start;
    uint32_t at = m->unit++;
    m->last = at == last + LEADER_BITS;
    if (at == start)
        return 0;
    // a second stop bit of half the length begins in its middle
    if (at == last && more == 1)
        m->symbol_phase += 0x80000000u;
    if (at < start || at > stop)
        return 1;
    if (at < stop)
        return acc_format_write(&m->format, m->queue[m->head]) >> (at - start - 1) & 1u;
    m->head = (uint16_t)((m->head + 1u) % sizeof m->queue);
    m->count--;
    return 1;
}

// The next bit of HiJack: ones, a character, and ones after the last character.
static unsigned hijack_bit(acc_modulator *m)
{
    const uint32_t start = HIJACK_IDLE, parity = start + 9, stop = start + 10;
    if (m->unit > stop && m->count)
        m->unit = 0;
    uint32_t at = m->unit++;
    m->last = at == stop + HIJACK_IDLE;
    if (at == start)
        return 0;
    if (at < start || at > stop)
        return 1;
    unsigned byte = m->queue[m->head];
    if (at < parity)
        return byte >> (at - start - 1) & 1u;
    if (at == parity)
        return (unsigned)__builtin_parity(byte);
    m->head = (uint16_t)((m->head + 1u) % sizeof m->queue);
    m->count--;
    return 1;
}

// The next bit of SAME: bytes while the queue has any. The gain falls during one more bit.
static unsigned same_bit(acc_modulator *m)
{
    const uint32_t at = m->unit++ % 8;
    m->last = m->count == 0;
    if (m->last)
        return 0;
    const unsigned bit = m->queue[m->head] >> at & 1u;
    if (at == 7) {
        m->head = (uint16_t)((m->head + 1u) % sizeof m->queue);
        m->count--;
    }
    return bit;
}

static unsigned next_bit(acc_modulator *m)
{
    switch (m->state) {
    case FRAME:
        return frame_bit(m);
    case CODED:
        return coded_bit(m);
    default:
        return m->profile.waveform == ACC_WAVEFORM_HIJACK ? hijack_bit(m)
               : m->profile.waveform == ACC_WAVEFORM_SAME ? same_bit(m)
                                                          : character_bit(m);
    }
}

// Begins the next symbol, or silence after the last. `before` is the level that a Manchester edge starts from: silence
// before the first symbol, else the second half of the last bit.
static void next_symbol(acc_modulator *m)
{
    if (m->last) {
        m->state = IDLE;
        m->count = 0;
        return;
    }
    bool first = m->unit == 0;
    m->before = first ? 0 : m->bit ? -1.0f : 1.0f;
    unsigned next = next_bit(m);
    m->same = first || m->bit == next;
    m->bit = (uint8_t)next;
}

// Starts a burst. All phases start at 0, so the same bytes have the same samples. The gain rises within one symbol.
static void start(acc_modulator *m, uint8_t state)
{
    m->state = state;
    m->last = false;
    m->unit = m->symbol_phase = m->tone_phase = 0;
    m->white = WHITE_SEED;
    m->gain = 0;
    m->gain_step = (float)(m->profile.baud / m->rate);
}

acc_status acc_modulator_send_frame(acc_modulator *m, const uint8_t *frame, size_t len)
{
    if (m->profile.waveform != ACC_WAVEFORM_FSK && m->profile.waveform != ACC_WAVEFORM_MANCHESTER)
        return ACC_UNSUPPORTED;
    if (m->state != IDLE)
        return ACC_BUSY;
    if (len == 0 || len > sizeof m->queue)
        return ACC_OUT_OF_RANGE;
    acc_frame_header header;
    bool coded = len >= ACC_FRAME_HEADER_SIZE && acc_frame_header_read(frame, &header) == ACC_OK &&
                 header.fec;
    if (coded && header.fec != ACC_FEC_SCHEME)
        return ACC_UNSUPPORTED;
    memcpy(m->queue, frame, len);
    m->count = (uint16_t)len;
    m->blocks = (uint8_t)acc_fec_block_count(len);
    m->block = 0;
    start(m, coded ? CODED : FRAME);
    next_symbol(m);
    return ACC_OK;
}

size_t acc_modulator_send_bytes(acc_modulator *m, const uint8_t *bytes, size_t len)
{
    if (m->profile.waveform == ACC_WAVEFORM_MANCHESTER ||
        (m->state != IDLE && m->state != CHARACTERS))
        return 0;
    size_t room = sizeof m->queue - m->count, taken = len < room ? len : room;
    for (size_t i = 0; i < taken; i++)
        m->queue[(m->head + m->count++) % sizeof m->queue] = bytes[i];
    if (m->state == IDLE && taken) {
        start(m, CHARACTERS);
        next_symbol(m);
    }
    return taken;
}

acc_status acc_modulator_send_tone(acc_modulator *m, float hertz, uint64_t samples)
{
    if (m->state != IDLE)
        return ACC_BUSY;
    if (!(hertz > 0 && hertz < 0.5f * (float)m->rate) || samples == 0)
        return ACC_OUT_OF_RANGE;
    start(m, TONE);
    m->wake_step = step_of((double)hertz, m->rate);
    m->wake_left = samples;
    // the gain rises and falls within 2 ms, or a quarter of the tone
    float ramp = 0.002f * (float)m->rate, quarter = (float)samples / 4;
    m->gain_step = 1 / (quarter < ramp ? quarter + 1 : ramp);
    return ACC_OK;
}

static float tone_sample(acc_modulator *m)
{
    float value = sine(m->tone_phase);
    m->tone_phase += m->wake_step;
    m->wake_left--;
    m->last = (float)m->wake_left * m->gain_step <= 1;
    if (m->wake_left == 0)
        m->state = IDLE;
    return value;
}

// The phase is continuous when a symbol ends between two samples: step + (next step - step) * part, where part =
// into / symbol_step is the share of the sample after the end.
static float fsk_sample(acc_modulator *m)
{
    float value = sine(m->tone_phase);
    uint32_t now = m->tone_step[m->bit], into = m->symbol_phase + m->symbol_step;
    bool ended = into < m->symbol_step;
    m->symbol_phase = into;
    m->tone_phase += now;
    if (ended) {
        next_symbol(m);
        int64_t change = (int64_t)m->tone_step[m->bit] - now;
        m->tone_phase += (uint32_t)(change * into / m->symbol_step);
    }
    return value;
}

// 1 is high then low, 0 low then high, with a linear edge at the start of each half bit.
static float manchester_sample(acc_modulator *m)
{
    float at = (float)m->symbol_phase * (1 / 4294967296.0f);
    float first = m->bit ? 1.0f : -1.0f;
    float from = at < 0.5f ? m->before : first, to = at < 0.5f ? first : -first;
    float edge = (at < 0.5f ? at : at - 0.5f) * m->edge;
    m->symbol_phase += m->symbol_step;
    if (m->symbol_phase < m->symbol_step)
        next_symbol(m);
    return edge < 1 ? from + (to - from) * edge : to;
}

// A bit equal to the previous one is a whole period of sine, high first for a one; a different bit is
// half a period, low for a one.
static float hijack_sample(acc_modulator *m)
{
    uint32_t at = m->symbol_phase;
    float value = sine(m->same ? at : at / 2);
    bool negative = m->same ? !m->bit : m->bit;
    m->symbol_phase += m->symbol_step;
    if (m->symbol_phase < m->symbol_step)
        next_symbol(m);
    return negative ? -value : value;
}

static float symbol_sample(acc_modulator *m)
{
    switch (m->profile.waveform) {
    case ACC_WAVEFORM_FSK:
    case ACC_WAVEFORM_SAME:
        return fsk_sample(m);
    case ACC_WAVEFORM_HIJACK:
        return hijack_sample(m);
    default:
        return manchester_sample(m);
    }
}

static float next_sample(acc_modulator *m)
{
    // 3 g^2 - 2 g^3: a smooth rise and fall, so a burst neither starts nor ends with a click
    float gain = m->amplitude * m->gain * m->gain * (3 - 2 * m->gain);
    m->gain += m->last ? -m->gain_step : m->gain_step;
    m->gain = m->gain > 1 ? 1 : m->gain < 0 ? 0 : m->gain;
    return gain * (m->state == TONE ? tone_sample(m) : symbol_sample(m));
}

size_t acc_modulator_render(acc_modulator *m, float *out, size_t len)
{
    size_t sent = 0;
    while (sent < len && m->state != IDLE)
        out[sent++] = next_sample(m);
    for (size_t i = sent; i < len; i++)
        out[i] = 0;
    return sent;
}
