internal import Beacons
internal import GatewayCore

/// By what repetitions of an event, such as the press of a button, are recognised. A device sends an event many times.
struct EventIdentity: Equatable, Codable {
    private let format: SensorReading.Format
    private let content: [UInt8]
    /// The time without a repetition after which an equal frame is another event, milliseconds.
    let lifetime: Int64

    /// - A frame with a packet ID (BTHome), or with a counter among its bytes (MiBeacon): equal ones are repetitions for
    ///   ten minutes. The counter of a restarted device may begin with the same number.
    /// - Others (BTHome without a packet ID): equal frames are repetitions until two seconds pass without one. Devices
    ///   repeat an event several times a second, and only while they send it.
    init(_ reading: SensorReading, _ data: [UInt8]) {
        format = reading.format
        let packet = reading.measurements.first { $0.quantity == "packet-id" }?.number
        content = packet.map { [UInt8(truncatingIfNeeded: Int($0))] } ?? data
        lifetime = packet != nil || reading.format == .mibeacon ? 600_000 : 2000
    }

    /// The identity for other gateways.
    var event: Reading.Event {
        var hash = StableHash()
        hash.add(format.rawValue.utf8)
        hash.add(content)
        return Reading.Event(identity: hash.value, lifetime: lifetime)
    }
}
