// Opening a port: what is asked of each device, what it may answer, and what the port then has; and the causes of failures.
#include "alsa_device.h"

static acc_alsa_config config;
static acc_alsa_fault fault;
static acc_alsa_info info;

static void start(void)
{
    const struct device able = {
        .low = 8000, .high = 192000, .formats = ALL_FORMATS, .channels = 2, .card = 0};
    devices[0] = devices[1] = able;
    config = (acc_alsa_config){.play = "out", .capture = "in", .state_folder = "a folder"};
    mixers[0] = 0;
    missing_mixer = -9;
    mixer_of[0] = ACC_ALSA_MIXER_SET;
    mixer_of[1] = ACC_ALSA_MIXER_SET;
    mixer_of[2] = ACC_ALSA_MIXER_UNSAVED;
    thread_error = denied = folder_error = 0;
    fails_without_priority = false;
    created = joined = 0;
}

// Opens and closes a port; `info` has its parameters. False with a fault.
static bool opens(void)
{
    created = joined = 0;
    acc_alsa *port = acc_alsa_open(&config, &fault);
    if (port) {
        acc_alsa_get_info(port, &info);
        CHECK(fault.status == ACC_ALSA_OK && created > 0);
        acc_alsa_close(port);
        CHECK(joined == 1);
    }
    CHECK(!devices[0].is_open && !devices[1].is_open);
    return port != NULL;
}

static bool is_unfit(const char *reason, bool in_capture)
{
    bool opened = opens();
    if (strcmp(fault.reason, reason) != 0)
        printf("  %s\n", fault.reason);
    return !opened && fault.status == ACC_ALSA_UNFIT && fault.code == EINVAL &&
           fault.in_capture == in_capture && strcmp(fault.reason, reason) == 0 && created == 0;
}

static void defaults(void)
{
    start();
    CHECK(opens());
    CHECK(!strcmp(devices[0].name, "out") && !strcmp(devices[1].name, "in"));
    CHECK(info.rate == 48000 && info.block == 480 && info.latency == 2880 + 483 + 480 &&
          info.is_real_time);
    CHECK(devices[0].period == 480 && devices[1].period == 480 && devices[0].buffer == 24000);
    CHECK(info.play.period == 483 && info.play.buffer == 24005 && info.play.channels == 2);
    CHECK(info.capture.format == ACC_SAMPLE_S32 && info.play.format == ACC_SAMPLE_S32);
    CHECK(devices[1].start == 123456789 && devices[1].least == 483 &&
          devices[0].start == 123456789);
    config.block = 300;
    config.lead = 5000;
    CHECK(opens() && info.block == 300 && info.latency == 5000 + 303 + 300);
    // at least two periods ahead
    config.lead = 605;
    CHECK(opens() && info.latency == 606 + 303 + 300);
    config.lead = 607;
    CHECK(opens() && info.latency == 607 + 303 + 300);
}

// The first rate that both devices have, in this order.
static void rates(void)
{
    static const unsigned both[][3] = {{48000, 192000, 48000},  {8000, 47999, 44100},
                                       {48001, 192000, 96000},  {88000, 95999, 88200},
                                       {96001, 192000, 192000}, {8000, 44099, 32000},
                                       {8000, 31999, 16000},    {8000, 15999, 8000}};
    for (int i = 0; i < 8; i++)
        for (int side = 0; side < 2; side++) {
            start();
            devices[side].low = both[i][0];
            devices[side].high = both[i][1];
            CHECK(opens() && info.rate == both[i][2] && devices[0].rate == info.rate);
            CHECK(info.block == info.rate / 100 && devices[0].buffer == info.rate / 2);
        }
    start();
    devices[0].high = 44100;
    devices[1].low = 48000;
    CHECK(is_unfit("no rate in common", false));
    start();
    config.rate = 7999;
    CHECK(is_unfit("7999 Hz is outside 8000 to 192000 Hz", false));
    config.rate = 192001;
    CHECK(is_unfit("192001 Hz is outside 8000 to 192000 Hz", false));
    config.rate = 8000;
    CHECK(opens() && info.rate == 8000);
    config.rate = 192000;
    CHECK(opens() && info.rate == 192000);
    start();
    config.rate = 44100;
    devices[1].low = 48000;
    CHECK(is_unfit("44100 Hz is not possible; the device does 48000 to 192000 Hz", true));
    devices[1].high = 48000;
    CHECK(is_unfit("44100 Hz is not possible, only 48000 Hz now", true));
}

