public import BluetoothLE

extension Session {
    /// The modules' service.
    public static let service: BluetoothUUID = 0xFFF0
    /// What modules send by.
    public static let notifying: BluetoothUUID = 0xFFF1
    /// What is written to them usually.
    public static let usualOutput: BluetoothUUID = 0xFFF2

    /// How to connect and write.
    public struct Options: Sendable {
        /// Between two pieces; raised to 10 ms.
        public var writeInterval = WritePacer.shortestInterval
        /// What is written to, in any service of the module.
        public var writeCharacteristic = Session.usualOutput
        /// Writes without an answer of the module's stack.
        public var writeWithoutResponse = true
        /// Bytes of a piece, 1 and more. Modules without a larger MTU take 20; what the link does not
        /// carry is cut to it.
        public var packetSize = 20
        public var connection = ConnectOptions()
        /// For the connection to be made.
        public var timeout = Duration.seconds(10)
        /// Shows the module that the PIN is known; nil: no module that asks for one can be opened.
        public var login: (any LoginProvider)?
        /// For the module's answer to that.
        public var loginTimeout = Duration.seconds(3)

        public init() {}

        /// The defaults changed by `change`.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }

    /// What happens to a session.
    public enum Event: Sendable, Hashable {
        /// How far the login is.
        case pinCheck(PINCheck)
        case opened
        /// All bytes of a `write` have left.
        case written
        case received([UInt8])
        /// It was open, and is no more; nil: closed by this end.
        case closed(SessionError?)
    }
}
