// MP3 files with cut ends, trailers, containers, protected frames, and headers with reserved bits.
#include "host/mp3/frame.h"
#include "mp3_files.h"

static bytes joined(bytes a, const void *more, size_t len)
{
    bytes b = {malloc(a.len + len), a.len + len};
    memcpy(b.data, a.data, a.len);
    memcpy(b.data + a.len, more, len);
    return b;
}

static size_t find_frames(bytes b, size_t *at, size_t most)
{
    size_t count = 0, next = 0;
    mp3_header header;
    while (count < most && next + 4 <= b.len && acc_mp3_header_read(b.data + next, &header)) {
        at[count++] = next;
        next += header.length;
    }
    at[count] = next;
    return count;
}

// Whether the file in in_path has the sound of `clean`, with one thread and with several.
static bool sounds_like(bytes clean)
{
    CHECK(convert(&standard, 1) == ACC_MP3_OK);
    bytes sound = load(out_path);
    bool same = sound.len == clean.len && memcmp(sound.data, clean.data, clean.len) == 0;
    free(sound.data);
    return same;
}

// Emphasis 2 is reserved, and ISO's l3-hecommon has it.
static void reserved_emphasis_is_read(void)
{
    bytes b = encode(44100, 2, 60000, "-b 128");
    CHECK(convert(&standard, 1) == ACC_MP3_OK);
    bytes clean = load(out_path);
    size_t at[200], count = find_frames(b, at, 199);
    for (size_t k = 0; k < count; k++)
        b.data[at[k] + 3] |= 2;
    save(in_path, b.data, b.len);
    CHECK(sounds_like(clean) && report.damage_count == 0);
    free(clean.data), free(b.data);
}

// After a damaged header the zeros of a silent frame confirm no header: the stream continues with its own kind.
static void zeros_confirm_no_other_kind(void)
{
    bytes b = encode(44100, 2, 60000, "-b 128");
    size_t at[200], count = find_frames(b, at, 199);
    CHECK(count > 30);
    uint8_t *frame = b.data + at[20];
    memset(frame, 0, at[21] - at[20]);
    memcpy(frame + 100, "\xFF\xF3\x40\xC4", 4);  // MPEG-2, 32 kbit/s, 22.05 kHz, 104 bytes
    save(in_path, b.data, b.len);
    CHECK(convert(&standard, 1) == ACC_MP3_OK && report.format_changes == 0);
    CHECK(report.damage_count == 1 && report.frames_lost <= 4 && report.mp3_frames == count - 2);
    free(b.data);
}

// The tag states the number of frames, so a cut between frames is detected.
static void cut_on_a_border_is_reported(void)
{
    static const char *const options[] = {"-b 128", "-V 4", "-b 64 -m m --resample 22.05"};
    size_t at[3000], kinds = is_long() ? sizeof options / sizeof *options : 1;
    for (size_t i = 0; i < kinds; i++) {
        bytes b = encode(44100, 2, 44100 * 60, options[i]);
        size_t count = find_frames(b, at, 2999);
        for (size_t less = 1; less < 400; less = 3 * less + 1)
            for (size_t extra = 0; extra < 5; extra += is_long() ? 1 : 2) {
                save(in_path, b.data, at[count - less] + extra);
                CHECK(convert(&standard, 1) == ACC_MP3_OK);
                acc_mp3_report alone = report;
                CHECK(report.damage_count == 1 && report.damage[0].at_end && report.is_cut);
                CHECK(report.damage[0].frames == less && report.frames_lost == less);
                CHECK(report.damage[0].bytes == extra && report.mp3_frames == count - 1 - less);
                CHECK(convert(&standard, 3) == ACC_MP3_OK);
                CHECK(memcmp(&alone, &report, sizeof report) == 0);
            }
        free(b.data);
    }
}

static void put_be32(uint8_t *out, size_t value)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> (24 - 8 * i));
}