static void formats_and_channels(void)
{
    static const acc_sample_format ours[] = {ACC_SAMPLE_S32, ACC_SAMPLE_S24_4, ACC_SAMPLE_S24,
                                             ACC_SAMPLE_F32, ACC_SAMPLE_S16,   ACC_SAMPLE_F64,
                                             ACC_SAMPLE_U8};
    for (unsigned i = 0; i < 7; i++) {
        start();
        devices[1].formats = (unsigned)ALL_FORMATS << i;  // the first one counts
        CHECK(opens() && info.capture.format == ours[i] && devices[1].format == i);
    }
    start();
    devices[1].formats = 0;
    CHECK(is_unfit("no sample format in common; the device has none", true));
    start();
    devices[0].access_error = -EINVAL;
    CHECK(is_unfit("no interleaved access", false));
    // two channels where there are two, more for a further one
    start();
    devices[0].channels_near = devices[0].channels = 1;
    devices[1].channels = 8;
    CHECK(opens() && info.play.channels == 1 && info.capture.channels == 2);
    start();
    devices[1].channels = 8;
    config.channel = 1;
    CHECK(opens() && info.capture.channels == 2 && info.play.channels == 2);
    start();
    devices[1].channels = 8;
    config.channel = 5;
    CHECK(opens() && info.capture.channels == 6);
    start();
    config.channel = 2;
    CHECK(is_unfit("no channel 2; the device has 2", true));
    start();
    config.channel = 1;
    devices[1].channels_near = 1;
    CHECK(is_unfit("no number of channels in common", true));
    start();
    devices[0].channels_near = 9;
    CHECK(is_unfit("no number of channels in common", false));
}

static void lengths(void)
{
    start();
    config.rate = 8000;
    config.block = 80000;
    CHECK(opens());
    start();
    config.rate = 8000;
    config.block = 80001;
    CHECK(is_unfit("blocks of 80001 frames, 480 ahead, are more than 10 s", false));
    start();
    config.rate = 8000;
    config.lead = 80001;
    CHECK(is_unfit("blocks of 80 frames, 80001 ahead, are more than 10 s", false));
}

// A step that fails ends the opening with its error, and everything is closed.
static void failures_have_causes(void)
{
    for (int side = 0; side < 2; side++) {
        for (int step = 1; step <= 5; step++) {
            start();
            devices[side].size_error = step;
            CHECK(!opens() && fault.status == ACC_ALSA_FAILED && fault.code == EIO &&
                  fault.in_capture == side);
            CHECK(strcmp(fault.reason, snd_strerror(-EIO)) == 0);
            start();
            devices[side].threshold_error = step;
            CHECK(!opens() && fault.status == ACC_ALSA_FAILED && fault.code == EIO &&
                  fault.in_capture == side);
        }
        start();
        devices[side].prepare_error = -EBUSY;
        CHECK(!opens() && fault.status == ACC_ALSA_BUSY && fault.in_capture == side);
        start();
        devices[side].open_error = -EBUSY;
        CHECK(!opens() && fault.status == ACC_ALSA_BUSY && fault.in_capture == side &&
              created == 0);
    }
    static const struct {
        int error;
        acc_alsa_status status;
    } rows[] = {{ENOENT, ACC_ALSA_NO_DEVICE}, {ENXIO, ACC_ALSA_NO_DEVICE},
                {ENODEV, ACC_ALSA_NO_DEVICE}, {EACCES, ACC_ALSA_DENIED},
                {EPERM, ACC_ALSA_DENIED},     {EBUSY, ACC_ALSA_BUSY},
                {EAGAIN, ACC_ALSA_BUSY},      {EINVAL, ACC_ALSA_FAILED}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start();
        acc_alsa_fault_set(&fault, -rows[i].error, true);
        CHECK(fault.status == rows[i].status && fault.code == rows[i].error && fault.in_capture);
    }
    // a card that may not be opened seems not to exist
    start();
    denied = EACCES;
    acc_alsa_fault_set(&fault, -ENODEV, false);
    CHECK(fault.status == ACC_ALSA_DENIED && !fault.in_capture);
    denied = ENOENT;
    acc_alsa_fault_set(&fault, -ENODEV, false);
    CHECK(fault.status == ACC_ALSA_NO_DEVICE);
    folder_error = EACCES;
    acc_alsa_fault_set(&fault, -ENODEV, false);
    CHECK(fault.status == ACC_ALSA_DENIED);
    folder_error = ENOENT;
    acc_alsa_fault_set(&fault, -ENODEV, false);
    CHECK(fault.status == ACC_ALSA_NO_DEVICE);
}

