public import BluetoothLE

extension TISensorTag {
    /// A service with the acceleration in g.
    public enum AccelerometerService: ServiceConfigurable {
        public static let name = "TI Accelerometer"
        public static let uuid = TISensorTag.uuid(0xAA10)
        public static let tag = TISensorTag.tag

        /// The acceleration in steps of 1/64 g.
        public struct Data: SensorTagAxes {
            public static let name = "Accelerometer Data"
            public static let uuid = TISensorTag.uuid(0xAA11)
            public static let step = 1.0 / 64

            public let rawValue: [Int8]

            public init(axes: [Int8]) {
                rawValue = Self.three(axes)
            }
        }

        /// Turns the sensor on.
        public enum Enabled: UInt8, NamedProfileValue {
            case no = 0
            case yes = 1

            public static let name = "Accelerometer Enabled"
            public static let uuid = TISensorTag.uuid(0xAA12)
            public static let properties = TISensorTag.switchProperties
            public static let initialValue: [UInt8]? = [0]
        }

        /// Time between two values.
        public struct UpdatePeriod: SensorTagPeriod {
            public static let name = "Accelerometer Update Period"
            public static let uuid = TISensorTag.uuid(0xAA13)

            public let rawValue: UInt8

            public init(rawValue: UInt8) {
                self.rawValue = rawValue
            }
        }
    }

    /// A service with the magnetic field in µT.
    public enum MagnetometerService: ServiceConfigurable {
        public static let name = "TI Magnetometer"
        public static let uuid = TISensorTag.uuid(0xAA30)
        public static let tag = TISensorTag.tag

        /// The magnetic field in steps of 2000/65536 µT.
        public struct Data: SensorTagAxes {
            public static let name = "Magnetometer Data"
            public static let uuid = TISensorTag.uuid(0xAA31)
            public static let step = 2000.0 / 65536

            public let rawValue: [Int16]

            public init(axes: [Int16]) {
                rawValue = Self.three(axes)
            }
        }

        /// Turns the sensor on.
        public enum Enabled: UInt8, NamedProfileValue {
            case no = 0
            case yes = 1

            public static let name = "Magnetometer Enabled"
            public static let uuid = TISensorTag.uuid(0xAA32)
            public static let properties = TISensorTag.switchProperties
            public static let initialValue: [UInt8]? = [0]
        }

        /// Time between two values.
        public struct UpdatePeriod: SensorTagPeriod {
            public static let name = "Magnetometer Update Period"
            public static let uuid = TISensorTag.uuid(0xAA33)

            public let rawValue: UInt8

            public init(rawValue: UInt8) {
                self.rawValue = rawValue
            }
        }
    }

    /// A service with the rotation in degrees per second.
    public enum GyroscopeService: ServiceConfigurable {
        public static let name = "TI Gyroscope"
        public static let uuid = TISensorTag.uuid(0xAA50)
        public static let tag = TISensorTag.tag

        /// The rotation in steps of 500/65536 °/s.
        public struct Data: SensorTagAxes {
            public static let name = "Gyroscope Data"
            public static let uuid = TISensorTag.uuid(0xAA51)
            public static let step = 500.0 / 65536

            public let rawValue: [Int16]

            public init(axes: [Int16]) {
                rawValue = Self.three(axes)
            }
        }

        /// Turns axes on.
        public enum Enabled: UInt8, NamedProfileValue {
            case no = 0
            case xAxis = 1
            case yAxis = 2
            case xyAxis = 3
            case zAxis = 4
            case xzAxis = 5
            case yzAxis = 6
            case xyzAxis = 7

            public static let name = "Gyroscope Enabled"
            public static let uuid = TISensorTag.uuid(0xAA52)
            public static let properties = TISensorTag.switchProperties
            public static let initialValue: [UInt8]? = [0]
        }
    }
}