// Replaces the first frame's tag by one of the kind, which states frames and bytes. LAME's part stays if `lame`.
static void put_tag(bytes b, const char *kind, bool lame, size_t frames, size_t size)
{
    uint8_t *tag = b.data + 36, part[24];
    memcpy(part, tag + 120, sizeof part);
    memset(tag, 0, 150);
    memcpy(tag, kind, 4);
    if (strcmp(kind, "VBRI") == 0) {
        put_be32(tag + 10, size);
        put_be32(tag + 14, frames);
        return;
    }
    put_be32(tag + 4, 15);
    put_be32(tag + 8, frames);
    put_be32(tag + 12, size);
    if (lame)
        memcpy(tag + 120, part, sizeof part);
}

// Programs that cut files count the tag's own frame, others leave out a frame: nothing is missing, and the padding is cut.
static void counts_may_be_off_by_one(void)
{
    static const struct {
        const char *kind;
        bool lame;
    } kinds[] = {{"Info", true}, {"Info", false}, {"Xing", true}, {"Xing", false}, {"VBRI", false}};
    size_t at[200];
    bytes b = encode(44100, 2, 60000, "-b 128");
    size_t count = find_frames(b, at, 199);
    static const uint8_t id3v1[128] = "TAG", garbage[500] = "garbage";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (size_t stated = count - 2; stated <= count; stated++)
            for (int with_bytes = 0; with_bytes < 2; with_bytes++) {
                bytes file = joined(b, id3v1, sizeof id3v1);
                put_tag(file, kinds[i].kind, kinds[i].lame, stated, with_bytes ? b.len : 0);
                save(in_path, file.data, file.len);
                free(file.data);
                CHECK(convert(&standard, 1) == ACC_MP3_OK && report.damage_count == 0);
                CHECK(!report.is_cut && report.frames_lost == 0 && report.gapless == kinds[i].lame);
                CHECK(report.source_frames == (kinds[i].lame ? 60000 : (count - 1) * 1152));
            }
    // garbage behind: the stated bytes show the last frame
    bytes file = joined(b, garbage, sizeof garbage);
    put_tag(file, "Info", true, count, b.len);
    save(in_path, file.data, file.len);
    CHECK(convert(&standard, 1) == ACC_MP3_OK && report.frames_lost == 0 && !report.is_cut);
    CHECK(report.damage_count == 1 && report.damage[0].bytes == sizeof garbage);
    free(file.data), free(b.data);
}

// A cut inside a frame: that frame and the tag's frames after it are each reported as lost once.
static void cut_within_a_frame_is_reported(void)
{
    bytes b = encode(44100, 2, 60000, "-b 128");
    size_t at[200], count = find_frames(b, at, 199);
    for (size_t less = 1; less < 8; less += 3) {
        save(in_path, b.data, at[count - less] + 200);
        CHECK(convert(&standard, 1) == ACC_MP3_OK && report.is_cut);
        acc_mp3_report alone = report;
        CHECK(report.frames_lost == less && report.mp3_frames == count - 1 - less);
        size_t frames = 0;
        for (size_t i = 0; i < report.damage_count; i++)
            frames += report.damage[i].frames;
        CHECK(frames == less && report.damage[report.damage_count - 1].at_end);
        CHECK(convert(&standard, 3) == ACC_MP3_OK);
        CHECK(memcmp(&alone, &report, sizeof report) == 0);
    }
    free(b.data);
}

static bool is_damage(size_t i, size_t offset, size_t frames, bool at_end)
{
    const acc_mp3_damage *d = &report.damage[i];
    return d->offset == offset && d->frames == frames && d->at_end == at_end;
}