// The first line that the library would print is the cause, for one fault.
static void the_first_line_is_the_cause(void)
{
    start();
    acc_alsa_quiet_begin();
    SNDERR("cannot find %s\nat all", "it");
    SNDERR("its caller failed");
    acc_alsa_fault_set(&fault, -EIO, false);
    CHECK(strcmp(fault.reason, "cannot find it") == 0);
    acc_alsa_fault_set(&fault, -EIO, false);
    CHECK(strcmp(fault.reason, snd_strerror(-EIO)) == 0);
    SNDERR("an old line");
    acc_alsa_quiet_end();
    acc_alsa_quiet_begin();
    acc_alsa_fault_set(&fault, -EIO, false);
    CHECK(strcmp(fault.reason, snd_strerror(-EIO)) == 0);
    acc_alsa_quiet_end();
}

// Without the right to real-time priority the thread is a normal one; other errors end the opening.
static void threads(void)
{
    start();
    thread_error = EPERM;
    CHECK(opens() && created == 2 && !info.is_real_time);
    start();
    thread_error = EPERM;
    fails_without_priority = true;
    CHECK(!opens() && created == 2 && fault.status == ACC_ALSA_BUSY && fault.code == EAGAIN &&
          joined == 0);
    start();
    thread_error = ENOMEM;
    CHECK(!opens() && created == 1 && fault.code == ENOMEM && fault.status == ACC_ALSA_FAILED);
    CHECK(strcmp(mixers, "0 out; close 0; ") == 0);
}

// The mixers of both cards, once if they are the same; of devices without a card, by their names.
static void mixers_of_cards(void)
{
    start();
    CHECK(opens() && strcmp(mixers, "0 out; close 0; ") == 0 && info.mixer == ACC_ALSA_MIXER_SET);
    start();
    devices[1].card = 1;
    CHECK(opens() && strcmp(mixers, "0 out; 1 in; close 0; close 1; ") == 0);
    CHECK(info.mixer == ACC_ALSA_MIXER_UNSAVED);
    start();
    devices[0].card = 1;
    CHECK(opens() && info.mixer == ACC_ALSA_MIXER_UNSAVED);
    start();
    devices[0].card = devices[1].card = -1;
    CHECK(opens() && strcmp(mixers, "-1 out; -1 in; close -1; close -1; ") == 0);
    start();
    devices[0].card = devices[1].card = -2;  // unknown
    config.capture = "out";
    CHECK(opens() && strcmp(mixers, "-1 out; close -1; ") == 0);
    start();
    config.keep_mixer = true;
    CHECK(opens() && !mixers[0] && info.mixer == ACC_ALSA_MIXER_NONE);
    start();
    devices[1].card = 1;
    missing_mixer = 0;
    CHECK(opens() && strcmp(mixers, "1 in; close 1; ") == 0);
}

// The caller's side of an open port.
static void samples_are_moved(void)
{
    static float block[65536];
    acc_alsa_event event;
    acc_alsa_counts counts;
    start();
    acc_alsa *port = acc_alsa_open(&config, &fault);
    CHECK(port && acc_alsa_wait_fd(port) == port->wait_fd);
    // room for half a second, two blocks and the lead, as a power of two
    CHECK(port->playing.size == 32768 && port->captured.size == 32768);
    CHECK(acc_alsa_play(port, block, 16384) && is_readable(port->wake_fd));
    CHECK(acc_alsa_play(port, block, 16383) && ring_fill(&port->playing) == 32767);
    is_readable(port->wake_fd);
    CHECK(!acc_alsa_play(port, block, 2) && !is_readable(port->wake_fd) &&
          ring_fill(&port->playing) == 32767);
    CHECK(acc_alsa_play(port, block, 1));
    for (size_t i = 0; i < 16385; i++)
        block[i] = (float)i;
    ring_put(&port->captured, block, 16385);
    is_readable(port->wake_fd);
    CHECK(!acc_alsa_capture(port, block, 16386));
    // a ring more than half full: the thread may wait for room
    CHECK(acc_alsa_capture(port, block, 1) && is_readable(port->wake_fd));
    CHECK(acc_alsa_capture(port, block, 2) && !is_readable(port->wake_fd) && block[0] == 1 &&
          block[1] == 2);
    CHECK(acc_alsa_capture(port, block, 16382) && ring_fill(&port->captured) == 0);

    CHECK(!acc_alsa_next_event(port, &event));
    acc_alsa_port_report(port, ACC_ALSA_XRUN, 77);
    acc_alsa_port_report(port, ACC_ALSA_INTERRUPTED, 0);
    CHECK(is_readable(port->wait_fd));
    CHECK(acc_alsa_next_event(port, &event) && event.kind == ACC_ALSA_XRUN && event.frames == 77);
    CHECK(acc_alsa_next_event(port, &event) && event.kind == ACC_ALSA_INTERRUPTED);
    CHECK(!acc_alsa_next_event(port, &event));
    // the newest are lost
    for (unsigned i = 0; i < MAX_EVENTS + 3; i++)
        acc_alsa_port_report(port, ACC_ALSA_XRUN, i == 5 ? UINT64_MAX : i);
    for (unsigned i = 0; i < MAX_EVENTS; i++)
        CHECK(acc_alsa_next_event(port, &event) && event.frames == (i == 5 ? UINT32_MAX : i));
    CHECK(!acc_alsa_next_event(port, &event));

    CHECK(!acc_alsa_has_fault(port, &fault) && fault.status == ACC_ALSA_OK);
    port->fault.status = ACC_ALSA_LOST;
    atomic_store(&port->has_fault, true);
    CHECK(acc_alsa_has_fault(port, &fault) && fault.status == ACC_ALSA_LOST);
    atomic_store(&port->capture_tally.frames, 1);
    atomic_store(&port->play_tally.frames, 2);
    atomic_store(&port->capture_tally.xruns, 3);
    atomic_store(&port->play_tally.xruns, 4);
    atomic_store(&port->lost, 5);
    atomic_store(&port->dropped, 6);
    atomic_store(&port->inserted, 7);
    acc_alsa_get_counts(port, &counts);
    CHECK(counts.captured == 1 && counts.played == 2 && counts.capture_xruns == 3 &&
          counts.play_xruns == 4);
    CHECK(counts.lost == 5 && counts.dropped == 6 && counts.inserted == 7);
    acc_alsa_close(port);
}

