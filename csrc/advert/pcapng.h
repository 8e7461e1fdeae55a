// pcapng: blocks of sections, interfaces and packets (draft-ietf-opsawg-pcapng).
#ifndef ACC_ADVERT_PCAPNG_H
#define ACC_ADVERT_PCAPNG_H

#include "accessory/capture.h"

enum { PCAPNG_MAGIC = 0x0A0D0D0A };

// Finds the first interface with a readable link type, which becomes the capture's, and starts at the
// first block again. ACC_UNSUPPORTED when no interface has one; the link type is then the first's.
acc_status acc_pcapng_open(acc_capture *capture);

// Reads the next packet and its link type. False at the end; an error is in the capture's status.
bool acc_pcapng_next(acc_capture *capture, acc_capture_packet *packet, uint32_t *datalink);

#endif
