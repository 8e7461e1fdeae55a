public import BeaconCrypto
public import Beacons
public import BluetoothLE
public import Logging
internal import Radios

/// The configuration of `accessory-gateway`. The defaults are those of an empty file;
/// docs/gateway.md documents every member.
public struct Configuration: Sendable {
    /// The gateway's name in topics and in its client id.
    public var name = ""
    /// The folder of the spool.
    public var state = ""
    public var logLevel = Logger.Level.info
    public var adapters = [Adapter()]
    public var filter = Filter()
    public var throttle = Throttle()
    public var presence = Presence()
    /// The keys of encrypted sensors.
    public var keys = SensorKeys()
    /// The user's own sensor formats; nil if there are none.
    public var sensors: SensorTable?
    /// Whether to read formats that little evidence recognises.
    public var isLoose = false
    public var spool = Spool()
    public var events = Events()
    /// The MQTT sink; nil: readings are printed.
    public var mqtt: MQTT?
    /// The gateways that act as one sensor; nil: this one acts alone.
    public var gateways: Gateways?
    /// The address of `/metrics`; nil: disabled.
    public var metrics: Endpoint? = Endpoint(host: "127.0.0.1", port: 9105)

    /// The sections that other modules decode, by name.
    package internal(set) var sections: [String: any ConfigurationSection] = [:]

    public init() {}

    /// A Bluetooth adapter.
    public struct Adapter: Sendable, Hashable {
        /// `hci0`, or `virtual` for the air shared by one user's programs; by default that of `ACCESSORY_ADAPTER`.
        public var name = defaultAdapter
        /// Whether to scan actively, which requests scan responses.
        public var isActive = true
    }

    /// The filter for received devices.
    public struct Filter: Sendable, Hashable {
        /// Minimum RSSI, dBm; weaker reports are dropped.
        public var minimumRSSI: Int?
        /// If not empty, only devices that match one of these are received.
        public var allow: [Match] = []
        /// Devices that match one of these are dropped.
        public var deny: [Match] = []
        /// Whether devices whose address changes every few minutes are published without another identity.
        public var publishesRotating = false
    }

    /// A device, identified by one of its properties.
    public enum Match: Sendable, Hashable {
        case address(UInt64)
        /// A part of the device's name.
        case name(String)
        /// A format or model id: "bthome", "govee-h5072".
        case kind(String)
    }

    /// The rate limit of a quantity.
    public struct Throttle: Sendable, Hashable {
        /// The limits of one quantity, or of all without their own.
        public struct Rule: Sendable, Hashable {
            /// Minimum time between two readings, milliseconds.
            public var interval: Int64 = 10_000
            /// Minimum change; smaller ones wait for the heartbeat.
            public var change = 0.0

            public init(interval: Int64 = 10_000, change: Double = 0) {
                (self.interval, self.change) = (interval, change)
            }
        }

        /// The rule of quantities without their own.
        public var standard = Rule()
        /// Rules by quantity: "temperature".
        public var quantities: [String: Rule] = [:]
        /// Time after which an unchanged value is published again, milliseconds.
        public var heartbeat: Int64 = 300_000

        /// Whether every report is published.
        public var isOff: Bool {
            standard == Rule(interval: 0, change: 0) && quantities.isEmpty
        }
    }

    /// Presence detection: who is home.
    public struct Presence: Sendable, Hashable {
        /// An entry of the presence list.
        public struct Device: Sendable, Hashable {
            public var name = ""
            public var identity = Identity.address(0)
            /// Minimum RSSI to count as home, dBm.
            public var rssi: Int?
        }

        /// The property by which the device is recognised.
        public enum Identity: Sendable, Hashable {
            case address(UInt64)
            /// Identity resolving key, 16 bytes in the order printed by phones.
            case resolvingKey([UInt8])
            case iBeacon(BluetoothUUID, major: UInt16?, minor: UInt16?)
            /// Namespace of 10 bytes and instance of 6 bytes, or the namespace alone.
            case eddystone([UInt8])
        }

        public var devices: [Device] = []
        /// Time without a report after which a device is away, milliseconds.
        public var awayAfter: Int64 = 180_000
        /// Hysteresis, dB: a device that is home counts as near down to `rssi` minus this.
        public var hysteresis = 8
    }

    /// Limits of the messages on disk.
    public struct Spool: Sendable, Hashable {
        /// Maximum number of messages.
        public var rows = 1_000_000
        /// Maximum size, bytes.
        public var bytes = 512 << 20
        /// Maximum age of a message, milliseconds.
        public var age: Int64 = 7 * 86_400_000
    }

    /// Rules for events, such as the press of a button.
    public struct Events: Sendable, Hashable {
        /// Age from which an event is published as history, milliseconds.
        public var maximumAge: Int64 = 30_000

        public init() {}
    }

    /// A host and a TCP port.
    public struct Endpoint: Sendable, Hashable {
        public var host: String
        public var port: Int

        public init(host: String, port: Int) { (self.host, self.port) = (host, port) }
    }

    /// The settings of the MQTT sink.
    public struct MQTT: Sendable, Hashable {
        /// The MQTT version; `auto`: 5 if the broker supports it, else 3.1.1.
        public enum Version: String, Sendable, Hashable, CaseIterable {
            case auto
            case v5 = "5"
            case v311 = "3.1.1"
        }

        /// The address of a broker.
        public struct Broker: Sendable, Hashable {
            public var endpoint: Endpoint
            public var usesTLS = false
        }

        /// The files of TLS, in PEM format.
        public struct TLS: Sendable, Hashable {
            /// File of trusted CA certificates; nil: the system's.
            public var authority: String?
            public var certificate: String?
            public var key: String?
            /// Accepts any certificate; for tests only.
            public var isInsecure = false
        }

        /// The topics and names: this project's own, or those of Theengs gateway.
        public enum Layout: String, Sendable, Hashable, CaseIterable { case accessory, theengs }

        /// The brokers in order of preference; the next is used when one is lost.
        public var brokers: [Broker] = []
        public var version = Version.auto
        /// The client identifier; nil: derived from the machine id, the gateway's name and the
        /// adapters' names.
        public var clientID: String?
        public var user: String?
        public var password: String?
        public var tls = TLS()
        /// The first level of the topics.
        public var prefix = "accessory"
        public var layout = Layout.accessory
        /// Home Assistant's discovery prefix; nil: no discovery.
        public var discovery: String? = "homeassistant"
        /// Time after which Home Assistant shows a silent sensor as unavailable, milliseconds.
        public var expireAfter: Int64 = 900_000
        /// Time without a reading after which a device is removed from Home Assistant, milliseconds. It is counted only
        /// while the gateway receives other devices.
        public var forgetAfter: Int64 = 30 * 86_400_000
        /// Publishes each advertisement as received.
        public var publishesAdvertisements = false
        /// Maximum number of unacknowledged messages.
        public var window = 200
        /// The keep-alive interval, seconds.
        public var keepAlive = 30
    }
}
