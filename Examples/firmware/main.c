// Host and reader in one program, connected by a simulated cable with noise and crosstalk. The host opens
// the reader, requests its version, reads a card, sends a longer request, cancels a request, sends a picture
// with the cable modem, and closes. On a board, only reader_step runs, with samples from the codec.
#include "reader.h"

#include <accessory/crc.h>

#include <stdio.h>
#include <string.h>

enum { HOST_BUFFER = 4096, SECONDS = 60 };

static reader device;
static audio_end host;
static acc_cable_sender *host_cable;
static _Alignas(64) uint8_t host_cable_memory[16384];
static uint8_t picture[6000];
static uint8_t host_buffer[HOST_BUFFER], request[1500];
static float to_device[AUDIO_BLOCK], to_host[AUDIO_BLOCK];

static float noise(void)
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return ((float)(state >> 8) / 8388608.0f - 1) * 0.02f;
}

static void host_receives(void)
{
    float received[AUDIO_BLOCK];
    for (int i = 0; i < AUDIO_BLOCK; i++)
        received[i] = 0.5f * to_host[i] + 0.1f * to_device[i] + noise();
    audio_end_receive(&host, received, AUDIO_BLOCK);
}

static void host_sends(void)
{
    float received[AUDIO_BLOCK];
    if (acc_cable_sender_is_busy(host_cable))
        acc_cable_sender_render(host_cable, to_device, AUDIO_BLOCK);
    else
        audio_end_render(&host, to_device, AUDIO_BLOCK);
    for (int i = 0; i < AUDIO_BLOCK; i++)
        received[i] =
            -0.3f * to_device[i] + 0.1f * to_host[i] + noise();  // the cable inverts the signal
    reader_step(&device, received, to_host);
}

// One block of sound in each direction. The host has no request, so its events are ignored.
static void pass_block(void)
{
    acc_link_event event;
    host_receives();
    while (audio_end_poll(&host, &event))
        ;
    host_sends();
}

// Runs until an event ends the host's operation; prints the reader's progress messages.
static acc_link_event run(void)
{
    acc_link_event event = {.kind = ACC_LINK_EVENT_TIMEOUT};
    for (int block = 0; block < SECONDS * AUDIO_RATE / AUDIO_BLOCK; block++) {
        host_receives();
        while (audio_end_poll(&host, &event)) {
            switch (event.kind) {
            case ACC_LINK_EVENT_PROGRESS:
                printf("reader: %.*s\n", (int)event.len, (const char *)event.bytes);
                break;
            case ACC_LINK_EVENT_OPENED:
            case ACC_LINK_EVENT_OPEN_FAILED:
            case ACC_LINK_EVENT_RECEIVED:
            case ACC_LINK_EVENT_TIMEOUT:
            case ACC_LINK_EVENT_ERROR:
            case ACC_LINK_EVENT_CLOSED:
                return event;
            default:
                break;
            }
        }
        host_sends();
    }
    return event;
}

static bool ask(const void *bytes, size_t len, const char *expected, size_t expected_len)
{
    acc_link_exchange(&host.link, audio_end_now(&host), bytes, len, 20000000);
    acc_link_event event = run();
    bool right = event.kind == ACC_LINK_EVENT_RECEIVED && event.len == expected_len &&
                 memcmp(event.bytes, expected, expected_len) == 0;
    printf("%u bytes asked, %u answered: %s\n", (unsigned)len, (unsigned)event.len,
           right ? "right" : "wrong");
    return right;
}

static bool cancel(void)
{
    acc_link_exchange(&host.link, audio_end_now(&host), (const uint8_t *)"C", 1, 20000000);
    acc_link_cancel(&host.link, audio_end_now(&host));
    acc_link_event event = run();
    printf("cancelled: %d\n", (int)event.code);
    return event.kind == ACC_LINK_EVENT_ERROR && event.code == ACC_LINK_ERROR_CANCELLED;
}

// Sends the picture, waits 250 ms until the reader has decoded it, and requests its checksum.
static bool show(void)
{
    for (size_t i = 0; i < sizeof picture; i++)
        picture[i] = (uint8_t)(i * 2654435761u >> 24);
    uint16_t check = acc_crc16_ccitt(0xFFFF, picture, sizeof picture);
    char expected[] = {(char)(sizeof picture >> 8), (char)sizeof picture, (char)(check >> 8),
                       (char)check};
    if (acc_cable_sender_start(host_cable, &cable_end_mode, picture, sizeof picture) != ACC_OK)
        return false;
    uint64_t began = audio_end_now(&host);
    while (acc_cable_sender_is_busy(host_cable))
        pass_block();
    uint64_t ms = (audio_end_now(&host) - began) / 1000;
    for (int block = 0; block < AUDIO_RATE / 4 / AUDIO_BLOCK; block++)
        pass_block();
    printf("picture of %u bytes sent in %u ms\n", (unsigned)sizeof picture, (unsigned)ms);
    return ask("P", 1, expected, sizeof expected);
}

int main(void)
{
    static const acc_cable_limits limits = {
        .symbol = 1024, .lifting = 64, .depth = 1, .bits = 3, .window = 2, .taps = 32};
    if (acc_cable_sender_init(host_cable_memory, sizeof host_cable_memory, &limits, 0.8f,
                              &host_cable) != ACC_OK)
        return 1;
    if (reader_init(&device, 1) != ACC_OK ||
        audio_end_init(&host, ACC_LINK_HOST, 2, host_buffer, sizeof host_buffer) != ACC_OK)
        return 1;
    for (size_t i = 0; i < sizeof request; i++)
        request[i] = (uint8_t)(i * 7 + i / 256);
    acc_link_detect(&host.link, 0);
    acc_link_open(&host.link, 0);
    acc_link_event event = run();
    printf("opened after %u ms\n", (unsigned)(audio_end_now(&host) / 1000));
    if (event.kind != ACC_LINK_EVENT_OPENED)
        return 1;
    bool well = ask("V", 1, "reader 1.0", 10) && ask("C", 1, "5413330000000000=2512", 21) &&
                ask(request, sizeof request, (const char *)request, sizeof request) && cancel() &&
                show();
    acc_link_close(&host.link, audio_end_now(&host));
    event = run();
    printf("closed: %d\n", (int)event.code);
    return well && event.kind == ACC_LINK_EVENT_CLOSED && event.code == 0 ? 0 : 1;
}
