// Devices by address: a hash table in the caller's memory. When it is full, the device with the oldest
// report is replaced.
//
// Input: one call per report, with address, RSSI and time. Output: the device's index and its
// history. The Beacons room owns it (DeviceTable). Every operation takes constant time on average:
// chained buckets for the address, a doubly linked list for the age, both by index.
#include "accessory/device_table.h"

#include "accessory/hci_report.h"

#include <assert.h>
#include <string.h>

struct acc_device_table {
    uint32_t capacity;
    uint32_t count;
    uint32_t mask;    // number of buckets - 1
    uint32_t newest;  // doubly linked by newer and older
    uint32_t oldest;
    uint32_t free;  // linked by next_in_bucket
    acc_device *devices;
    uint32_t *bucket;
};

static_assert(sizeof(acc_device) <= 256, "an entry has a budget of 256 bytes");

// A power of two of at least `capacity`: at most one device per bucket on average, and the modulus is a
// mask.
static uint32_t buckets_for(uint32_t capacity)
{
    uint32_t buckets = 8;
    while (buckets < capacity)
        buckets *= 2;
    return buckets;
}

size_t acc_device_table_size(uint32_t capacity)
{
    assert(capacity >= 1 && capacity <= 1u << 24);
    return sizeof(acc_device_table) + capacity * sizeof(acc_device) +
           buckets_for(capacity) * sizeof(uint32_t);
}

// Layout in `memory`: the table, the devices, the buckets. Free devices are chained by
// next_in_bucket.
acc_device_table *acc_device_table_init(void *memory, uint32_t capacity)
{
    acc_device_table *table = memory;
    uint32_t buckets = buckets_for(capacity);
    table->capacity = capacity;
    table->count = 0;
    table->mask = buckets - 1;
    table->newest = table->oldest = ACC_DEVICE_NONE;
    table->free = 0;
    table->devices = (acc_device *)(table + 1);
    table->bucket = (uint32_t *)(void *)(table->devices + capacity);
    for (uint32_t i = 0; i < capacity; i++) {
        table->devices[i].in_use = false;
        table->devices[i].next_in_bucket = i + 1 < capacity ? i + 1 : ACC_DEVICE_NONE;
    }
    for (uint32_t i = 0; i < buckets; i++)
        table->bucket[i] = ACC_DEVICE_NONE;
    return table;
}

// Fibonacci hashing: bucket = (address * floor(2^64 / golden ratio) modulo 2^64) >> 40, masked. The
// shift leaves 24 bits, enough for the 2^24 buckets of the largest table.
static uint32_t *bucket_of(const acc_device_table *table, const uint8_t *address)
{
    uint64_t key = 0;
    memcpy(&key, address, 6);
    return &table->bucket[key * UINT64_C(0x9E3779B97F4A7C15) >> 40 & table->mask];
}

// Public and random addresses are separate address spaces.
static bool is(const acc_device *device, const uint8_t *address, uint8_t address_type)
{
    return device->address_type == address_type && memcmp(device->address, address, 6) == 0;
}

uint32_t acc_device_table_find(const acc_device_table *table, const uint8_t *address,
                               uint8_t address_type)
{
    uint32_t index = *bucket_of(table, address);
    while (index != ACC_DEVICE_NONE && !is(&table->devices[index], address, address_type))
        index = table->devices[index].next_in_bucket;
    return index;
}

static void unlink_age(acc_device_table *table, const acc_device *device)
{
    if (device->newer == ACC_DEVICE_NONE)
        table->newest = device->older;
    else
        table->devices[device->newer].older = device->older;
    if (device->older == ACC_DEVICE_NONE)
        table->oldest = device->newer;
    else
        table->devices[device->older].newer = device->newer;
}

static void link_newest(acc_device_table *table, uint32_t index)
{
    acc_device *device = &table->devices[index];
    device->newer = ACC_DEVICE_NONE;
    device->older = table->newest;
    if (table->newest == ACC_DEVICE_NONE)
        table->oldest = index;
    else
        table->devices[table->newest].newer = index;
    table->newest = index;
}

