// The walk over streams of synthetic frames: chains of headers, reservoirs, changes of kind, and edges of losses. No decoder.
#include "check.h"
#include "host/mp3/chain.h"

#include <string.h>

// Layer III without a CRC, mono. LOW: MPEG-2, 32 kbit/s, 22.05 kHz; HIGH: MPEG-1, 32 kbit/s, 44.1 kHz.
static const uint8_t low[4] = {0xFF, 0xF3, 0x40, 0xC0}, high[4] = {0xFF, 0xFB, 0x10, 0xC0};
enum { LOW = 104, HIGH = 104, LOW_MAIN = LOW - 13 };

static walker w;

static void start(void)
{
    acc_mp3_walker_init(&w, UINT64_MAX);
    memset(w.buffer, 0, sizeof w.buffer);
    w.ended = true;
}

static uint8_t *add(const void *bytes, size_t len, size_t whole)
{
    uint8_t *at = w.buffer + w.len;
    memset(at, 0, whole);
    memcpy(at, bytes, len);
    w.len += whole;
    return at;
}

static uint8_t *add_low(void)
{
    return add(low, 4, LOW);
}

// A frame of LOW whose main data begins `begin` bytes before it and has `bits` bits (below 4096).
static uint8_t *add_data(uint8_t begin, unsigned bits)
{
    uint8_t *frame = add_low();
    frame[4] = begin;
    frame[5] = (uint8_t)(bits >> 5);  // after begin, one private bit
    frame[5] &= 0x7F;
    frame[6] = (uint8_t)(bits << 3);
    return frame;
}

static mp3_header header_of(const uint8_t *bytes)
{
    mp3_header h = {0};
    CHECK(acc_mp3_header_read(bytes, &h));
    return h;
}

static void kinds(void)
{
    mp3_header a = header_of(low), b = a;
    CHECK(acc_mp3_same_kind(&a, &b));
    b.padding = b.mode = b.extension = 1;
    b.channels = 2;
    b.kilobits = 8;
    CHECK(acc_mp3_same_kind(&a, &b));
    b.version++;
    CHECK(!acc_mp3_same_kind(&a, &b));
    b = a;
    b.layer--;
    CHECK(!acc_mp3_same_kind(&a, &b));
    b = a;
    b.rate++;
    CHECK(!acc_mp3_same_kind(&a, &b));
}

// In free format the next header of the kind, also without a bit rate, ends the frame.
static void free_format(void)
{
    static const uint8_t free_low[4] = {0xFF, 0xF3, 0x00, 0xC0},
                         padded[4] = {0xFF, 0xF3, 0x02, 0xC0};
    mp3_header h;
    static const size_t distances[] = {24, 25, 500, 4095, 4096, 4097};
    for (size_t i = 0; i < 6; i++)
        for (int pad = 0; pad < 2; pad++) {
            start();
            add(pad ? padded : free_low, 4, distances[i]);
            add(free_low, 4, 4);
            bool found = acc_mp3_header_at(&w, 0, 0, &h);
            CHECK(found == (distances[i] <= 4096) && (!found || h.length == distances[i]));
            w.len--;
            CHECK(!acc_mp3_header_at(&w, 0, 0, &h));
        }
    // nearer ones, of another kind, and with a bit rate do not count
    start();
    add(free_low, 4, 23);
    add(free_low, 4, 20);
    add(low, 4, 20);
    add("\xFF\xFB\x00\xC0", 4, 20);
    add(free_low, 4, 20);
    CHECK(acc_mp3_header_at(&w, 0, 0, &h) && h.length == 83);
    // a length that is known already, with the padding; too short for the side information
    CHECK(acc_mp3_header_at(&w, 0, 50, &h) && h.length == 50);
    CHECK(acc_mp3_header_at(&w, 0, 13, &h) && h.length == 13 && !acc_mp3_header_at(&w, 0, 12, &h));
    start();
    add(padded, 4, 60);
    CHECK(acc_mp3_header_at(&w, 0, 50, &h) && h.length == 51);
    // layer II has none: more than a header
    start();
    add("\xFF\xF5\x00\xC0", 4, 60);
    CHECK(acc_mp3_header_at(&w, 0, 5, &h) && h.length == 5 && !acc_mp3_header_at(&w, 0, 4, &h));
    start();
    add_low();
    CHECK(acc_mp3_header_at(&w, 100, 0, &h) == false);
    w.len = 3;
    CHECK(!acc_mp3_header_at(&w, 0, 0, &h));
    w.len = 4;
    CHECK(acc_mp3_header_at(&w, 0, 0, &h) && h.length == LOW);
}

