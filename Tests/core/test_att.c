// ATT PDUs: one of each opcode decoded and encoded, every prefix, wrong lengths, lists, and the kinds of all opcodes.
#include "accessory/att.h"
#include "check.h"

#include <string.h>

// One packet of each opcode, with the expected fields.
struct sample {
    uint8_t packet[48];
    size_t size;
    acc_att_pdu pdu;
};

#define BYTES(...) {__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__})

static const struct sample samples[] = {
    {BYTES(0x01, 0x0A, 0x34, 0x12, 0x05),
     {.opcode = 0x01, .request = 0x0A, .handle = 0x1234, .error = 5, .tail = 5}},
    {BYTES(0x02, 0x05, 0x02), {.opcode = 0x02, .mtu = 517, .tail = 3}},
    {BYTES(0x03, 0x17, 0x00), {.opcode = 0x03, .mtu = 23, .tail = 3}},
    {BYTES(0x04, 0x01, 0x00, 0xFF, 0xFF), {.opcode = 0x04, .handle = 1, .end = 0xFFFF, .tail = 5}},
    {BYTES(0x05, 0x01, 0x03, 0x00, 0x02, 0x29, 0x04, 0x00, 0x01, 0x29),
     {.opcode = 0x05, .item_size = 4, .tail = 2, .tail_size = 8}},
    {BYTES(0x05, 0x02, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
     {.opcode = 0x05, .item_size = 18, .tail = 2, .tail_size = 18}},
    {BYTES(0x06, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28, 0x0F, 0x18),
     {.opcode = 0x06, .handle = 1, .end = 0xFFFF, .type = 0x2800, .tail = 7, .tail_size = 2}},
    {BYTES(0x07, 0x10, 0x00, 0x1F, 0x00),
     {.opcode = 0x07, .item_size = 4, .tail = 1, .tail_size = 4}},
    {BYTES(0x08, 0x01, 0x00, 0x09, 0x00, 0x03, 0x28),
     {.opcode = 0x08, .handle = 1, .end = 9, .tail = 5, .tail_size = 2}},
    {BYTES(0x09, 0x07, 0x02, 0x00, 0x12, 0x03, 0x00, 0x19, 0x2A),
     {.opcode = 0x09, .item_size = 7, .tail = 2, .tail_size = 7}},
    {BYTES(0x0A, 0x03, 0x00), {.opcode = 0x0A, .handle = 3, .tail = 3}},
    {BYTES(0x0B, 0x64), {.opcode = 0x0B, .tail = 1, .tail_size = 1}},
    {BYTES(0x0B), {.opcode = 0x0B, .tail = 1}},
    {BYTES(0x0C, 0x03, 0x00, 0x16, 0x00), {.opcode = 0x0C, .handle = 3, .offset = 22, .tail = 5}},
    {BYTES(0x0D, 0xAA, 0xBB), {.opcode = 0x0D, .tail = 1, .tail_size = 2}},
    {BYTES(0x0E, 0x03, 0x00, 0x05, 0x00),
     {.opcode = 0x0E, .item_size = 2, .tail = 1, .tail_size = 4}},
    {BYTES(0x0F, 0x01), {.opcode = 0x0F, .tail = 1, .tail_size = 1}},
    {BYTES(0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28),
     {.opcode = 0x10, .handle = 1, .end = 0xFFFF, .tail = 5, .tail_size = 2}},
    {BYTES(0x11, 0x06, 0x01, 0x00, 0x05, 0x00, 0x00, 0x18),
     {.opcode = 0x11, .item_size = 6, .tail = 2, .tail_size = 6}},
    {BYTES(0x12, 0x04, 0x00, 0x01, 0x00), {.opcode = 0x12, .handle = 4, .tail = 3, .tail_size = 2}},
    {BYTES(0x13), {.opcode = 0x13, .tail = 1}},
    {BYTES(0x16, 0x04, 0x00, 0x12, 0x00, 0x77),
     {.opcode = 0x16, .handle = 4, .offset = 18, .tail = 5, .tail_size = 1}},
    {BYTES(0x17, 0x04, 0x00, 0x12, 0x00, 0x77),
     {.opcode = 0x17, .handle = 4, .offset = 18, .tail = 5, .tail_size = 1}},
    {BYTES(0x18, 0x01), {.opcode = 0x18, .flags = 1, .tail = 2}},
    {BYTES(0x19), {.opcode = 0x19, .tail = 1}},
    {BYTES(0x1B, 0x03, 0x00, 0x64), {.opcode = 0x1B, .handle = 3, .tail = 3, .tail_size = 1}},
    {BYTES(0x1D, 0x03, 0x00, 0x64), {.opcode = 0x1D, .handle = 3, .tail = 3, .tail_size = 1}},
    {BYTES(0x1E), {.opcode = 0x1E, .tail = 1}},
    {BYTES(0x20, 0x03, 0x00, 0x05, 0x00),
     {.opcode = 0x20, .item_size = 2, .tail = 1, .tail_size = 4}},
    {BYTES(0x21, 0x01, 0x00, 0xAA, 0x02, 0x00, 0xBB, 0xCC),
     {.opcode = 0x21, .tail = 1, .tail_size = 7}},
    {BYTES(0x23, 0x03, 0x00, 0x01, 0x00, 0xAA, 0x05, 0x00, 0x00, 0x00),
     {.opcode = 0x23, .tail = 1, .tail_size = 9}},
    {BYTES(0x52, 0x04, 0x00, 0x01), {.opcode = 0x52, .handle = 4, .tail = 3, .tail_size = 1}},
    {BYTES(0xD2, 0x04, 0x00, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
     {.opcode = 0xD2, .handle = 4, .tail = 3, .tail_size = 13}},
};

enum { sample_count = sizeof samples / sizeof *samples };

static bool same(const acc_att_pdu *a, const acc_att_pdu *b)
{
    return a->opcode == b->opcode && a->request == b->request && a->error == b->error &&
           a->flags == b->flags && a->item_size == b->item_size && a->mtu == b->mtu &&
           a->handle == b->handle && a->end == b->end && a->type == b->type &&
           a->offset == b->offset && a->tail == b->tail && a->tail_size == b->tail_size;
}

static void samples_read_and_write_back(void)
{
    for (size_t i = 0; i < sample_count; i++) {
        const struct sample *s = &samples[i];
        acc_att_pdu pdu;
        uint8_t out[48];
        CHECK(acc_att_read(s->packet, s->size, &pdu) == ACC_OK);
        CHECK(same(&pdu, &s->pdu));
        CHECK(acc_att_write(&pdu, s->packet + pdu.tail, pdu.tail_size, out, s->size) == s->size);
        CHECK(memcmp(out, s->packet, s->size) == 0);
        CHECK(acc_att_write(&pdu, s->packet + pdu.tail, pdu.tail_size, out, s->size - 1) == 0);
    }
}

// A cut packet is read as a shorter one or refused, and no field exceeds it.
static void prefixes_stay_inside(void)
{
    for (size_t i = 0; i < sample_count; i++)
        for (size_t cut = 0; cut < samples[i].size; cut++) {
            acc_att_pdu pdu;
            acc_status status = acc_att_read(samples[i].packet, cut, &pdu);
            CHECK(status == ACC_OK || status == ACC_TRUNCATED || status == ACC_MALFORMED);
            CHECK((size_t)pdu.tail + pdu.tail_size <= cut);
        }
}

static void wrong_lengths_are_named(void)
{
    acc_att_pdu pdu;
    CHECK(acc_att_read((uint8_t[]){0x13, 0x00}, 2, &pdu) == ACC_MALFORMED);
    CHECK(acc_att_read((uint8_t[]){0x0A, 0x03}, 2, &pdu) == ACC_TRUNCATED && pdu.opcode == 0x0A);
    CHECK(acc_att_read((uint8_t[]){0x08, 1, 0, 9, 0, 1, 2, 3, 4}, 9, &pdu) == ACC_MALFORMED);
    CHECK(acc_att_read((uint8_t[]){0x05, 3, 1, 2, 3, 4}, 6, &pdu) == ACC_OUT_OF_RANGE);
    CHECK(acc_att_read((uint8_t[]){0x09, 1, 1}, 3, &pdu) == ACC_OUT_OF_RANGE);
    CHECK(acc_att_read((uint8_t[]){0x11, 4, 1, 2, 3, 4, 5}, 7, &pdu) == ACC_MALFORMED);
    CHECK(acc_att_read((uint8_t[]){0x0E, 3, 0}, 3, &pdu) == ACC_TRUNCATED);
    CHECK(acc_att_read((uint8_t[]){0xD2, 4, 0, 1, 2}, 5, &pdu) == ACC_TRUNCATED);
    CHECK(acc_att_read((uint8_t[]){0x26}, 1, &pdu) == ACC_UNSUPPORTED && pdu.opcode == 0x26);
}

static void items_come_in_order(void)
{
    static const uint8_t cut[] = {0x21, 0x01, 0x00, 0xAA, 0x05, 0x00, 0xBB, 0xCC};
    acc_att_pdu pdu;
    acc_att_item item;
    CHECK(acc_att_read(cut, sizeof cut, &pdu) == ACC_OK);
    size_t position = pdu.tail;
    CHECK(acc_att_next_item(&pdu, cut, sizeof cut, &position, &item));
    CHECK(item.start == 3 && item.size == 1 && !item.is_cut);
    CHECK(acc_att_next_item(&pdu, cut, sizeof cut, &position, &item));
    CHECK(item.start == 6 && item.size == 2 && item.is_cut);
    CHECK(!acc_att_next_item(&pdu, cut, sizeof cut, &position, &item));

    static const uint8_t two[] = {0x23, 3, 0, 1, 0, 0xAA, 5, 0, 0, 0};
    CHECK(acc_att_read(two, sizeof two, &pdu) == ACC_OK);
    position = pdu.tail;
    CHECK(acc_att_next_item(&pdu, two, sizeof two, &position, &item));
    CHECK(item.handle == 3 && item.start == 5 && item.size == 1);
    CHECK(acc_att_next_item(&pdu, two, sizeof two, &position, &item));
    CHECK(item.handle == 5 && item.size == 0 && !item.is_cut);
    CHECK(!acc_att_next_item(&pdu, two, sizeof two, &position, &item));
}

// The first bytes of a packet, filled up with zeros: the status of each length around a limit.
static void lengths_have_limits(void)
{
    static const struct {
        uint8_t head[3];
        uint8_t size;
        acc_status status;
    } rows[] = {
        // a UUID has 2 or 16 bytes
        {{0x08}, 6, ACC_TRUNCATED},
        {{0x08}, 7, ACC_OK},
        {{0x08}, 8, ACC_MALFORMED},
        {{0x08}, 20, ACC_MALFORMED},
        {{0x08}, 21, ACC_OK},
        {{0x08}, 22, ACC_MALFORMED},
        {{0x10}, 6, ACC_TRUNCATED},
        {{0x10}, 21, ACC_OK},
        // formats 1 and 2: items of 4 and 18 bytes, at least one
        {{0x05, 0}, 6, ACC_OUT_OF_RANGE},
        {{0x05, 1}, 2, ACC_TRUNCATED},
        {{0x05, 1}, 5, ACC_TRUNCATED},
        {{0x05, 1}, 6, ACC_OK},
        {{0x05, 1}, 7, ACC_MALFORMED},
        {{0x05, 1}, 10, ACC_OK},
        {{0x05, 2}, 19, ACC_TRUNCATED},
        {{0x05, 2}, 20, ACC_OK},
        {{0x05, 2}, 21, ACC_MALFORMED},
        {{0x05, 2}, 38, ACC_OK},
        // stated sizes: at least the handle, and for groups both handles
        {{0x09, 0}, 4, ACC_OUT_OF_RANGE},
        {{0x09, 2}, 2, ACC_TRUNCATED},
        {{0x09, 2}, 3, ACC_TRUNCATED},
        {{0x09, 2}, 4, ACC_OK},
        {{0x09, 2}, 5, ACC_MALFORMED},
        {{0x11, 3}, 5, ACC_OUT_OF_RANGE},
        {{0x11, 4}, 5, ACC_TRUNCATED},
        {{0x11, 4}, 6, ACC_OK},
        {{0x07}, 4, ACC_TRUNCATED},
        {{0x07}, 5, ACC_OK},
        {{0x07}, 6, ACC_MALFORMED},
        {{0x07}, 9, ACC_OK},
        // at least two handles
        {{0x0E}, 4, ACC_TRUNCATED},
        {{0x0E}, 5, ACC_OK},
        {{0x0E}, 6, ACC_MALFORMED},
        {{0x0E}, 7, ACC_OK},
        {{0x20}, 4, ACC_TRUNCATED},
        {{0x20}, 5, ACC_OK},
        // at least two lengths; with handles
        {{0x21}, 4, ACC_TRUNCATED},
        {{0x21}, 5, ACC_OK},
        {{0x23}, 8, ACC_TRUNCATED},
        {{0x23}, 9, ACC_OK},
        // a signature of 12 bytes
        {{0xD2}, 14, ACC_TRUNCATED},
        {{0xD2}, 15, ACC_OK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t packet[48] = {0};
        acc_att_pdu pdu;
        memcpy(packet, rows[i].head, sizeof rows[i].head);
        CHECK(acc_att_read(packet, rows[i].size, &pdu) == rows[i].status);
        CHECK(pdu.opcode == packet[0]);
    }
    static uint8_t value[UINT16_MAX + 1] = {ACC_ATT_READ_RSP};
    acc_att_pdu pdu = {.opcode = 1};
    CHECK(acc_att_read(value, UINT16_MAX, &pdu) == ACC_OK && pdu.tail_size == UINT16_MAX - 1);
    CHECK(acc_att_read(value, UINT16_MAX + 1, &pdu) == ACC_MALFORMED);
    CHECK(acc_att_read(value, 0, &pdu) == ACC_TRUNCATED && pdu.opcode == 0);
}

// A value may be in the output already, anywhere; a capacity below the fields' size is too small, too.
static void a_value_is_moved_into_place(void)
{
    acc_att_pdu pdu = {.opcode = ACC_ATT_PREPARE_WRITE_REQ, .handle = 0x1234, .offset = 0x5678};
    for (size_t at = 0; at <= 8; at++) {
        uint8_t out[12] = {0};
        memcpy(out + at, "abcd", 4);
        CHECK(acc_att_write(&pdu, out + at, 4, out, sizeof out) == 9);
        CHECK(memcmp(out,
                     "\x16\x34\x12\x78\x56"
                     "abcd",
                     9) == 0);
    }
    uint8_t out[9];
    for (size_t capacity = 0; capacity < 9; capacity++)
        CHECK(acc_att_write(&pdu, (const uint8_t *)"abcd", 4, out, capacity) == 0);
    CHECK(acc_att_write(&pdu, (const uint8_t *)"", 0, out, 5) == 5);
}

// An item needs its whole header; a value that ends with the packet is not cut.
static void items_end_with_the_packet(void)
{
    static const uint8_t packet[] = {0x21, 2, 0, 0xAA, 0xBB, 0, 0, 7};
    acc_att_pdu pdu = {.opcode = 0x21};
    acc_att_item item;
    size_t position = 1;
    CHECK(acc_att_next_item(&pdu, packet, 5, &position, &item));
    CHECK(item.start == 3 && item.size == 2 && !item.is_cut && item.handle == 0 && position == 5);
    CHECK(!acc_att_next_item(&pdu, packet, 6, &position, &item));
    CHECK(acc_att_next_item(&pdu, packet, 7, &position, &item));
    CHECK(item.start == 7 && item.size == 0 && !item.is_cut && position == 7);
    position = 5;
    CHECK(acc_att_next_item(&pdu, packet, 8, &position, &item) && item.size == 0);
    CHECK(!acc_att_next_item(&pdu, packet, 8, &position, &item));
    pdu.opcode = 0x23;
    position = 1;
    CHECK(!acc_att_next_item(&pdu, packet, 4, &position, &item));
    CHECK(acc_att_next_item(&pdu, packet, 5, &position, &item));
    CHECK(item.handle == 2 && item.start == 5 && item.size == 0 && item.is_cut && position == 5);
}

// Section 3.4: each opcode's kind; of the others, bit 6 marks commands, and all above the last
// response are requests.
static void kinds_follow_the_bits(void)
{
    static const struct {
        uint8_t opcode;
        acc_att_kind kind;
    } special[] = {
        {0x1B, ACC_ATT_KIND_NOTIFICATION}, {0x23, ACC_ATT_KIND_NOTIFICATION},
        {0x1D, ACC_ATT_KIND_INDICATION},   {0x1E, ACC_ATT_KIND_CONFIRMATION},
        {0x52, ACC_ATT_KIND_COMMAND},      {0xD2, ACC_ATT_KIND_COMMAND},
        {0x7E, ACC_ATT_KIND_COMMAND},      {0x41, ACC_ATT_KIND_COMMAND},
        {0x25, ACC_ATT_KIND_REQUEST},      {0x26, ACC_ATT_KIND_REQUEST},
        {0x80, ACC_ATT_KIND_REQUEST},      {0xBF, ACC_ATT_KIND_REQUEST},
    };
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        CHECK(acc_att_kind_of(special[i].opcode) == special[i].kind);
    static const uint8_t requests[] = {0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C,
                                       0x0E, 0x10, 0x12, 0x16, 0x18, 0x20};
    for (size_t i = 0; i < sizeof requests; i++) {
        CHECK(acc_att_kind_of(requests[i]) == ACC_ATT_KIND_REQUEST);
        CHECK(acc_att_kind_of(requests[i] + 1) == ACC_ATT_KIND_RESPONSE);
    }
}

int main(void)
{
    samples_read_and_write_back();
    prefixes_stay_inside();
    wrong_lengths_are_named();
    items_come_in_order();
    lengths_have_limits();
    a_value_is_moved_into_place();
    items_end_with_the_packet();
    kinds_follow_the_bits();
    return failures;
}
