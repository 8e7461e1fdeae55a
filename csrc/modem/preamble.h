// Preambles at the end of a sound: whether it ends inside a frame's preamble, sync word or first block sync, before
// the frame is tracked. finish.c calls it.
#ifndef ACC_MODEM_PREAMBLE_H
#define ACC_MODEM_PREAMBLE_H

#include "modem/sync.h"

#include <stdbool.h>

// `back`: places from the latest place of the search back to the last whole symbol.
bool acc_preamble_is_cut(const sync_search *s, float back, bool coded);

#endif