// In two concatenated files each tag counts its own frames, and damage is reported at its place.
static void each_tag_counts_its_own(void)
{
    bytes b = encode(44100, 2, 60000, "-b 128");
    size_t at[200], count = find_frames(b, at, 199);
    uint8_t *file = malloc(3 * b.len);
    for (int damaged = 0; damaged < 2; damaged++) {
        size_t first = at[count - 6];
        memcpy(file, b.data, first);
        memcpy(file + first, b.data, b.len);
        // the overwritten frame is one of the first file's
        if (damaged)
            memset(file + at[20], 0xAA, at[21] - at[20]);
        save(in_path, file, first + at[count - 3]);
        CHECK(convert(&standard, 1) == ACC_MP3_OK && report.is_cut);
        // the previous frame is not trusted, and the next one reaches back into the overwritten one
        CHECK(!damaged || is_damage(0, at[19], 3, false));
        CHECK(is_damage((size_t)damaged, first, 6, false));
        CHECK(is_damage((size_t)damaged + 1, first + at[count - 3], 3, true));
        CHECK(report.damage_count == 2 + (size_t)damaged &&
              report.frames_lost == (damaged ? 12 : 9));
        CHECK(report.frames_omitted == (size_t)damaged);
    }
    free(file), free(b.data);
}

// With one to three bytes of a frame after the last whole one, good samples must not count as padding.
static void cut_header_trims_nothing(void)
{
    bytes b = encode(44100, 2, 60000, "-b 128");
    size_t at[200], count = find_frames(b, at, 199);
    save(in_path, b.data, at[count - 5]);
    CHECK(convert(&standard, 1) == ACC_MP3_OK);
    bytes whole = load(out_path);
    for (size_t extra = 1; extra < 4; extra++) {
        save(in_path, b.data, at[count - 5] + extra);
        CHECK(sounds_like(whole) && report.damage[0].at_end);
    }
    free(whole.data), free(b.data);
}

static bytes lyrics(const char *mark)
{
    static char text[200];
    int size = snprintf(text, sizeof text, "LYRICSBEGININD0000200LYR00013This TAG, LAME.");
    size += snprintf(text + size, sizeof text - (size_t)size, "%s", mark);
    return (bytes){(uint8_t *)text, (size_t)size};
}

// An APE tag of version 1: items, then the footer. No header.
static bytes ape(void)
{
    static uint8_t tag[100];
    static const char item[] = "\5\0\0\0\0\0\0\0Title\0Hello\6\0\0\0\0\0\0\0Artist\0A band";
    size_t items = sizeof item - 1;
    memset(tag, 0, sizeof tag);
    memcpy(tag, item, items);
    memcpy(tag + items, "APETAGEX\xE8\3\0\0", 12);
    tag[items + 12] = (uint8_t)(items + 32);
    tag[items + 16] = 2;
    return (bytes){tag, items + 32};
}

// Trailers after the last frame are no damage, in any order.
static void trailers_are_no_damage(void)
{
    uint8_t id3v1[256] = "TAGtitle";
    memcpy(id3v1 + 128, "TAGagain", 8);
    static uint8_t zeros[5000];
    static const char *const options[] = {"-b 128", "-t -b 96"};  // with a tag, and without
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        bytes b = encode(44100, 2, 60000, options[i]);
        CHECK(convert(&standard, 1) == ACC_MP3_OK && report.damage_count == 0);
        bytes clean = load(out_path);
        bytes lyrics1 = lyrics("LYRICSEND"), with = joined(b, lyrics1.data, lyrics1.len);
        bytes two = lyrics("000044LYRICS200"), with_two = joined(b, two.data, two.len);
        bytes with_ape = joined(b, ape().data, ape().len);
        bytes all[] = {with,
                       with_two,
                       with_ape,
                       joined(b, id3v1, 128),
                       joined(b, id3v1, 256),
                       joined(b, zeros, 1),
                       joined(b, zeros, 31),
                       joined(b, zeros, 5000),
                       joined(with, id3v1, 128),
                       joined(with_two, id3v1, 128),
                       joined(with_ape, id3v1, 128),
                       joined(with_ape, zeros, 3000)};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
            save(in_path, all[k].data, all[k].len);
            bool same = sounds_like(clean);
            CHECK(same && report.damage_count == 0 && report.frames_lost == 0 && !report.is_cut);
            if (!same || report.damage_count)
                printf("%s, trailer %zu\n", options[i], k);
            free(all[k].data);
        }
        free(clean.data), free(b.data);
    }
}

