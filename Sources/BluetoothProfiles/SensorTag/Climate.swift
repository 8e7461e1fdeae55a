public import BluetoothLE
internal import Glibc

extension TISensorTag {
    /// A service with the temperature of the tag and, by infrared, of the object in front of it.
    public enum TemperatureService: ServiceConfigurable {
        public static let name = "TI Temperature"
        public static let uuid = TISensorTag.uuid(0xAA00)
        public static let tag = TISensorTag.tag

        /// The object's raw number, then the tag's raw number.
        public struct Data: RawPairDeserializable, StringDeserializable, CharacteristicConfigurable
        {
            public static let name = "Temperature Data"
            public static let uuid = TISensorTag.uuid(0xAA01)
            public static let properties = TISensorTag.dataProperties
            public static let initialValue: [UInt8]? = Serde.serialize([Int16(0), 3200])
            public static let stringValues: [String] = []

            public let rawValue1: Int16
            public let rawValue2: Int16

            public init(rawValue1: Int16, rawValue2: Int16) {
                (self.rawValue1, self.rawValue2) = (rawValue1, rawValue2)
            }

            /// The tag's temperature, °C.
            public var ambient: Double { Double(rawValue2) / 128 }

            /// The object's temperature in °C, from the sensor's voltage and the tag's temperature
            /// (TI's guide to the TMP006).
            public var object: Double {
                let (sensitivity, offset) = Self.coefficients(ambient: ambient)
                let voltage = Double(rawValue1) * Self.voltageStep - offset
                let seebeck = voltage + Self.curvature * voltage * voltage
                return pow(pow(ambient + 273.15, 4) + seebeck / sensitivity, 0.25) - 273.15
            }

            /// Encodes two temperatures in °C, limited to the range of the raw numbers.
            public init(object: Double, ambient: Double) {
                rawValue2 = Int16(limited: ambient * 128)
                let (sensitivity, offset) = Self.coefficients(ambient: Double(rawValue2) / 128)
                let power = pow(object + 273.15, 4) - pow(Double(rawValue2) / 128 + 273.15, 4)
                // the root of seebeck = v + curvature * v²
                let root = 1 + 4 * Self.curvature * power * sensitivity
                let voltage = (root.squareRoot() - 1) / (2 * Self.curvature)
                rawValue1 = Int16(limited: (voltage + offset) / Self.voltageStep)
            }

            /// Volts per step of the object's raw number.
            private static let voltageStep = 1.5625e-7
            /// The second-order term of the sensor's voltage, per volt.
            private static let curvature = 13.4

            /// The sensor's sensitivity in V/K⁴, and its offset in volts.
            private static func coefficients(ambient: Double) -> (Double, Double) {
                let difference = ambient - 25
                return (
                    6.4e-14 * (1 + 1.75e-3 * difference - 1.678e-5 * difference * difference),
                    -2.94e-5 - 5.7e-7 * difference + 4.63e-9 * difference * difference
                )
            }

            public var stringValue: [String: String] {
                [
                    "objectRaw": String(rawValue1), "ambientRaw": String(rawValue2),
                    "object": String(object), "ambient": String(ambient),
                ]
            }

            /// Parses the raw fields.
            public init?(stringValue: [String: String]) {
                guard let raw: [Int16] = numbers(stringValue, ["objectRaw", "ambientRaw"]) else {
                    return nil
                }
                self.init(rawValue1: raw[0], rawValue2: raw[1])
            }
        }

        /// Turns the sensor on.
        public enum Enabled: UInt8, NamedProfileValue {
            case no = 0
            case yes = 1

            public static let name = "Temperature Enabled"
            public static let uuid = TISensorTag.uuid(0xAA02)
            public static let properties = TISensorTag.switchProperties
            public static let initialValue: [UInt8]? = [0]
        }
    }

    /// A service with the temperature and the relative humidity.
    public enum HygrometerService: ServiceConfigurable {
        public static let name = "TI Hygrometer"
        public static let uuid = TISensorTag.uuid(0xAA20)
        public static let tag = TISensorTag.tag

        /// The raw temperature, then the raw humidity.
        public struct Data: RawPairDeserializable, StringDeserializable, CharacteristicConfigurable
        {
            public static let name = "Hygrometer Data"
            public static let uuid = TISensorTag.uuid(0xAA21)
            public static let properties = TISensorTag.dataProperties
            public static let initialValue: [UInt8]? = Serde.serialize([UInt16(25000), 26000])
            public static let stringValues: [String] = []

            public let rawValue1: UInt16
            public let rawValue2: UInt16

            public init(rawValue1: UInt16, rawValue2: UInt16) {
                (self.rawValue1, self.rawValue2) = (rawValue1, rawValue2)
            }

            /// The temperature in °C.
            public var temperature: Double { -46.86 + 175.72 * Double(rawValue1) / 65536 }
            /// Relative humidity, percent.
            public var humidity: Double { -6 + 125 * Double(rawValue2) / 65536 }

            /// Encodes a temperature in °C and a relative humidity in percent, limited to the range
            /// of the raw numbers. The two lowest bits of the humidity, which are status bits in
            /// the sensor, are 0.
            public init(temperature: Double, humidity: Double) {
                rawValue1 = UInt16(limited: (temperature + 46.86) / 175.72 * 65536)
                rawValue2 = UInt16(limited: (humidity + 6) / 125 * 65536) & ~3
            }

            public var stringValue: [String: String] {
                [
                    "temperatureRaw": String(rawValue1), "humidityRaw": String(rawValue2),
                    "temperature": String(temperature), "humidity": String(humidity),
                ]
            }

