// Any capture file: packets are inside the file, one after the other, and reports are inside packets.
#include "accessory/capture.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    acc_capture capture;
    acc_capture_packet packet;
    if (acc_capture_open(&capture, data, size) != ACC_OK)
        return 0;
    for (const uint8_t *end = data; acc_capture_next(&capture, &packet);) {
        if (packet.bytes < end || packet.bytes + packet.length > data + capture.at)
            abort();
        end = packet.bytes + packet.length;
        acc_report_reader reader;
        acc_report report;
        acc_report_reader_init(&reader, (acc_packet_kind)packet.kind, packet.bytes, packet.length);
        while (acc_report_next(&reader, &report))
            if (report.data < packet.bytes || report.data + report.length > end)
                abort();
    }
    if ((capture.status == ACC_OK) != (capture.at == size))
        abort();
    return 0;
}
