// Service discovery: records that libbluetooth writes are read like it reads them, and answers in pages are joined.
#include "check.h"
#include "host/bluez/sdp.h"
#include "host/bluez/socket.h"

#include <bluetooth/bluetooth.h>
#include <bluetooth/sdp.h>
#include <bluetooth/sdp_lib.h>
#include <stdlib.h>

// possible protocol lists of a record
enum shape { NO_PROTOCOLS, L2CAP_ALONE, SERIAL, OBEX, NO_CHANNEL, TWO_STACKS, SHAPES };
// widths of its UUIDs
enum width { WIDTH_16, WIDTH_32, WIDTH_128, WIDTHS };

static uuid_t *uuid_of(enum width width, uint16_t number, uuid_t *uuid)
{
    if (width == WIDTH_16)
        return sdp_uuid16_create(uuid, number);
    if (width == WIDTH_32)
        return sdp_uuid32_create(uuid, number);
    uuid_t narrow;
    uuid_t *wide = sdp_uuid_to_uuid128(sdp_uuid16_create(&narrow, number));
    *uuid = *wide;
    bt_free(wide);
    return uuid;
}

// A sequence of a protocol's UUID and, when not 0, one parameter of 8 bits.
static sdp_data_t *protocol(enum width width, uint16_t number, uint8_t parameter)
{
    static uint8_t uuid_kinds[] = {SDP_UUID16, SDP_UUID32, SDP_UUID128}, byte = SDP_UINT8;
    uuid_t uuid;
    uuid_of(width, number, &uuid);
    void *kinds[] = {&uuid_kinds[width], &byte}, *values[] = {&uuid.value, &parameter};
    return sdp_seq_alloc(kinds, values, parameter ? 2 : 1);
}

static sdp_data_t *sequence(sdp_data_t *first, sdp_data_t *second, sdp_data_t *third)
{
    sdp_data_t *list = sdp_seq_append(NULL, first);
    if (second)
        list = sdp_seq_append(list, second);
    if (third)
        list = sdp_seq_append(list, third);
    return sdp_data_alloc(SDP_SEQ8, list);
}

static sdp_data_t *protocols(enum shape shape, enum width width, uint8_t channel)
{
    sdp_data_t *l2cap = protocol(width, L2CAP_UUID, 0);
    switch (shape) {
    case SERIAL:
        return sequence(l2cap, protocol(width, RFCOMM_UUID, channel), NULL);
    case OBEX:
        return sequence(l2cap, protocol(width, RFCOMM_UUID, channel),
                        protocol(width, OBEX_UUID, 0));
    case NO_CHANNEL:
        return sequence(l2cap, protocol(width, RFCOMM_UUID, 0), NULL);
    case TWO_STACKS: {
        sdp_data_t *other = sequence(protocol(width, L2CAP_UUID, 0), NULL, NULL);
        sdp_data_t *serial = sequence(l2cap, protocol(width, RFCOMM_UUID, channel), NULL);
        return sdp_data_alloc(SDP_ALT8, sdp_seq_append(other, serial));
    }
    default:
        return sequence(l2cap, NULL, NULL);
    }
}

// Writes a record with libbluetooth, with attributes before and after the protocols; returns its size.
static size_t write_record(enum shape shape, enum width width, uint8_t channel, size_t name_size,
                           uint8_t *out, size_t room)
{
    char name[1000] = {0};
    memset(name, 'n', name_size);
    sdp_record_t *record = sdp_record_alloc();
    sdp_attr_add_new(record, SDP_ATTR_RECORD_HANDLE, SDP_UINT32, &(uint32_t){0x10001});
    sdp_data_t *list = shape == NO_PROTOCOLS ? NULL : protocols(shape, width, channel);
    if (list)
        sdp_attr_add(record, SDP_ATTR_PROTO_DESC_LIST, list);
    sdp_set_info_attr(record, name, "provider", "description");
    sdp_buf_t packet = {0};
    CHECK(sdp_gen_record_pdu(record, &packet) == 0 && packet.data_size <= room);
    memcpy(out, packet.data, packet.data_size);
    free(packet.data);
    if (shape == TWO_STACKS)
        list->dtd =
            SDP_SEQ8;  // libbluetooth frees the items of a sequence, but not of alternatives
    sdp_record_free(record);
    return packet.data_size;
}

// The channel that libbluetooth reads, 0 for none.
static int reference_channel(const uint8_t *bytes, size_t size)
{
    int scanned, channel = 0;
    sdp_list_t *stacks = NULL;
    sdp_record_t *record = sdp_extract_pdu(bytes, (int)size, &scanned);
    CHECK(record != NULL && scanned == (int)size);
    if (sdp_get_access_protos(record, &stacks) == 0) {
        channel = sdp_get_proto_port(stacks, RFCOMM_UUID);
        sdp_list_foreach(stacks, (sdp_list_func_t)sdp_list_free, NULL);
        sdp_list_free(stacks, NULL);
    }
    sdp_record_free(record);
    return channel;
}

