// The converter's sound against libmpg123's own floats, and with pure tones.
#include "ideal.h"
#include "mp3_files.h"

#include <mpg123.h>

#define PI 3.14159265358979323846

// Decodes with libmpg123 alone: all frames, nothing cut.
static float *decode_alone(size_t *samples)
{
    mpg123_handle *h = mpg123_new(NULL, NULL);
    size_t room = 1 << 22, fill = 0;
    float *all = malloc(room * sizeof *all);
    mpg123_param(h, MPG123_ADD_FLAGS, MPG123_QUIET | MPG123_FORCE_FLOAT, 0);
    mpg123_param(h, MPG123_REMOVE_FLAGS, MPG123_GAPLESS, 0);
    CHECK(mpg123_open(h, in_path) == MPG123_OK);
    for (;;) {
        off_t number;
        unsigned char *sound;
        size_t size = 0;
        int result = mpg123_decode_frame(h, &number, &sound, &size);
        CHECK(fill * sizeof *all + size <= room * sizeof *all);
        if (size)
            memcpy(all + fill, sound, size);
        fill += size / sizeof *all;
        if (result != MPG123_OK && result != MPG123_NEW_FORMAT)
            break;
    }
    mpg123_delete(h);
    *samples = fill;
    return all;
}

static double sample_at(const uint8_t *p, unsigned width)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < width; i++)
        word |= (uint32_t)p[i] << (8 * (i + 4 - width));
    return (int32_t)word / 2147483648.0;
}

// The largest difference of the written file, with samples of `width` bytes.
static double worst_difference(const float *wanted, size_t samples, unsigned width)
{
    bytes b = load(out_path);
    double worst = b.len == samples * width ? 0 : INFINITY;
    for (size_t k = 0; k < samples && (k + 1) * width <= b.len; k++)
        worst = fmax(worst, fabs(sample_at(b.data + k * width, width) - (double)wanted[k]));
    free(b.data);
    return worst;
}

