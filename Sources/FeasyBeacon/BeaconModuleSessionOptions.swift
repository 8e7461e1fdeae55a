public import BluetoothLE

extension BeaconModuleSession {
    /// The modules' service.
    public static let service: BluetoothUUID = 0xFFF0
    /// The modules' characteristic for notifications.
    public static let notifying: BluetoothUUID = 0xFFF1
    /// The modules' usual characteristic for writes.
    public static let usualOutput: BluetoothUUID = 0xFFF2

    /// Options of connections and writes.
    public struct Options: Sendable {
        /// Time between two pieces of a write; at least 10 ms.
        public var writeInterval = WritePacer.shortestInterval
        /// The characteristic to write to, in any service of the module.
        public var writeCharacteristic = BeaconModuleSession.usualOutput
        /// Whether to write without a response.
        public var writeWithoutResponse = true
        /// Bytes per piece, 1 or more. Modules without a larger MTU accept 20; the link's MTU is
        /// also a limit.
        public var packetSize = 20
        /// The options of the connection.
        public var connection = ConnectOptions()
        /// Timeout of the connection.
        public var timeout = Duration.seconds(10)
        /// The login with the PIN; nil: a module with a PIN cannot be opened.
        public var login: (any LoginProvider)?
        /// Timeout of the answer to the login.
        public var loginTimeout = Duration.seconds(3)

        /// Creates the defaults.
        public init() {}

        /// Creates the defaults changed by `change`.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }

    /// An event of a session.
    public enum Event: Sendable, Hashable {
        /// The progress of the login.
        case pinCheck(PINCheck)
        /// The session is open.
        case opened
        /// All bytes of a `write` have been sent.
        case written
        /// The module sent these bytes.
        case received([UInt8])
        /// The open session was closed; nil: by `close`.
        case closed(BeaconModuleError?)
    }
}
