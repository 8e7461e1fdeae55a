package import BluetoothLE
internal import CAccessory

/// A format of beacons. A new one needs its type, a case of `Beacon`, and its kind in the C core (`accessory/advert.h`,
/// `classify.c`); the command line's options of formats that it builds are in `BeaconOptions.swift`.
package protocol BeaconFrame: Sendable, Hashable {
    /// The name in JSON and on the command line, such as `eddystone-tlm`.
    static var kindName: String { get }

    /// Decodes a structure's value, which starts with the company or the UUID; nil if it is no such frame.
    init?(_ value: UnsafePointer<UInt8>, _ length: Int)

    /// Appends the frame's structures to advertising data, without flags.
    func add(to builder: inout AdvertisementBuilder) throws(AdvertisementBuilder.BuildError)

    /// The fields in the order of the text output.
    var fields: [BeaconField] { get }

    /// A few words for a table: the identifier, or the readings.
    var summary: String { get }
}

/// A field of a beacon, as JSON and in a line of text.
package struct BeaconField: Sendable, Hashable {
    package enum Value: Sendable, Hashable {
        case integer(Int)
        case number(Double)
        case bytes([UInt8])
        case text(String)
    }

    /// The name in JSON, that of the property.
    package let name: String
    /// The name in a line; nil if the field is not printed there.
    package let label: String?
    package let value: Value
    /// What follows the value in a line, such as `dBm at 1 m`; empty if nothing does.
    package let unit: String

    init(_ name: String, _ value: Value, label: String?, unit: String = "") {
        (self.name, self.value, self.label, self.unit) = (name, value, label, unit)
    }

    static func measuredPower(_ power: Int) -> BeaconField {
        BeaconField("measuredPower", .integer(power), label: "power", unit: "dBm at 1 m")
    }

    static func powerAt0m(_ power: Int) -> BeaconField {
        BeaconField("powerAt0m", .integer(power), label: "power", unit: "dBm at 0 m")
    }
}

func name(of kind: acc_beacon_kind) -> String { String(cString: acc_beacon_kind_name(kind)) }

/// The encoded power in dBm.
func encoded(power: Int) throws(AdvertisementBuilder.BuildError) -> Int8 {
    guard let exact = Int8(exactly: power) else { throw .outOfRange }
    return exact
}

/// The bytes of a C array.
func bytes<CArray: BitwiseCopyable>(of array: CArray) -> [UInt8] {
    withUnsafeBytes(of: array) { Array($0) }
}

/// Fills a C array from its start.
func set<CArray: BitwiseCopyable>(_ array: inout CArray, _ bytes: [UInt8]) {
    withUnsafeMutableBytes(of: &array) { $0.copyBytes(from: bytes.prefix($0.count)) }
}
