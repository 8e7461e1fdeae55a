/// A service of a peripheral (Core 5.4, Vol 3, Part G, section 3.1).
public struct Service: Sendable {
    let remote: RemoteService
    /// The peripheral of the service.
    public let peripheral: Peripheral

    /// The service's UUID.
    public var uuid: BluetoothUUID { remote.uuid }
    /// Whether the service is primary; false for one that is only included by other services.
    public var isPrimary: Bool { remote.isPrimary }
    /// The handles of its attributes.
    public var handles: ClosedRange<UInt16> { remote.handles }

    /// The service's characteristics, in the order of their handles. Discovered once, like the services.
    ///
    /// - Parameter uuids: The characteristics to return; nil: all.
    /// - Throws: `CentralError`, `GATTError` or `CancellationError`.
    public func characteristics(_ uuids: [BluetoothUUID]? = nil) async throws -> [Characteristic] {
        try await peripheral.characteristics(of: remote)
            .filter { uuids?.contains($0.uuid) ?? true }
            .map { Characteristic(remote: $0, service: self) }
    }

    /// The first characteristic with this UUID.
    ///
    /// - Throws: `CentralError.characteristicNotFound` when there is none.
    public func characteristic(_ uuid: BluetoothUUID) async throws -> Characteristic {
        guard let characteristic = try await characteristics([uuid]).first else {
            throw CentralError.characteristicNotFound(uuid)
        }
        return characteristic
    }

    /// The services that this one includes.
    ///
    /// - Throws: `CentralError`, `GATTError` or `CancellationError`.
    public func includedServices() async throws -> [Service] {
        try await peripheral.includedServices(of: remote)
            .map { Service(remote: $0, peripheral: peripheral) }
    }
}

extension Service: Hashable {
    /// Compares the peripherals and the services.
    public static func == (one: Service, other: Service) -> Bool {
        one.remote == other.remote && one.peripheral === other.peripheral
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(remote)
        hasher.combine(ObjectIdentifier(peripheral))
    }
}

/// A characteristic of a peripheral (Core 5.4, Vol 3, Part G, section 3.3).
///
/// Calls throw a `CentralError` when they do not reach the server, and a `GATTError` when the
/// server rejects them or its answer is malformed.
public struct Characteristic: Sendable, Hashable {
    let remote: RemoteCharacteristic
    /// The service of the characteristic.
    public let service: Service

    /// The characteristic's UUID.
    public var uuid: BluetoothUUID { remote.uuid }
    /// The operations that the server supports.
    public var properties: CharacteristicProperties { remote.properties }
    /// The handle of its value.
    public var handle: UInt16 { remote.valueHandle }
    /// The peripheral of the characteristic.
    public var peripheral: Peripheral { service.peripheral }
    /// Maximum size for `writeWithoutResponse` on the current link, in bytes.
    public var writeWithoutResponseLimit: Int { peripheral.mtu - 3 }

    /// Reads the whole value, up to 512 bytes. A value longer than one packet is read in parts.
    public nonisolated(nonsending) func read() async throws -> [UInt8] {
        // what `Peripheral.perform` does, without the task frames of its closure
        let present = try peripheral.check(self, can: .read)
        let session = if let present { present } else { try await peripheral.session() }
        do {
            return try await session.client.read(handle)
        } catch {
            if try await session.secures(after: error) {
                return try await peripheral.perform(orTimeout: .readTimeout) { [handle] in
                    try await $0.read(handle)
                }
            }
            throw peripheral.translated(error, of: session, orTimeout: .readTimeout)
        }
    }

    /// Writes with a response, up to 512 bytes. A value longer than one packet is prepared in parts and
    /// then executed as one write.
    public nonisolated(nonsending) func write(_ value: [UInt8]) async throws {
        try peripheral.check(self, can: .write)
        try await peripheral.perform(orTimeout: .writeTimeout) { [handle] in
            try await $0.write(value, to: handle)
        }
    }

    /// Writes without a response, up to `writeWithoutResponseLimit` bytes. Returns when the radio
    /// has accepted the value and has room for the next. Nothing is dropped, and a loop of calls
    /// runs at the link's speed.
    public nonisolated(nonsending) func writeWithoutResponse(_ value: [UInt8]) async throws {
        // what `Peripheral.perform` does, without the task frames of its closure
        let present = try peripheral.check(self, can: .writeWithoutResponse)
        let session = if let present { present } else { try await peripheral.session() }
        do {
            try await session.client.writeWithoutResponse(value, to: handle)
        } catch {
            throw peripheral.translated(error, of: session, orTimeout: .writeTimeout)
        }
    }

