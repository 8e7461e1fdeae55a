// The modulator: profile names and rates, continuous phase, lengths, block sizes, and the example of docs/modem.md.
#include "accessory/modem.h"
#include "check.h"

#include <math.h>
#include <string.h>

#define MAX 60000
static float whole[MAX], pieces[MAX];

static acc_modem_profile profile(const char *name)
{
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse(name, strlen(name), &p) == ACC_OK);
    return p;
}

static acc_status parse(const char *name)
{
    acc_modem_profile p;
    return acc_modem_profile_parse(name, strlen(name), &p);
}

static void names_are_read(void)
{
    acc_modem_profile p = profile("bell202");
    CHECK(p.waveform == ACC_WAVEFORM_FSK && p.baud == 1200 && p.mark == 1200 && p.space == 2200);
    p = profile("fsk:300,1270.5,1070");
    CHECK(p.baud == 300 && p.mark == 1270.5 && p.space == 1070);
    p = profile("reader");
    CHECK(p.waveform == ACC_WAVEFORM_MANCHESTER && p.baud == 3675 && p.mark == 0);
    p = profile("manchester:1378.125");
    CHECK(p.baud == 1378.125);
    static const char *const bad[] = {
        "",         "bell",           "bell2020",       "fsk:1200", "fsk:1,2,3,", "manchester:",
        "reader:1", "manchester:12x", "fsk:1200,1200,", "fsk:.,1,1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(parse(bad[i]) == ACC_MALFORMED);
    CHECK(parse("manchester:49") == ACC_OUT_OF_RANGE);
    CHECK(parse("fsk:1200,1200,1250") == ACC_OUT_OF_RANGE);
    CHECK(parse("manchester:9999999999999999999999") != ACC_OK);
}

static void rates_are_checked(void)
{
    acc_modem_profile p = profile("bell202");
    CHECK(acc_modem_profile_check(&p, 8000) == ACC_OK);
    CHECK(acc_modem_profile_check(&p, 7999) == ACC_OUT_OF_RANGE);
    CHECK(acc_modem_profile_check(&p, 192001) == ACC_OUT_OF_RANGE);
    p = profile("manchester:8820");
    CHECK(acc_modem_profile_check(&p, 44100) == ACC_OK);
    CHECK(acc_modem_profile_check(&p, 35279) == ACC_OUT_OF_RANGE);
    acc_modulator m;
    CHECK(acc_modulator_init(&m, &p, 8000, 1) == ACC_OUT_OF_RANGE);
}

// the samples do not depend on the block size, and their number matches the bits
static size_t render(const acc_modem_profile *p, uint32_t rate, size_t block, float *out)
{
    static const uint8_t frame[12] = {0x40, 0x04, 0x50, 0x47, 1, 2, 3, 4, 5, 6, 7, 8};
    acc_modulator m;
    size_t total = 0, got;
    CHECK(acc_modulator_init(&m, p, rate, 0.5f) == ACC_OK);
    CHECK(!acc_modulator_is_busy(&m) && acc_modulator_render(&m, out, 100) == 0);
    CHECK(acc_modulator_send_frame(&m, frame, sizeof frame) == ACC_OK);
    CHECK(acc_modulator_send_frame(&m, frame, sizeof frame) == ACC_BUSY);
    CHECK(acc_modulator_send_tone(&m, 1000, 100) == ACC_BUSY);
    CHECK(acc_modulator_send_bytes(&m, frame, 1) == 0);
    do
        total += got = acc_modulator_render(&m, out + total, block);
    while (got == block);
    CHECK(!acc_modulator_is_busy(&m));
    return total;
}

static void blocks_do_not_matter(const char *name, uint32_t rate)
{
    acc_modem_profile p = profile(name);
    size_t total = render(&p, rate, MAX, whole);
    double bits = 24 + 32 + 96 + 3;
    CHECK(fabs((double)total - bits * rate / p.baud) <= 2);
    for (size_t block = 1; block < 4096; block = block * 3 + 1) {
        CHECK(render(&p, rate, block, pieces) == total);
        CHECK(memcmp(whole, pieces, total * sizeof *whole) == 0);
    }
    // no step exceeds the waveform's own, and both ends are silent
    float peak = 0;
    for (size_t i = 0; i < total; i++)
        peak = fmaxf(peak, fabsf(whole[i]));
    CHECK(peak <= 0.500001f && peak > 0.45f);
    CHECK(fabsf(whole[0]) < 0.01f && fabsf(whole[total - 1]) < 0.1f);
}

static void phase_is_continuous(void)
{
    acc_modem_profile p = profile("bell202");
    size_t total = render(&p, 48000, MAX, whole);
    // between two samples a 2200 Hz tone of amplitude 0.5 moves by at most 2 pi 2200/48000 / 2
    for (size_t i = 1; i < total; i++)
        CHECK(fabsf(whole[i] - whole[i - 1]) < 0.146f);
}

static void streams_take_what_fits(void)
{
    acc_modem_profile p = profile("bell202");
    acc_modulator m;
    static const uint8_t bytes[600];
    acc_modulator_init(&m, &p, 8000, 1);
    CHECK(acc_modulator_send_bytes(&m, bytes, 600) == 520);
    CHECK(acc_modulator_send_bytes(&m, bytes, 600) == 0);
    CHECK(acc_modulator_send_frame(&m, bytes, 8) == ACC_BUSY);
    size_t total = acc_modulator_render(&m, whole, MAX);
    CHECK(fabs((double)total - (4 + 5200 + 4) * 8000 / 1200.0) <= 2);
    p = profile("reader");
    acc_modulator_init(&m, &p, 48000, 1);
    CHECK(acc_modulator_send_bytes(&m, bytes, 1) == 0);
}

static void tones_have_their_length(void)
{
    acc_modem_profile p = profile("reader");
    acc_modulator m;
    acc_modulator_init(&m, &p, 48000, 1);
    CHECK(acc_modulator_send_tone(&m, 24000, 10) == ACC_OUT_OF_RANGE);
    CHECK(acc_modulator_send_tone(&m, 0, 10) == ACC_OUT_OF_RANGE);
    CHECK(acc_modulator_send_tone(&m, 1000, 0) == ACC_OUT_OF_RANGE);
    CHECK(acc_modulator_send_tone(&m, 0.5f, 10) == ACC_OK);
    CHECK(acc_modulator_render(&m, whole, MAX) == 10);
    for (size_t len = 1; len < 3000; len = len * 2 + 1) {
        CHECK(acc_modulator_send_tone(&m, 1000, len) == ACC_OK);
        CHECK(acc_modulator_render(&m, whole, MAX) == len);
        CHECK(fabsf(whole[len - 1]) < 0.1f || len < 16);
    }
    // twelve cycles in the middle
    int crossings = 0;
    acc_modulator_send_tone(&m, 1000, 2400);
    acc_modulator_render(&m, whole, MAX);
    for (size_t i = 913; i < 913 + 576; i++)
        crossings += (whole[i] < 0) != (whole[i - 1] < 0);
    CHECK(crossings == 24);
}

// a coded frame: preamble, 24 block syncs and blocks, tail
static void coded_frames_have_their_length(void)
{
    acc_modem_profile p = profile("manchester:8820");
    uint8_t frame[ACC_FRAME_MAX_SIZE], payload[ACC_FRAME_MAX_PAYLOAD] = {0};
    acc_modulator m;
    CHECK(acc_modulator_init(&m, &p, 44100, 1) == ACC_OK);
    size_t len = acc_frame_write(2, payload, 5, frame, sizeof frame), total = 0, got;
    CHECK(acc_modulator_send_frame(&m, frame, len) == ACC_UNSUPPORTED);
    len = acc_frame_write(ACC_FEC_SCHEME, payload, sizeof payload, frame, sizeof frame);
    CHECK(acc_modulator_send_frame(&m, frame, len) == ACC_OK);
    do
        total += got = acc_modulator_render(&m, whole, 1000);
    while (got == 1000);
    CHECK(!acc_modulator_is_busy(&m));
    CHECK(fabs((double)total - 5 * (24 + 24 * 540 + 3)) <= 2);
}

// the example of docs/modem.md, read back from the halves of its bits
static void the_example_holds(void)
{
    static const uint8_t frame[] = {0x40, 0x02, 0x30, 0x81, 0x48, 0x69, 0xD8, 0x48, 0x6D, 0x48};
    static const char bits[] = "101010101010101010101010"
                               "00101011011000010001001011100111"
                               "1011111110000101100010001101100011111111"
                               "1100100000010100011011000011101000010110"
                               "010";
    acc_modem_profile p = profile("manchester:2400");
    acc_modulator m;
    CHECK(acc_modulator_init(&m, &p, 48000, 1) == ACC_OK);
    CHECK(acc_modulator_send_frame(&m, frame, sizeof frame) == ACC_OK);
    size_t total = acc_modulator_render(&m, whole, MAX);
    CHECK(total / 20 == sizeof bits - 1);
    for (size_t i = 0; i + 1 < sizeof bits; i++) {
        bool one = bits[i] == '1';
        CHECK(whole[20 * i + 6] > 0 ? one : !one);
        CHECK(whole[20 * i + 16] < 0 ? one : !one);
    }
}

int main(void)
{
    the_example_holds();
    names_are_read();
    rates_are_checked();
    blocks_do_not_matter("bell202", 48000);
    blocks_do_not_matter("bell202", 8000);
    blocks_do_not_matter("reader", 44100);
    blocks_do_not_matter("reader", 48000);
    blocks_do_not_matter("manchester:9600", 44100);
    phase_is_continuous();
    streams_take_what_fits();
    tones_have_their_length();
    coded_frames_have_their_length();
    return failures;
}
