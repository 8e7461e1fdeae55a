// The codes of telegrams of ground-train radio (UIC 751-3, chapter 6). Input: a code and its direction; output: its meaning.
#include "accessory/mode.h"

#include <stddef.h>

static const struct {
    uint8_t code;
    const char *ground, *train;
} meanings[] = {
    {0x00, "test", "test"},
    {0x02, "run slower", NULL},
    {0x03, "extension of the telegram", "extension of the telegram"},
    {0x04, "run faster", NULL},
    {0x06, "written order", "advice"},
    {0x08, "speech", "communication desired"},
    {0x09, "emergency stop", "train staff wish to communicate"},
    {0x0A, NULL, "order acknowledged"},
    {0x0C, "announcement by loudspeaker", "telephone link desired"},
    {0x55, "idle", NULL},
};

const char *acc_uic_meaning(acc_character_code direction, uint8_t code)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].code == code)
            return direction == ACC_CODE_UIC_TRAIN ? meanings[i].train : meanings[i].ground;
    return NULL;
}
