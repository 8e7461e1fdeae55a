internal import AccessoryBase
public import BluetoothLE

/// Services of gnos.us, from the examples in BlueCap's documentation.
public enum Gnosus {
    /// All services of this group.
    public static let all = [
        ServiceProfile(
            HelloWorldService.self,
            characteristics: [
                CharacteristicProfile(text: HelloWorldService.Greeting.self),
                CharacteristicProfile(HelloWorldService.UpdatePeriod.self),
            ]
        ),
        ServiceProfile(
            LocationService.self,
            characteristics: [CharacteristicProfile(LocationService.LatitudeAndLongitude.self)]
        ),
    ]

    static func uuid(_ number: UInt16) -> BluetoothUUID {
        BluetoothUUID("2F0A\(Hexadecimal.text(number, digits: 4))-69AA-F316-3E78-4194989A6C1A")!
    }

    /// A service with a repeated greeting.
    public enum HelloWorldService: ServiceConfigurable {
        public static let name = "Hello World"
        public static let uuid = Gnosus.uuid(0x0000)
        public static let tag = "gnos.us"

        /// The greeting as text.
        public enum Greeting: CharacteristicConfigurable {
            public static let name = "Hello World Greeting"
            public static let uuid = Gnosus.uuid(0x0001)
            public static let properties: CharacteristicProperties = [.read, .notify]
            public static let initialValue: [UInt8]? = Serde.serialize("Hello")
        }

        /// Time between two greetings, ms.
        public struct UpdatePeriod: DecimalProfileValue {
            public static let name = "Update Period"
            public static let uuid = Gnosus.uuid(0x0002)
            public static let properties: CharacteristicProperties = [.read, .write]
            public static let initialValue: [UInt8]? = Serde.serialize(UInt16(5000))

            public let rawValue: UInt16

            public init(rawValue: UInt16) {
                self.rawValue = rawValue
            }
        }
    }

    /// A service with the device's position.
    public enum LocationService: ServiceConfigurable {
        public static let name = "Location"
        public static let uuid = Gnosus.uuid(0x0001)
        public static let tag = "gnos.us"

        /// Latitude and longitude, hundredths of a degree.
        public struct LatitudeAndLongitude: RawArrayDeserializable, StringDeserializable,
            CharacteristicConfigurable
        {
            public static let name = "Latitude and Longitude"
            public static let uuid = Gnosus.uuid(0x0017)
            public static let properties: CharacteristicProperties = [.read, .write]
            public static let initialValue: [UInt8]? = Serde.serialize([Int16(3775), -12241])
            public static let size = 4
            public static let stringValues: [String] = []

            public let rawValue: [Int16]

            public init?(rawValue: [Int16]) {
                guard rawValue.count == 2 else { return nil }
                self.rawValue = rawValue
            }

            /// Creates a position from degrees, rounded to hundredths; nil outside ±327.67.
            public init?(latitude: Double, longitude: Double) {
                guard let latitude = Int16(exactly: (latitude * 100).rounded()),
                    let longitude = Int16(exactly: (longitude * 100).rounded())
                else { return nil }
                rawValue = [latitude, longitude]
            }

            /// Latitude in degrees.
            public var latitude: Double { Double(rawValue[0]) / 100 }
            /// Longitude in degrees.
            public var longitude: Double { Double(rawValue[1]) / 100 }

            public var stringValue: [String: String] {
                [
                    "latitudeRaw": String(rawValue[0]), "longitudeRaw": String(rawValue[1]),
                    "latitude": String(latitude), "longitude": String(longitude),
                ]
            }

            /// Parses the raw fields.
            public init?(stringValue: [String: String]) {
                guard let raw: [Int16] = numbers(stringValue, ["latitudeRaw", "longitudeRaw"])
                else { return nil }
                rawValue = raw
            }
        }
    }
}
