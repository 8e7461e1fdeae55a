public import BluetoothLE

/// Services from the examples for Nordic's chips.
public enum Nordic {
    /// All services of this group.
    public static let all = [
        ServiceProfile(
            DeviceTemperatureService.self,
            characteristics: [CharacteristicProfile(DeviceTemperatureService.Data.self)]
        ),
        ServiceProfile(
            BLEAddressService.self,
            characteristics: [
                CharacteristicProfile(BLEAddressService.Address.self),
                CharacteristicProfile(BLEAddressService.AddressType.self),
            ]
        ),
    ]

    /// A service with the chip's temperature.
    public enum DeviceTemperatureService: ServiceConfigurable {
        public static let name = "Nordic Device Temperature"
        public static let uuid = Gnosus.uuid(0x0003)
        public static let tag = "Nordic"

        /// The temperature in quarters of a degree Celsius.
        public struct Data: RawDeserializable, StringDeserializable, CharacteristicConfigurable {
            public static let name = "Device Temperature Data"
            public static let uuid = Gnosus.uuid(0x0004)
            public static let properties: CharacteristicProperties = [.read, .notify]
            public static let initialValue: [UInt8]? = Serde.serialize(Int16(100))
            public static let stringValues: [String] = []

            public let rawValue: Int16

            public init(rawValue: Int16) {
                self.rawValue = rawValue
            }

            /// The temperature in °C.
            public var temperature: Double { Double(rawValue) / 4 }

            public var stringValue: [String: String] {
                ["temperatureRaw": String(rawValue), "temperature": String(temperature)]
            }

            /// Parses the raw field.
            public init?(stringValue: [String: String]) {
                guard let raw: [Int16] = numbers(stringValue, ["temperatureRaw"]) else {
                    return nil
                }
                rawValue = raw[0]
            }
        }
    }

    /// A service with the device's address.
    public enum BLEAddressService: ServiceConfigurable {
        public static let name = "Nordic BLE Address"
        public static let uuid = Gnosus.uuid(0x0005)
        public static let tag = "Nordic"

        /// The address, six bytes, least significant first.
        public struct Address: RawArrayDeserializable, StringDeserializable,
            CharacteristicConfigurable
        {
            public static let name = "BLE Address"
            public static let uuid = Gnosus.uuid(0x0006)
            public static let properties: CharacteristicProperties = [.read, .notify]
            public static let initialValue: [UInt8]? = [UInt8](repeating: 0, count: 6)
            public static let size = 6
            public static let stringValues: [String] = []

            private static let fields = (1...6).map { "addr\($0)" }

            public let rawValue: [UInt8]

            public init?(rawValue: [UInt8]) {
                guard rawValue.count == 6 else { return nil }
                self.rawValue = rawValue
            }

            public var stringValue: [String: String] {
                Dictionary(uniqueKeysWithValues: zip(Self.fields, rawValue.map { String($0) }))
            }

            public init?(stringValue: [String: String]) {
                guard let raw: [UInt8] = numbers(stringValue, Self.fields) else { return nil }
                rawValue = raw
            }
        }

        /// The kind of the address.
        public enum AddressType: UInt8, NamedProfileValue {
            case unknown = 0
            case `public` = 1
            case randomStatic = 2
            case randomPrivateResolvable = 3
            case randomPrivateUnresolvable = 4

            public static let name = "BLE Address Type"
            public static let uuid = Gnosus.uuid(0x0007)
            public static let properties: CharacteristicProperties = .read
            public static let initialValue: [UInt8]? = Serde.serialize(AddressType.public)
        }
    }
}
