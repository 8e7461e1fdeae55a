// The device table: replacement, expiry, histories, and random traffic against a plain list.
#include "accessory/device_table.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *address_of(uint32_t number)
{
    static uint8_t address[6];
    for (int i = 0; i < 6; i++)
        address[i] = (uint8_t)(number * 2654435761u >> (i % 4) * 8);
    return address;
}

static uint32_t hear(acc_device_table *table, uint32_t number, int8_t rssi, uint64_t now,
                     acc_device_change expected)
{
    acc_device_change change;
    uint32_t index =
        acc_device_table_update(table, address_of(number), 1, rssi, false, now, &change);
    CHECK(change == expected);
    return index;
}

static void the_oldest_makes_room(void)
{
    void *memory = malloc(acc_device_table_size(3));
    acc_device_table *table = acc_device_table_init(memory, 3);
    uint32_t first = hear(table, 1, -50, 10, ACC_DEVICE_ADDED);
    hear(table, 2, -50, 20, ACC_DEVICE_ADDED);
    hear(table, 3, -50, 30, ACC_DEVICE_ADDED);
    CHECK(hear(table, 1, -50, 40, ACC_DEVICE_KNOWN) == first);
    hear(table, 4, -50, 50, ACC_DEVICE_REPLACED);
    CHECK(acc_device_table_find(table, address_of(2), 1) == ACC_DEVICE_NONE);
    CHECK(acc_device_table_find(table, address_of(1), 1) == first);
    CHECK(acc_device_table_find(table, address_of(1), 0) == ACC_DEVICE_NONE);
    CHECK(acc_device_table_count(table) == 3);

    static const uint64_t order[] = {50, 40, 30};
    uint32_t index = acc_device_table_newest(table);
    for (int i = 0; i < 3; i++, index = acc_device_table_older(table, index))
        CHECK(acc_device_table_at(table, index)->last_ms == order[i]);
    CHECK(index == ACC_DEVICE_NONE);
    free(memory);
}

static void what_is_silent_expires(void)
{
    void *memory = malloc(acc_device_table_size(8));
    acc_device_table *table = acc_device_table_init(memory, 8);
    for (uint32_t i = 0; i < 8; i++)
        hear(table, i, -50, i * 10, ACC_DEVICE_ADDED);
    int expired = 0;
    while (acc_device_table_expire(table, 30) != ACC_DEVICE_NONE)
        expired++;
    CHECK(expired == 3 && acc_device_table_count(table) == 5);
    hear(table, 1, -50, 100, ACC_DEVICE_ADDED);
    while (acc_device_table_expire(table, UINT64_MAX) != ACC_DEVICE_NONE)
        ;
    CHECK(acc_device_table_count(table) == 0);
    CHECK(acc_device_table_newest(table) == ACC_DEVICE_NONE);
    hear(table, 1, -50, 0, ACC_DEVICE_ADDED);
    free(memory);
}

static void history_gives_rate_and_mean(void)
{
    void *memory = malloc(acc_device_table_size(1));
    acc_device_table *table = acc_device_table_init(memory, 1);
    uint64_t now = 1000;
    uint32_t index = hear(table, 1, -60, now, ACC_DEVICE_ADDED);
    acc_device *device = acc_device_table_at(table, index);
    CHECK(acc_device_interval(device) == 0 && acc_device_rssi_mean(device) == -60 * 256);
    for (int i = 0; i < 40;
         i++)  // one advertisement in eight is missed, one RSSI in ten is an outlier
        hear(table, 1, i % 10 == 9 ? -127 : (int8_t)(-60 - i % 2), now += i % 8 ? 100 : 200,
             ACC_DEVICE_KNOWN);
    CHECK(acc_device_interval(device) == 100 && device->intervals == ACC_DEVICE_HISTORY);
    CHECK(acc_device_rssi_mean(device) < -60 * 256 && acc_device_rssi_mean(device) > -62 * 256);
    CHECK(device->count == 41 && device->first_ms == 1000);
    acc_device_change change;
    uint16_t before = device->interval[device->next_interval];
    acc_device_table_update(table, address_of(1), 1, -60, true, now + 1,
                            &change);  // a scan response
    CHECK(device->interval[device->next_interval] == before && device->last_advert_ms == now);
    hear(table, 1, 127, now += 100000, ACC_DEVICE_KNOWN);  // no RSSI, and a long silence
    CHECK(device->interval[(device->next_interval + 15) % 16] == 65535 && device->rssis == 16);
    hear(table, 1, -60, now - 50, ACC_DEVICE_KNOWN);  // a clock that went back
    CHECK(device->last_ms == now);
    free(memory);
}

// A table against a plain array with the same rules, over random traffic.
static void it_agrees_with_a_list(void)
{
    enum { CAPACITY = 37, DEVICES = 90 };
    static uint64_t last[DEVICES];
    memset(last, 0, sizeof last);
    void *memory = malloc(acc_device_table_size(CAPACITY));
    acc_device_table *table = acc_device_table_init(memory, CAPACITY);
    uint32_t random = 7, present = 0;
    for (uint64_t now = 1; now < 20000; now++) {
        random = random * 1664525u + 1013904223u;
        uint32_t number = random >> 8 & (random >> 31 ? 15 : 127);
        number %= DEVICES;
        acc_device_change expected = ACC_DEVICE_KNOWN;
        if (!last[number]) {
            expected = present < CAPACITY ? ACC_DEVICE_ADDED : ACC_DEVICE_REPLACED;
            uint32_t oldest = DEVICES;
            for (uint32_t i = 0; i < DEVICES && expected == ACC_DEVICE_REPLACED; i++)
                if (last[i] && (oldest == DEVICES || last[i] < last[oldest]))
                    oldest = i;
            if (oldest < DEVICES)
                last[oldest] = 0;
            present += expected == ACC_DEVICE_ADDED;
        }
        last[number] = now;
        hear(table, number, -40, now, expected);
        if (random % 97 == 0) {
            uint64_t limit = now - 60;
            while (now > 60 && acc_device_table_expire(table, limit) != ACC_DEVICE_NONE)
                ;
            for (uint32_t i = 0; i < DEVICES && now > 60; i++)
                if (last[i] && last[i] < limit) {
                    last[i] = 0;
                    present--;
                }
        }
        CHECK(acc_device_table_count(table) == present);
    }
    for (uint32_t i = 0; i < DEVICES; i++) {
        uint32_t index = acc_device_table_find(table, address_of(i), 1);
        CHECK((index != ACC_DEVICE_NONE) == (last[i] != 0));
        CHECK(index == ACC_DEVICE_NONE || acc_device_table_at(table, index)->last_ms == last[i]);
    }
    free(memory);
}

int main(void)
{
    the_oldest_makes_room();
    what_is_silent_expires();
    history_gives_rate_and_mean();
    it_agrees_with_a_list();
    return failures;
}
