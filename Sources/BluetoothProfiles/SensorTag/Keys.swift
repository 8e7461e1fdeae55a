public import BluetoothLE

extension TISensorTag {
    /// A service with the tag's self-test.
    public enum SensorTagTestService: ServiceConfigurable {
        public static let name = "TI SensorTag Test"
        public static let uuid = TISensorTag.uuid(0xAA60)
        public static let tag = TISensorTag.tag

        /// One bit for each part that passed.
        public struct Data: DecimalProfileValue {
            public static let name = "Test Data"
            public static let uuid = TISensorTag.uuid(0xAA61)
            public static let properties: CharacteristicProperties = .read
            public static let initialValue: [UInt8]? = [0]

            public let rawValue: UInt8

            public init(rawValue: UInt8) {
                self.rawValue = rawValue
            }
        }

        /// Starts the test.
        public enum Enabled: UInt8, NamedProfileValue {
            case no = 0
            case yes = 1

            public static let name = "Test Enabled"
            public static let uuid = TISensorTag.uuid(0xAA62)
            public static let properties = TISensorTag.switchProperties
            public static let initialValue: [UInt8]? = [0]
        }
    }

    /// A service with the tag's two buttons.
    public enum KeyPressedService: ServiceConfigurable {
        public static let name = "TI Sensor Tag Key Pressed"
        public static let uuid: BluetoothUUID = 0xFFE0
        public static let tag = TISensorTag.tag

        /// The pressed buttons.
        public enum Data: UInt8, NamedProfileValue {
            case none = 0
            case buttonOne = 1
            case buttonTwo = 2

            public static let name = "Key Pressed"
            public static let uuid: BluetoothUUID = 0xFFE1
            public static let properties: CharacteristicProperties = .notify
            public static let initialValue: [UInt8]? = [0]
        }
    }
}

extension ProfileManager {
    /// All profiles of this module.
    public static let readyMade = ProfileManager(
        StandardProfiles.all + Gnosus.all + Nordic.all + TISensorTag.all
    )
}
