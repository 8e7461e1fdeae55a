/// Attribute Protocol PDUs: decoding and encoding. Core 5.4, Vol 3, Part F, section 3.4.
///
///     acc_att_pdu pdu;
///     if (acc_att_read(packet, len, &pdu) == ACC_OK && pdu.opcode == ACC_ATT_READ_REQ) ...
///     pdu = (acc_att_pdu){.opcode = ACC_ATT_READ_RSP};
///     size_t size = acc_att_write(&pdu, value, value_len, out, mtu);
///
/// A PDU is an opcode, fixed fields, and a tail that runs to the end of the packet: a value, a
/// UUID or a list. Nothing is copied: `tail` is a place in the packet. Handles, offsets and lengths
/// are in the host's byte order; UUIDs stay little-endian.
/// Thread-safe: no state.
#ifndef ACC_ATT_H
#define ACC_ATT_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_ATT_DEFAULT_MTU 23u     ///< bytes, LE (section 3.2.8)
#define ACC_ATT_MAX_VALUE 512u      ///< longest attribute value, bytes (section 3.2.9)
#define ACC_ATT_SIGNATURE_SIZE 12u  ///< signature at the end of a signed write, bytes

/// Opcodes (section 3.4.8). Bit 6 marks a command, bit 7 a signed one.
typedef enum {
    ACC_ATT_ERROR_RSP = 0x01,
    ACC_ATT_MTU_REQ = 0x02,
    ACC_ATT_MTU_RSP = 0x03,
    ACC_ATT_FIND_INFO_REQ = 0x04,
    ACC_ATT_FIND_INFO_RSP = 0x05,
    ACC_ATT_FIND_BY_TYPE_VALUE_REQ = 0x06,
    ACC_ATT_FIND_BY_TYPE_VALUE_RSP = 0x07,
    ACC_ATT_READ_BY_TYPE_REQ = 0x08,
    ACC_ATT_READ_BY_TYPE_RSP = 0x09,
    ACC_ATT_READ_REQ = 0x0A,
    ACC_ATT_READ_RSP = 0x0B,
    ACC_ATT_READ_BLOB_REQ = 0x0C,
    ACC_ATT_READ_BLOB_RSP = 0x0D,
    ACC_ATT_READ_MULTIPLE_REQ = 0x0E,
    ACC_ATT_READ_MULTIPLE_RSP = 0x0F,
    ACC_ATT_READ_BY_GROUP_REQ = 0x10,
    ACC_ATT_READ_BY_GROUP_RSP = 0x11,
    ACC_ATT_WRITE_REQ = 0x12,
    ACC_ATT_WRITE_RSP = 0x13,
    ACC_ATT_PREPARE_WRITE_REQ = 0x16,
    ACC_ATT_PREPARE_WRITE_RSP = 0x17,
    ACC_ATT_EXECUTE_WRITE_REQ = 0x18,
    ACC_ATT_EXECUTE_WRITE_RSP = 0x19,
    ACC_ATT_NOTIFICATION = 0x1B,
    ACC_ATT_INDICATION = 0x1D,
    ACC_ATT_CONFIRMATION = 0x1E,
    ACC_ATT_READ_MULTIPLE_VARIABLE_REQ = 0x20,
    ACC_ATT_READ_MULTIPLE_VARIABLE_RSP = 0x21,
    ACC_ATT_MULTIPLE_NOTIFICATION = 0x23,
    ACC_ATT_WRITE_CMD = 0x52,
    ACC_ATT_SIGNED_WRITE_CMD = 0xD2,
} acc_att_opcode;

/// Error codes (section 3.4.1.1, table 3.4). Applications define 0x80 to 0x9F; 0xE0 to 0xFF are
/// common to all profiles (Core Specification Supplement, Part B).
typedef enum {
    ACC_ATT_INVALID_HANDLE = 0x01,
    ACC_ATT_READ_NOT_PERMITTED = 0x02,
    ACC_ATT_WRITE_NOT_PERMITTED = 0x03,
    ACC_ATT_INVALID_PDU = 0x04,
    ACC_ATT_INSUFFICIENT_AUTHENTICATION = 0x05,
    ACC_ATT_REQUEST_NOT_SUPPORTED = 0x06,
    ACC_ATT_INVALID_OFFSET = 0x07,
    ACC_ATT_INSUFFICIENT_AUTHORIZATION = 0x08,
    ACC_ATT_PREPARE_QUEUE_FULL = 0x09,
    ACC_ATT_ATTRIBUTE_NOT_FOUND = 0x0A,
    ACC_ATT_ATTRIBUTE_NOT_LONG = 0x0B,
    ACC_ATT_ENCRYPTION_KEY_TOO_SHORT = 0x0C,
    ACC_ATT_INVALID_VALUE_LENGTH = 0x0D,
    ACC_ATT_UNLIKELY_ERROR = 0x0E,
    ACC_ATT_INSUFFICIENT_ENCRYPTION = 0x0F,
    ACC_ATT_UNSUPPORTED_GROUP_TYPE = 0x10,
    ACC_ATT_INSUFFICIENT_RESOURCES = 0x11,
    ACC_ATT_DATABASE_OUT_OF_SYNC = 0x12,
    ACC_ATT_VALUE_NOT_ALLOWED = 0x13,
    ACC_ATT_WRITE_REQUEST_REJECTED = 0xFC,
    ACC_ATT_CCCD_IMPROPERLY_CONFIGURED = 0xFD,
    ACC_ATT_PROCEDURE_IN_PROGRESS = 0xFE,
    ACC_ATT_OUT_OF_RANGE = 0xFF,
} acc_att_error;

