// Reads and writes ATT PDUs (Core Specification 5.4, volume 3, part F), without state.
//
// Input: one packet of a bearer, or fields and a tail. Output: fields and the tail's place, or a
// packet. The callers are the ATT client and server. A table states each opcode's fields and tail, so
// a new opcode is a new row.
#include "accessory/att.h"

#include "base/bytes.h"

#include <assert.h>
#include <string.h>

// The fixed fields of an opcode, in the order in which they are sent.
enum {
    REQUEST = 1 << 0,  // 1 byte
    FORMAT = 1 << 1,   // 1 byte: 1 = handle and 16-bit UUID, 2 = handle and 128-bit UUID
    SIZE = 1 << 2,     // 1 byte: size of an item
    FLAGS = 1 << 3,    // 1 byte
    MTU = 1 << 4,      // 2 bytes
    HANDLE = 1 << 5,   // 2 bytes
    END = 1 << 6,      // 2 bytes
    TYPE = 1 << 7,     // 2 bytes
    OFFSET = 1 << 8,   // 2 bytes
    ERROR = 1 << 9,    // 1 byte
};

// The rest of the packet: nothing; a value of any length; a 16- or 128-bit UUID; a value and a
// signature; items of one size; items that state their length.
enum tail { NOTHING, VALUE, UUID, SIGNED, LIST, ITEMS };

// An opcode's row. A LIST's item size is fixed, or stated in a FORMAT or SIZE field.
struct layout {
    uint8_t opcode;
    uint8_t tail;
    uint8_t item;   // LIST: the fixed size of an item, or the least size
    uint8_t least;  // LIST: fewest items; ITEMS: fewest bytes
    uint16_t fields;
};

// Section 3.4, in the order of the opcodes.
static const struct layout layouts[] = {
    {ACC_ATT_ERROR_RSP, NOTHING, 0, 0, REQUEST | HANDLE | ERROR},
    {ACC_ATT_MTU_REQ, NOTHING, 0, 0, MTU},
    {ACC_ATT_MTU_RSP, NOTHING, 0, 0, MTU},
    {ACC_ATT_FIND_INFO_REQ, NOTHING, 0, 0, HANDLE | END},
    {ACC_ATT_FIND_INFO_RSP, LIST, 4, 1, FORMAT},
    {ACC_ATT_FIND_BY_TYPE_VALUE_REQ, VALUE, 0, 0, HANDLE | END | TYPE},
    {ACC_ATT_FIND_BY_TYPE_VALUE_RSP, LIST, 4, 1, 0},
    {ACC_ATT_READ_BY_TYPE_REQ, UUID, 0, 0, HANDLE | END},
    {ACC_ATT_READ_BY_TYPE_RSP, LIST, 2, 1, SIZE},
    {ACC_ATT_READ_REQ, NOTHING, 0, 0, HANDLE},
    {ACC_ATT_READ_RSP, VALUE, 0, 0, 0},
    {ACC_ATT_READ_BLOB_REQ, NOTHING, 0, 0, HANDLE | OFFSET},
    {ACC_ATT_READ_BLOB_RSP, VALUE, 0, 0, 0},
    {ACC_ATT_READ_MULTIPLE_REQ, LIST, 2, 2, 0},
    {ACC_ATT_READ_MULTIPLE_RSP, VALUE, 0, 0, 0},
    {ACC_ATT_READ_BY_GROUP_REQ, UUID, 0, 0, HANDLE | END},
    {ACC_ATT_READ_BY_GROUP_RSP, LIST, 4, 1, SIZE},
    {ACC_ATT_WRITE_REQ, VALUE, 0, 0, HANDLE},
    {ACC_ATT_WRITE_RSP, NOTHING, 0, 0, 0},
    {ACC_ATT_PREPARE_WRITE_REQ, VALUE, 0, 0, HANDLE | OFFSET},
    {ACC_ATT_PREPARE_WRITE_RSP, VALUE, 0, 0, HANDLE | OFFSET},
    {ACC_ATT_EXECUTE_WRITE_REQ, NOTHING, 0, 0, FLAGS},
    {ACC_ATT_EXECUTE_WRITE_RSP, NOTHING, 0, 0, 0},
    {ACC_ATT_NOTIFICATION, VALUE, 0, 0, HANDLE},
    {ACC_ATT_INDICATION, VALUE, 0, 0, HANDLE},
    {ACC_ATT_CONFIRMATION, NOTHING, 0, 0, 0},
    {ACC_ATT_READ_MULTIPLE_VARIABLE_REQ, LIST, 2, 2, 0},
    {ACC_ATT_READ_MULTIPLE_VARIABLE_RSP, ITEMS, 0, 4, 0},
    {ACC_ATT_MULTIPLE_NOTIFICATION, ITEMS, 0, 8, 0},
    {ACC_ATT_WRITE_CMD, VALUE, 0, 0, HANDLE},
    {ACC_ATT_SIGNED_WRITE_CMD, SIGNED, 0, 0, HANDLE},
};

