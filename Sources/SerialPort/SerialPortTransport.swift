internal import AccessoryBase
internal import AccessoryConcurrency
public import AccessoryLink
internal import Glibc

extension TransportKind {
    /// Serial ports.
    public static let serialPort = TransportKind("serial", loss: .unplugged)
}

/// Devices on serial ports. USB devices are identified by the names that udev gives to their ports,
/// any port by its path.
///
/// A search finds existing ports, and ports plugged in during the search. It does not detect what
/// is connected to a port.
public final class SerialPortTransport: ConnectingTransport {
    /// The folder in which udev keeps a link to each USB device's port, named after the device.
    public static let byID = "/dev/serial/by-id"

    public let clock: any Clock<Duration>
    private let folder: PortFolder
    private let options: SerialPortOptions
    private let time: TimeSource

    /// - Parameters:
    ///   - folder: The folder to search for ports.
    ///   - options: Baud rate and flow control.
    ///   - clock: The clock of the timeouts.
    public init(
        folder: String = SerialPortTransport.byID,
        options: SerialPortOptions = SerialPortOptions(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.folder = PortFolder(folder)
        self.options = options
        self.clock = clock
        time = TimeSource(clock)
    }

    public var kind: TransportKind { .serialPort }

    public func search(
        timeout: Duration?
    ) async throws(DeviceSearchError) -> AsyncStream<FoundDevice> {
        let names: AsyncStream<String>
        do {
            names = try folder.additions()
        } catch {
            throw .failed("\(folder.path): \(systemMessage(error.number))")
        }
        let (stream, entry) = AsyncStream.makeStream(of: FoundDevice.self)
        let search = time.task {
            for await name in names {
                entry.yield(FoundDevice(.serialPort, name: name, identifier: name))
            }
        }
        let timer = timeout.map { timeout in
            time.schedule(at: time.now() + timeout) { entry.finish() }
        }
        entry.onTermination = { _ in
            search.cancel()
            timer?.cancel()
        }
        return stream
    }

    /// Returns the port's path: an identifier without a slash is a name in the folder.
    public func canonicalIdentifier(_ identifier: String) throws(DeviceOpenError) -> String {
        guard !identifier.isEmpty, !identifier.utf8.contains(0), ![".", ".."].contains(identifier)
        else { throw .illegalAddress(identifier) }
        if identifier.contains("/") { return identifier }
        return folder.path + "/" + identifier
    }

    public func connect(to identifier: String) async throws(DeviceOpenError) -> any ByteLink {
        let path = try canonicalIdentifier(identifier)
        do {
            return try SerialPortLink.open(path, options: options)
        } catch {
            throw DeviceOpenError(error)
        }
    }
}

extension DeviceOpenError {
    fileprivate init(_ error: SerialPortError) {
        switch error {
        case .noSuchPort, .busy: self = .connectionFailed(FailureReason(error))
        case .permissionDenied, .notSerial, .unsupportedBaud, .unsupportedFlowControl, .failed:
            self = .unknown(FailureReason(error))
        }
    }
}
