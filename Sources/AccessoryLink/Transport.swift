/// The name of a transport, and the errors of its failures.
///
/// Each transport defines its own: `audioJack`, `bluetooth`, `rfcomm`, `serialPort`.
public struct TransportKind: Sendable, Hashable {
    /// A short name for command lines and logs, such as `jack`.
    public let name: String
    /// The error for a lost device: `unplugged` (14) or `disconnected` (20).
    public let loss: LinkError
    /// The error for an opening without an answer: `handshakeFailed` (-3) or `connectionFailed` (-2).
    public let failedOpening: LinkError

    /// Creates a kind. By default, and instead of any other error, the errors are those of a
    /// connection.
    public init(
        _ name: String,
        loss: LinkError = .disconnected,
        failedOpening: LinkError = .connectionFailed
    ) {
        self.name = name
        self.loss = loss == .unplugged ? .unplugged : .disconnected
        self.failedOpening =
            failedOpening == .handshakeFailed ? .handshakeFailed : .connectionFailed
    }

    /// A byte stream without a transport.
    public static let stream = TransportKind("stream")
}

extension TransportKind: CustomStringConvertible {
    public var description: String { name }
}

/// A transport to devices. There are two kinds: an `AttachedTransport` has one plug and moves
/// frames; a `ConnectingTransport` finds devices, connects to them and moves bytes.
public protocol Transport: Sendable {
    /// The transport's kind.
    var kind: TransportKind { get }
}

/// A transport with a plug for one device, such as a jack.
public protocol AttachedTransport: Transport {
    /// The host's end, for as long as the transport exists. Its states follow plug events, where
    /// the transport detects them.
    var link: HostLink { get }

    /// The mode of `link`.
    var mode: LinkMode { get }

    /// Whether a device is plugged in; nil if only a device's answer can show it.
    var isPresent: Bool? { get async }

    /// Transport events other than sessions, from now on, for any number of readers. The buffer
    /// has no limit.
    var events: AsyncStream<TransportEvent> { get }
}

/// A transport that connects to devices by identifier. It has no presence detection: only a search
/// or a connection shows that a device is present.
public protocol ConnectingTransport: Transport {
    /// The clock of the timeouts.
    var clock: any Clock<Duration> { get }

    /// Searches for devices until `timeout` expires, the transport fails, or the stream is
    /// released. A device is reported again when the search receives new information about it.
    ///
    /// - Parameter timeout: The search time; nil: no limit.
    func search(timeout: Duration?) async throws(DeviceSearchError) -> AsyncStream<FoundDevice>

    /// Returns the canonical form of an identifier, for comparisons.
    ///
    /// - Throws: `illegalAddress` when it is not valid for this transport.
    func canonicalIdentifier(_ identifier: String) throws(DeviceOpenError) -> String

    /// Connects to a device. Cancelling the task cancels the attempt. Closing the link closes the
    /// connection.
    func connect(to identifier: String) async throws(DeviceOpenError) -> any ByteLink
}

/// A transport event other than sessions: a value of the transport's own type, such as an
/// `AudioPortEvent`.
public struct TransportEvent: Sendable {
    /// The transport's own value.
    public let value: any Sendable & Hashable

    /// Wraps a transport's own value.
    public init(_ value: some Sendable & Hashable) {
        self.value = value
    }
}

extension TransportEvent: Equatable {
    public static func == (one: TransportEvent, other: TransportEvent) -> Bool {
        AnyHashable(one.value) == AnyHashable(other.value)
    }
}

extension TransportEvent: CustomStringConvertible {
    public var description: String { "\(value)" }
}
