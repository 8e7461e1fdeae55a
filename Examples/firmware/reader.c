#include "reader.h"

#include <accessory/crc.h>

#include <string.h>

enum { SWIPE_US = 300000, START_US = 250000, WAKE_MS = 100 };

static const char version[] = "reader 1.0";
static const char insert_card[] = "please swipe the card";
static const char card[] = "5413330000000000=2512";

acc_status reader_init(reader *r, uint32_t seed)
{
    acc_status status =
        audio_end_init(&r->end, ACC_LINK_ACCESSORY, seed, r->buffer, sizeof r->buffer);
    if (status != ACC_OK)
        return status;
    status = cable_end_init(&r->cable, r->picture, sizeof r->picture);
    if (status != ACC_OK)
        return status;
    r->powered = r->waits_for_card = false;
    acc_tone_detector_init(&r->wake, AUDIO_RATE, ACC_TONE_WAKE_HERTZ, WAKE_MS);
    acc_link_detect(&r->end.link, 0);
    return ACC_OK;
}

static void answer(reader *r, const void *bytes, size_t len)
{
    r->answer_len = (uint32_t)len;
    memcpy(r->answer, bytes, len);
    acc_link_respond(&r->end.link, audio_end_now(&r->end), r->answer, len);
}

// `V` requests the version, `C` a card, `P` the picture's size and checksum; any other request is echoed.
static void work(reader *r, const uint8_t *request, uint32_t len)
{
    if (len == 1 && request[0] == 'V') {
        answer(r, version, strlen(version));
    } else if (len == 1 && request[0] == 'C') {
        r->waits_for_card = true;
        r->card_at = audio_end_now(&r->end) + SWIPE_US;
        acc_link_progress(&r->end.link, audio_end_now(&r->end), (const uint8_t *)insert_card,
                          strlen(insert_card));
    } else if (len == 1 && request[0] == 'P') {
        uint16_t check = acc_crc16_ccitt(0xFFFF, r->picture, r->cable.len);
        uint8_t bytes[] = {(uint8_t)(r->cable.len >> 8), (uint8_t)r->cable.len,
                           (uint8_t)(check >> 8), (uint8_t)check};
        answer(r, bytes, sizeof bytes);
    } else {
        answer(r, request, len);
    }
}

static void act(reader *r, const acc_link_event *event)
{
    switch (event->kind) {
    case ACC_LINK_EVENT_RECEIVED:
        work(r, event->bytes, event->len);
        break;
    case ACC_LINK_EVENT_ERROR:
        r->waits_for_card = false;  // cancelled, or the host was lost
        break;
    case ACC_LINK_EVENT_ASLEEP:
        r->powered = false;
        break;
    default:
        break;
    }
}

void reader_step(reader *r, const float captured[AUDIO_BLOCK], float played[AUDIO_BLOCK])
{
    acc_link_event event;
    // on a board, a comparator on the audio line wakes the processor for the wake tone
    if (!r->powered && acc_tone_detector_push(&r->wake, captured, AUDIO_BLOCK)) {
        r->powered = true;
        r->ready_at = audio_end_now(&r->end) + START_US;
        acc_link_wake(&r->end.link, r->ready_at);
    }
    if (!r->powered || audio_end_now(&r->end) < r->ready_at) {
        memset(played, 0, AUDIO_BLOCK * sizeof *played);
        r->end.samples += AUDIO_BLOCK;
        return;
    }
    cable_end_receive(&r->cable, captured, AUDIO_BLOCK);
    if (r->cable.is_receiving)
        r->end.samples += AUDIO_BLOCK;  // this block contains no frame of the link
    else
        audio_end_receive(&r->end, captured, AUDIO_BLOCK);
    if (r->waits_for_card && audio_end_now(&r->end) >= r->card_at) {
        r->waits_for_card = false;
        answer(r, card, strlen(card));
    }
    while (audio_end_poll(&r->end, &event))
        act(r, &event);
    audio_end_render(&r->end, played, AUDIO_BLOCK);
}
