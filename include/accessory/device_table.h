/// A table of received devices, found by address, ordered by their last report. Memory is the caller's and never
/// grows: when the table is full, the device with the oldest report is replaced. A caller keeps more about a device
/// (name, payload) in arrays of its own, by the index that every call returns.
///
///     void *memory = ...acc_device_table_size(10000)...;   // aligned for max_align_t
///     acc_device_table *table = acc_device_table_init(memory, 10000);
///     uint32_t index = acc_device_table_update(table, report.address, report.address_type,
///                                            report.rssi, false, now_ms, &was);
///
/// Time is milliseconds on any clock; a step back counts as 0. Each call takes constant time.
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
    uint64_t first_ms;                      ///< time of the first report
    uint64_t last_ms;                       ///< time of the last report
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
    bool advertised;        ///< not only scan responses were received
    bool in_use;
} acc_device;

/// Devices by address. Opaque; acc_device_table_init places it.
typedef struct acc_device_table acc_device_table;

/// What acc_device_table_update did.
typedef enum acc_device_news {
    ACC_DEVICE_KNOWN,     ///< it was there
    ACC_DEVICE_ADDED,     ///< a free entry was taken
    ACC_DEVICE_REPLACED,  ///< the device with the oldest report was replaced
} acc_device_news;

/// Bytes for `capacity` (1 to 2^24) devices.
size_t acc_device_table_size(uint32_t capacity);

/// An empty table in `memory`, of acc_device_table_size bytes.
acc_device_table *acc_device_table_init(void *memory, uint32_t capacity);

/// Records a report: finds or adds the device and updates its times, intervals and RSSI. `rssi` 127: none. A scan
/// response does not count for the interval. Returns the device's index.
uint32_t acc_device_table_update(acc_device_table *table, const uint8_t *address,
                                 uint8_t address_type, int8_t rssi, bool is_response,
                                 uint64_t now_ms, acc_device_news *news);

/// Index of a device, or ACC_DEVICE_NONE.
uint32_t acc_device_table_find(const acc_device_table *table, const uint8_t *address,
                               uint8_t address_type);

/// The entry at an index; the caller may change `payload` only.
acc_device *acc_device_table_at(acc_device_table *table, uint32_t index);

/// How many devices there are.
uint32_t acc_device_table_count(const acc_device_table *table);

/// Removes one device whose last report is before `before_ms`, the oldest first. Returns its index, or
/// ACC_DEVICE_NONE when there is none; call it until then.
uint32_t acc_device_table_expire(acc_device_table *table, uint64_t before_ms);

/// Removes a device.
void acc_device_table_remove(acc_device_table *table, uint32_t index);

/// The device with the newest report, and the next older one; ACC_DEVICE_NONE after the last.
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
