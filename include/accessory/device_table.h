/// A table of received devices, found by address, ordered by their last report. It lives in the caller's memory and
/// never grows: when it is full, the device with the oldest report is replaced. A caller that keeps further data of
/// a device (name, payload) stores it in its own arrays, by the index that the calls return.
///
///     void *memory = ...acc_device_table_size(10000)...;   // aligned for max_align_t
///     acc_device_table *table = acc_device_table_init(memory, 10000);
///     uint32_t index = acc_device_table_update(table, report.address, report.address_type,
///                                            report.rssi, false, now_ms, &was);
///
/// Times are milliseconds of any clock; a step back counts as 0. Each call takes constant time on average.
/// One thread at a time.
#ifndef ACC_DEVICE_TABLE_H
#define ACC_DEVICE_TABLE_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_DEVICE_NONE UINT32_MAX  ///< no index
#define ACC_DEVICE_HISTORY 16u      ///< intervals and RSSI values kept per device

/// One device and its history. 104 bytes.
typedef struct acc_device {
    uint64_t first_ms;                      ///< time of the first report
    uint64_t last_ms;                       ///< time of the last report
    uint64_t last_advert_ms;                ///< time of the last report, scan responses excluded
    uint32_t count;                         ///< number of reports
    uint32_t next_in_bucket;                // private
    uint32_t newer;                         // private
    uint32_t older;                         // private
    uint32_t payload;                       ///< the caller's, e.g. a checksum of the last payload
    uint16_t interval[ACC_DEVICE_HISTORY];  ///< ring: times between reports, ms, at most 65535
    int8_t rssi[ACC_DEVICE_HISTORY];        ///< ring: dBm
    uint8_t address[6];                     ///< most significant byte first
    uint8_t address_type;
    uint8_t intervals;      ///< how many of `interval` are filled
    uint8_t rssis;          ///< how many of `rssi` are filled
    uint8_t next_interval;  ///< index of the next `interval`
    uint8_t next_rssi;      ///< index of the next `rssi`
    bool advertised;        ///< a report other than a scan response was received
    bool in_use;
} acc_device;

/// The table. Opaque; acc_device_table_init creates it in the caller's memory.
typedef struct acc_device_table acc_device_table;

/// What acc_device_table_update did.
typedef enum acc_device_change {
    ACC_DEVICE_KNOWN,     ///< the device was in the table
    ACC_DEVICE_ADDED,     ///< the device was added in a free entry
    ACC_DEVICE_REPLACED,  ///< the device replaced the one with the oldest report
} acc_device_change;

/// Bytes of memory for `capacity` (1 to 2^24) devices.
size_t acc_device_table_size(uint32_t capacity);

/// Creates an empty table in `memory` of acc_device_table_size bytes.
acc_device_table *acc_device_table_init(void *memory, uint32_t capacity);

/// Records a report: finds or adds the device and updates its times, intervals and RSSI. `rssi` 127: no RSSI. Scan
/// responses do not count for the interval. Returns the device's index.
uint32_t acc_device_table_update(acc_device_table *table, const uint8_t *address,
                                 uint8_t address_type, int8_t rssi, bool is_response,
                                 uint64_t now_ms, acc_device_change *change);

/// The index of a device, or ACC_DEVICE_NONE.
uint32_t acc_device_table_find(const acc_device_table *table, const uint8_t *address,
                               uint8_t address_type);

/// The entry at an index; the caller may change `payload` only.
acc_device *acc_device_table_at(acc_device_table *table, uint32_t index);

/// The number of devices.
uint32_t acc_device_table_count(const acc_device_table *table);

/// Removes the device with the oldest report if that is before `before_ms`. Returns its index, or ACC_DEVICE_NONE
/// when no device expired; call it until then.
uint32_t acc_device_table_expire(acc_device_table *table, uint64_t before_ms);

/// Removes a device.
void acc_device_table_remove(acc_device_table *table, uint32_t index);

/// The device with the newest report, and the one with the next older report; ACC_DEVICE_NONE when there is none.
uint32_t acc_device_table_newest(const acc_device_table *table);
uint32_t acc_device_table_older(const acc_device_table *table, uint32_t index);

/// The mean RSSI of the history in 1/256 dBm, without the highest and lowest tenth when there are more than two
/// values; INT16_MAX when there is none.
int16_t acc_device_rssi_mean(const acc_device *device);

/// The median interval of the history, ms; 0 before the second report. Missed advertisements hardly affect it.
uint16_t acc_device_interval(const acc_device *device);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