// Unlinks the device from its bucket, whose chain is walked, and from the age list.
void acc_device_table_remove(acc_device_table *table, uint32_t index)
{
    assert(index < table->capacity && table->devices[index].in_use);
    acc_device *device = &table->devices[index];
    uint32_t *link = bucket_of(table, device->address);
    while (*link != index)
        link = &table->devices[*link].next_in_bucket;
    *link = device->next_in_bucket;
    unlink_age(table, device);
    device->in_use = false;
    device->next_in_bucket = table->free;
    table->free = index;
    table->count--;
}

static uint32_t add(acc_device_table *table, const uint8_t *address, uint8_t address_type,
                    uint64_t now_ms)
{
    uint32_t index = table->free;
    acc_device *device = &table->devices[index];
    uint32_t *bucket = bucket_of(table, address);
    table->free = device->next_in_bucket;
    memset(device, 0, sizeof *device);
    memcpy(device->address, address, 6);
    device->address_type = address_type;
    device->first_ms = now_ms;
    device->in_use = true;
    device->next_in_bucket = *bucket;
    *bucket = index;
    link_newest(table, index);
    table->count++;
    return index;
}

// Adds one report to the history. Scan responses follow an advertisement at once, so they do not
// count for the interval. Intervals saturate at 65.5 s.
static void note(acc_device *device, int8_t rssi, bool is_response, uint64_t now_ms)
{
    if (!is_response && device->advertised) {
        uint64_t passed = now_ms > device->last_advert_ms ? now_ms - device->last_advert_ms : 0;
        device->interval[device->next_interval] =
            passed > UINT16_MAX ? UINT16_MAX : (uint16_t)passed;
        device->next_interval = (device->next_interval + 1) % ACC_DEVICE_HISTORY;
        device->intervals = (uint8_t)(device->intervals + (device->intervals < ACC_DEVICE_HISTORY));
    }
    if (!is_response) {
        device->last_advert_ms = now_ms;
        device->advertised = true;
    }
    if (rssi != ACC_RSSI_NONE) {
        device->rssi[device->next_rssi] = rssi;
        device->next_rssi = (device->next_rssi + 1) % ACC_DEVICE_HISTORY;
        device->rssis = (uint8_t)(device->rssis + (device->rssis < ACC_DEVICE_HISTORY));
    }
    device->last_ms = now_ms > device->last_ms ? now_ms : device->last_ms;
    device->count += device->count < UINT32_MAX;
}

// The one call per report: finds or adds the device and moves it to the newest end of the age list.
uint32_t acc_device_table_update(acc_device_table *table, const uint8_t *address,
                                 uint8_t address_type, int8_t rssi, bool is_response,
                                 uint64_t now_ms, acc_device_change *change)
{
    uint32_t index = acc_device_table_find(table, address, address_type);
    *change = ACC_DEVICE_KNOWN;
    if (index == ACC_DEVICE_NONE) {
        *change = ACC_DEVICE_ADDED;
        if (table->free == ACC_DEVICE_NONE) {
            acc_device_table_remove(table, table->oldest);
            *change = ACC_DEVICE_REPLACED;
        }
        index = add(table, address, address_type, now_ms);
    } else if (table->newest != index) {
        unlink_age(table, &table->devices[index]);
        link_newest(table, index);
    }
    note(&table->devices[index], rssi, is_response, now_ms);
    return index;
}

acc_device *acc_device_table_at(acc_device_table *table, uint32_t index)
{
    assert(index < table->capacity);
    return &table->devices[index];
}

uint32_t acc_device_table_count(const acc_device_table *table)
{
    return table->count;
}

// Removes the device with the oldest report if that is before `before_ms`. Call it until it returns
// ACC_DEVICE_NONE.
uint32_t acc_device_table_expire(acc_device_table *table, uint64_t before_ms)
{
    uint32_t index = table->oldest;
    if (index == ACC_DEVICE_NONE || table->devices[index].last_ms >= before_ms)
        return ACC_DEVICE_NONE;
    acc_device_table_remove(table, index);
    return index;
}

uint32_t acc_device_table_newest(const acc_device_table *table)
{
    return table->newest;
}

uint32_t acc_device_table_older(const acc_device_table *table, uint32_t index)
{
    assert(index < table->capacity);
    return table->devices[index].older;
}