// At the file's own rate the only change to libmpg123's samples is rounding to 24 or 32 bits. ISO/IEC 11172-4 calls a
// decoder exact if its error is below 2^-15 / sqrt(12); this error is far smaller.
static void own_rate_is_exact(void)
{
    static const struct {
        uint32_t rate;
        const char *options;
    } kinds[] = {
        {44100, "-t -b 128"},      {44100, "-t -V 2 -m s"},          {44100, "-t -b 128 -p"},
        {48000, "-t -b 320"},      {32000, "-t --abr 100"},          {44100, "-t -b 64 -m m"},
        {22050, "-t -b 64"},       {16000, "-t -b 24 -m m"},         {8000, "-t -b 16"},
        {44100, "-t -b 128 -m d"}, {44100, "-t --freeformat -b 240"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (unsigned width = 3; width <= 4; width++) {
            char options[80];
            snprintf(options, sizeof options, "%s --resample %g", kinds[i].options,
                     kinds[i].rate / 1000.0);
            free(encode(kinds[i].rate, 2, 5 * kinds[i].rate, options).data);
            size_t samples;
            float *wanted = decode_alone(&samples);
            bool is_mono = strstr(options, "-m m") != NULL;
            acc_mp3_format format = {.rate = kinds[i].rate,
                                     .bits = (uint8_t)(8 * width),
                                     .bytes = (uint8_t)width,
                                     .channels = is_mono ? 1 : 2};
            CHECK(convert(&format, 1) == ACC_MP3_OK && report.clipped == 0);
            CHECK(worst_difference(wanted, samples, width) <= ldexp(0.5, 1 - 8 * (int)width));
            CHECK(samples > 4 * kinds[i].rate);
            free(wanted);
        }
}

// From decoding to 24 bits, sound up to 0.75 of the new Nyquist frequency.
static void whole_path_is_as_ideal(void)
{
    free(encode(44100, 2, 5 * 44100, "-t -b 192 --resample 44.1 --lowpass 6 --lowpass-width 0.1")
             .data);
    size_t samples;
    float *stereo = decode_alone(&samples), *mono = malloc(samples / 2 * sizeof *mono);
    for (size_t i = 0; i < samples / 2; i++)
        mono[i] = (stereo[2 * i] + stereo[2 * i + 1]) / 2;
    acc_mp3_format format = {.rate = 16000, .bits = 24, .bytes = 3, .channels = 1};
    CHECK(convert(&format, 1) == ACC_MP3_OK);
    size_t count = (size_t)report.frames;
    double *ideal = malloc(count * sizeof *ideal), power = 0, error = 0;
    ideal_resample(mono, samples / 2, 44100, 16000, 0.97, ideal, count);
    bytes b = load(out_path);
    CHECK(b.len == 3 * count && count == (size_t)floor((double)samples / 2 * 160 / 441 + 0.5));
    for (size_t i = 0; i < count; i++) {
        double d = sample_at(b.data + 3 * i, 3) - ideal[i];
        power += ideal[i] * ideal[i];
        error += d * d;
    }
    printf("24 bits: %.1f dB from the ideal\n", 10 * log10(error / power));
    CHECK(10 * log10(error / power) < -120);
    free(stereo), free(mono), free(ideal), free(b.data);
}

// A tone through lame and the converter, samples of `format` as full scale = 1.
static double *convert_tone(double hertz, double amplitude, const acc_mp3_format *format)
{
    size_t frames = 441000, at;
    uint8_t *wav = malloc(96 + 2 * frames);
    acc_mp3_format source = {.rate = 44100, .bits = 16, .bytes = 2, .channels = 1, .wav = true};
    at = acc_mp3_wav_header(&source, frames, wav, 96);
    for (size_t i = 0; i < frames; i++) {
        int value = (int)lround(32768 * amplitude * sin(2 * PI * hertz * (double)i / 44100));
        wav[at++] = (uint8_t)value;
        wav[at++] = (uint8_t)(value >> 8);
    }
    save(wav_path, wav, at);
    free(wav);
    char command[300];
    snprintf(command, sizeof command, "lame --quiet -b 320 -m m --lowpass 20 %s %s", wav_path,
             in_path);
    CHECK(system(command) == 0);
    CHECK(convert(format, 1) == ACC_MP3_OK && report.frames == 10 * format->rate);
    bytes b = load(out_path);
    double *x = malloc((size_t)report.frames * sizeof *x);
    for (size_t i = 0; i < report.frames; i++)
        x[i] = format->bits == 8 ? (b.data[i] - 128) / 128.0
                                 : sample_at(b.data + i * format->bytes, format->bytes);
    free(b.data);
    return x;
}

// The amplitude at one frequency, by a Hann window over everything.
static double amplitude_at(const double *x, size_t count, double hertz, double rate)
{
    double re = 0, im = 0, angle = 2 * PI * hertz / rate;
    for (size_t i = 0; i < count; i++) {
        double w = 1 - cos(2 * PI * ((double)i + 0.5) / (double)count);
        re += w * x[i] * cos(angle * (double)i);
        im += w * x[i] * sin(angle * (double)i);
    }
    return 2 * hypot(re, im) / (double)count;
}

// libmpg123's own rate conversion is off pitch by 52 ppm and has -28 dB of noise. Here the tone is exact within 0.1
// ppm (by its phase over ten seconds), and all other components are the encoder's.
static void pitch_is_exact(void)
{
    acc_mp3_format format = {.rate = 16000, .bits = 24, .bytes = 3, .channels = 1};
    double *x = convert_tone(997, 0.89, &format), phase[2], rest = 0;
    for (int part = 0; part < 2; part++) {
        double re = 0, im = 0, angle = 2 * PI * 997 / 16000;
        for (size_t i = 8000 + 128000 * (size_t)part; i < 24000 + 128000 * (size_t)part; i++) {
            re += x[i] * sin(angle * (double)i);
            im += x[i] * cos(angle * (double)i);
        }
        phase[part] = atan2(im, re);
    }
    CHECK(fabs(phase[1] - phase[0]) / (2 * PI * 997 * 8) < 1e-7);
    double amplitude = amplitude_at(x, 160000, 997, 16000);
    CHECK(fabs(20 * log10(amplitude / 0.89)) < 0.05);
    for (size_t i = 8000; i < 152000; i++) {
        double d = x[i] - 0.89 * sin(2 * PI * 997 * (double)i / 16000 + phase[0]);
        rest += d * d / 144000;
    }
    printf("tone: %.1f dB beside it\n", 10 * log10(rest / (0.89 * 0.89 / 2)));
    CHECK(10 * log10(rest / (0.89 * 0.89 / 2)) < -60);
    free(x);
}

// libmpg123's own 8 bits are truncated instead of rounded: harmonics at -8.5 dB. With dither there is only noise.
static void eight_bits_have_no_harmonics(void)
{
    acc_mp3_format format = {.rate = 44100, .bits = 8, .bytes = 1, .channels = 1, .dither = true};
    double *x = convert_tone(441, pow(10, -42 / 20.0), &format), mean = 0, worst = 0;
    double tone = amplitude_at(x, 441000, 441, 44100);
    CHECK(fabs(20 * log10(tone) + 42) < 0.2);
    for (int k = 2; k < 20; k++)
        worst = fmax(worst, amplitude_at(x, 441000, 441.0 * k, 44100));
    for (size_t i = 0; i < 441000; i++)
        mean += x[i] / 441000;
    printf("8 bits: worst harmonic %.1f dB, mean %.5f LSB\n", 20 * log10(worst / tone), 128 * mean);
    CHECK(20 * log10(worst / tone) < -44 && fabs(128 * mean) < 0.01);
    free(x);
}

int main(void)
{
    open_folder();
    if (have("lame", "the converter's sound")) {
        own_rate_is_exact();
        whole_path_is_as_ideal();
        pitch_is_exact();
        eight_bits_have_no_harmonics();
    }
    remove_folder();
    return failures;
}