// One to three bytes at the end that may begin a frame, unless a tag has stated that there is none.
static void cut_headers(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        bool is_cut;
    } rows[] = {{"", 0, false},
                {"\xFF", 1, true},
                {"\xFE", 1, false},
                {"\xFF\xE0", 2, true},
                {"\xFF\xDF", 2, false},
                {"\xFF\xF3\x40", 3, true},
                {"\xFF\xF3\x40\xC0", 4, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start();
        add_low();
        add(rows[i].bytes, rows[i].len, rows[i].len);
        CHECK(acc_mp3_is_cut_header(&w, LOW) == rows[i].is_cut);
        w.place.tagged = true;
        CHECK(!acc_mp3_is_cut_header(&w, LOW));
        w.place.left = 1;
        CHECK(acc_mp3_is_cut_header(&w, LOW) == rows[i].is_cut);
        w.ended = false;
        CHECK(!acc_mp3_is_cut_header(&w, LOW));
    }
}

static chain_answer chain(int count)
{
    mp3_header kind = header_of(low);
    return acc_mp3_chain(&w, 0, &kind, 0, count);
}

static void chains(void)
{
    start();
    for (int i = 0; i < 3; i++)
        add_low();
    CHECK(chain(3) == CHAIN_YES && chain(4) == CHAIN_YES);  // the end
    w.ended = false;
    CHECK(chain(3) == CHAIN_YES && chain(4) == CHAIN_UNKNOWN);
    w.len = 2 * LOW + 32;
    CHECK(chain(3) == CHAIN_YES);
    w.len--;
    CHECK(chain(3) == CHAIN_UNKNOWN);
    w.ended = true;
    CHECK(chain(3) == CHAIN_YES);
    // the last frame is cut short: two before it are needed
    CHECK(chain(4) == CHAIN_YES);
    w.len = LOW + 32;
    CHECK(chain(3) == CHAIN_YES);
    w.len = 32;
    CHECK(chain(3) == CHAIN_NO);
    w.len = LOW;
    CHECK(chain(3) == CHAIN_YES);
    // a frame of another kind, and no header
    start();
    add_low();
    add(high, 4, HIGH);
    CHECK(chain(1) == CHAIN_YES && chain(2) == CHAIN_NO);
    start();
    add_low();
    add("sound", 5, LOW);
    CHECK(chain(2) == CHAIN_NO);
    // tags and trailers
    static const char *const ends[] = {"TAGtitle", "LYRICSBEGIN", "\5\0\0\0\0\0\0\0Title",
                                       "\xFF\xF3\x40"};
    static const size_t lengths[] = {8, 11, 13, 3}, sizes[] = {128, 50, 50, 3};
    for (int i = 0; i < 4; i++) {
        start();
        add_low();
        add(ends[i], lengths[i], sizes[i]);
        CHECK(chain(2) == CHAIN_YES);
    }
    // the stated end of the sound
    start();
    w.at = 7;
    w.len = 7;
    w.place.offset = 1000;
    add_low();
    add("x", 1, 100);
    mp3_header kind = header_of(low);
    CHECK(acc_mp3_chain(&w, 7, &kind, 0, 2) == CHAIN_NO);
    w.place.end = 1000 + LOW;
    CHECK(acc_mp3_chain(&w, 7, &kind, 0, 2) == CHAIN_YES);
    w.place.end++;
    CHECK(acc_mp3_chain(&w, 7, &kind, 0, 2) == CHAIN_NO);
}

