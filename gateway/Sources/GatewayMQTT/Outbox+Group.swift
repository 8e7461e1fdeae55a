internal import BluetoothLE
internal import GatewayCore
internal import GatewayGroup

/// What the gateways of a group know of devices is merged, so that discovery has all of it.
extension Outbox {
    /// The message with a device's record.
    func record(of device: SinkDevice) -> Message {
        Message(
            topic: discovery.topics.record(device.plainAddress),
            payload: device.record.note.value,
            isRetained: true,
            isSealed: true
        )
    }

    /// Merges a record of a gateway, which may be this one; returns the notes that change.
    ///
    /// - Parameters:
    ///   - json: A record, a tombstone, or nothing.
    ///   - now: Milliseconds since 1970.
    mutating func merge(
        _ json: [UInt8],
        of gateway: String,
        _ address: UInt64,
        now: Int64
    ) -> [Note] {
        if let tombstone = Tombstone(json: json) {
            guard let device = devices[address],
                max(device.lastTime ?? 0, device.record.seen ?? 0) < tombstone.forgotten
            else { return [] }
            return forget(address, now: now)
        }
        guard let record = DeviceRecord(Note(.device, Int64(address), json)),
            record.address == address,
            // one that was on its way when the device was forgotten, perhaps this gateway's own
            removals[Int64(address)].map({ $0.time <= record.seen ?? 0 }) ?? true
        else { return [] }
        let device =
            devices[address]
            ?? SinkDevice(DeviceRecord(record.bluetoothAddress), discovery.topics)
        devices[address] = device
        let isNewGateway = device.gateways.insert(gateway).inserted
        let isNew = device.record.merge(record)
        if isNew || isNewGateway { announceChange(address) }
        return isNew ? [device.record.note] : []
    }

    /// Another gateway has published a reading of a device: it is not silent.
    mutating func wasPublished(_ address: UInt64) {
        guard let device = devices[address] else { return }
        device.isAwake = true
        device.record.silence = 0
    }
}
