// Preambles at the end of a sound: whether it ends within the preamble, the sync word or the first block sync of a frame,
// before a frame can be followed.
#ifndef ACC_MODEM_PREAMBLE_H
#define ACC_MODEM_PREAMBLE_H

#include "modem/sync.h"

#include <stdbool.h>

// `back` is the distance from the latest place of the search to the last whole symbol, in places.
bool acc_preamble_is_cut(const sync_search *s, float back, bool coded);

#endif
