// The hot paths of the C core, for scripts/thresholds, which counts their instructions. callgrind sets its counters to
// zero at each call of callgrind_zero and writes them at each call of callgrind_dump, so preparations do not count. A
// path runs once before it is counted, so that memory and lazily bound functions are ready. The program prints a line
// for each path: its name, the number of units that were counted, and the unit.
//
//     threshold-core SOUND.mp3
//
// sound.mp3 is a second of sawtooth and noise, made by sox and lame.
#include "accessory/beacon.h"
#include "accessory/cable.h"
#include "accessory/frame.h"
#include "accessory/link.h"
#include "accessory/modem.h"
#include "accessory/mp3.h"
#include "accessory/pcm.h"
#include "accessory/sensor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, ROUNDS = 1000 };

// not inlined, and not empty: otherwise the compiler leaves their calls out
__attribute__((noinline)) void callgrind_zero(void);
__attribute__((noinline)) void callgrind_dump(void);

void callgrind_zero(void)
{
    __asm__ volatile("");
}

void callgrind_dump(void)
{
    __asm__ volatile("");
}

static void require(bool is_good, const char *what)
{
    if (!is_good) {
        fprintf(stderr, "threshold-core: %s failed\n", what);
        exit(1);
    }
}

// Counts `work`, which returns its units: advertisements, frames or seconds.
static void count(const char *name, const char *unit, double (*work)(void))
{
    require(work() > 0, name);
    callgrind_zero();
    double units = work();
    callgrind_dump();
    printf("%s %f %s\n", name, units, unit);
}

static void *room(size_t size)
{
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    require(size > 0 && memory, "memory");
    return memory;
}

static uint32_t state = 1;

static float noise(void)
{
    state = state * 1664525 + 1013904223;
    return (float)(int32_t)state / 2147483648.0f;
}

// MARK: Advertisements

typedef struct advertisement {
    size_t length;
    uint8_t bytes[31];
} advertisement;

// iBeacon, Eddystone URL, a name with a 16-bit UUID, and one of a phone
static const advertisement beacons[] = {
    {30, {2, 1, 6, 26, 255, 76, 0,  2,  21, 0,  1, 2, 3, 4, 5,
          6, 7, 8, 9,  10,  11, 12, 13, 14, 15, 1, 2, 3, 4, 197}},
    {22,
     {2, 1, 6, 3, 3, 170, 254, 14, 22, 170, 254, 16, 235, 3, 'e', 'x', 'a', 'm', 'p', 'l', 'e', 7}},
    {17, {2, 1, 6, 3, 3, 13, 24, 9, 9, 'H', 'R', ' ', 'B', 'e', 'l', 't', '1'}},
    {17, {2, 1, 26, 2, 10, 12, 10, 255, 76, 0, 16, 5, 1, 24, 1, 2, 3}},
};

// Ruuvi, BTHome with two kinds of values, and a format of the table
static const advertisement sensors[] = {
    {28, {27,  255, 153, 4,   5,  18, 252, 83,  148, 195, 124, 0,  4,   255,
          252, 4,   12,  172, 54, 66, 0,   205, 203, 184, 51,  76, 136, 79}},
    {11, {10, 22, 210, 252, 64, 2, 202, 9, 3, 191, 19}},
    {11, {10, 22, 210, 252, 64, 1, 97, 5, 19, 138, 20}},
    {10, {9, 22, 61, 253, 84, 0, 100, 4, 153, 50}},
};

enum { BEACONS = sizeof beacons / sizeof beacons[0], SENSORS = sizeof sensors / sizeof sensors[0] };

static double classify(void)
{
    unsigned known = 0;
    for (unsigned i = 0; i < ROUNDS * BEACONS; i++) {
        const advertisement *one = &beacons[i % BEACONS];
        acc_advert advert;
        acc_advert_classify(one->bytes, one->length, &advert);
        known += advert.kind != ACC_BEACON_NONE;
    }
    return known == 3 * ROUNDS ? ROUNDS * BEACONS : 0;
}

static acc_advert adverts[SENSORS];

