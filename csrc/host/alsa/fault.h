// Turns ALSA's errors into acc_alsa_fault.
#ifndef ACC_ALSA_FAULT_H
#define ACC_ALSA_FAULT_H

#include "accessory/alsa.h"

/// Until acc_alsa_quiet_end, keeps the lines that alsa-lib would print on this thread: the first line
/// of a failure is its cause.
void acc_alsa_quiet_begin(void);
void acc_alsa_quiet_end(void);

/// Fills `fault` from a negative errno; the reason is alsa-lib's line since acc_alsa_quiet_begin.
void acc_alsa_fault_set(acc_alsa_fault *fault, int error, bool in_capture);

/// Fills `fault` with ACC_ALSA_UNFIT and a reason of our own, as printf does.
void acc_alsa_fault_unfit(acc_alsa_fault *fault, bool in_capture, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