static const struct layout *layout_of(uint8_t opcode)
{
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (layouts[i].opcode == opcode)
            return &layouts[i];
    return NULL;
}

// Section 3.3: bit 6 is the command flag; of the others, requests are even and responses odd,
// except the three that start at the server. Above the last response, any opcode may be a request.
acc_att_kind acc_att_kind_of(uint8_t opcode)
{
    switch (opcode) {
    case ACC_ATT_NOTIFICATION:
    case ACC_ATT_MULTIPLE_NOTIFICATION:
        return ACC_ATT_KIND_NOTIFICATION;
    case ACC_ATT_INDICATION:
        return ACC_ATT_KIND_INDICATION;
    case ACC_ATT_CONFIRMATION:
        return ACC_ATT_KIND_CONFIRMATION;
    default:
        if (opcode & 0x40)
            return ACC_ATT_KIND_COMMAND;
        return opcode & 1 && opcode <= ACC_ATT_READ_MULTIPLE_VARIABLE_RSP ? ACC_ATT_KIND_RESPONSE
                                                                          : ACC_ATT_KIND_REQUEST;
    }
}

// A field's place in the struct and its size in the packet.
struct place {
    uint16_t field;
    uint8_t size;
    uint8_t at;
};

static const struct place places[] = {
    {REQUEST, 1, offsetof(acc_att_pdu, request)}, {FORMAT, 1, offsetof(acc_att_pdu, item_size)},
    {SIZE, 1, offsetof(acc_att_pdu, item_size)},  {FLAGS, 1, offsetof(acc_att_pdu, flags)},
    {MTU, 2, offsetof(acc_att_pdu, mtu)},         {HANDLE, 2, offsetof(acc_att_pdu, handle)},
    {END, 2, offsetof(acc_att_pdu, end)},         {TYPE, 2, offsetof(acc_att_pdu, type)},
    {OFFSET, 2, offsetof(acc_att_pdu, offset)},   {ERROR, 1, offsetof(acc_att_pdu, error)},
};

enum { place_count = sizeof places / sizeof *places, uuid16_item = 4, uuid128_item = 18 };

// The item size comes from the format byte (4 = handle and 16-bit UUID, 18 = handle and 128-bit
// UUID), from the size byte, or from the table. The tail must hold whole items, at least `least` of
// them.
static acc_status check_list(const struct layout *layout, acc_att_pdu *pdu)
{
    if (layout->fields & FORMAT) {
        if (pdu->item_size != 1 && pdu->item_size != 2)
            return ACC_OUT_OF_RANGE;
        pdu->item_size = pdu->item_size == 1 ? uuid16_item : uuid128_item;
    } else if (!(layout->fields & SIZE)) {
        pdu->item_size = layout->item;
    } else if (pdu->item_size < layout->item) {
        return ACC_OUT_OF_RANGE;
    }
    if (pdu->tail_size < layout->least * pdu->item_size)
        return ACC_TRUNCATED;
    return pdu->tail_size % pdu->item_size ? ACC_MALFORMED : ACC_OK;
}

