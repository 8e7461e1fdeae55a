public import BeaconCrypto
public import Beacons
public import BluetoothLE
public import Logging

/// What `accessory-gateway` does, as its file says. Every member has the default that an empty file
/// gives; docs/gateway.md explains them.
public struct Configuration: Sendable {
    /// Names this gateway in topics and in its client id.
    public var name = ""
    /// Folder of the spool.
    public var state = ""
    public var logLevel = Logger.Level.info
    public var adapters = [Adapter()]
    public var filter = Filter()
    public var throttle = Throttle()
    public var presence = Presence()
    public var keys = SensorKeys()
    public var sensors: SensorTable?
    public var spool = Spool()
    public var mqtt: MQTT?
    /// Where `/metrics` listens; nil: nowhere.
    public var metrics: Endpoint? = Endpoint(host: "127.0.0.1", port: 9105)

    /// The sections that rooms read by themselves, by name.
    package internal(set) var sections: [String: any ConfigurationSection] = [:]

    public init() {}

    /// A Bluetooth adapter.
    public struct Adapter: Sendable, Hashable {
        /// `hci0`, or `virtual` for the air that programs of one user share.
        public var name = "hci0"
        /// Ask advertisers for their scan response.
        public var isActive = true
    }

    /// Which devices are listened to.
    public struct Filter: Sendable, Hashable {
        /// dBm; weaker reports are left out.
        public var minimumRSSI: Int?
        /// When not empty, only devices that match one of these.
        public var allow: [Match] = []
        public var deny: [Match] = []
    }

    /// A device, by one of its traits.
    public enum Match: Sendable, Hashable {
        case address(UInt64)
        /// Contained in the device's name.
        case name(String)
        /// A format or model id: "bthome", "govee-h5072".
        case kind(String)
    }

    /// How often a quantity is published.
    public struct Throttle: Sendable, Hashable {
        public struct Rule: Sendable, Hashable {
            /// Milliseconds between two readings at least.
            public var interval: Int64 = 10_000
            /// Smaller changes wait for the heartbeat.
            public var change = 0.0

            public init(interval: Int64 = 10_000, change: Double = 0) {
                (self.interval, self.change) = (interval, change)
            }
        }

        public var standard = Rule()
        public var quantities: [String: Rule] = [:]
        /// Milliseconds after which an unchanged value is published all the same.
        public var heartbeat: Int64 = 300_000

        /// Whether every report is published.
        public var isOff: Bool {
            standard == Rule(interval: 0, change: 0) && quantities.isEmpty
        }
    }

    /// Who is home.
    public struct Presence: Sendable, Hashable {
        public struct Device: Sendable, Hashable {
            public var name = ""
            public var identity = Identity.address(0)
            /// dBm from which it counts as home.
            public var rssi: Int?
        }

        public enum Identity: Sendable, Hashable {
            case address(UInt64)
            /// Identity resolving key, 16 bytes as phones print it.
            case resolvingKey([UInt8])
            case iBeacon(BluetoothUUID, major: UInt16?, minor: UInt16?)
            /// Namespace of 10 bytes and instance of 6, or the namespace alone.
            case eddystone([UInt8])
        }

        public var devices: [Device] = []
        /// Milliseconds of silence after which a device is away.
        public var awayAfter: Int64 = 180_000
        /// dB below `rssi` at which a device that is home still counts as near.
        public var hysteresis = 8
    }

    /// Bounds of what waits on disk.
    public struct Spool: Sendable, Hashable {
        public var rows = 1_000_000
        public var bytes = 512 << 20
        /// Milliseconds.
        public var age: Int64 = 7 * 86_400_000
    }

    public struct Endpoint: Sendable, Hashable {
        public var host: String
        public var port: Int

        public init(host: String, port: Int) { (self.host, self.port) = (host, port) }
    }

    public struct MQTT: Sendable, Hashable {
        public enum Version: String, Sendable, Hashable, CaseIterable {
            case auto
            case v5 = "5"
            case v311 = "3.1.1"
        }

        public struct Broker: Sendable, Hashable {
            public var endpoint: Endpoint
            public var usesTLS = false
        }

        public struct TLS: Sendable, Hashable {
            /// File of certificates to trust; nil: the system's.
            public var authority: String?
            public var certificate: String?
            public var key: String?
            /// Accept any certificate: for trying only.
            public var isInsecure = false
        }

        public enum Layout: String, Sendable, Hashable, CaseIterable { case accessory, theengs }

        public var brokers: [Broker] = []
        public var version = Version.auto
        /// Nil: made from the machine's id and the adapters' names.
        public var clientID: String?
        public var user: String?
        public var password: String?
        public var tls = TLS()
        /// First level of the topics.
        public var prefix = "accessory"
        public var layout = Layout.accessory
        /// Home Assistant's discovery prefix; nil: no discovery.
        public var discovery: String? = "homeassistant"
        /// Milliseconds after which Home Assistant shows a silent sensor as unavailable.
        public var expireAfter: Int64 = 900_000
        /// Publish each advertisement as received.
        public var publishesAdvertisements = false
        /// Messages that wait for an acknowledgement at most.
        public var window = 200
        /// Seconds.
        public var keepAlive = 30
    }
}
