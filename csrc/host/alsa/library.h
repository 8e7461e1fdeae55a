// Includes ALSA's header, or states the package to install.
#ifndef ACC_ALSA_LIBRARY_H
#define ACC_ALSA_LIBRARY_H

#if !__has_include(<alsa/asoundlib.h>)
#error "alsa/asoundlib.h is missing; install it: sudo apt install libasound2-dev"
#endif

#include <alsa/asoundlib.h>

#endif
