// The mixer controls of one card, and the values that a session sets and restores (controls.c, mixer.c).
#ifndef ACC_ALSA_CONTROLS_H
#define ACC_ALSA_CONTROLS_H

#include "accessory/alsa.h"
#include "host/alsa/library.h"

#include <stdio.h>

enum { MAX_VALUES = 8, CARD_ID = 64 };

struct controls {
    snd_ctl_t *ctl;
    char card[CARD_ID];  // the card's identifier, safe in a file name
    int lock;            // descriptor of the card's lock file while the mixer is set, else -1
};

/// Opens the controls of `card`. If `card` is -1: of the card in `name` ("plughw:CARD=PCH,DEV=0"), else
/// the controls that ALSA's configuration defines as `name`. Returns 0 or a negative errno.
int acc_alsa_controls_open(struct controls *controls, int card, const char *name);
void acc_alsa_controls_close(struct controls *controls);

/// Calls `visit` for every control.
void acc_alsa_controls_each(struct controls *controls,
                            void (*visit)(snd_ctl_elem_id_t *id, void *context), void *context);

/// A control that a session sets, and its value.
struct wish {
    snd_ctl_elem_id_t *id;
    unsigned count;                    // number of values, one per channel
    int32_t now[MAX_VALUES];           // current values
    int32_t wanted, minimum, maximum;  // of each value; wanted INT32_MIN: leave unchanged
};

/// Calls `visit` for every control that a session sets. The wish is valid during the call only.
void acc_alsa_controls_each_wish(struct controls *controls,
                                 void (*visit)(struct controls *, const struct wish *,
                                               void *context),
                                 void *context);

/// Sets `count` values of a control. Returns 0 or a negative errno.
int acc_alsa_controls_write(struct controls *controls, snd_ctl_elem_id_t *id, const int32_t *values,
                            unsigned count);

/// Saves the controls' values in a state file in `folder` (NULL: the user's), then sets them.
acc_alsa_mixer acc_alsa_mixer_set(struct controls *controls, const char *folder);

/// The reverse of acc_alsa_mixer_set: restores the controls unless another session uses the card.
void acc_alsa_mixer_end(struct controls *controls, const char *folder);

/// Restores the controls that a killed session left changed. True when there were any.
bool acc_alsa_mixer_recover(struct controls *controls, const char *folder);

#endif
