/// What a transport is called, and what its failures are called.
///
/// Each transport supplies its own: `audioJack`, `bluetooth`, `rfcomm`, `serialPort`.
public struct TransportKind: Sendable, Hashable {
    /// A word for command lines and logs, such as `jack`.
    public let name: String
    /// What a lost device is: `unplugged` (14) or `disconnected` (20).
    public let loss: LinkError
    /// What an opening is that the device does not answer: `handshakeFailed` (-3) or
    /// `connectionFailed` (-2).
    public let failedOpening: LinkError

    public init(
        _ name: String,
        loss: LinkError = .disconnected,
        failedOpening: LinkError = .connectionFailed
    ) {
        precondition(loss == .unplugged || loss == .disconnected)
        precondition(failedOpening == .handshakeFailed || failedOpening == .connectionFailed)
        self.name = name
        self.loss = loss
        self.failedOpening = failedOpening
    }

    /// A stream of bytes that is no transport's.
    public static let stream = TransportKind("stream")
}

extension TransportKind: CustomStringConvertible {
    public var description: String { name }
}

/// A way to reach devices. A transport is one of two: an `AttachedTransport` has one plug and moves
/// frames; a `ConnectingTransport` finds devices, connects to them and moves bytes.
public protocol Transport: Sendable {
    /// What it and its failures are called.
    var kind: TransportKind { get }
}

/// A transport with one place for one device, such as a jack.
public protocol AttachedTransport: Transport {
    /// The host's end, for as long as the transport exists. Its states follow plugs where
    /// they are known.
    var link: HostLink { get }

    /// The mode of `link`.
    var mode: LinkMode { get }

    /// Whether something is plugged in; nil where only an answer can tell.
    var isPresent: Bool? { get async }

    /// What happens to the transport besides sessions, from now on. Any number may listen.
    var events: AsyncStream<TransportEvent> { get }
}

/// A transport that connects to devices by their identifiers. Their presence is not known: a search
/// finds them, and a connection shows whether they are there.
public protocol ConnectingTransport: Transport {
    /// What timeouts are measured with.
    var clock: any Clock<Duration> { get }

    /// Looks for devices until `timeout` is over, the transport fails, or the stream is no longer
    /// held. A device comes again when more of it becomes known.
    ///
    /// - Parameter timeout: Nil: without end.
    func search(timeout: Duration?) async throws(SearchError) -> AsyncStream<FoundDevice>

    /// The one form of an identifier, for comparisons.
    ///
    /// - Throws: `illegalAddress` when it can name no device of this transport.
    func canonicalIdentifier(_ identifier: String) throws(OpenError) -> String

    /// Connects. Cancelling the task gives the attempt up. Closing the link ends the connection.
    func connect(to identifier: String) async throws(OpenError) -> any ByteLink
}

/// What happens to a transport besides sessions: a value of the transport's own, such as an
/// `AudioPortEvent`.
public struct TransportEvent: Sendable {
    /// The transport's own value.
    public let value: any Sendable & Hashable

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