// Zeros are padding after frames of the kind, and at the start.
static void zeros(void)
{
    start();
    add_low();
    add("", 0, 40);
    CHECK(chain(2) == CHAIN_YES);
    w.buffer[LOW + 31] = 1;
    CHECK(chain(2) == CHAIN_NO);
    w.buffer[LOW + 31] = 0;
    w.buffer[LOW + 32] = 1;
    CHECK(chain(2) == CHAIN_YES);
    w.len = LOW + 5;
    CHECK(chain(2) == CHAIN_YES);
    w.place.begun = true;
    w.place.kind = header_of(high);
    CHECK(chain(2) == CHAIN_NO);
    w.place.kind = header_of(low);
    CHECK(chain(2) == CHAIN_YES);
}

// Walks to the end: "f" for a frame, "l" for a lost one.
static const char *walk(void)
{
    static char text[64];
    size_t n = 0;
    walker_result result;
    while ((result = acc_mp3_walker_next(&w)) == WALKER_FRAME && n < sizeof text - 1)
        text[n++] = w.lost ? 'l' : 'f';
    CHECK(result == WALKER_END);
    text[n] = 0;
    return text;
}

// Frames of another kind confirm the last one of the old kind, if there is a chain of them.
static void kinds_may_change(void)
{
    start();
    for (int i = 0; i < 4; i++)
        add_low();
    for (int i = 0; i < 4; i++)
        add(high, 4, HIGH);
    CHECK(strcmp(walk(), "ffffffff") == 0 && w.damage_count == 0 && w.frames == 8);
    // a single header does not: its frame, and the one before it, are not trusted
    start();
    for (int i = 0; i < 4; i++)
        add_low();
    add(high, 4, HIGH);
    add("garbage", 7, 300);
    CHECK(strcmp(walk(), "fffl") == 0 && w.damage_count == 1 && w.garbage == HIGH + 300);
    start();
    for (int i = 0; i < 4; i++)
        add_low();
    add("garbage", 7, 300);
    CHECK(strcmp(walk(), "fffl") == 0 && w.garbage == 300);
}