    /// Sends a write without response at once, in the order of all calls, if there is room. Never waits;
    /// `Peripheral.commandRoom` reports when there is room again.
    ///
    /// - Returns: Whether there was room.
    /// - Throws: `CentralError`; `GATTError.valueTooLong`.
    public func tryWriteWithoutResponse(_ value: [UInt8]) throws -> Bool {
        guard let session = try peripheral.check(self, can: .writeWithoutResponse) else {
            throw peripheral.absence
        }
        let room = peripheral.room
        do {
            return try session.tryCommand(value, to: handle, peripheral.time) { room.send(()) }
        } catch {
            throw peripheral.translated(error, of: session, orTimeout: .writeTimeout)
        }
    }

    /// Subscribes like `notifications`, but passes each value to a handler, on the thread that receives it
    /// and in the order of the link's packets: an answer that arrives later is returned later.
    ///
    /// - Parameters:
    ///   - kind: As of `notifications`.
    ///   - onValue: Must return at once, and must not use this peripheral.
    /// - Returns: The subscription, which lasts until it is released.
    /// - Throws: `CentralError`, `GATTError` or `CancellationError`.
    public func subscribe(
        preferring kind: Subscription = .notifications,
        onValue: @escaping @Sendable ([UInt8]) -> Void
    ) async throws -> ValueSubscription {
        try await peripheral.subscribe(to: self, preferring: kind, onValue)
    }

    /// Returns a writer for many consecutive writes without response; lookups are done once.
    package func valueWriter() async throws -> ValueWriter {
        try peripheral.check(self, can: .writeWithoutResponse)
        let session = try await peripheral.session()
        return ValueWriter(session: session, writer: session.client.commandWriter(to: handle))
    }

    /// Subscribes to this characteristic's notifications or indications. Returns when the server has confirmed the subscription; the stream
    /// includes values received before that. The first stream subscribes; releasing the last one
    /// unsubscribes. A characteristic without a client characteristic configuration (0x2902) counts as
    /// subscribed.
    ///
    /// The stream throws when the link is lost. With a reconnect policy it continues on the next link
    /// instead, and ends when the application disconnects.
    ///
    /// - Parameters:
    ///   - kind: The kind of values to request where the characteristic supports both: `notifications`,
    ///     `indications`, each of which this end confirms, or both. The first
    ///     subscription of a link decides.
    ///   - capacity: Values buffered for a slow reader. Beyond that, the oldest are dropped
    ///     and counted in `Peripheral.droppedValues`; `.max` buffers without limit.
    /// - Throws: `CentralError`, `GATTError` or `CancellationError`.
    public func notifications(
        preferring kind: Subscription = .notifications,
        capacity: Int = 1024
    ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        try await peripheral.notifications(of: self, preferring: kind, capacity: capacity)
    }

    /// The characteristic's descriptors, in the order of their handles. Discovered once.
    ///
    /// - Throws: `CentralError`, `GATTError` or `CancellationError`.
    public func descriptors() async throws -> [Descriptor] {
        let session = try await peripheral.session()
        try peripheral.check(self)
        return try await peripheral.descriptors(of: remote, session)
            .map { Descriptor(remote: $0, characteristic: self) }
    }
}

/// Writes values to one characteristic without response, on one link.
package struct ValueWriter: Sendable {
    fileprivate let session: Session
    fileprivate let writer: any CommandWriter

    /// Writes a value like `Characteristic.writeWithoutResponse`. If the link ends meanwhile, the next
    /// write throws.
    package nonisolated(nonsending) func write(_ value: ArraySlice<UInt8>) async throws {
        do {
            try await writer.write(value)
        } catch {
            throw session.translated(error, orTimeout: .writeTimeout)
        }
    }
}

/// A descriptor of a characteristic (Core 5.4, Vol 3, Part G, section 3.3.3).
public struct Descriptor: Sendable, Hashable {
    let remote: RemoteDescriptor
    /// The characteristic of the descriptor.
    public let characteristic: Characteristic

    /// The descriptor's UUID.
    public var uuid: BluetoothUUID { remote.uuid }
    /// The handle of the descriptor's value.
    public var handle: UInt16 { remote.handle }

    /// Reads the whole value, up to 512 bytes.
    public func read() async throws -> [UInt8] {
        try characteristic.peripheral.check(characteristic)
        return try await characteristic.peripheral.perform(orTimeout: .readTimeout) {
            try await $0.read(handle)
        }
    }

    /// Writes with a response, up to 512 bytes. `Characteristic.notifications` manages the client
    /// characteristic configuration (0x2902).
    public func write(_ value: [UInt8]) async throws {
        try characteristic.peripheral.check(characteristic)
        try await characteristic.peripheral.perform(orTimeout: .writeTimeout) {
            try await $0.write(value, to: handle)
        }
    }
}
