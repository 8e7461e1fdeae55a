internal import Beacons
internal import BluetoothLE
internal import GatewayCore

/// The sink's state of a device: its discovery data and its last state message.
final class SinkDevice {
    var record: DeviceRecord
    let plainAddress: String
    /// The topic of its readings.
    let topic: String
    private var spoolKey: (format: SensorReading.Format, key: Int64)?
    /// Whether its last state is sent after Home Assistant has lost it.
    var repeatsState = true
    /// Whether it sent a reading since the last look for silent devices.
    var isAwake = true
    /// The payload of its last reading.
    private(set) var lastState: [UInt8] = []
    /// The time of its last reading in this run, milliseconds since 1970; nil: this gateway has not received it.
    var lastTime: Int64?
    /// The gateways of the group that have received it.
    var gateways: Set<String> = []
    /// The time of `lastState`, milliseconds since 1970.
    private(set) var stateTime: Int64 = 0
    /// The number of states that were kept.
    private(set) var stateCount = 0

    init(_ record: DeviceRecord, _ topics: Topics) {
        self.record = record
        plainAddress = record.bluetoothAddress.plainText
        topic = topics.state(plainAddress)
    }

    /// The spool key of readings in one format; they replace each other.
    func key(_ format: SensorReading.Format) -> Int64 {
        if let spoolKey, spoolKey.format == format { return spoolKey.key }
        let key = SpoolKey.make(record.address, format.rawValue)
        spoolKey = (format, key)
        return key
    }

    /// The name to show: the device's own, such as `Kitchen`, or one such as `Govee H5075 0001`.
    var title: String {
        if let name = record.name, !name.isEmpty { return name }
        return "\(record.model?.title ?? "Sensor") \(plainAddress.suffix(4))"
    }

    /// Copies a payload into the device's own buffer.
    ///
    /// Sharing the message's buffer would allocate a new state for the device with each reading, in
    /// between messages that wait for the broker. The heap would stay fragmented after these are
    /// delivered.
    func keep(_ state: [UInt8], at time: Int64) {
        stateTime = time
        stateCount += 1
        if lastState.capacity < state.count {
            // 16 bytes more, because later numbers may have more digits
            lastState = []
            lastState.reserveCapacity(state.count + 16)
        }
        lastState.removeAll(keepingCapacity: true)
        lastState.append(contentsOf: state)
    }
}