// A frame may skip bytes of the reservoir unless the next one uses them.
static void reservoirs(void)
{
    static const struct {
        uint8_t third, fourth;
        unsigned bits;
        const char *frames;
    } rows[] = {
        {182, 255, 0, "ffff"},    // all bytes before it
        {183, 0, 0, "fflf"},      // one more than there are
        {10, 101, 0, "ffff"},     // skips 172 of them; 10 + 91 are left
        {10, 102, 0, "ffll"},     // one that was skipped
        {10, 93, 8 * 8, "ffff"},  // 8 bytes are used
        {10, 94, 8 * 8, "ffll"},
        {10, 92, 8 * 8 + 1, "ffff"},  // a part of a byte is used whole
        {10, 93, 8 * 8 + 1, "ffll"},
        {0, 0, 8 * LOW_MAIN, "ffff"},      // all of its own bytes
        {0, 0, 8 * LOW_MAIN + 1, "fflf"},  // more than it has
        {2, 0, 8 * (LOW_MAIN + 2), "ffff"},
        {2, 0, 8 * (LOW_MAIN + 2) + 1, "fflf"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start();
        add_data(0, 0);
        add_data(LOW_MAIN, 0);
        add_data(rows[i].third, rows[i].bits);
        add_data(rows[i].fourth, 0);
        const char *frames = walk();
        if (strcmp(frames, rows[i].frames) != 0)
            printf("  row %zu: %s\n", i, frames);
        CHECK(strcmp(frames, rows[i].frames) == 0);
    }
}

// A lost frame's side information is cleared, but for main_data_begin.
static void lost_frames_are_silenced(void)
{
    start();
    add_data(0, 0);
    uint8_t *frame = add_data(200, 77);
    memset(frame + 6, 0xFF, LOW - 6);
    frame[5] = 0x7F;
    add_data(0, 0);
    CHECK(acc_mp3_walker_next(&w) == WALKER_FRAME && acc_mp3_walker_next(&w) == WALKER_FRAME &&
          w.lost);
    static const uint8_t silent[] = {200, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF};
    CHECK(w.frame_len == LOW && memcmp(w.frame + 4, silent, sizeof silent) == 0);
    // MPEG-1: main_data_begin has nine bits, private bits and scfsi follow
    start();
    for (int i = 0; i < 3; i++) {
        frame = add(high, 4, HIGH);
        if (i == 1)
            memset(frame + 4, 0xFF, HIGH - 4);
    }
    CHECK(acc_mp3_walker_next(&w) == WALKER_FRAME && acc_mp3_walker_next(&w) == WALKER_FRAME &&
          w.lost);
    CHECK(w.frame[4] == 0xFF && w.frame[5] == 0x80 && w.frame[6] == 0 && w.frame[20] == 0 &&
          w.frame[21] == 0xFF);
}

// After a loss, 1088 samples are silenced and 256 faded in; the first lost frame fades out.
static void losses_have_edges(void)
{
    static float sound[2 * 1152];
    w = (walker){.header = {.samples = 576}, .lost = true, .fade_out = true};
    for (size_t i = 0; i < 2 * 576; i++)
        sound[i] = i % 2 ? 2 : 1;
    acc_mp3_walker_repair(&w, sound, 2);
    CHECK(sound[0] == 1 && sound[1] == 2 && sound[2 * 64] == 0.75f && sound[2 * 128 + 1] == 1);
    CHECK(sound[2 * 255] == 1.0f / 256 && sound[2 * 256] == 0 && sound[2 * 575 + 1] == 0);
    w.fade_out = false;
    for (size_t i = 0; i < 576; i++)
        sound[i] = 1;
    acc_mp3_walker_repair(&w, sound, 1);
    CHECK(sound[0] == 0 && sound[575] == 0);
    w.lost = false;
    w.mute = 100;
    for (size_t i = 0; i < 577; i++)
        sound[i] = 1;
    acc_mp3_walker_repair(&w, sound, 1);
    CHECK(sound[99] == 0 && sound[100] == 0 && sound[101] == 1.0f / 256 && sound[228] == 0.5f);
    CHECK(sound[355] == 255.0f / 256 && sound[356] == 1 && sound[575] == 1 && sound[576] == 1);
    w.mute = 0;
    sound[0] = 1;
    acc_mp3_walker_repair(&w, sound, 1);
    CHECK(sound[0] == 1);

    // 1088 samples are two frames of 512 or 576; in the second one the rest
    start();
    add_data(0, 0);
    add_data(200, 0);
    for (int i = 0; i < 4; i++)
        add_data(0, 0);
    static const uint32_t mutes[] = {0, 0, 1088, 512, 0, 0};
    for (int i = 0; i < 6; i++) {
        CHECK(acc_mp3_walker_next(&w) == WALKER_FRAME && w.lost == (i == 1) && w.mute == mutes[i]);
        CHECK(w.fade_out == (i == 1));
    }
    // skipped bytes: likewise
    start();
    for (int i = 0; i < 4; i++)
        add_low();
    add("garbage", 7, 300);
    for (int i = 0; i < 4; i++)
        add_low();
    for (int i = 0; i < 8; i++) {
        CHECK(acc_mp3_walker_next(&w) == WALKER_FRAME && w.lost == (i == 3));
        CHECK(w.mute == (i == 4 ? 1088 : i == 5 ? 512 : 0));
    }
}

int main(void)
{
    kinds();
    free_format();
    cut_headers();
    chains();
    zeros();
    kinds_may_change();
    reservoirs();
    lost_frames_are_silenced();
    losses_have_edges();
    return failures;
}