// Zeros between frames are damage: sound is missing.
static void zeros_inside_are_damage(void)
{
    bytes b = encode(44100, 2, 60000, "-b 128");
    size_t at[200];
    CHECK(find_frames(b, at, 199) > 30);
    memset(b.data + at[20], 0, at[22] - at[20]);
    save(in_path, b.data, b.len);
    CHECK(convert(&standard, 1) == ACC_MP3_OK);
    CHECK(report.damage_count == 1 && report.damage[0].bytes == at[22] - at[20]);
    free(b.data);
}

static bool append(void *user, const uint8_t *data, size_t len)
{
    bytes *b = user;
    b->data = realloc(b->data, b->len + len);
    CHECK(b->data);
    memcpy(b->data + b->len, data, len);
    b->len += len;
    return true;
}

// Converts the bytes in pieces; the size is not known.
static bytes stream(bytes source, const acc_mp3_format *format)
{
    bytes sound = {NULL, 0};
    acc_mp3_converter *c = acc_mp3_converter_new(format, append, &sound);
    for (size_t at = 0; at < source.len; at += 1000)
        acc_mp3_converter_feed(c, source.data + at,
                               source.len - at < 1000 ? source.len - at : 1000);
    CHECK(acc_mp3_converter_finish(c, &report) == ACC_MP3_OK);
    acc_mp3_converter_free(c);
    return sound;
}

static const acc_mp3_format timed = {
    .rate = 44100, .bits = 16, .bytes = 2, .channels = 1, .keeps_timeline = true};

// Whether the file in in_path has the length of `clean` and its sound in the last quarter, also with several threads.
static bool keeps_time(bytes clean)
{
    CHECK(convert(&timed, 1) == ACC_MP3_OK);
    acc_mp3_report alone = report;
    bytes sound = load(out_path);
    CHECK(convert(&timed, 3) == ACC_MP3_OK && memcmp(&alone, &report, sizeof report) == 0);
    bytes more = load(out_path);
    size_t last = clean.len / 4 * 3;
    bool same = sound.len == clean.len && more.len == sound.len &&
                memcmp(more.data, sound.data, sound.len) == 0;
    for (size_t i = last & ~(size_t)1; same && i < clean.len; i += 2)
        same = abs((int16_t)(sound.data[i] | sound.data[i + 1] << 8) -
                   (int16_t)(clean.data[i] | clean.data[i + 1] << 8)) <= 1;
    free(sound.data), free(more.data);
    return same;
}

// Overwritten frames count as lost, at their places, and silence of their length keeps the later sound at its time.
static void overwritten_frames_are_counted(void)
{
    static const char *const options[] = {"-b 128", "-V 4", "-t -b 128", "-b 64 --resample 22.05"};
    static const size_t first[] = {30, 60, 61}, last[] = {31, 61, 99};
    static size_t at[3000];
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        for (size_t k = 0; k < 3; k++) {
            bytes b = encode(44100, 2, i == 0 && k == 2 ? 44100 * 55 : 200000, options[i]);
            CHECK(convert(&timed, 1) == ACC_MP3_OK && report.frames_filled == 0);
            bytes clean = load(out_path);
            size_t count = find_frames(b, at, 2999), has_tag = report.gapless;
            CHECK(report.mp3_frames == count - has_tag);
            for (size_t place = 0; place <= k; place++)
                for (size_t byte = at[first[place]]; byte < at[last[place]]; byte++)
                    b.data[byte] = k == 1 ? 0x55 : 0;
            save(in_path, b.data, b.len);
            bool same = keeps_time(clean);
            uint64_t gone = count - has_tag - report.mp3_frames, frames = 0;
            if (!same || report.frames_omitted != gone)
                printf("%s, %zu: %d of %d left out\n", options[i], k, (int)report.frames_omitted,
                       (int)gone);
            CHECK(same && report.frames_omitted == gone && report.frames_filled == gone);
            CHECK(!report.is_cut && report.frames_lost > gone && report.frames_lost < gone + 20);
            for (size_t d = 0; d < report.damage_count; d++)
                frames += report.damage[d].frames;
            CHECK(frames == report.frames_lost && gone > 0);
            // by default the later sound moves forward
            acc_mp3_format own = timed;
            own.keeps_timeline = false;
            uint64_t whole = report.frames;
            CHECK(convert(&own, 3) == ACC_MP3_OK && report.frames_omitted == gone);
            CHECK(report.frames_filled == 0 && report.frames_lost == frames);
            CHECK(whole - report.frames == gone * 1152);
            // in a stream the mean length counts, which is exact at a constant bit rate
            bytes streamed = stream(b, &timed);
            CHECK(i == 1 || streamed.len == clean.len);
            CHECK(report.frames_omitted == gone && (i == 1 || report.frames_filled == gone));
            free(streamed.data), free(clean.data), free(b.data);
        }
}

