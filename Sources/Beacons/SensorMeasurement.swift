internal import AccessoryBase
internal import BluetoothLE
internal import CAccessory

/// One measurement or event of a sensor.
public struct SensorMeasurement: Sendable, Hashable {
    /// The value of a measurement or an event.
    public enum Value: Sendable, Hashable {
        /// A number in the quantity's unit.
        case number(Double)
        /// A yes-or-no value.
        case binary(Bool)
        /// An event, such as "press" or "rotate-left", with its number of steps, presses or seconds
        /// if it has one.
        case event(String, count: Int)
        /// Text.
        case text(String)
        /// Bytes without a defined meaning.
        case raw([UInt8])
        /// No value: the sensor cannot measure what it sent, such as a battery level above 100 %.
        case invalid
    }

    /// The measured quantity in lower case, such as "temperature" or "carbon-monoxide".
    public let quantity: String
    /// The unit, such as "°C" or "hPa"; empty if there is none.
    public let unit: String
    /// The index among several measurements of the same quantity, from 0.
    public let instance: Int
    /// The value.
    public let value: Value

    /// Creates a measurement.
    public init(_ quantity: String, unit: String = "", instance: Int = 0, value: Value) {
        self.quantity = quantity
        self.unit = unit
        self.instance = instance
        self.value = value
    }

    /// All quantities with their units, in the core's order. Some quantities have two units.
    public static var quantities: [(quantity: String, unit: String)] { Array(names.dropFirst()) }

    /// The names by the core's number, created once so that a reading allocates no text.
    private static let names: [(quantity: String, unit: String)] =
        (0..<ACC_QUANTITY_END.rawValue).map(acc_quantity.init(rawValue:)).map {
            (String(cString: acc_quantity_name($0)), String(cString: acc_quantity_unit($0)))
        }

    /// The value as a number, if it is one.
    public var number: Double? {
        if case .number(let number) = value { number } else { nil }
    }
}

extension SensorMeasurement {
    /// - Parameter bytes: The decoded bytes; they contain text and raw values.
    init(_ c: acc_measurement, in bytes: UnsafePointer<UInt8>) {
        let piece = UnsafeBufferPointer(
            start: bytes + Int(c.bytes.offset),
            count: Int(c.bytes.length)
        )
        let value: Value =
            switch acc_measurement_form(UInt32(c.form)) {
            case ACC_FORM_BINARY: .binary(c.micro != 0)
            case ACC_FORM_EVENT:
                .event(
                    String(cString: acc_sensor_event_name(acc_sensor_event(UInt32(c.event)))),
                    count: Int(c.micro)
                )
            case ACC_FORM_TEXT: .text(String(decoding: piece, as: UTF8.self))
            case ACC_FORM_RAW: .raw(Array(piece))
            case ACC_FORM_INVALID: .invalid
            default: .number(Double(c.micro) / 1e6)
            }
        let (quantity, unit) = Self.names[Int(c.quantity) < Self.names.count ? Int(c.quantity) : 0]
        self.init(quantity, unit: unit, instance: Int(c.instance), value: value)
    }
}

extension SensorMeasurement: CustomStringConvertible {
    /// The measurement as text: `temperature 25.3 °C`.
    public var description: String {
        let text =
            switch value {
            case .number(let number): "\(number)" + (unit.isEmpty ? "" : " " + unit)
            case .binary(let on): on ? "on" : "off"
            case .event(let name, let count): count == 0 ? name : "\(name) \(count)"
            case .text(let text): text
            case .raw(let bytes): Hexadecimal.text(bytes, separator: " ")
            case .invalid: "invalid"
            }
        return instance == 0 ? "\(quantity) \(text)" : "\(quantity) \(instance + 1) \(text)"
    }
}
