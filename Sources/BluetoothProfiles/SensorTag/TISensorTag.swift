internal import AccessoryBase
public import BluetoothLE

/// The sensors of Texas Instruments' CC2541 SensorTag. Each service has data to subscribe to and a
/// switch; some also have a period.
public enum TISensorTag {
    /// All services of this group.
    public static let all: [ServiceProfile] = [
        ServiceProfile(
            TemperatureService.self,
            characteristics: [
                CharacteristicProfile(TemperatureService.Data.self),
                CharacteristicProfile(TemperatureService.Enabled.self),
            ]
        ),
        ServiceProfile(
            AccelerometerService.self,
            characteristics: [
                CharacteristicProfile(AccelerometerService.Data.self),
                CharacteristicProfile(AccelerometerService.Enabled.self),
                CharacteristicProfile(AccelerometerService.UpdatePeriod.self),
            ]
        ),
        ServiceProfile(
            HygrometerService.self,
            characteristics: [
                CharacteristicProfile(HygrometerService.Data.self),
                CharacteristicProfile(HygrometerService.Enabled.self),
            ]
        ),
        ServiceProfile(
            MagnetometerService.self,
            characteristics: [
                CharacteristicProfile(MagnetometerService.Data.self),
                CharacteristicProfile(MagnetometerService.Enabled.self),
                CharacteristicProfile(MagnetometerService.UpdatePeriod.self),
            ]
        ),
        ServiceProfile(
            BarometerService.self,
            characteristics: [
                CharacteristicProfile(BarometerService.Data.self),
                CharacteristicProfile(BarometerService.Enabled.self),
                CharacteristicProfile(BarometerService.Calibration.self),
            ]
        ),
        ServiceProfile(
            GyroscopeService.self,
            characteristics: [
                CharacteristicProfile(GyroscopeService.Data.self),
                CharacteristicProfile(GyroscopeService.Enabled.self),
            ]
        ),
        ServiceProfile(
            SensorTagTestService.self,
            characteristics: [
                CharacteristicProfile(SensorTagTestService.Data.self),
                CharacteristicProfile(SensorTagTestService.Enabled.self),
            ]
        ),
        ServiceProfile(
            KeyPressedService.self,
            characteristics: [CharacteristicProfile(KeyPressedService.Data.self)]
        ),
    ]

    static let tag = "TI SensorTag"

    static func uuid(_ number: UInt16) -> BluetoothUUID {
        BluetoothUUID("F000\(Hexadecimal.text(number, digits: 4))-0451-4000-B000-000000000000")!
    }

    static let switchProperties: CharacteristicProperties = [.read, .write]
    static let dataProperties: CharacteristicProperties = [.read, .notify]
}

/// The period between two values of a sensor, in tens of milliseconds.
public protocol SensorTagPeriod: DecimalProfileValue where RawType == UInt8 {}

extension SensorTagPeriod {
    public static var properties: CharacteristicProperties { TISensorTag.switchProperties }
    public static var initialValue: [UInt8]? { [100] }

    /// The period, at least 10 ms.
    public var period: Duration { .milliseconds(max(10, Int(rawValue) * 10)) }
}

/// The values of a sensor with three axes.
public protocol SensorTagAxes: RawArrayDeserializable, StringDeserializable,
    CharacteristicConfigurable
where RawType: FixedWidthInteger {
    /// The value of one raw step.
    static var step: Double { get }
    /// - Parameter axes: The raw numbers of x, y and z. A missing number counts as 0.
    init(axes: [RawType])
}

extension SensorTagAxes {
    public static var size: Int { 3 * RawType.size }
    public static var stringValues: [String] { [] }
    public static var properties: CharacteristicProperties { TISensorTag.dataProperties }
    public static var initialValue: [UInt8]? { [UInt8](repeating: 0, count: size) }

    public init?(rawValue: [RawType]) {
        guard rawValue.count == 3 else { return nil }
        self.init(axes: rawValue)
    }

    /// The first three numbers; 0 for each that is missing.
    static func three(_ axes: [RawType]) -> [RawType] {
        Array((axes + [0, 0, 0]).prefix(3))
    }

    /// The value along x. It is negated because the sensor is mounted with two axes reversed.
    public var x: Double { -Double(rawValue[0]) * Self.step }
    /// The value along y, negated like `x`.
    public var y: Double { -Double(rawValue[1]) * Self.step }
    /// The value along z.
    public var z: Double { Double(rawValue[2]) * Self.step }

    /// Encodes three values in the sensor's unit, limited to the range of the raw numbers.
    public init(x: Double, y: Double, z: Double) {
        self.init(axes: [-x, -y, z].map { RawType(limited: $0 / Self.step) })
    }

    public var stringValue: [String: String] {
        [
            "xRaw": String(rawValue[0]), "yRaw": String(rawValue[1]), "zRaw": String(rawValue[2]),
            "x": String(x), "y": String(y), "z": String(z),
        ]
    }

    /// Parses the raw fields.
    public init?(stringValue: [String: String]) {
        guard let raw: [RawType] = numbers(stringValue, ["xRaw", "yRaw", "zRaw"]) else {
            return nil
        }
        self.init(axes: raw)
    }
}

extension FixedWidthInteger {
    /// Creates the nearest number, limited to the range of the type.
    init(limited value: Double) {
        let rounded = value.rounded()
        self = Self(exactly: rounded) ?? (rounded > 0 ? .max : .min)
    }
}
