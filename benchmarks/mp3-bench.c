// Converts one file with the C interface (mp3-bench IN.mp3 OUT.pcm THREADS), or decodes it with libmpg123 alone
// (mp3-bench IN.mp3).
#include "accessory/mp3.h"

#include <mpg123.h>
#include <stdio.h>
#include <stdlib.h>

static int decode_alone(const char *path)
{
    mpg123_handle *h = mpg123_new(NULL, NULL);
    mpg123_param(h, MPG123_ADD_FLAGS, MPG123_QUIET | MPG123_FORCE_FLOAT, 0);
    int result = mpg123_open(h, path);
    off_t number;
    unsigned char *sound;
    size_t size;
    while (result == MPG123_OK || result == MPG123_NEW_FORMAT)
        result = mpg123_decode_frame(h, &number, &sound, &size);
    mpg123_delete(h);
    return result == MPG123_DONE ? 0 : 1;
}

int main(int count, char **arguments)
{
    if (count == 2)
        return decode_alone(arguments[1]);
    if (count != 4) {
        fprintf(stderr, "mp3-bench IN.mp3 [OUT.pcm THREADS]\n");
        return 64;
    }
    acc_mp3_format format = {.rate = 16000, .bits = 16, .bytes = 2, .channels = 1, .dither = true};
    acc_mp3_report report;
    return acc_mp3_convert_file(arguments[1], arguments[2], &format, (unsigned)atoi(arguments[3]),
                                NULL, NULL, &report) != ACC_MP3_OK;
}
