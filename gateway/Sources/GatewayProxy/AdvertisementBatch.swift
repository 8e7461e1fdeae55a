internal import BluetoothLE

/// A batch of queued advertisements. A client needs a thirteenth of the CPU time for one message
/// with sixteen advertisements compared to sixteen messages.
struct AdvertisementBatch {
    /// Advertisements in a full batch; the same number as ESPHome's.
    static let capacity = 16
    /// Maximum delay of the first advertisement in a batch.
    static let patience = Duration.milliseconds(100)

    /// The payload of the message (93) so far.
    private var payload: [UInt8] = []
    /// The number of advertisements in the payload.
    private(set) var count = 0

    /// Appends a report. Returns whether the batch is full.
    mutating func append(_ report: AdvertisementReport) -> Bool {
        if payload.capacity == 0 { payload.reserveCapacity(1024) }
        let rssi = UInt64(bitPattern: Int64((report.rssi ?? 127) << 1 ^ (report.rssi ?? 127) >> 63))
        let isRandom = report.address.kind == .random || report.address.kind == .randomIdentity
        let data = report.data
        var size = 1 + Self.size(report.address.value) + 1 + Self.size(rssi) + (isRandom ? 2 : 0)
        size += 1 + Self.size(UInt64(data.count)) + data.count
        payload.append(0x0A)  // field 1: one advertisement
        payload.append(number: UInt64(size))
        payload.append(0x08)
        payload.append(number: report.address.value)
        payload.append(0x10)
        payload.append(number: rssi)
        if isRandom {
            payload.append(0x18)
            payload.append(1)
        }
        payload.append(0x22)
        payload.append(number: UInt64(data.count))
        payload += data
        count += 1
        return count >= Self.capacity
    }

    /// Empties the batch.
    mutating func take() -> (message: ProxyMessage, count: Int) {
        defer { self = AdvertisementBatch() }
        return (ProxyMessage(93, payload), count)
    }

    /// The size of a varint in bytes.
    private static func size(_ number: UInt64) -> Int {
        max(1, (70 - number.leadingZeroBitCount) / 7)
    }
}
