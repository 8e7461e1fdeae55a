// One direction of a card: opens it with the format and buffer nearest to the requested ones, reads
// and writes it. Input and output: samples of a ring (ring.h), floats of full scale 1. Only
// port.c's thread calls read and write.
#include "host/alsa/pcm.h"

#include "host/alsa/fault.h"

#include <errno.h>
#include <stdlib.h>

// Sample formats, best first: those with more bits than a converter resolves, then 16 bits, which
// every card has, then those of telephones.
static const struct {
    snd_pcm_format_t alsa;
    acc_sample_format ours;
} formats[] = {
    {SND_PCM_FORMAT_S32_LE, ACC_SAMPLE_S32},    {SND_PCM_FORMAT_S24_LE, ACC_SAMPLE_S24_4},
    {SND_PCM_FORMAT_S24_3LE, ACC_SAMPLE_S24},   {SND_PCM_FORMAT_FLOAT_LE, ACC_SAMPLE_F32},
    {SND_PCM_FORMAT_S16_LE, ACC_SAMPLE_S16},    {SND_PCM_FORMAT_FLOAT64_LE, ACC_SAMPLE_F64},
    {SND_PCM_FORMAT_MU_LAW, ACC_SAMPLE_MU_LAW}, {SND_PCM_FORMAT_A_LAW, ACC_SAMPLE_A_LAW},
    {SND_PCM_FORMAT_U8, ACC_SAMPLE_U8},
};

// Non-blocking, so that a device in use fails instead of waiting for its user.
int acc_alsa_pcm_open(struct pcm *pcm, const char *name, bool is_capture, acc_alsa_fault *fault)
{
    *pcm = (struct pcm){.is_capture = is_capture};
    snd_pcm_stream_t direction = is_capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK;
    int error = snd_pcm_open(&pcm->handle, name, direction, SND_PCM_NONBLOCK);
    if (error == 0)
        return 0;
    pcm->handle = NULL;
    acc_alsa_fault_set(fault, error, is_capture);
    return -1;
}

// Each test has its own set of parameters: a successful test must not restrict the next one.
bool acc_alsa_pcm_does_rate(const struct pcm *pcm, unsigned rate)
{
    snd_pcm_hw_params_t *hw;
    snd_pcm_hw_params_alloca(&hw);
    return snd_pcm_hw_params_any(pcm->handle, hw) >= 0 &&
           snd_pcm_hw_params_test_rate(pcm->handle, hw, rate, 0) == 0;
}

// The first of the formats that the device supports, all unknown to the adapter.
static const char *name_format(snd_pcm_hw_params_t *hw)
{
    snd_pcm_format_mask_t *mask;
    snd_pcm_format_mask_alloca(&mask);
    snd_pcm_hw_params_get_format_mask(hw, mask);
    for (int f = 0; f <= SND_PCM_FORMAT_LAST; f++)
        if (snd_pcm_format_mask_test(mask, (snd_pcm_format_t)f))
            return snd_pcm_format_name((snd_pcm_format_t)f);
    return "none";
}

// The first format of the list that the device supports.
static int choose_format(struct pcm *pcm, snd_pcm_hw_params_t *hw, acc_alsa_fault *fault)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (snd_pcm_hw_params_set_format(pcm->handle, hw, formats[i].alsa) == 0) {
            pcm->stream.format = formats[i].ours;
            return 0;
        }
    }
    acc_alsa_fault_unfit(fault, pcm->is_capture, "no sample format in common; the device has %s",
                         name_format(hw));
    return -1;
}

// The rate must be exact: drift.c corrects clocks, it does not resample.
static int choose_rate(struct pcm *pcm, snd_pcm_hw_params_t *hw, unsigned rate,
                       acc_alsa_fault *fault)
{
    unsigned low = 0, high = 0;
    if (snd_pcm_hw_params_set_rate(pcm->handle, hw, rate, 0) == 0)
        return 0;
    snd_pcm_hw_params_get_rate_min(hw, &low, NULL);
    snd_pcm_hw_params_get_rate_max(hw, &high, NULL);
    if (low == high)
        acc_alsa_fault_unfit(fault, pcm->is_capture, "%u Hz is not possible, only %u Hz now", rate,
                             low);
    else
        acc_alsa_fault_unfit(fault, pcm->is_capture,
                             "%u Hz is not possible; the device does %u to %u Hz", rate, low, high);
    return -1;
}

// Two channels where the device has two: a card that mixes them to one would add the channel that the
// jack does not use.
static int choose_channels(struct pcm *pcm, snd_pcm_hw_params_t *hw, acc_alsa_fault *fault)
{
    unsigned wanted = pcm->channel < 2 ? 2 : pcm->channel + 1, most = 0;
    snd_pcm_hw_params_get_channels_max(hw, &most);
    if (pcm->channel >= most) {
        acc_alsa_fault_unfit(fault, pcm->is_capture, "no channel %u; the device has %u",
                             pcm->channel, most);
        return -1;
    }
    if (snd_pcm_hw_params_set_channels_near(pcm->handle, hw, &wanted) == 0 &&
        wanted > pcm->channel) {
        pcm->stream.channels = wanted;
        return 0;
    }
    acc_alsa_fault_unfit(fault, pcm->is_capture, "no number of channels in common");
    return -1;
}