            /// Parses the raw fields.
            public init?(stringValue: [String: String]) {
                guard let raw: [UInt16] = numbers(stringValue, ["temperatureRaw", "humidityRaw"])
                else { return nil }
                self.init(rawValue1: raw[0], rawValue2: raw[1])
            }
        }

        /// Turns the sensor on.
        public enum Enabled: UInt8, NamedProfileValue {
            case no = 0
            case yes = 1

            public static let name = "Hygrometer Enabled"
            public static let uuid = TISensorTag.uuid(0xAA22)
            public static let properties = TISensorTag.switchProperties
            public static let initialValue: [UInt8]? = [0]
        }
    }

    /// A service with the air pressure and the temperature, calibrated by the sensor's own
    /// coefficients.
    public enum BarometerService: ServiceConfigurable {
        public static let name = "TI Barometer"
        public static let uuid = TISensorTag.uuid(0xAA40)
        public static let tag = TISensorTag.tag

        /// The raw temperature, then the raw pressure.
        public struct Data: RawPairDeserializable, StringDeserializable, CharacteristicConfigurable
        {
            public static let name = "Barometer Data"
            public static let uuid = TISensorTag.uuid(0xAA41)
            public static let properties = TISensorTag.dataProperties
            public static let initialValue: [UInt8]? = [0, 0, 0, 0]
            public static let stringValues: [String] = []

            public let rawValue1: Int16
            public let rawValue2: UInt16

            public init(rawValue1: Int16, rawValue2: UInt16) {
                (self.rawValue1, self.rawValue2) = (rawValue1, rawValue2)
            }

            /// The temperature in °C.
            public func temperature(_ calibration: Calibration) -> Double {
                let c = calibration.coefficients
                return c[1] / exp2(10) + c[0] * Double(rawValue1) / exp2(24)
            }

            /// The pressure in pascals.
            public func pressure(_ calibration: Calibration) -> Double {
                let (sensitivity, offset) = calibration.pressureLine(at: rawValue1)
                return (sensitivity * Double(rawValue2) + offset) / exp2(14)
            }

            /// Encodes a temperature in °C and a pressure in pascals, limited to the range of the raw
            /// numbers.
            public init(temperature: Double, pressure: Double, calibration: Calibration) {
                let c = calibration.coefficients
                rawValue1 = Int16(limited: (temperature - c[1] / exp2(10)) * exp2(24) / c[0])
                let (sensitivity, offset) = calibration.pressureLine(at: rawValue1)
                rawValue2 = UInt16(limited: (pressure * exp2(14) - offset) / sensitivity)
            }

            public var stringValue: [String: String] {
                ["temperatureRaw": String(rawValue1), "pressureRaw": String(rawValue2)]
            }

            public init?(stringValue: [String: String]) {
                guard let first: [Int16] = numbers(stringValue, ["temperatureRaw"]),
                    let second: [UInt16] = numbers(stringValue, ["pressureRaw"])
                else { return nil }
                self.init(rawValue1: first[0], rawValue2: second[0])
            }
        }

        /// The coefficients: four unsigned numbers, then four signed ones.
        public struct Calibration: RawArrayPairDeserializable, StringDeserializable,
            CharacteristicConfigurable
        {
            public static let name = "Barometer Calibration"
            public static let uuid = TISensorTag.uuid(0xAA43)
            public static let properties: CharacteristicProperties = .read
            public static let initialValue: [UInt8]? = Serde.serialize(typical)
            public static let size1 = 8
            public static let size2 = 8
            public static let stringValues: [String] = []

            /// The coefficients of one tag, for simulators.
            public static let typical = Calibration(
                rawValue1: [45697, 25592, 48894, 36174],
                rawValue2: [7001, 1990, -2369, 5542]
            )!

            private static let fields = (1...8).map { "c\($0)" }

            public let rawValue1: [UInt16]
            public let rawValue2: [Int16]

            public init?(rawValue1: [UInt16], rawValue2: [Int16]) {
                guard rawValue1.count == 4, rawValue2.count == 4 else { return nil }
                (self.rawValue1, self.rawValue2) = (rawValue1, rawValue2)
            }

            /// The coefficients c1 to c8.
            var coefficients: [Double] {
                rawValue1.map { Double($0) } + rawValue2.map { Double($0) }
            }

            /// The slope and the offset of the pressure over its raw number, in pascals times 2¹⁴,
            /// at this raw temperature.
            func pressureLine(at rawTemperature: Int16) -> (Double, Double) {
                let (c, raw) = (coefficients, Double(rawTemperature))
                return (
                    c[2] + c[3] * raw / exp2(17) + c[4] * raw * raw / exp2(34),
                    c[5] * exp2(14) + c[6] * raw / 8 + c[7] * raw * raw / exp2(19)
                )
            }

            public var stringValue: [String: String] {
                let texts = rawValue1.map { String($0) } + rawValue2.map { String($0) }
                return Dictionary(uniqueKeysWithValues: zip(Self.fields, texts))
            }

            public init?(stringValue: [String: String]) {
                guard let first: [UInt16] = numbers(stringValue, Array(Self.fields[..<4])),
                    let second: [Int16] = numbers(stringValue, Array(Self.fields[4...]))
                else { return nil }
                self.init(rawValue1: first, rawValue2: second)
            }
        }

        /// Turns the sensor on, or requests its coefficients.
        public enum Enabled: UInt8, NamedProfileValue {
            case no = 0
            case yes = 1
            case calibrate = 2

            public static let name = "Barometer Enabled"
            public static let uuid = TISensorTag.uuid(0xAA42)
            public static let properties = TISensorTag.switchProperties
            public static let initialValue: [UInt8]? = [0]
        }
    }
}
