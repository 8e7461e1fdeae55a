/// Known modes of FSK characters: tones, bit rate, format and code by one name, the text of teleprinters
/// (ITA2), caller ID, and telegrams of trains. No allocation; tables are constant.
#ifndef ACC_MODE_H
#define ACC_MODE_H

#include "accessory/modem.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// What a mode's characters mean.
typedef enum {
    ACC_CODE_BYTES ACC_SWIFT_NAME("bytes") = 0,  ///< bytes, or ASCII
    ACC_CODE_ITA2 ACC_SWIFT_NAME("ita2") = 1,    ///< ITU-T S.1: letters and figures, five bits
    ACC_CODE_TDD ACC_SWIFT_NAME("tdd") = 2,      ///< the same with the figures of text telephones
    ACC_CODE_CALLER_ID ACC_SWIFT_NAME("callerID") = 3,    ///< messages of acc_caller_id
    ACC_CODE_UIC_GROUND ACC_SWIFT_NAME("uicGround") = 4,  ///< telegrams from the ground to a train
    ACC_CODE_UIC_TRAIN ACC_SWIFT_NAME("uicTrain") = 5,    ///< telegrams from a train to the ground
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("CharacterCode") acc_character_code;

/// A known mode.
typedef struct acc_mode {
    acc_modem_profile profile;
    acc_character_format format;
    acc_character_code code;
} acc_mode;

/// Finds a mode by its name: one of acc_mode_name, or a bit rate in bit/s with 8N1 and the tones that minimodem uses
/// (from 400: 1200 and 2200 Hz; from 100: 1270 and 1070 Hz; below: 1585 and 1415 Hz). ACC_MALFORMED for any other text,
/// and the errors of acc_modem_profile_parse.
acc_status acc_mode_parse(const char *ACC_READS(len) text ACC_NOESCAPE, size_t len, acc_mode *mode);

/// The name of mode number `index`, or null when there are fewer.
const char *ACC_NULLABLE acc_mode_name(size_t index);

/// A text in ITA2 or TDD code, in one direction. All zero is its beginning; fields are private.
typedef struct acc_ita2 {
    uint8_t shift;
} acc_ita2;

/// The codes of a character: writes them to `codes`, a shift first where one is needed, and returns their number. Small
/// letters are sent as capitals, and the shift is repeated after a space in figures. 0 for characters that the code does
/// not have.
size_t acc_ita2_write(acc_ita2 *ita2, acc_character_code code, char character,
                      uint8_t *ACC_COUNT(2) codes ACC_NOESCAPE);

/// The character of a code of five bits; 0 for a shift and for codes without a character. A space returns to letters, as
/// senders such as minimodem expect.
char acc_ita2_read(acc_ita2 *ita2, acc_character_code code, uint8_t bits);

#define ACC_CALLER_ID_TEXT 33u  ///< bytes of a text, with its null character

/// A caller ID message (ETSI EN 300 659-3, Bellcore GR-30). Texts have a null character at their end and are empty when
/// they are missing; other characters than printable ASCII are replaced by `?`.
typedef struct acc_caller_id {
    char date[ACC_CALLER_ID_TEXT];  ///< month, day, hour and minute: MMDDhhmm
    char number[ACC_CALLER_ID_TEXT];
    char name[ACC_CALLER_ID_TEXT];
    char no_number;  ///< why there is no number: `O` out of area, `P` private; else 0
    char no_name;
} acc_caller_id;

/// Reads caller ID from characters. All zero is the beginning; fields are private.
typedef struct acc_caller_id_reader {
    uint8_t bytes[258];
    uint16_t count;
} acc_caller_id_reader;

/// Adds a character. ACC_OK and the message when it completes one with a right checksum, of type 0x04 (SDMF) or 0x80 (MDMF);
/// ACC_BAD_CHECK when a message's checksum is wrong; ACC_TRUNCATED until then.
acc_status acc_caller_id_push(acc_caller_id_reader *reader, uint8_t byte, acc_caller_id *message);

/// What a telegram's code means (UIC 751-3): in the direction ACC_CODE_UIC_TRAIN, or else from the ground to a train. Null for
/// other codes.
const char *ACC_NULLABLE acc_uic_meaning(acc_character_code direction, uint8_t code);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
