// sd-bus, and what stands for its types in the public header.
#ifndef ACC_DBUS_BUS_H
#define ACC_DBUS_BUS_H

#if !__has_include(<systemd/sd-bus.h>)
#error "systemd/sd-bus.h is missing; install it: sudo apt install libsystemd-dev"
#endif

#include "accessory/dbus.h"

#include <systemd/sd-bus.h>

// The public types are never complete: their pointers are sd-bus's.

static inline sd_bus *sd(acc_dbus *bus)
{
    return (sd_bus *)bus;
}

static inline sd_bus_message *sd_message(acc_dbus_message *message)
{
    return (sd_bus_message *)message;
}

#endif