/// One PDU. Each field states the opcodes that have it; it is 0 in all others.
typedef struct acc_att_pdu {
    uint8_t opcode;      ///< an acc_att_opcode
    uint8_t request;     ///< ERROR_RSP: opcode of the request that failed
    uint8_t error;       ///< ERROR_RSP: an acc_att_error
    uint8_t flags;       ///< EXECUTE_WRITE_REQ: 0 cancel, 1 write
    uint8_t item_size;   ///< bytes of one item when the tail is a list, else 0
    uint16_t mtu;        ///< MTU_REQ, MTU_RSP: bytes
    uint16_t handle;     ///< the attribute, or the first of a range
    uint16_t end;        ///< FIND_*, READ_BY_TYPE, READ_BY_GROUP requests: the last of the range
    uint16_t type;       ///< FIND_BY_TYPE_VALUE_REQ: 16-bit UUID
    uint16_t offset;     ///< READ_BLOB_REQ, PREPARE_WRITE_*: bytes
    uint16_t tail;       ///< where the tail begins in the packet
    uint16_t tail_size;  ///< bytes of the tail
} acc_att_pdu;

/// Kinds of PDU: who receives it, and what must follow (section 3.3.1).
typedef enum {
    ACC_ATT_KIND_REQUEST ACC_SWIFT_NAME("request"),            ///< to a server; a response follows
    ACC_ATT_KIND_RESPONSE ACC_SWIFT_NAME("response"),          ///< to a client
    ACC_ATT_KIND_COMMAND ACC_SWIFT_NAME("command"),            ///< to a server; no response
    ACC_ATT_KIND_NOTIFICATION ACC_SWIFT_NAME("notification"),  ///< to a client; no confirmation
    ACC_ATT_KIND_INDICATION ACC_SWIFT_NAME("indication"),  ///< to a client; a confirmation follows
    ACC_ATT_KIND_CONFIRMATION ACC_SWIFT_NAME("confirmation"),  ///< to a server
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("AttributeKind") acc_att_kind;

/// The kind of any opcode, known or not. An unknown opcode with bit 6 is a command: ignore it. Any
/// other unknown opcode is a request: answer ACC_ATT_REQUEST_NOT_SUPPORTED. Odd opcodes up to the last
/// response are responses.
acc_att_kind acc_att_kind_of(uint8_t opcode);

/// Decodes one packet. ACC_TRUNCATED when it is shorter than its opcode's fields, ACC_UNSUPPORTED
/// for an opcode that is not in acc_att_opcode, ACC_MALFORMED when it is too long or its tail is not
/// a whole number of items, ACC_OUT_OF_RANGE for a length field that the specification forbids.
/// `pdu->opcode` is set unless `len` is 0.
acc_status acc_att_read(const uint8_t *ACC_READS(len) packet ACC_NOESCAPE, size_t len,
                        acc_att_pdu *pdu);

/// Writes the fields of `pdu`, then `tail`. `pdu->opcode` must be an acc_att_opcode; `pdu->tail` and
/// `pdu->tail_size` are ignored. Returns the packet's size, or 0 when `capacity` is too small.
size_t acc_att_write(const acc_att_pdu *pdu, const uint8_t *ACC_READS(len) tail ACC_NOESCAPE,
                     size_t len, uint8_t *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity);

/// One item of a list whose items state their length.
typedef struct acc_att_item {
    uint16_t handle;  ///< MULTIPLE_NOTIFICATION only
    uint16_t start;   ///< where the value begins in the packet
    uint16_t size;    ///< bytes of the value in the packet
    bool is_cut;      ///< the packet ends before the value (allowed in a response's last item)
} acc_att_item;

/// Reads the item at `*position` of a READ_MULTIPLE_VARIABLE_RSP or MULTIPLE_NOTIFICATION packet
/// and moves `*position` past it. Start with `pdu->tail`. Returns false at the end, or when only a
/// part of an item's header is left.
bool acc_att_next_item(const acc_att_pdu *pdu, const uint8_t *ACC_READS(len) packet ACC_NOESCAPE,
                       size_t len, size_t *position, acc_att_item *item);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
