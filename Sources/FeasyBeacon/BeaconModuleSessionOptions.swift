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
        /// Time between two pieces; at least 10 ms.
        public var writeInterval = WritePacer.shortestInterval
        /// The characteristic to write, in any service of the module.
        public var writeCharacteristic = BeaconModuleSession.usualOutput
        /// Writes without a response.
        public var writeWithoutResponse = true
        /// Bytes per piece, 1 or more. Modules without a larger MTU take 20; the link limits it,
        /// too.
        public var packetSize = 20
        public var connection = ConnectOptions()
        /// Timeout of the connection.
        public var timeout = Duration.seconds(10)
        /// The login for the PIN; nil: modules with a PIN cannot be opened.
        public var login: (any LoginProvider)?
        /// Timeout of the login's answer.
        public var loginTimeout = Duration.seconds(3)

        public init() {}

        /// The defaults changed by `change`.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }

    /// An event of a session.
    public enum Event: Sendable, Hashable {
        /// The progress of the login.
        case pinCheck(PINCheck)
        case opened
        /// All bytes of a `write` were sent.
        case written
        case received([UInt8])
        /// The open session was closed; nil: by `close`.
        case closed(SessionError?)
    }
}