// Inserted bytes, and bytes behind the sound, take no time if the tag shows that no frame is missing.
static void inserted_bytes_take_no_time(void)
{
    size_t at[600];
    bytes b = encode(44100, 2, 441000, "-b 128");
    CHECK(convert(&timed, 1) == ACC_MP3_OK);
    bytes clean = load(out_path);
    CHECK(find_frames(b, at, 599) > 300);
    uint8_t *file = malloc(b.len + 20000);
    memset(file, 'x', b.len + 20000);
    memcpy(file, b.data, at[50]);
    memcpy(file + at[50] + 10000, b.data + at[50], b.len - at[50]);
    save(in_path, file, b.len + 20000);
    CHECK(keeps_time(clean) && report.frames_omitted == 0 && report.frames_filled == 0);
    // overwritten frames before other bytes at the end
    memcpy(file, b.data, b.len);
    memset(file + b.len, 'x', 20000);
    memset(file + at[50], 'x', at[60] - at[50]);
    save(in_path, file, b.len + 20000);
    CHECK(keeps_time(clean) && report.frames_omitted == 10);
    // and before overwritten ones at the end, which no sound follows
    memset(file + at[300], 'x', b.len - at[300]);
    save(in_path, file, b.len);
    CHECK(convert(&timed, 1) == ACC_MP3_OK && report.frames_omitted == 10);
    CHECK(report.frames_filled == 10);
    // a tag that states too many frames for its bytes
    memcpy(file, b.data, b.len);
    memset(file + at[50], 'x', at[60] - at[50]);
    put_be32(file + 36 + 8, 0x7FFFFFFF);
    bytes sound = stream((bytes){file, b.len}, &timed);
    CHECK(report.frames_filled == 10 && sound.len > 0);
    free(sound.data), free(file), free(clean.data), free(b.data);
}

static size_t put_chunk(uint8_t *out, const char *name, const void *data, size_t size)
{
    memcpy(out, name, 4);
    for (int i = 0; i < 4; i++)
        out[4 + i] = (uint8_t)(size >> 8 * i);
    memcpy(out + 8, data, size);
    return 8 + size;
}

// MP3 in RIFF: both forms of the format, chunks before and after.
static void riff_is_opened(void)
{
    static const uint8_t plain[30] = {0x55, 0, 2, 0, 0x44, 0xAC, 0, 0};
    static const uint8_t extensible[40] = {0xFE, 0xFF, 2, 0,  0x44, 0xAC, 0, 0, 0, 0, 0, 0,   0,
                                           0,    0,    0, 22, 0,    0,    0, 0, 0, 0, 0, 0x55};
    static const uint8_t pcm[16] = {1, 0, 2, 0, 0x44, 0xAC, 0, 0};
    static const uint8_t list[1000] = "INFOISFTaccessory";
    bytes b = encode(44100, 2, 60000, "-b 128");
    CHECK(convert(&standard, 1) == ACC_MP3_OK);
    bytes clean = load(out_path);
    uint8_t *file = malloc(b.len + 3000);
    struct {
        const uint8_t *fmt;
        size_t size;
    } kinds[] = {{plain, 30}, {extensible, 40}, {pcm, 16}};
    for (size_t k = 0; k < 3; k++)
        for (int open_ended = 0; open_ended < 2; open_ended++) {
            memcpy(file, "RIFF\0\0\0\0WAVE", 12);
            size_t size = 12 + put_chunk(file + 12, "bext", list, sizeof list);
            size += put_chunk(file + size, "fmt ", kinds[k].fmt, kinds[k].size);
            size_t data = size;
            size += put_chunk(file + size, "data", b.data, b.len);
            if (open_ended)
                memset(file + data + 4, 0xFF, 4);
            else
                size += put_chunk(file + size, "LIST", list, sizeof list);
            save(in_path, file, size);
            if (k == 2)
                CHECK(convert(&standard, 1) == ACC_MP3_OTHER_FORMAT);
            else
                CHECK(sounds_like(clean) && report.damage_count == 0);
            if (k < 2 && !open_ended) {  // the header states more than is present
                save(in_path, file, data + 8 + b.len / 2);
                CHECK(convert(&standard, 1) == ACC_MP3_OK && report.is_cut);
            }
        }
    free(file), free(clean.data), free(b.data);
}

