internal import BluetoothLE
internal import CAccessory

/// The core's device table: bounded memory, constant time. A new device replaces the one with the
/// oldest report.
struct DeviceTable: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private let table: OpaquePointer

    /// - Parameter capacity: Number of devices, 1 to 2^24.
    init(capacity: Int) {
        let capacity = UInt32(min(max(capacity, 1), 1 << 24))
        memory = .allocate(byteCount: acc_device_table_size(capacity), alignment: 16)
        table = acc_device_table_init(memory, capacity)
    }

    /// The effect of a report on the table.
    enum Effect {
        case known
        case added
        case replaced
    }

    /// Records a report. Returns the device's index.
    mutating func record(_ report: AdvertisementReport, milliseconds: UInt64) -> (Int, Effect) {
        var effect = ACC_DEVICE_KNOWN
        // text order: most significant byte first
        var address = (report.address.value << 16).bigEndian
        let index = withUnsafeBytes(of: &address) { bytes in
            acc_device_table_update(
                table,
                bytes.baseAddress!.assumingMemoryBound(to: UInt8.self),
                report.address.kind.rawValue,
                report.rssi.flatMap(Int8.init(exactly:)) ?? Int8(ACC_RSSI_NONE),
                report.properties.contains(.scanResponse),
                milliseconds,
                &effect
            )
        }
        return (
            Int(index),
            effect == ACC_DEVICE_KNOWN ? .known : effect == ACC_DEVICE_ADDED ? .added : .replaced
        )
    }

    /// The index of a device.
    func find(_ address: BluetoothAddress) -> Int? {
        var value = (address.value << 16).bigEndian
        let index = withUnsafeBytes(of: &value) { bytes in
            acc_device_table_find(
                table,
                bytes.baseAddress!.assumingMemoryBound(to: UInt8.self),
                address.kind.rawValue
            )
        }
        return index == UInt32.max ? nil : Int(index)
    }

    /// Removes one device whose last report is older than a time. Returns its index, if any.
    mutating func expire(before milliseconds: UInt64) -> Int? {
        let index = acc_device_table_expire(table, milliseconds)
        return index == UInt32.max ? nil : Int(index)
    }

    var count: Int { Int(acc_device_table_count(table)) }

    /// Last RSSI, dBm.
    func rssi(at index: Int) -> Int? {
        let device = acc_device_table_at(table, UInt32(index))
        guard device.pointee.rssis > 0 else { return nil }
        let history = UInt8(ACC_DEVICE_HISTORY)
        let last = (device.pointee.next_rssi + history - 1) % history
        return withUnsafeBytes(of: &device.pointee.rssi) { Int(Int8(bitPattern: $0[Int(last)])) }
    }

    /// The last RSSI values, oldest first, dBm.
    func rssiHistory(at index: Int) -> [Int] {
        let device = acc_device_table_at(table, UInt32(index))
        let values = withUnsafeBytes(of: &device.pointee.rssi) { bytes in
            bytes.prefix(Int(device.pointee.rssis)).map { Int(Int8(bitPattern: $0)) }
        }
        return rotated(values, oldest: Int(device.pointee.next_rssi))
    }

    /// Mean of the last values without the extremes, dBm.
    func smoothedRSSI(at index: Int) -> Double? {
        let mean = acc_device_rssi_mean(acc_device_table_at(table, UInt32(index)))
        return mean == .max ? nil : Double(mean) / 256
    }

    /// The last times between advertisements, oldest first.
    func intervals(at index: Int) -> [Duration] {
        let device = acc_device_table_at(table, UInt32(index))
        let values = withUnsafeBytes(of: &device.pointee.interval) { bytes in
            bytes.assumingMemoryBound(to: UInt16.self).prefix(Int(device.pointee.intervals))
                .map { Duration.milliseconds($0) }
        }
        return rotated(values, oldest: Int(device.pointee.next_interval))
    }

    /// Median time between advertisements.
    func interval(at index: Int) -> Duration? {
        let interval = acc_device_interval(acc_device_table_at(table, UInt32(index)))
        return interval == 0 ? nil : .milliseconds(interval)
    }

    /// The number of reports received.
    func reportCount(at index: Int) -> Int {
        Int(acc_device_table_at(table, UInt32(index)).pointee.count)
    }

    /// Returns the values of a ring, oldest first. A full ring starts at its next index.
    private func rotated<Value>(_ ring: [Value], oldest: Int) -> [Value] {
        ring.count < Int(ACC_DEVICE_HISTORY) ? ring : Array(ring[oldest...] + ring[..<oldest])
    }

    deinit {
        memory.deallocate()
    }
}
