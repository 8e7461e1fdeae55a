// Reads advertising PDUs of the link layer, as a sniffer captures them.
#ifndef ACC_ADVERT_LINK_LAYER_H
#define ACC_ADVERT_LINK_LAYER_H

#include "accessory/hci_report.h"

// Reads the report of a packet, which extends from access address to CRC. ACC_UNSUPPORTED for a packet
// that is not an advertisement, or only points to one; ACC_TRUNCATED for one shorter than its length
// field.
acc_status acc_link_layer_report(const uint8_t *bytes, size_t len, acc_report *report);

#endif
