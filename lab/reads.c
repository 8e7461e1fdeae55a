// reads DEVICE-PATH UUID: a C program on sd-bus that reads a characteristic through bluetoothd 300 times, one after the
// other. What our own reads through bluetoothd are compared with.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>
#include <unistd.h>

static sd_bus *bus;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int is_resolved(const char *device)
{
    int is_on = 0;
    sd_bus_get_property_trivial(bus, "org.bluez", device, "org.bluez.Device1", "ServicesResolved",
                                NULL, 'b', &is_on);
    return is_on;
}

// Reads an object's interfaces up to the UUID of a characteristic: 1 if it is the wanted one.
static int is_wanted(sd_bus_message *m, const char *uuid)
{
    int found = 0;
    sd_bus_message_enter_container(m, 'a', "{sa{sv}}");
    while (sd_bus_message_enter_container(m, 'e', "sa{sv}") > 0) {
        const char *interface = "", *key, *value;
        sd_bus_message_read(m, "s", &interface);
        sd_bus_message_enter_container(m, 'a', "{sv}");
        while (sd_bus_message_enter_container(m, 'e', "sv") > 0) {
            sd_bus_message_read(m, "s", &key);
            if (strcmp(key, "UUID") == 0 && sd_bus_message_read(m, "v", "s", &value) > 0)
                found |= strcmp(interface, "org.bluez.GattCharacteristic1") == 0 &&
                         strcmp(value, uuid) == 0;
            else
                sd_bus_message_skip(m, "v");
            sd_bus_message_exit_container(m);
        }
        sd_bus_message_exit_container(m);
        sd_bus_message_exit_container(m);
    }
    sd_bus_message_exit_container(m);
    return found;
}

static int find(const char *device, const char *uuid, char *path, size_t size)
{
    sd_bus_message *m = NULL;
    int status = sd_bus_call_method(bus, "org.bluez", "/", "org.freedesktop.DBus.ObjectManager",
                                    "GetManagedObjects", NULL, &m, "");
    if (status < 0)
        return status;
    status = -ENOENT;
    sd_bus_message_enter_container(m, 'a', "{oa{sa{sv}}}");
    while (sd_bus_message_enter_container(m, 'e', "oa{sa{sv}}") > 0) {
        const char *object = "";
        sd_bus_message_read(m, "o", &object);
        if (is_wanted(m, uuid) && strncmp(object, device, strlen(device)) == 0) {
            snprintf(path, size, "%s", object);
            status = 0;
        }
        sd_bus_message_exit_container(m);
    }
    sd_bus_message_unref(m);
    return status;
}

static int read_all(const char *path, int count)
{
    for (int i = 0; i < count; i++) {
        sd_bus_message *answer = NULL;
        int status = sd_bus_call_method(bus, "org.bluez", path, "org.bluez.GattCharacteristic1",
                                        "ReadValue", NULL, &answer, "a{sv}", 0);
        if (status < 0)
            return status;
        sd_bus_message_unref(answer);
    }
    return 0;
}

int main(int argc, char **argv)
{
    enum { count = 300 };
    if (argc != 3)
        return 64;
    const char *device = argv[1];
    char path[256];
    int status = sd_bus_open_system(&bus);
    if (status >= 0)
        status = sd_bus_call_method(bus, "org.bluez", device, "org.bluez.Device1", "Connect", NULL,
                                    NULL, "");
    for (int i = 0; status >= 0 && i < 100 && !is_resolved(device); i++)
        usleep(100000);
    if (status >= 0)
        status = find(device, argv[2], path, sizeof path);
    const double began = now();
    if (status >= 0)
        status = read_all(path, count);
    if (status < 0)
        fprintf(stderr, "reads: %s\n", strerror(-status));
    else
        printf("C on sd-bus: reads: %d a second\n", (int)(count / (now() - began)));
    sd_bus_call_method(bus, "org.bluez", device, "org.bluez.Device1", "Disconnect", NULL, NULL, "");
    return status < 0;
}
