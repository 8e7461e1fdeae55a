// Measurements as text, for tests of readers: include it once in a program.
#ifndef ACC_SENSOR_TEXT_H
#define ACC_SENSOR_TEXT_H

#include "accessory/sensor.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

static acc_measurement list[ACC_MEASUREMENTS_MAX];
static size_t count;

// "temperature 23500000, motion on, button double-press 0 #1": numbers in millionths, events with their times, instances.
static const char *text_of_list(void)
{
    static char text[1024];
    size_t at = 0;
    text[0] = 0;
    for (size_t i = 0; i < count; i++) {
        const acc_measurement *m = &list[i];
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s ", i ? ", " : "",
                               acc_quantity_name((enum acc_quantity)m->quantity));
        if (m->form == ACC_FORM_BINARY)
            at += (size_t)snprintf(text + at, sizeof text - at,
                                   m->micro == 1 ? "on"
                                   : m->micro    ? "?"
                                                 : "off");
        else if (m->form == ACC_FORM_INVALID)
            at += (size_t)snprintf(text + at, sizeof text - at, "invalid");
        else if (m->form == ACC_FORM_EVENT)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s %lld",
                                   acc_sensor_event_name((enum acc_sensor_event)m->event),
                                   (long long)m->micro);
        else if (m->form == ACC_FORM_TEXT || m->form == ACC_FORM_RAW)
            at += (size_t)snprintf(text + at, sizeof text - at, "%d+%d", m->bytes.offset,
                                   m->bytes.length);
        else
            at += (size_t)snprintf(text + at, sizeof text - at, "%lld", (long long)m->micro);
        if (m->instance)
            at += (size_t)snprintf(text + at, sizeof text - at, " #%d", m->instance);
    }
    return text;
}

static size_t from_hex(const char *hex, uint8_t *out)
{
    size_t size = 0;
    for (; hex[0] && hex[1]; hex += 2)
        out[size++] = (uint8_t)strtoul((char[]){hex[0], hex[1], 0}, NULL, 16);
    return size;
}

static inline void is(const char *what, const char *expected)
{
    const char *text = text_of_list();
    if (strcmp(text, expected) != 0)
        printf("  %s: %s\n", what, text);
    CHECK(strcmp(text, expected) == 0);
}

#endif