// A wrong CRC is a damaged frame, in layer III and II; in a stream whose CRCs were never right it is ignored.
static void check_sums_are_used(void)
{
    size_t at[300];
    bytes b = encode(44100, 2, 200000, "-b 128 -p");
    CHECK(convert(&standard, 1) == ACC_MP3_OK && report.damage_count == 0);
    size_t count = find_frames(b, at, 299);
    CHECK(count > 100);
    for (size_t k = 50; k < 100; k += 10)
        b.data[at[k] + 4] ^= 1;
    save(in_path, b.data, b.len);
    CHECK(convert(&standard, 1) == ACC_MP3_OK);
    CHECK(report.damage_count == 5 && report.frames_lost >= 5 && report.frames_lost < 20);
    CHECK(report.damage[0].offset == at[50]);
    for (size_t k = 1; k < count; k++)
        b.data[at[k] + 5] ^= 0x55;
    save(in_path, b.data, b.len);
    CHECK(convert(&standard, 1) == ACC_MP3_OK && report.damage_count == 0);
    free(b.data);
}

// Layer II protects the allocation and the selection of scale factors, whose widths five tables state.
static void check_sums_of_layer_2_are_used(void)
{
    static const struct {
        uint32_t rate;
        const char *options;
    } kinds[] = {{44100, "-b 192 -m s"}, {44100, "-b 128 -m j"}, {44100, "-b 64 -m j"},
                 {48000, "-b 96 -m j"},  {32000, "-b 64 -m j"},  {32000, "-b 256 -m s"},
                 {44100, "-b 56 -m m"},  {44100, "-b 160 -m m"}, {22050, "-b 64 -m s"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t at[200];
        char command[300];
        save_wav(kinds[i].rate, 2, kinds[i].rate);
        snprintf(command, sizeof command, "twolame --quiet -p %s %s %s >/dev/null 2>&1",
                 kinds[i].options, wav_path, in_path);
        CHECK(system(command) == 0);
        bytes b = load(in_path);
        size_t count = find_frames(b, at, 199);
        CHECK(convert(&standard, 1) == ACC_MP3_OK && report.damage_count == 0 && count > 15);
        b.data[at[10] + 7] ^= 1;  // the allocation of the first subbands
        save(in_path, b.data, b.len);
        CHECK(convert(&standard, 1) == ACC_MP3_OK && report.damage_count == 1);
        CHECK(report.damage[0].offset == at[10] && report.frames_lost == 1);
        free(b.data);
    }
}

int main(void)
{
    open_folder();
    if (have("lame", "decoding")) {
        reserved_emphasis_is_read();
        zeros_confirm_no_other_kind();
        cut_on_a_border_is_reported();
        counts_may_be_off_by_one();
        cut_within_a_frame_is_reported();
        each_tag_counts_its_own();
        cut_header_trims_nothing();
        trailers_are_no_damage();
        zeros_inside_are_damage();
        overwritten_frames_are_counted();
        inserted_bytes_take_no_time();
        riff_is_opened();
        check_sums_are_used();
    }
    if (have("twolame", "check sums of layer II"))
        check_sums_of_layer_2_are_used();
    remove_folder();
    return failures;
}