static double read_sensors(void)
{
    unsigned read = 0;
    for (unsigned i = 0; i < ROUNDS * SENSORS; i++) {
        const advertisement *one = &sensors[i % SENSORS];
        acc_sensor_source source = {
            .data = one->bytes, .length = one->length, .advert = &adverts[i % SENSORS]};
        acc_sensor_reading reading;
        acc_measurement list[ACC_MEASUREMENTS_MAX];
        read += acc_sensor_read(&source, &reading, list, ACC_MEASUREMENTS_MAX) == ACC_OK;
    }
    return read == ROUNDS * SENSORS ? read : 0;
}

static void count_sensors(void)
{
    for (unsigned i = 0; i < SENSORS; i++)
        acc_advert_classify(sensors[i].bytes, sensors[i].length, &adverts[i]);
    count("sensor-read", "advertisement", read_sensors);
}

// MARK: Sound

static float sound[4 * RATE], converted[2 * RATE];
static size_t samples;
static uint8_t payload[16384];

// One second of frames of 64 bytes, in noise 30 dB below.
static void send_reader(const acc_modem_profile *profile)
{
    acc_modulator modulator;
    uint8_t frame[ACC_FRAME_MAX_SIZE];
    size_t size = acc_frame_write(0, payload, 64, frame, sizeof frame);
    require(acc_modulator_init(&modulator, profile, RATE, 0.5f) == ACC_OK, "the modulator");
    for (samples = 0; samples < RATE; samples += 480) {
        if (!acc_modulator_is_busy(&modulator))
            acc_modulator_send_frame(&modulator, frame, size);
        acc_modulator_render(&modulator, sound + samples, 480);
    }
    for (size_t i = 0; i < samples; i++)
        sound[i] += 0.02f * noise();
}

static acc_modem_profile reader;
static void *demodulator_memory;
static size_t demodulator_size;

static double receive_reader(void)
{
    acc_demodulator *demodulator;
    acc_demodulator_event event;
    unsigned frames = 0;
    acc_demodulator_init(demodulator_memory, demodulator_size, &reader, RATE, ACC_MODEM_FRAMES,
                         &demodulator);
    for (size_t at = 0; at < samples;) {
        at += acc_demodulator_push(demodulator, sound + at, samples - at < 480 ? samples - at : 480,
                                   &event);
        frames += event.kind == ACC_DEMODULATOR_FRAME;
    }
    return frames >= 5 ? (double)samples / RATE : 0;
}

static void count_reader(void)
{
    acc_modem_profile_parse("reader", 6, &reader);
    demodulator_size = acc_demodulator_size(&reader, RATE, ACC_MODEM_FRAMES);
    demodulator_memory = room(demodulator_size);
    send_reader(&reader);
    count("reader", "second", receive_reader);
    free(demodulator_memory);
}

static acc_cable_limits limits;
static void *receiver_memory;
static size_t receiver_size;

// A burst of 16 KiB at 100 kbit/s, in noise 40 dB below, and the silence that completes it.
static void send_cable(void)
{
    acc_cable_mode mode;
    acc_cable_sender *sender;
    size_t size = acc_cable_sender_size(&limits);
    void *memory = room(size);
    require(acc_cable_sender_init(memory, size, &limits, 0.5f, &sender) == ACC_OK &&
                acc_cable_mode_choose(sizeof payload, 100000, 0, &mode) == ACC_OK &&
                acc_cable_sender_start(sender, &mode, payload, sizeof payload) == ACC_OK,
            "the cable sender");
    memset(sound, 0, sizeof sound);
    samples = acc_cable_sender_render(sender, sound, sizeof sound / sizeof sound[0]) + RATE / 2;
    require(samples <= sizeof sound / sizeof sound[0], "the burst's length");
    for (size_t i = 0; i < samples; i++)
        sound[i] += 0.001f * noise();
    free(memory);
}

static double receive_cable(void)
{
    acc_cable_receiver *receiver;
    acc_cable_event event;
    bool is_whole = false;
    acc_cable_receiver_init(receiver_memory, receiver_size, &limits, &receiver);
    for (size_t at = 0; at < samples;) {
        at += acc_cable_receiver_push(receiver, sound + at, samples - at < 480 ? samples - at : 480,
                                      &event);
        is_whole |= event.kind == ACC_CABLE_END && event.reason == ACC_OK;
    }
    return is_whole ? (double)samples / RATE : 0;
}

static void count_cable(void)
{
    limits = acc_cable_limits_all();
    receiver_size = acc_cable_receiver_size(&limits);
    receiver_memory = room(receiver_size);
    send_cable();
    count("cable", "second", receive_cable);
    free(receiver_memory);
}

