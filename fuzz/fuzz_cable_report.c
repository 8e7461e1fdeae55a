// Any bytes as a report: refused, or encoded to the same bytes, with a load that carriers can have.
#include "accessory/cable.h"

#include <assert.h>
#include <string.h>

static _Alignas(64) uint8_t memory[1 << 18];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    acc_cable_report report;
    uint8_t bytes[ACC_CABLE_REPORT_SIZE] = {1};
    acc_cable_report_read(data, size, &report);
    // the same with a correct CRC
    memset(&report, 0, sizeof report);
    memcpy(report.snr, data, size < sizeof report.snr ? size : sizeof report.snr);
    for (unsigned i = 0; i < ACC_CABLE_BANDS; i++)
        report.snr[i] &= 127;
    report.symbol = (uint16_t)(512u << (size & 3));
    report.prefix = 48;
    report.low = 20;
    report.high = (uint16_t)(size > 1 ? data[1] * 250 : 0);
    report.pilots = 8;
    acc_cable_report_write(&report, bytes);
    if (acc_cable_report_read(bytes, sizeof bytes, &report) != ACC_OK)
        return 0;
    static const acc_cable_limits limits = {4096, 64, 1, 10, 4, 32};
    acc_cable_sender *sender;
    acc_cable_mode mode;
    acc_status status = acc_cable_sender_init(memory, sizeof memory, &limits, 1, &sender);
    assert(status == ACC_OK);
    if (acc_cable_mode_loaded(&report, 16, size & 63, &mode) != ACC_OK ||
        acc_cable_sender_start_loaded(sender, &mode, &report, bytes, 16, NULL) != ACC_OK)
        return 0;
    float pcm[256];
    for (int i = 0; i < 64; i++)
        acc_cable_sender_render(sender, pcm, 256);
    return 0;
}
