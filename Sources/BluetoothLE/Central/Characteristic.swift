/// A characteristic of a peripheral (Core 5.4, Vol 3, Part G, section 3.3).
///
/// Calls throw a `CentralError` when they did not reach the server, and a `GATTError` when it
/// refused or its answer makes no sense.
public struct Characteristic: Sendable, Hashable {
    let remote: RemoteCharacteristic
    /// The service it belongs to.
    public let service: Service

    /// The characteristic's UUID.
    public var uuid: BluetoothUUID { remote.uuid }
    /// What the server offers to do with it.
    public var properties: CharacteristicProperties { remote.properties }
    /// Where its value is.
    public var handle: UInt16 { remote.valueHandle }
    /// Whose characteristic it is.
    public var peripheral: Peripheral { service.peripheral }
    /// Longest value that `writeWithoutResponse` takes on the present link, bytes.
    public var writeWithoutResponseLimit: Int { peripheral.mtu - 3 }

    /// The whole value, up to 512 bytes; what does not fit one packet is read in parts.
    public nonisolated(nonsending) func read() async throws -> [UInt8] {
        try peripheral.check(self, can: .read)
        // the handle alone: to copy the rest for each read costs more than the closure's work
        return try await peripheral.perform(orTimeout: .readTimeout) { [handle] in
            try await $0.read(handle)
        }
    }

    /// Writes with an answer, up to 512 bytes; what does not fit one packet is prepared in parts and
    /// then written at once.
    public nonisolated(nonsending) func write(_ value: [UInt8]) async throws {
        try peripheral.check(self, can: .write)
        try await peripheral.perform(orTimeout: .writeTimeout) { [handle] in
            try await $0.write(value, to: handle)
        }
    }

    /// Writes without an answer, up to `writeWithoutResponseLimit` bytes. Returns when the radio has
    /// taken the value and has room for the next: nothing is dropped, and a loop of calls runs as
    /// fast as the link.
    public nonisolated(nonsending) func writeWithoutResponse(_ value: [UInt8]) async throws {
        try peripheral.check(self, can: .writeWithoutResponse)
        try await peripheral.perform(orTimeout: .writeTimeout) { [handle] in
            try await $0.writeWithoutResponse(value, to: handle)
        }
    }

    /// For many writes without response in a row: what each of them would look up is looked up once.
    package func valueWriter() async throws -> ValueWriter {
        try peripheral.check(self, can: .writeWithoutResponse)
        let session = try await peripheral.session()
        return ValueWriter(session: session, writer: session.client.commandWriter(to: handle))
    }

    /// The values that the server sends by itself, from now on: notifications, or indications where
    /// it offers no notifications. Returns when the server has agreed; values that come before are
    /// in the stream. The first listener subscribes, the last to let go of its stream unsubscribes.
    ///
    /// The stream ends by throwing when the link is lost. With a reconnect policy it goes on over the
    /// next link instead, and ends when the application disconnects.
    ///
    /// - Parameter capacity: Values that wait for a slow listener; beyond that the oldest are lost.
    public func notifications(
        capacity: Int = .max
    ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        try await peripheral.notifications(of: self, capacity: capacity)
    }

    /// The characteristic's descriptors, in the order of their handles. Asked once.
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

    /// Writes a value as `Characteristic.writeWithoutResponse` does. A link that ends meanwhile is reported by the next
    /// write.
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
    /// The characteristic it belongs to.
    public let characteristic: Characteristic

    /// The descriptor's UUID.
    public var uuid: BluetoothUUID { remote.uuid }
    /// Where its value is.
    public var handle: UInt16 { remote.handle }

    /// The whole value, up to 512 bytes.
    public func read() async throws -> [UInt8] {
        try characteristic.peripheral.check(characteristic)
        return try await characteristic.peripheral.perform(orTimeout: .readTimeout) {
            try await $0.read(handle)
        }
    }

    /// Writes with an answer, up to 512 bytes. The client characteristic configuration (0x2902) is
    /// looked after by `Characteristic.notifications`.
    public func write(_ value: [UInt8]) async throws {
        try characteristic.peripheral.check(characteristic)
        try await characteristic.peripheral.perform(orTimeout: .writeTimeout) {
            try await $0.write(value, to: handle)
        }
    }
}