// A VALUE may have any length, 0 included; the server checks the attribute's limits.
static acc_status check_tail(const struct layout *layout, acc_att_pdu *pdu)
{
    switch ((enum tail)layout->tail) {
    case NOTHING:
        return pdu->tail_size ? ACC_MALFORMED : ACC_OK;
    case UUID:
        if (pdu->tail_size < 2)
            return ACC_TRUNCATED;
        return pdu->tail_size == 2 || pdu->tail_size == 16 ? ACC_OK : ACC_MALFORMED;
    case SIGNED:
        return pdu->tail_size < ACC_ATT_SIGNATURE_SIZE ? ACC_TRUNCATED : ACC_OK;
    case LIST:
        return check_list(layout, pdu);
    case ITEMS:
        return pdu->tail_size < layout->least ? ACC_TRUNCATED : ACC_OK;
    case VALUE:
        break;
    }
    return ACC_OK;
}

// One pass: fixed fields by table, then the tail is checked in place.
acc_status acc_att_read(const uint8_t *packet, size_t len, acc_att_pdu *pdu)
{
    *pdu = (acc_att_pdu){0};
    if (len == 0)
        return ACC_TRUNCATED;
    pdu->opcode = packet[0];
    const struct layout *layout = layout_of(packet[0]);
    if (!layout)
        return ACC_UNSUPPORTED;
    if (len > UINT16_MAX)
        return ACC_MALFORMED;

    size_t position = 1;
    for (size_t i = 0; i < place_count; i++) {
        if (!(layout->fields & places[i].field))
            continue;
        if (len - position < places[i].size)
            return ACC_TRUNCATED;
        uint8_t *field = (uint8_t *)pdu + places[i].at;
        if (places[i].size == 1)
            *field = packet[position];
        else
            memcpy(field, &(uint16_t){load_le16(packet + position)}, 2);
        position += places[i].size;
    }
    pdu->tail = (uint16_t)position;
    pdu->tail_size = (uint16_t)(len - position);
    return check_tail(layout, pdu);
}

// The tail may be inside `out` (a value read into place), so it is moved before the fields are
// written.
size_t acc_att_write(const acc_att_pdu *pdu, const uint8_t *tail, size_t len, uint8_t *out,
                     size_t capacity)
{
    const struct layout *layout = layout_of(pdu->opcode);
    assert(layout && (layout->tail != NOTHING || len == 0));

    size_t position = 1;
    for (size_t i = 0; i < place_count; i++)
        position += layout->fields & places[i].field ? places[i].size : 0;
    if (capacity < position || capacity - position < len)
        return 0;
    if (len)
        memmove(out + position, tail, len);

    out[0] = pdu->opcode;
    position = 1;
    for (size_t i = 0; i < place_count; i++) {
        if (!(layout->fields & places[i].field))
            continue;
        const uint8_t *field = (const uint8_t *)pdu + places[i].at;
        uint16_t wide;
        if (places[i].field == FORMAT)
            out[position] = *field == uuid16_item ? 1 : 2;
        else if (places[i].size == 1)
            out[position] = *field;
        else
            store_le16(out + position, (memcpy(&wide, field, 2), wide));
        position += places[i].size;
    }
    return position + len;
}

// An item is [handle, ] length, value. The last one of a response may be cut by the MTU.
bool acc_att_next_item(const acc_att_pdu *pdu, const uint8_t *packet, size_t len, size_t *position,
                       acc_att_item *item)
{
    bool has_handle = pdu->opcode == ACC_ATT_MULTIPLE_NOTIFICATION;
    size_t head = has_handle ? 4 : 2;
    if (len - *position < head)
        return false;
    const uint8_t *p = packet + *position;
    size_t stated = load_le16(p + head - 2), left = len - *position - head;
    item->handle = has_handle ? load_le16(p) : 0;
    item->start = (uint16_t)(*position + head);
    item->is_cut = stated > left;
    item->size = (uint16_t)(item->is_cut ? left : stated);
    *position += head + item->size;
    return true;
}
