// One place where ALSA's errors become ours.
#ifndef ACC_ALSA_FAULT_H
#define ACC_ALSA_FAULT_H

#include "accessory/alsa.h"
#include "base/names.h"

/// From here to quiet_end, what alsa-lib would print on this thread is kept instead: the first line
/// of a failure is its cause.
void quiet_begin(void);
void quiet_end(void);

/// Fills `fault` from a negative errno, with what alsa-lib said since quiet_begin as the reason.
void fault_set(acc_alsa_fault *fault, int error, bool in_capture);

/// Fills `fault` with ACC_ALSA_UNFIT and a reason of our own, as printf does.
void fault_unfit(acc_alsa_fault *fault, bool in_capture, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
