// A watch on the jack controls of one card.
#ifndef ACC_ALSA_JACKS_H
#define ACC_ALSA_JACKS_H

#include "host/alsa/controls.h"

enum { MAX_JACKS = 16, JACK_NAME = 44 };

/// A jack control. Jacks that an accessory more likely uses have a higher rank.
struct jack {
    unsigned numid, rank;
    char name[JACK_NAME];
    bool is_on;
};

struct acc_alsa_jacks {
    struct controls controls;
    struct jack jacks[MAX_JACKS];
    size_t count;
    char wanted[JACK_NAME];  // part of the deciding jack's name, or empty
    int reported;            // state last reported by acc_alsa_jacks_next_event
    int fd;
    bool is_gone;
};

/// Finds the jacks of the opened controls.
void acc_alsa_jacks_find(struct acc_alsa_jacks *jacks, const char *wanted);

#endif