static acc_resampler_plan plan;

static double resample(void)
{
    enum { IN = 44100, PIECE = 450 };
    static acc_resampler resampler;
    size_t made = 0;
    acc_resampler_init(&resampler, &plan, 0);
    for (size_t at = 0; at < IN; at += PIECE)
        made += acc_resampler_run(&resampler, sound + at, PIECE, converted + made,
                                  sizeof converted / sizeof converted[0] - made);
    return made > IN ? 1 : 0;
}

static void count_resampler(void)
{
    size_t size = acc_resampler_table_size(44100, RATE);
    float *table = room(size * sizeof *table);
    require(acc_resampler_plan_init(&plan, 44100, RATE, table, size) == ACC_OK, "the resampler");
    for (size_t i = 0; i < 44100; i++)
        sound[i] = noise();
    count("resample", "second", resample);
    free(table);
}

static struct {
    uint8_t bytes[65536];
    size_t length, written;
} mp3;

static bool accept(void *user, const uint8_t *bytes, size_t len)
{
    (void)user, (void)bytes;
    mp3.written += len;
    return true;
}

static double convert_mp3(void)
{
    acc_mp3_format format = {.rate = 16000, .bits = 16, .bytes = 2, .channels = 1, .dither = true};
    acc_mp3_report report;
    mp3.written = 0;
    acc_mp3_converter *converter = acc_mp3_converter_new(&format, accept, NULL);
    require(converter && acc_mp3_converter_feed(converter, mp3.bytes, mp3.length) == ACC_MP3_OK &&
                acc_mp3_converter_finish(converter, &report) == ACC_MP3_OK,
            "the MP3 converter");
    acc_mp3_converter_free(converter);
    return (double)mp3.written / 2 / 16000;
}

static void count_mp3(const char *path)
{
    FILE *file = fopen(path, "rb");
    require(file, path);
    mp3.length = fread(mp3.bytes, 1, sizeof mp3.bytes, file);
    fclose(file);
    count("mp3", "second", convert_mp3);
}

// MARK: Link

static acc_link ends[2];
static uint8_t buffers[2][1 << 16], message[1 << 16];
static uint64_t now;
static unsigned frames, messages;

// Transfers one frame or event of an end; false when it has none.
static bool move(int from)
{
    acc_link_action action;
    if (!acc_link_poll(&ends[from], now, &action))
        return false;
    if (action.kind == ACC_LINK_ACTION_EVENT) {
        messages += action.event.kind == ACC_LINK_EVENT_RECEIVED;
        return true;
    }
    uint8_t frame[ACC_FRAME_MAX_SIZE];
    acc_frame_header header;
    size_t size = acc_frame_write(0, action.bytes, action.len, frame, sizeof frame);
    require(acc_frame_check(frame, size, &header) == ACC_OK, "a frame");
    frames++;
    acc_link_sent(&ends[from], now);
    acc_link_receive(&ends[!from], now, frame + ACC_FRAME_HEADER_SIZE, action.len);
    return true;
}

static void settle(void)
{
    for (bool moved = true; moved; now += 4000) {
        moved = move(0);
        moved = move(1) || moved;
    }
}

static double send_message(void)
{
    frames = messages = 0;
    acc_link_send(&ends[0], now, message, sizeof message);
    settle();
    return messages == 1 ? frames : 0;
}

static void count_link(void)
{
    for (int i = 0; i < 2; i++) {
        acc_link_config config =
            acc_link_config_make(i ? ACC_LINK_ACCESSORY : ACC_LINK_HOST, ACC_LINK_BLUETOOTH);
        config.mode = ACC_LINK_DUPLEX;
        config.buffer = buffers[i];
        config.capacity = sizeof buffers[i];
        acc_link_init(&ends[i], &config);
        acc_link_detect(&ends[i], now);
    }
    acc_link_open(&ends[0], now);
    settle();
    count("link-frame", "frame", send_message);
}

int main(int argc, char **argv)
{
    require(argc == 2, "the argument, an MP3 file,");
    for (size_t i = 0; i < sizeof payload; i++)
        payload[i] = (uint8_t)(i * 7 + i / 256);
    count("classify", "advertisement", classify);
    count_sensors();
    count_link();
    count_reader();
    count_cable();
    count_resampler();
    count_mp3(argv[1]);
    return 0;
}