// Puts records into the sequence of a response.
static size_t wrap(const uint8_t *records, size_t size, uint8_t *out)
{
    const uint8_t head[] = {0x36, (uint8_t)(size >> 8), (uint8_t)size};
    memcpy(out, head, sizeof head);
    memcpy(out + sizeof head, records, size);
    return sizeof head + size;
}

// No prefix is read beyond its end or has another channel.
static void check_prefixes(const uint8_t *lists, size_t size, int channel)
{
    for (size_t length = 0; length < size; length++) {
        uint8_t *exact = malloc(length + !length);
        memcpy(exact, lists, length);
        int found = acc_sdp_rfcomm_channel(exact, length);
        CHECK(found == 0 || found == channel);
        free(exact);
    }
}

static void test_records(void)
{
    uint8_t record[2048], lists[2048];
    int with_channel = 0;
    for (int shape = 0; shape < SHAPES; shape++)
        for (int width = 0; width < WIDTHS; width++)
            for (size_t name_size = 0; name_size < 1000; name_size += 333)
                for (uint8_t channel = 1; channel <= 30; channel = (uint8_t)(channel * 2 + 1)) {
                    size_t size = write_record((enum shape)shape, (enum width)width, channel,
                                               name_size, record, sizeof record);
                    // libbluetooth does not read alternatives (Core 5.4, Vol 3, Part B, section 5.1.5)
                    int want = shape == TWO_STACKS ? channel : reference_channel(record, size);
                    size = wrap(record, size, lists);
                    CHECK(acc_sdp_rfcomm_channel(lists, size) == want);
                    CHECK(want == 0 || want == channel);
                    check_prefixes(lists, size, channel);
                    with_channel += want > 0;
                }
    // SERIAL, OBEX and TWO_STACKS
    CHECK(with_channel == 3 * WIDTHS * 4 * 4);
}

static void test_first_record_wins(void)
{
    uint8_t records[4096], lists[4096];
    size_t size = write_record(NO_PROTOCOLS, WIDTH_16, 0, 0, records, sizeof records);
    size += write_record(L2CAP_ALONE, WIDTH_128, 0, 0, records + size, sizeof records - size);
    size += write_record(SERIAL, WIDTH_32, 7, 0, records + size, sizeof records - size);
    size += write_record(SERIAL, WIDTH_16, 8, 0, records + size, sizeof records - size);
    CHECK(acc_sdp_rfcomm_channel(lists, wrap(records, size, lists)) == 7);
}

static int channel_of(const uint8_t *lists, size_t size)
{
    check_prefixes(lists, size, acc_sdp_rfcomm_channel(lists, size));
    return acc_sdp_rfcomm_channel(lists, size);
}
#define CHANNEL_OF(...) channel_of((uint8_t[]){__VA_ARGS__}, sizeof(uint8_t[]){__VA_ARGS__})

static void test_malformed_records(void)
{
    // one record: attribute 4, a stack of one protocol
    CHECK(CHANNEL_OF(0x35, 14, 0x35, 12, 9, 0, 4, 0x35, 7, 0x35, 5, 0x19, 0, 3, 8, 9) == 9);
    // channels of RFCOMM are 1 to 30
    CHECK(CHANNEL_OF(0x35, 14, 0x35, 12, 9, 0, 4, 0x35, 7, 0x35, 5, 0x19, 0, 3, 8, 31) == 0);
    CHECK(CHANNEL_OF(0x35, 14, 0x35, 12, 9, 0, 4, 0x35, 7, 0x35, 5, 0x19, 0, 3, 8, 0) == 0);
    // a UUID of 128 bits that is not based on Bluetooth's
    CHECK(CHANNEL_OF(0x35, 28, 0x35, 26, 9, 0, 4, 0x35, 21, 0x35, 19, 0x1C, 0, 0, 0, 3, 1, 2, 3, 4,
                     5, 6, 7, 8, 9, 10, 11, 12, 8, 9) == 0);
    // a sequence whose header has a fixed size, an integer whose header has a length
    CHECK(CHANNEL_OF(0x31, 0x35, 0) == 0);
    CHECK(CHANNEL_OF(0x35, 15, 0x35, 13, 9, 0, 4, 0x35, 8, 0x35, 6, 0x19, 0, 3, 0x0D, 1, 9) == 0);
    CHECK(CHANNEL_OF(0x37, 0xFF, 0xFF, 0xFF, 0xFF, 0x35, 0) == 0);
    CHECK(CHANNEL_OF(0x35, 0) == 0);
    CHECK(acc_sdp_rfcomm_channel((uint8_t[]){0}, 0) == 0);
}

