// Turns ALSA's errors into acc_alsa_fault.
#ifndef ACC_ALSA_FAULT_H
#define ACC_ALSA_FAULT_H

#include "accessory/alsa.h"

/// Until acc_alsa_quiet_end, alsa-lib prints nothing on this thread; the first line it would print is
/// kept as the cause of a failure.
void acc_alsa_quiet_begin(void);
void acc_alsa_quiet_end(void);

/// Fills `fault` from a negative errno. The reason is alsa-lib's first line since acc_alsa_quiet_begin.
void acc_alsa_fault_set(acc_alsa_fault *fault, int error, bool in_capture);

/// Fills `fault` with ACC_ALSA_UNFIT and a reason in printf format.
void acc_alsa_fault_unfit(acc_alsa_fault *fault, bool in_capture, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
