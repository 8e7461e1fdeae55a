/// A table of the devices heard, found by address, ordered by when they were last heard. Memory is the
/// caller's and never grows: when the table is full, the device unheard for longest makes room. What a caller
/// keeps besides (names, payloads) goes into arrays of its own, by the index that every call gives.
///
///     void *memory = ...acc_device_table_size(10000)...;   // aligned for max_align_t
///     acc_device_table *table = acc_device_table_init(memory, 10000);
///     uint32_t index = acc_device_table_hear(table, report.address, report.address_type,
///                                            report.rssi, false, now_ms, &was);
///
/// Time is milliseconds on any clock; a step back counts as no time at all. Each call takes constant time.
/// One thread at a time.
#ifndef ACC_DEVICE_TABLE_H
#define ACC_DEVICE_TABLE_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_DEVICE_NONE UINT32_MAX
#define ACC_DEVICE_HISTORY 16u  ///< intervals and RSSI values kept for a device

/// What the table knows of a device. 104 bytes.
typedef struct acc_device {
    uint64_t first_ms;                      ///< when it was first heard
    uint64_t last_ms;                       ///< when it was last heard
    uint64_t last_advert_ms;                ///< the same without scan responses
    uint32_t count;                         ///< reports
    uint32_t next_in_bucket;                // private
    uint32_t newer;                         // private
    uint32_t older;                         // private
    uint32_t payload;                       ///< the caller's: say, a checksum of what it last sent
    uint16_t interval[ACC_DEVICE_HISTORY];  ///< between reports, ms, at most 65535; ring
    int8_t rssi[ACC_DEVICE_HISTORY];        ///< dBm; ring
    uint8_t address[6];                     ///< as printed
    uint8_t address_type;
    uint8_t intervals;      ///< how many of `interval` are filled
    uint8_t rssis;          ///< how many of `rssi` are filled
    uint8_t next_interval;  ///< place of the next in the ring
    uint8_t next_rssi;      ///< place of the next in the ring
    bool advertised;        ///< heard other than by a scan response
    bool in_use;
} acc_device;

/// Devices by address. Opaque; init says where.
typedef struct acc_device_table acc_device_table;

/// What acc_device_table_hear did.
typedef enum acc_device_news {
    ACC_DEVICE_KNOWN,     ///< it was there
    ACC_DEVICE_ADDED,     ///< a free entry was taken
    ACC_DEVICE_REPLACED,  ///< the device unheard for longest made room
} acc_device_news;

/// Bytes for `capacity` (1 to 2^24) devices.
size_t acc_device_table_size(uint32_t capacity);

/// An empty table in `memory`, of acc_device_table_size bytes.
acc_device_table *acc_device_table_init(void *memory, uint32_t capacity);

/// A report came: the device's entry is found or made, and its times, intervals and RSSI are brought up to
/// date. `rssi` 127 is none; a scan response says nothing of the interval. Gives its index.
uint32_t acc_device_table_hear(acc_device_table *table, const uint8_t *address,
                               uint8_t address_type, int8_t rssi, bool is_response, uint64_t now_ms,
                               acc_device_news *news);

/// Index of a device, or ACC_DEVICE_NONE.
uint32_t acc_device_table_find(const acc_device_table *table, const uint8_t *address,
                               uint8_t address_type);

/// The entry at an index; the caller may change `payload` only.
acc_device *acc_device_table_at(acc_device_table *table, uint32_t index);

/// How many devices there are.
uint32_t acc_device_table_count(const acc_device_table *table);

/// Takes out one device that was last heard before `before_ms`, the oldest first, and gives its index, or
/// ACC_DEVICE_NONE when there is none. Call until it says so.
uint32_t acc_device_table_expire(acc_device_table *table, uint64_t before_ms);

/// Takes out a device.
void acc_device_table_remove(acc_device_table *table, uint32_t index);

/// The device heard last, and from one to the next older; ACC_DEVICE_NONE behind the last.
uint32_t acc_device_table_newest(const acc_device_table *table);
uint32_t acc_device_table_older(const acc_device_table *table, uint32_t index);

/// Mean of the RSSI values kept, without the highest and lowest tenth when there are more than two; in 1/256
/// dBm, or INT16_MAX when there is none.
int16_t acc_device_rssi_mean(const acc_device *device);

/// Median of the intervals kept, ms; 0 before the second report. Robust against missed advertisements.
uint16_t acc_device_interval(const acc_device *device);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
