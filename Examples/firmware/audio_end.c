#include "audio_end.h"

#include <accessory/tone.h>

enum {
    AIR_BYTES = 8,  // preamble, sync word and tail of a frame (docs/modem.md)
    LATENCY_US = 4 * AUDIO_BLOCK * 1000000 / AUDIO_RATE,
};

acc_status audio_end_init(audio_end *end, acc_link_role role, uint32_t seed, uint8_t *buffer,
                          uint32_t capacity)
{
    static const char name[] = "reader";
    acc_modem_profile profile;
    acc_status status = acc_modem_profile_parse(name, sizeof name - 1, &profile);
    if (status == ACC_OK)
        status = acc_modulator_init(&end->modulator, &profile, AUDIO_RATE, 0.8f);
    if (status == ACC_OK)
        status = acc_demodulator_init(end->memory, sizeof end->memory, &profile, AUDIO_RATE,
                                      ACC_MODEM_FRAMES, &end->demodulator);
    if (status != ACC_OK)
        return status;
    acc_link_config config = acc_link_config_make(role, ACC_LINK_JACK);
    config.carrier.frame_overhead = ACC_FRAME_OVERHEAD + AIR_BYTES;
    config.carrier.latency_us += LATENCY_US;
    config.buffer = buffer;
    config.capacity = capacity;
    config.seed = seed;
    acc_link_init(&end->link, &config);
    end->samples = 0;
    end->sending = false;
    return ACC_OK;
}

uint64_t audio_end_now(const audio_end *end)
{
    return end->samples * 1000000 / AUDIO_RATE;
}

void audio_end_receive(audio_end *end, const float *captured, size_t n)
{
    acc_demodulator_event found;
    end->samples += n;
    uint64_t now = audio_end_now(end);
    do {
        size_t taken = acc_demodulator_push(end->demodulator, captured, n, &found);
        captured += taken;
        n -= taken;
        if (found.kind == ACC_DEMODULATOR_FRAME)
            acc_link_receive(&end->link, now, found.data + ACC_FRAME_HEADER_SIZE,
                             found.len - ACC_FRAME_OVERHEAD);
        else if (found.kind == ACC_DEMODULATOR_BAD_FRAME)
            acc_link_garbled(&end->link, ACC_LINK_ERROR_FRAME);
    } while (found.kind != ACC_DEMODULATOR_NONE);
    acc_link_tick(&end->link, now);
}

// Sends the link's output until the link has an event to report.
bool audio_end_poll(audio_end *end, acc_link_event *event)
{
    acc_link_action action;
    uint8_t frame[ACC_FRAME_MAX_SIZE];
    while (acc_link_poll(&end->link, audio_end_now(end), &action)) {
        if (action.kind == ACC_LINK_ACTION_EVENT) {
            *event = action.event;
            return true;
        }
        end->sending = true;
        if (action.kind == ACC_LINK_ACTION_TONE) {
            uint64_t samples = (uint64_t)action.tone_us * AUDIO_RATE / 1000000;
            acc_modulator_send_tone(&end->modulator, ACC_TONE_WAKE_HERTZ, samples);
        } else {
            size_t len = acc_frame_write(0, action.bytes, action.len, frame, sizeof frame);
            acc_modulator_send_frame(&end->modulator, frame, len);
        }
    }
    return false;
}

void audio_end_render(audio_end *end, float *played, size_t n)
{
    acc_modulator_render(&end->modulator, played, n);
    if (end->sending && !acc_modulator_is_busy(&end->modulator)) {
        end->sending = false;
        acc_link_sent(&end->link, audio_end_now(end));
    }
}
