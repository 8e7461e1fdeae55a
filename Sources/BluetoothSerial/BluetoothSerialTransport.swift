internal import AccessoryConcurrency
public import AccessoryLink
public import BluetoothLE

extension TransportKind {
    /// Serial profiles over Bluetooth LE.
    public static let bluetooth = TransportKind("bluetooth")
}

/// Devices with a serial profile over Bluetooth LE.
///
/// Identifiers are `BluetoothAddress.identifier`.
public final class BluetoothSerialTransport: ConnectingTransport {
    public let clock: any Clock<Duration>
    private let central: Central
    private let options: BluetoothSerialOptions

    /// - Parameters:
    ///   - central: The central that scans and connects.
    ///   - options: The profiles to try, and other settings.
    ///   - clock: The clock of the central.
    public init(
        _ central: Central,
        options: BluetoothSerialOptions = BluetoothSerialOptions(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.central = central
        self.options = options
        self.clock = clock
    }

    public var kind: TransportKind { .bluetooth }

    public func search(
        timeout: Duration?
    ) async throws(DeviceSearchError) -> AsyncStream<FoundDevice> {
        let reports: AsyncThrowingStream<AdvertisementReport, any Error>
        do {
            try await requireRadio()
            reports = try await central.scan(options.filter ?? .all, timeout: timeout)
        } catch {
            throw DeviceSearchError(DeviceOpenError(bluetooth: error))
        }
        let (stream, entry) = AsyncStream.makeStream(of: FoundDevice.self)
        let work = central.time.task { [profiles = options.profiles] in
            var found = FoundReaders(profiles: profiles)
            do {
                for try await report in reports {
                    if let device = found.add(report) { entry.yield(device) }
                }
            } catch {
                // the timeout expired, or the radio was turned off: complete
            }
            entry.finish()
        }
        entry.onTermination = { _ in work.cancel() }
        return stream
    }

    private func requireRadio() async throws(DeviceOpenError) {
        for await state in central.states {
            guard let error = DeviceOpenError(state) else { return }
            throw error
        }
        throw .unsupported
    }

    public func canonicalIdentifier(_ identifier: String) throws(DeviceOpenError) -> String {
        try address(identifier).identifier
    }

    private func address(_ identifier: String) throws(DeviceOpenError) -> BluetoothAddress {
        guard let address = BluetoothAddress(identifier: identifier) else {
            throw .illegalAddress(identifier)
        }
        return address
    }

    public func connect(to identifier: String) async throws(DeviceOpenError) -> any ByteLink {
        let address = try address(identifier)
        try await requireRadio()
        do {
            let peripheral = try await central.connect(
                to: address,
                timeout: options.connectionTimeout
            )
            do {
                return ConnectedLine(line: try await openLine(on: peripheral))
            } catch {
                await peripheral.disconnect()
                throw error
            }
        } catch {
            throw DeviceOpenError(bluetooth: error)
        }
    }

    private func openLine(on peripheral: Peripheral) async throws -> SerialLink {
        for profile in options.profiles {
            do {
                return try await SerialLink.open(profile, on: peripheral)
            } catch CentralError.serviceNotFound, CentralError.characteristicNotFound {
                continue
            }
        }
        throw DeviceOpenError.connectionFailed(
            "it offers none of the serial lines that were asked for"
        )
    }
}

/// A serial line that closes its connection when it is closed.
private struct ConnectedLine: ByteLink {
    let line: SerialLink

    var packetSize: Int { line.packetSize }
    var incoming: AsyncThrowingStream<[UInt8], any Error> { line.incoming }

    func send(_ bytes: [UInt8]) async throws { try await line.send(bytes) }

    func close() async {
        line.close()
        await line.peripheral.disconnect()
    }
}
