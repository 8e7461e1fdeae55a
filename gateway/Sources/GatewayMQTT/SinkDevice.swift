internal import Beacons
internal import BluetoothLE
internal import GatewayCore

/// The sink's state of a device: its discovery data and its last state message.
final class SinkDevice {
    let address: BluetoothAddress
    let plainAddress: String
    /// The topic of its readings.
    let topic: String
    private var spoolKey: (format: SensorReading.Format, key: Int64)?
    var name: String?
    var model: SensorModel?
    var entities: [Entity] = []
    /// The payload of its last reading.
    private(set) var lastState: [UInt8] = []
    /// The time of its last reading, milliseconds since 1970.
    var lastTime: Int64 = 0
    /// The time of `lastState`, milliseconds since 1970.
    private(set) var stateTime: Int64 = 0

    init(_ reading: Reading, _ topics: Topics) {
        address = reading.address
        plainAddress = reading.address.plainText
        topic = topics.state(plainAddress)
    }

    /// The spool key of readings in one format; they replace each other.
    func key(_ format: SensorReading.Format) -> Int64 {
        if let spoolKey, spoolKey.format == format { return spoolKey.key }
        let key = SpoolKey.make(address.value, format.rawValue)
        spoolKey = (format, key)
        return key
    }

    /// The name to show: the device's own, such as `Kitchen`, or one such as `Govee H5075 0001`.
    var title: String {
        if let name, !name.isEmpty { return name }
        return "\(model?.title ?? "Sensor") \(plainAddress.suffix(4))"
    }

    /// Copies a payload into the device's own buffer.
    ///
    /// Sharing the message's buffer would allocate a new state for the device with each reading, in
    /// between messages that wait for the broker. The heap would stay fragmented after these are
    /// delivered.
    func keep(_ state: [UInt8], at time: Int64) {
        stateTime = time
        if lastState.capacity < state.count {
            // 16 bytes more, because later numbers may have more digits
            lastState = []
            lastState.reserveCapacity(state.count + 16)
        }
        lastState.removeAll(keepingCapacity: true)
        lastState.append(contentsOf: state)
    }

    /// Updates the discovery data from a reading; returns whether Home Assistant must be informed.
    func learn(_ reading: Reading) -> Bool {
        var isNew = false
        for measurement in reading.measurements
        where !entities.contains(where: { $0.isOf(measurement) }) {
            entities.append(Entity(measurement))
            isNew = true
        }
        if let name = reading.name, name != self.name {
            self.name = name
            isNew = true
        }
        if model == nil, let model = reading.model {
            self.model = model
            isNew = true
        }
        return isNew
    }
}
