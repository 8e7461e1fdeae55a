// A device with any writes and any result of its flash operations: it never writes outside a bank, and
// writes a header only after a complete and correct image.
#include "accessory/suota_receiver.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SLOT = 1 << 12 };

static uint8_t flash[2][SLOT], buffer[256];

static void perform(acc_suota_receiver *r, const acc_suota_action *action, uint8_t outcome)
{
    acc_suota_bank banks[2];
    size_t header = acc_suota_header_size(r->config.family);
    assert(action->kind <= ACC_SUOTA_RESTART);
    assert(action->kind != ACC_SUOTA_NOTIFY || acc_suota_code_name(action->code));
    if (action->kind == ACC_SUOTA_SURVEY) {
        for (int i = 0; i < 2; i++)
            banks[i] = acc_suota_bank_read(r->config.family, flash[i], ACC_SUOTA_MAX_HEADER);
        acc_suota_receiver_surveyed(r, outcome, banks);
        return;
    }
    if (action->kind != ACC_SUOTA_ERASE && action->kind != ACC_SUOTA_WRITE)
        return;
    assert((action->bank == 1 || action->bank == 2) && action->offset <= SLOT);
    assert(action->size <= SLOT - action->offset);
    uint8_t *place = flash[action->bank - 1] + action->offset;
    if (action->kind == ACC_SUOTA_ERASE) {
        memset(place, 0xFF, action->size);
    } else {
        memcpy(place, action->bytes, action->size);
        if (action->offset == 0) {
            acc_suota_image image;
            assert(action->size == 2);
            acc_status status = acc_suota_image_check(place, SLOT, &image);
            assert(!r->config.checks_crc || status == ACC_OK);
            assert(acc_suota_image_read(place, SLOT, &image) == ACC_OK);
            assert(acc_suota_bank_read(r->config.family, place, SLOT).valid);
        } else {
            // the header without its magic, or code
            assert(action->offset == 2 ? action->size == header - 2 : action->offset >= header);
        }
    }
    acc_suota_receiver_done(r, outcome);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    acc_suota_receiver r;
    acc_suota_action action;
    if (size < 1)
        return 0;
    acc_suota_receiver_config config = acc_suota_receiver_config_make(
        (acc_suota_family)(data[0] % 3), buffer, sizeof buffer, SLOT);
    memset(flash, 0xFF, sizeof flash);
    acc_suota_receiver_init(&r, &config);
    acc_suota_receiver_subscribe(&r, true);
    for (size_t at = 1; at + 1 < size;) {
        uint8_t operation = data[at], len = data[at + 1];
        const uint8_t *bytes = data + at + 2;
        size_t left = size - at - 2;
        size_t taken = len < left ? len : left;
        uint8_t outcome = operation & 0x80 ? ACC_SUOTA_EXT_MEM_WRITE_ERR : ACC_SUOTA_CMP_OK;
        switch (operation % 16) {
        case 10:
            taken = acc_suota_receiver_stream(&r, bytes, taken);
            assert(taken <= left);
            break;
        case 11:
            acc_suota_receiver_connected(&r, len & 3, len);
            acc_suota_receiver_subscribe(&r, len & 4);
            taken = 0;
            break;
        case 12:
            acc_suota_receiver_done(&r, outcome);
            taken = 0;
            break;
        default:
            (void)acc_suota_receiver_write(&r, (acc_suota_characteristic)(operation % 10), bytes,
                                           taken);
        }
        at += 2 + taken;
        for (int i = 0; acc_suota_receiver_poll(&r, &action); i++) {
            assert(i < 16);
            perform(&r, &action, outcome);
        }
    }
    return 0;
}
