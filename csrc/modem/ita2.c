// The code of teleprinters: five bits, two tables, and two codes that shift between them. Input: characters or codes;
// output: codes or characters.
#include "accessory/mode.h"

#include <string.h>

enum { LETTERS = 31, FIGURES = 27, CODES = 32 };

// By code; 0 where the code has no character. The first bit sent is bit 0.
static const char letters[CODES] = {0,   'E', '\n', 'A', ' ', 'S', 'I', 'U', '\r', 'D', 'R',
                                    'J', 'N', 'F',  'C', 'K', 'T', 'Z', 'L', 'W',  'H', 'Y',
                                    'P', 'Q', 'O',  'B', 'G', 0,   'M', 'X', 'V',  0};
// ITU-T S.1. D is the enquiry (who are you), J the bell; F, G and H are for national use.
static const char ita2[CODES] = {0,    '3', '\n', '-', ' ', '\'', '8', '7', '\r', 5,   '4',
                                 '\a', ',', '!',  ':', '(', '5',  '+', ')', '2',  '#', '6',
                                 '0',  '1', '9',  '?', '&', 0,    '.', '/', '=',  0};
// Text telephones (TIA-825, ITU-T V.18 annex A).
static const char tdd[CODES] = {0,    '3', '\n', '-', ' ', '-', '8', '7', '\r', '$', '4',
                                '\'', ',', '!',  ':', '(', '5', '"', ')', '2',  '=', '6',
                                '0',  '1', '9',  '?', '+', 0,   '.', '/', ';',  0};

static const char *figures_of(acc_character_code code)
{
    return code == ACC_CODE_TDD ? tdd : ita2;
}

// The code of a character in a table; 0 when it has none.
static uint8_t code_of(const char *table, char character)
{
    for (uint8_t i = 1; i < CODES; i++)
        if (table[i] == character)
            return i;
    return 0;
}

size_t acc_ita2_write(acc_ita2 *text, acc_character_code code, char character, uint8_t *codes)
{
    if (character == 0)
        return 0;
    if (character >= 'a' && character <= 'z')
        character = (char)(character - 'a' + 'A');
    const uint8_t letter = code_of(letters, character);
    const uint8_t figure = code_of(figures_of(code), character);
    const uint8_t shift = letter ? LETTERS : FIGURES;
    if (!letter && !figure)
        return 0;
    // space, line feed and carriage return are in both tables
    const bool needs_shift = text->shift == 0 || (text->shift != shift && !(letter && figure));
    size_t count = 0;
    if (needs_shift)
        codes[count++] = text->shift = shift;
    codes[count++] = letter ? letter : figure;
    // most receivers return to letters after a space, others do not: the next character states its table
    if (character == ' ' && text->shift == FIGURES)
        text->shift = 0;
    return count;
}

char acc_ita2_read(acc_ita2 *text, acc_character_code code, uint8_t bits)
{
    const uint8_t at = bits % CODES;
    if (at == LETTERS || at == FIGURES) {
        text->shift = at;
        return 0;
    }
    const char character = text->shift == FIGURES ? figures_of(code)[at] : letters[at];
    if (character == ' ')
        text->shift = LETTERS;
    return character;
}