// One channel is captured; all channels play the same. U8: 0x80 is 0, 0xC0 is 1/2.
static void frames_are_converted(void)
{
    static float memory[8];
    struct pcm pcm;
    struct ring ring = {.data = memory, .size = 8};
    start();
    devices[1].formats = devices[0].formats = 1 << 6;
    CHECK(acc_alsa_pcm_open(&pcm, "in", true, &fault) == 0);
    CHECK(acc_alsa_pcm_negotiate(&pcm, 8000, 80, 1, &fault) == 0);
    CHECK(pcm.room == 4005 && !pcm.is_running && acc_alsa_pcm_card(&pcm) == 0);
    memcpy(devices[1].bytes, (uint8_t[]){0, 0xC0, 0, 0x40, 0, 0x80}, 6);
    CHECK(acc_alsa_pcm_read(&pcm, &ring, 100) == 3 && devices[1].frames == 8);
    CHECK(ring_fill(&ring) == 3 && memory[0] == 0.5f && memory[1] == -0.5f && memory[2] == 0);
    CHECK(acc_alsa_pcm_available(&pcm) == 8);
    CHECK(acc_alsa_pcm_read(&pcm, &ring, 0) == 0 && ring_fill(&ring) == 3);
    CHECK(acc_alsa_pcm_read(&pcm, &ring, 2) == 2 && devices[1].frames == 2 &&
          ring_fill(&ring) == 5);
    CHECK(acc_alsa_pcm_is_gone(&pcm, -ENODEV) && acc_alsa_pcm_is_gone(&pcm, -ENXIO) &&
          acc_alsa_pcm_is_gone(&pcm, -ESHUTDOWN) && !acc_alsa_pcm_is_gone(&pcm, -EIO));
    devices[1].is_open = false;
    CHECK(acc_alsa_pcm_is_gone(&pcm, -EIO));
    devices[1].is_open = true;
    acc_alsa_pcm_close(&pcm);
    CHECK(!pcm.handle && !pcm.bytes && !devices[1].is_open);
    CHECK(acc_alsa_pcm_open(&pcm, "out", false, &fault) == 0);
    CHECK(acc_alsa_pcm_negotiate(&pcm, 8000, 80, 7, &fault) == 0 && pcm.channel == 0);
    CHECK(acc_alsa_pcm_write(&pcm, (float[]){0.5f, -0.5f}, 2) == 2 && devices[0].frames == 2);
    CHECK(memcmp(devices[0].bytes, (uint8_t[]){0xC0, 0xC0, 0x40, 0x40}, 4) == 0);
    static const float many[5000];
    CHECK(acc_alsa_pcm_write(&pcm, many, 5000) == 4005);
    acc_alsa_pcm_close(&pcm);
}

int main(void)
{
    defaults();
    rates();
    formats_and_channels();
    lengths();
    failures_have_causes();
    the_first_line_is_the_cause();
    threads();
    mixers_of_cards();
    samples_are_moved();
    frames_are_converted();
    return failures;
}
