// Any bytes as the name of a mode and of a character format, as characters of caller ID, and as codes of a teleprinter.
#include "accessory/mode.h"

#include <assert.h>
#include <string.h>

static void is_text(const char *text)
{
    size_t len = strnlen(text, ACC_CALLER_ID_TEXT);
    assert(len < ACC_CALLER_ID_TEXT);
    for (size_t i = 0; i < len; i++)
        assert(text[i] >= ' ' && text[i] <= '~');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    acc_mode mode;
    acc_character_format format;
    acc_caller_id_reader reader = {.count = 0};
    acc_caller_id message;
    acc_ita2 in = {0}, out = {0};
    if (acc_mode_parse((const char *)data, size, &mode) == ACC_OK)
        assert(acc_modem_profile_check(&mode.profile, ACC_MODEM_MAX_RATE) == ACC_OK &&
               acc_character_format_check(&mode.format) == ACC_OK);
    if (acc_character_format_parse((const char *)data, size, &format) == ACC_OK)
        assert(acc_character_format_check(&format) == ACC_OK);
    for (size_t i = 0; i < size; i++) {
        if (acc_caller_id_push(&reader, data[i], &message) == ACC_OK) {
            is_text(message.date);
            is_text(message.number);
            is_text(message.name);
        }
        // a character is read as it was written
        const acc_character_code code = data[i] >> 7 ? ACC_CODE_TDD : ACC_CODE_ITA2;
        uint8_t codes[2];
        size_t count = acc_ita2_write(&out, code, (char)(data[i] & 0x7F), codes);
        char read = 0;
        for (size_t k = 0; k < count; k++)
            read = acc_ita2_read(&in, code, codes[k]);
        assert(count <= 2 && (count == 0) == (read == 0));
    }
    return 0;
}
