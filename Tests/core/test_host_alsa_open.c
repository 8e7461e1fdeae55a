// A port's configuration is checked before the port is created. ALSA's null device accepts all formats.
#include "accessory/alsa.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

static const acc_alsa_config null_device = {
    .play = "null", .capture = "null", .rate = 48000, .keep_mixer = true};

static void opens(const acc_alsa_config *config, uint32_t block)
{
    acc_alsa_fault fault;
    acc_alsa_info info;
    acc_alsa *port = acc_alsa_open(config, &fault);
    CHECK(port && fault.status == ACC_ALSA_OK);
    if (!port)
        return;
    acc_alsa_get_info(port, &info);
    CHECK(info.rate == config->rate && info.block == block);
    CHECK(info.latency >= block);
    acc_alsa_close(port);
}

static void is_unfit(const acc_alsa_config *config, const char *reason)
{
    acc_alsa_fault fault;
    CHECK(!acc_alsa_open(config, &fault));
    CHECK(fault.status == ACC_ALSA_UNFIT && strstr(fault.reason, reason));
}

static void lengths_have_limits(void)
{
    acc_alsa_config config = null_device;
    opens(&config, 480);
    config.block = 10 * 48000;
    opens(&config, 10 * 48000);
    config.block++;
    is_unfit(&config, "more than 10 s");
    config.block = UINT32_MAX;
    is_unfit(&config, "more than 10 s");
    config = null_device;
    config.lead = UINT32_MAX;
    is_unfit(&config, "more than 10 s");
}

static void rates_and_channels_have_limits(void)
{
    acc_alsa_config config = null_device;
    config.rate = 192001;
    is_unfit(&config, "192001 Hz");
    config = null_device;
    config.channel = UINT32_MAX;
    is_unfit(&config, "no channel");
}

static void names_are_looked_up(void)
{
    acc_alsa_config config = null_device;
    acc_alsa_fault fault;
    config.capture = "there is no such device";
    CHECK(!acc_alsa_open(&config, &fault));
    CHECK(fault.in_capture && fault.reason[0]);
    CHECK(fault.status == ACC_ALSA_NO_DEVICE || fault.status == ACC_ALSA_DENIED);
}

int main(void)
{
    lengths_have_limits();
    rates_and_channels_have_limits();
    names_are_looked_up();
    return failures;
}
