// sd-bus, and the conversions between its types and the opaque ones of accessory/dbus.h. Only this
// folder includes sd-bus.
#ifndef ACC_DBUS_BUS_H
#define ACC_DBUS_BUS_H

#if !__has_include(<systemd/sd-bus.h>)
#error "systemd/sd-bus.h is missing; install it: sudo apt install libsystemd-dev"
#endif

#include "accessory/dbus.h"

#include <systemd/sd-bus.h>

// The public types are never defined: their pointers are sd-bus's.
static inline sd_bus *sd(acc_dbus *bus)
{
    return (sd_bus *)bus;
}

static inline sd_bus_message *sd_message(acc_dbus_message *message)
{
    return (sd_bus_message *)message;
}

#endif
