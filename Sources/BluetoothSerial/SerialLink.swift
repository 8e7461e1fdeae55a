internal import AccessoryConcurrency
public import AccessoryLink
public import BluetoothLE

/// The central's end of a serial line.
///
///     let peripheral = try await central.connect(to: address)
///     let line = try await SerialLink.open(.nordicUART, on: peripheral)
///     try await line.send(Array("hello".utf8))
public final class SerialLink: ByteLink {
    /// The profile of the line.
    public let profile: SerialProfile
    /// The connected peripheral.
    public let peripheral: Peripheral
    public let incoming: AsyncThrowingStream<[UInt8], any Error>
    private let output: Characteristic
    private let listening: Task<Void, Never>

    private init(
        profile: SerialProfile,
        output: Characteristic,
        input: AsyncThrowingStream<[UInt8], any Error>
    ) {
        self.profile = profile
        self.output = output
        peripheral = output.peripheral
        let (stream, entry) = AsyncThrowingStream.makeStream(
            of: [UInt8].self,
            throwing: (any Error).self
        )
        incoming = stream
        listening = peripheral.time.task {
            do {
                for try await packet in input { entry.yield(packet) }
                entry.finish()
            } catch {
                entry.finish(throwing: ByteLinkError.lost)
            }
        }
    }

    deinit { listening.cancel() }

    /// Opens the line on a connected peripheral.
    ///
    /// - Throws: A `CentralError` when the peripheral lacks the service or a characteristic.
    public static func open(
        _ profile: SerialProfile,
        on peripheral: Peripheral
    ) async throws -> SerialLink {
        let service = try await peripheral.service(profile.service)
        let output = try await service.characteristic(profile.toPeripheral)
        let input = try await service.characteristic(profile.toCentral)
            .notifications(capacity: .max)
        return SerialLink(profile: profile, output: output, input: input)
    }

    public var packetSize: Int {
        min(profile.packetSize, output.writeWithoutResponseLimit)
    }

    public func send(_ bytes: [UInt8]) async throws {
        guard bytes.count <= packetSize else { throw ByteLinkError.packetTooLong(bytes.count) }
        guard !listening.isCancelled else { throw ByteLinkError.closed }
        do {
            if profile.isAcknowledged {
                try await output.write(bytes)
            } else {
                try await output.writeWithoutResponse(bytes)
            }
        } catch CentralError.disconnected, CentralError.forcedDisconnect {
            throw ByteLinkError.lost
        }
    }

    /// Closes the line; the peripheral stays connected.
    public func close() {
        listening.cancel()
    }
}
