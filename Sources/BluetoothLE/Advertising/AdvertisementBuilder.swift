public import AccessoryBase
package import CAccessory

/// Builds advertising data, structure by structure.
public struct AdvertisementBuilder: Sendable {
    /// Why data cannot be advertised.
    public enum BuildError: Error, Equatable {
        /// The data does not fit; `left` is the remaining space in bytes.
        case noRoom(left: Int)
        /// A value that the format cannot represent.
        case outOfRange
        /// Text that the format cannot represent.
        case unsupported
    }

    /// The data built so far.
    public private(set) var bytes: [UInt8] = []
    /// Maximum size in bytes.
    public let limit: Int

    /// - Parameter limit: 31 for legacy advertising data and scan responses, up to 1650 for
    ///   extended ones.
    public init(limit: Int = 31) {
        self.limit = min(max(limit, 0), Int(ACC_ADVERT_EXTENDED_MAX))
    }

    /// Adds the flags.
    public mutating func add(flags: AdvertisementFlags) throws(BuildError) {
        try write { acc_ad_put_flags(&$0, flags.rawValue) }
    }

    /// Adds the name. A name that does not fit is shortened and marked as shortened.
    public mutating func add(name: String) throws(BuildError) {
        let name = Array(name.utf8)
        try write { acc_ad_put_name(&$0, name, name.count) }
    }

    /// Adds the transmit power in dBm, -127 to 127.
    public mutating func add(txPower: Int) throws(BuildError) {
        guard let power = Int8(exactly: txPower) else { throw .outOfRange }
        try add(type: UInt8(ACC_AD_TX_POWER), [UInt8(bitPattern: power)])
    }

    /// Adds service UUIDs, one structure for each UUID length.
    public mutating func add(serviceUUIDs: [BluetoothUUID]) throws(BuildError) {
        let short = serviceUUIDs.filter { $0.short != nil }.flatMap(\.littleEndian)
        let long = serviceUUIDs.filter { $0.short == nil }.flatMap(\.littleEndian)
        if !short.isEmpty { try add(type: UInt8(ACC_AD_COMPLETE_UUID16), short) }
        if !long.isEmpty { try add(type: UInt8(ACC_AD_COMPLETE_UUID128), long) }
    }

    /// Adds service data.
    public mutating func add(serviceData: [UInt8], of service: BluetoothUUID) throws(BuildError) {
        let type = service.short == nil ? ACC_AD_SERVICE_DATA128 : ACC_AD_SERVICE_DATA16
        try add(type: UInt8(type), service.littleEndian + serviceData)
    }

    /// Adds manufacturer data.
    public mutating func add(manufacturerData: [UInt8], of company: UInt16) throws(BuildError) {
        try write {
            acc_ad_put16(
                &$0,
                UInt8(ACC_AD_MANUFACTURER),
                company,
                manufacturerData,
                manufacturerData.count
            )
        }
    }

    /// Adds any structure, of at most 254 bytes.
    public mutating func add(type: UInt8, _ value: [UInt8]) throws(BuildError) {
        try write { acc_ad_put(&$0, type, value, value.count) }
    }

    /// Passes the remaining space to the core for writing.
    package mutating func write(
        _ body: (inout acc_ad_writer) -> Status
    ) throws(BuildError) {
        let left = limit - bytes.count
        var status = Status.ok
        let more = [UInt8](unsafeUninitializedCapacity: max(left, 1)) { buffer, count in
            var writer: acc_ad_writer = zeroed()
            acc_ad_writer_init(&writer, buffer.baseAddress!, left)
            status = body(&writer)
            count = status == .ok ? writer.size : 0
        }
        switch status {
        case .ok: bytes += more
        case .noRoom: throw .noRoom(left: left)
        case .unsupported, .malformed: throw .unsupported
        default: throw .outOfRange
        }
    }
}

extension AdvertisementBuilder.BuildError: AccessoryError {
    public var cause: String {
        switch self {
        case .noRoom(let left): "the data does not fit into the remaining \(left) bytes"
        case .outOfRange: "a value is out of the format's range"
        case .unsupported: "the text has characters that the format cannot represent"
        }
    }

    public var nextStep: String? {
        switch self {
        case .noRoom: "shorten the data, or use extended advertising"
        case .outOfRange: "choose another value"
        case .unsupported: "choose another text"
        }
    }
}
