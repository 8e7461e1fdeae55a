internal import AccessoryBase
internal import AccessoryConcurrency
public import AccessoryLink
package import BluetoothLE

extension TransportKind {
    /// Classic Bluetooth serial ports.
    public static let rfcomm = TransportKind("rfcomm")
}

/// Classic Bluetooth devices with a serial port (RFCOMM). They are identified by their public
/// addresses, optionally with the suffix `/classic`. A search finds no device, because the kernel's
/// sockets do not support inquiry.
public final class RFCOMMTransport: ConnectingTransport {
    /// Opens a serial port. Tests replace it.
    package typealias Connect = @Sendable (BluetoothAddress) async throws -> any ByteLink

    private static let suffix = "/classic"
    public let clock: any Clock<Duration>
    private let time: TimeSource
    private let connectionTimeout: Duration
    private let open: Connect

    /// - Parameters:
    ///   - radio: The adapter.
    ///   - connectionTimeout: Maximum time to establish a connection.
    public convenience init(
        _ radio: BlueZRadio,
        connectionTimeout: Duration = .seconds(10)
    ) {
        self.init(connectionTimeout: connectionTimeout, clock: ContinuousClock()) {
            try await radio.openSerialPort(to: $0)
        }
    }

    package init(
        connectionTimeout: Duration = .seconds(10),
        clock: some Clock<Duration>,
        open: @escaping Connect
    ) {
        self.clock = clock
        time = TimeSource(clock)
        self.connectionTimeout = connectionTimeout
        self.open = open
    }

    public var kind: TransportKind { .rfcomm }

    public func search(timeout: Duration?) -> AsyncStream<FoundDevice> {
        AsyncStream { $0.finish() }
    }

    public func canonicalIdentifier(_ identifier: String) throws(DeviceOpenError) -> String {
        try address(identifier).description + Self.suffix
    }

    private func address(_ identifier: String) throws(DeviceOpenError) -> BluetoothAddress {
        let count = identifier.hasSuffix(Self.suffix) ? Self.suffix.count : 0
        let text = identifier.dropLast(count)
        guard let address = BluetoothAddress(text) else { throw .illegalAddress(identifier) }
        return address
    }

    public func connect(to identifier: String) async throws(DeviceOpenError) -> any ByteLink {
        let address = try address(identifier)
        do {
            let late = RadioError.timedOut
            return try await time.within(connectionTimeout, orThrow: late) { [open] in
                try await open(address)
            }
        } catch {
            throw Self.openError(error)
        }
    }

    private static func openError(_ error: any Error) -> DeviceOpenError {
        switch error {
        case is CancellationError, RadioError.cancelled: .link(.cancelled)
        case RadioError.timedOut, RadioError.disconnected, RadioError.failed:
            .connectionFailed(FailureReason(error))
        case RadioError.poweredOff, RadioError.blocked: .poweredOff
        case RadioError.noAdapter, RadioError.notSupported: .unsupported
        default: .unknown(FailureReason(error))
        }
    }
}