// A buffer of half a second. It adds no latency: the playback fills only the lead, and the capture is
// read completely.
static int choose_sizes(struct pcm *pcm, snd_pcm_hw_params_t *hw, unsigned rate, unsigned block)
{
    snd_pcm_uframes_t period = block, buffer = rate / 2;
    int error = snd_pcm_hw_params_set_period_size_near(pcm->handle, hw, &period, NULL);
    if (error == 0)
        error = snd_pcm_hw_params_set_buffer_size_near(pcm->handle, hw, &buffer);
    if (error == 0)
        error = snd_pcm_hw_params(pcm->handle, hw);
    if (error == 0)
        error = snd_pcm_hw_params_get_period_size(hw, &period, NULL);
    if (error == 0)
        error = snd_pcm_hw_params_get_buffer_size(hw, &buffer);
    pcm->stream.period = (uint32_t)period;
    pcm->stream.buffer = (uint32_t)buffer;
    return error;
}

// With the boundary as start threshold the device never starts by itself: port.c starts it when the
// lead is written.
static int set_thresholds(struct pcm *pcm)
{
    snd_pcm_sw_params_t *sw;
    snd_pcm_uframes_t never = 0;
    snd_pcm_sw_params_alloca(&sw);
    int error = snd_pcm_sw_params_current(pcm->handle, sw);
    if (error == 0)
        error = snd_pcm_sw_params_get_boundary(sw, &never);
    if (error == 0)
        error = snd_pcm_sw_params_set_start_threshold(pcm->handle, sw, never);
    if (error == 0)
        error = snd_pcm_sw_params_set_avail_min(pcm->handle, sw, pcm->stream.period);
    return error < 0 ? error : snd_pcm_sw_params(pcm->handle, sw);
}

// Access, rate, format, channels, sizes: each restricts the next.
int acc_alsa_pcm_negotiate(struct pcm *pcm, unsigned rate, unsigned block, unsigned channel,
                           acc_alsa_fault *fault)
{
    snd_pcm_hw_params_t *hw;
    snd_pcm_hw_params_alloca(&hw);
    pcm->channel = pcm->is_capture ? channel : 0;
    int error = snd_pcm_hw_params_any(pcm->handle, hw);
    if (error >= 0)
        error = snd_pcm_hw_params_set_access(pcm->handle, hw, SND_PCM_ACCESS_RW_INTERLEAVED);
    if (error < 0) {
        acc_alsa_fault_unfit(fault, pcm->is_capture, "no interleaved access");
        return -1;
    }
    if (choose_rate(pcm, hw, rate, fault) || choose_format(pcm, hw, fault) ||
        choose_channels(pcm, hw, fault))
        return -1;
    error = choose_sizes(pcm, hw, rate, block);
    if (error == 0)
        error = set_thresholds(pcm);
    if (error == 0)
        error = snd_pcm_prepare(pcm->handle);
    pcm->room = pcm->stream.buffer;
    if (error == 0) {
        size_t frame = acc_sample_size(pcm->stream.format) * pcm->stream.channels;
        pcm->bytes = calloc(pcm->room, frame);
        error = pcm->bytes ? 0 : -ENOMEM;
    }
    if (error == 0)
        return 0;
    acc_alsa_fault_set(fault, error, pcm->is_capture);
    return -1;
}

// Frames to read, or room to write; a negative errno after an xrun. snd_pcm_avail_update uses the
// pointers that poll has updated; snd_pcm_avail would call the driver each time.
snd_pcm_sframes_t acc_alsa_pcm_available(const struct pcm *pcm)
{
    return snd_pcm_avail_update(pcm->handle);
}

// One channel of the device's frames, converted to floats in the ring's memory.
snd_pcm_sframes_t acc_alsa_pcm_read(struct pcm *pcm, struct ring *ring, size_t len)
{
    const acc_alsa_stream *s = &pcm->stream;
    len = len < pcm->room ? len : pcm->room;
    float *space = ring_space(ring, &len);
    snd_pcm_sframes_t got = snd_pcm_readi(pcm->handle, pcm->bytes, len);
    if (got <= 0)
        return got;
    size_t bytes = (size_t)got * s->channels * acc_sample_size(s->format);
    acc_sample_read(s->format, pcm->bytes, bytes, s->channels, pcm->channel, space, (size_t)got);
    ring_advance_put(ring, (size_t)got);
    return got;
}

// Writes the same samples to all channels of the device.
snd_pcm_sframes_t acc_alsa_pcm_write(struct pcm *pcm, const float *samples, size_t len)
{
    const acc_alsa_stream *s = &pcm->stream;
    len = len < pcm->room ? len : pcm->room;
    acc_sample_write(s->format, samples, len, s->channels, pcm->bytes,
                     len * s->channels * acc_sample_size(s->format));
    return snd_pcm_writei(pcm->handle, pcm->bytes, len);
}

// Drivers return different errors for a removed card, so its state is checked, too.
bool acc_alsa_pcm_is_gone(const struct pcm *pcm, int error)
{
    return error == -ENODEV || error == -ENXIO || error == -ESHUTDOWN ||
           snd_pcm_state(pcm->handle) == SND_PCM_STATE_DISCONNECTED;
}

// The card's number; -1 for a device that is no card, such as a sound server.
int acc_alsa_pcm_card(const struct pcm *pcm)
{
    snd_pcm_info_t *info;
    snd_pcm_info_alloca(&info);
    return snd_pcm_info(pcm->handle, info) == 0 ? snd_pcm_info_get_card(info) : -1;
}

void acc_alsa_pcm_close(struct pcm *pcm)
{
    if (pcm->handle)
        snd_pcm_close(pcm->handle);
    free(pcm->bytes);
    *pcm = (struct pcm){0};
}
