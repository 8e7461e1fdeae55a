// Any packets, each after a byte with its kind, through report reader, joiner and every advertisement reader.
#include "../Tests/core/advert_all.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static acc_report_joiner joiner;
    acc_report_joiner_init(&joiner);
    while (size) {
        acc_report_reader reader;
        acc_report report;
        acc_report_reader_init(&reader, (acc_packet_kind)(data[0] & 7), data + 1, size - 1);
        while (acc_report_next(&reader, &report))
            if (acc_report_join(&joiner, &report) && (report.length > ACC_ADVERT_EXTENDED_MAX ||
                                                      !read_advert(report.data, report.length)))
                abort();
        size_t used = 1 + (reader.at < size ? reader.at : size - 1);
        data += used;
        size -= used;
    }
    return 0;
}