// Answers requests on `file` with pages of `page` bytes, sent before the requests.
static void send_pages(int file, const uint8_t *lists, size_t size, size_t page)
{
    for (size_t at = 0; at < size; at += page) {
        size_t count = size - at < page ? size - at : page;
        bool is_last = at + count == size;
        uint8_t packet[1024] = {
            7, 0, 1, 0, (uint8_t)(count + (is_last ? 3 : 5)), 0, (uint8_t)count};
        memcpy(packet + 7, lists + at, count);
        // continuation: two bytes
        memcpy(packet + 7 + count, (uint8_t[]){2, 0xC0, (uint8_t)(at / page)}, 3);
        if (is_last)
            packet[7 + count] = 0;
        send(file, packet, 8 + count + (is_last ? 0 : 2), 0);
    }
}

static void check_requests(int file, size_t pages)
{
    const uint8_t first[] = {6,    0,    1,    0,    13, 0x35, 3, 0x19, 0x11,
                             0x01, 0xFF, 0xFF, 0x35, 3,  9,    0, 4,    0};
    uint8_t request[64];
    CHECK(recv(file, request, sizeof request, 0) == sizeof first);
    CHECK(!memcmp(request, first, sizeof first));
    for (size_t page = 1; page < pages; page++) {
        CHECK(recv(file, request, sizeof request, 0) == sizeof first + 2);
        CHECK(request[4] == 15 && !memcmp(request + 5, first + 5, 12));
        CHECK(request[17] == 2 && request[18] == 0xC0 && request[19] == page - 1);
    }
    CHECK(recv(file, request, sizeof request, MSG_DONTWAIT) < 0 && errno == EAGAIN);
}

static void open_pair(int *files)
{
    CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, files) == 0);
}

static int find_channel(int file)
{
    return acc_sdp_find_channel(file, ACC_BLUEZ_UUID_SERIAL_PORT, now_ms() + 600000);
}

static void test_pages(void)
{
    uint8_t record[2048], lists[2048];
    size_t size = write_record(SERIAL, WIDTH_16, 12, 150, record, sizeof record);
    size = wrap(record, size, lists);
    for (size_t page = 20; page <= 240; page += 20) {
        int files[2];
        open_pair(files);
        send_pages(files[1], lists, size, page);
        CHECK(find_channel(files[0]) == 12);
        check_requests(files[1], (size + page - 1) / page);
        close(files[0]);
        close(files[1]);
    }
}

static int search_answered_by(const uint8_t *packet, size_t size)
{
    int files[2];
    open_pair(files);
    send(files[1], packet, size, 0);
    int status = find_channel(files[0]);
    close(files[0]);
    close(files[1]);
    return status;
}
#define SEARCH(...) search_answered_by((uint8_t[]){__VA_ARGS__}, sizeof(uint8_t[]){__VA_ARGS__})

static void test_bad_responses(void)
{
    CHECK(SEARCH(7, 0, 1, 0, 5, 0, 2, 0x35, 0, 0) == -ENOENT);
    CHECK(SEARCH(1, 0, 1, 0, 2, 0, 3) == -EPROTO);                  // an error response
    CHECK(SEARCH(7, 0, 1, 0, 5, 0, 2, 0x35, 0) == -EPROTO);         // cut short
    CHECK(SEARCH(7, 0, 1, 0, 5, 0, 3, 0x35, 0, 0) == -EPROTO);      // more lists than bytes
    CHECK(SEARCH(7, 0, 1, 0, 6, 0, 2, 0x35, 0, 0, 0) == -EPROTO);   // bytes after the end
    CHECK(SEARCH(7, 0, 1, 0, 4, 0, 0, 1, 0) == -EPROTO);            // continues, but has no bytes
    CHECK(SEARCH(7, 0, 1, 0, 6, 0, 2, 0x35, 0, 17, 0) == -EPROTO);  // continuation of 17 bytes
}

static void test_lists_too_long(void)
{
    static acc_sdp_answer answer;
    uint8_t packet[5 + 2 + 200 + 2] = {7, 0, 1, 0, 204, 0, 200};
    packet[207] = 1;
    size_t pages = 0;
    while (acc_sdp_add_response(&answer, packet, sizeof packet))
        pages++;
    CHECK(pages == SDP_LISTS_MAX / 200 && answer.size == pages * 200);
}

static void test_lost_peers(void)
{
    int files[2];
    open_pair(files);
    CHECK(acc_sdp_find_channel(files[0], ACC_BLUEZ_UUID_SERIAL_PORT, 0) == -ETIMEDOUT);
    shutdown(files[1], SHUT_WR);
    CHECK(find_channel(files[0]) == -ECONNRESET);
    close(files[1]);
    int status = find_channel(files[0]);
    CHECK(status == -ECONNRESET || status == -EPIPE);
    close(files[0]);
}

int main(void)
{
    test_records();
    test_first_record_wins();
    test_malformed_records();
    test_pages();
    test_bad_responses();
    test_lists_too_long();
    test_lost_peers();
    return failures;
}
