package import AccessoryConcurrency

// The level between attributes and what carries them. `Central`, `Peripheral` and `PeripheralManager`
// reach attributes by these protocols only. Over a radio that hands out raw ATT, `GATTClient` and
// `GATTLink` implement them. A system daemon that owns GATT implements them by its own calls: its radio
// is a `GATTRadio`, and its connections are `GATTConnection`s.

/// The attributes of a connected peripheral, as a central uses them.
///
/// Attributes are named by handles. Calls throw `GATTError`, or `CancellationError`. Cancelling the task
/// gives the answer up.
package protocol RemoteGATT: Sendable {
    /// Bytes of a packet, as both ends agreed, 23 to 517.
    var mtu: Int { get }

    /// Begins to work. Called once, before all others.
    func start()

    /// Calls `handler` when the connection ends, at once if it has.
    func whenEnded(_ handler: @escaping @Sendable () -> Void)

    /// Ends the connection.
    func close()

    /// Agrees on the packet size; the smaller of both offers counts. Returns it.
    func exchangeMTU(_ offer: Int) async throws -> Int

    // MARK: Discovery

    /// The primary services in the order of their handles.
    ///
    /// - Parameter uuid: Only those with this UUID; nil: all.
    func services(_ uuid: BluetoothUUID?) async throws -> [RemoteService]

    /// The services that a service includes.
    func includedServices(of service: RemoteService) async throws -> [RemoteService]

    /// The peripheral's database hash, 16 bytes; nil when it has none.
    func databaseHash() async throws -> [UInt8]?

    /// The characteristics of a service in the order of their handles.
    func characteristics(of service: RemoteService) async throws -> [RemoteCharacteristic]

    /// The descriptors of a characteristic, the client characteristic configuration among them.
    func descriptors(of characteristic: RemoteCharacteristic) async throws -> [RemoteDescriptor]

    // MARK: Values

    /// The whole value, up to 512 bytes.
    nonisolated(nonsending) func read(_ handle: UInt16) async throws -> [UInt8]

    /// The whole values of several attributes, in the order of `handles`.
    func read(_ handles: [UInt16]) async throws -> [[UInt8]]

    /// Writes a value of up to 512 bytes with an answer.
    nonisolated(nonsending) func write(_ value: [UInt8], to handle: UInt16) async throws

    /// Writes several values, all or none.
    func writeReliably(_ writes: [(handle: UInt16, value: [UInt8])]) async throws

    /// Writes without an answer, up to `mtu` less 3 bytes; returns when there is room for the next.
    nonisolated(nonsending) func writeWithoutResponse(
        _ value: [UInt8],
        to handle: UInt16
    ) async throws

    /// For many writes without an answer to one attribute, one after the other.
    func commandWriter(to handle: UInt16) -> any CommandWriter

    /// Asks for a characteristic's values, or for no more of them. They go to the `onValue` of the
    /// connection.
    ///
    /// - Parameter configuration: The handle of its client characteristic configuration.
    func subscribe(
        to characteristic: RemoteCharacteristic,
        as subscription: Subscription,
        configuration: UInt16
    ) async throws
}

/// Writes values to one attribute without an answer.
package protocol CommandWriter: Sendable {
    /// Writes a value of up to `mtu` less 3 bytes; returns when there is room for the next, or the connection has
    /// ended meanwhile.
    ///
    /// - Throws: `GATTError`.
    nonisolated(nonsending) func write(_ value: ArraySlice<UInt8>) async throws
}

extension RemoteGATT {
    package func commandWriter(to handle: UInt16) -> any CommandWriter {
        SingleCommandWriter(remote: self, handle: handle)
    }
}

/// Each value by `writeWithoutResponse`.
private struct SingleCommandWriter: CommandWriter {
    let remote: any RemoteGATT
    let handle: UInt16

    nonisolated(nonsending) func write(_ value: ArraySlice<UInt8>) async throws {
        try await remote.writeWithoutResponse(Array(value), to: handle)
    }
}

/// A connected central, as the owner of the local attributes sees it. Its requests go to the
/// `AttributeHost` that the link was made for.
package protocol LocalGATT: AnyObject, Sendable {
    /// Bytes of a packet, as both ends agreed, 23 to 517.
    var mtu: Int { get }

    /// The link's protection, kept up to date by the host; decides what the central may read and write.
    var security: LinkSecurity { get set }

    /// Whether the application consents to this central.
    var isAuthorized: Bool { get set }

    /// What the central wants to be sent, by the handle of the value.
    var subscriptions: [UInt16: Subscription] { get }

    /// Restores what a bonded central asked for on an earlier link.
    func subscribe(to handle: UInt16, _ subscription: Subscription)

    /// Drops the subscriptions to these handles: their values are gone.
    func forgetSubscriptions(in range: ClosedRange<UInt16>)

    /// Answers `AttributeHost.read` with the whole value.
    func respondToRead(_ result: Result<[UInt8], ATTError>)

    /// Answers `AttributeHost.write`; nil: all were written.
    ///
    /// - Parameter failedHandle: Which of several writes failed.
    func respondToWrites(_ error: ATTError?, failedHandle: UInt16?)

    /// Cancels the task when the link ends, at once if it has. It makes the value for a read.
    func setReading(_ task: Task<Void, Never>)

    /// Sends a value without a confirmation.
    func notify(_ value: [UInt8], handle: UInt16)

    /// Sends a value behind those that are not confirmed yet; `AttributeHost.confirmed` follows.
    func indicate(_ value: [UInt8], handle: UInt16)

    /// Returns when all notifications have left, or the link has ended.
    nonisolated(nonsending) func drained() async

    /// Begins to hand requests to the host.
    func start()

    /// Calls `handler` when the link ends, at once if it has.
    func whenEnded(_ handler: @escaping @Sendable () -> Void)

    /// Ends the connection.
    func close()
}

/// The owner of local attributes: answers what centrals ask.
package protocol AttributeHost: AnyObject, Sendable {
    /// The attributes as they are now.
    var table: AttributeTable { get }

    /// Answer with `link.respondToRead`.
    func read(handle: UInt16, offset: Int, by link: any LocalGATT)

    /// Answer with `link.respondToWrites`, if a response is wanted.
    func write(_ writes: [AttributeWrite], wantsResponse: Bool, by link: any LocalGATT)

    /// The central changed what it wants to be sent.
    func subscription(to handle: UInt16, is subscription: Subscription, of link: any LocalGATT)

    /// The central has the last indication of this value.
    func confirmed(handle: UInt16, by link: any LocalGATT)
}

/// One write to one attribute.
package struct AttributeWrite: Equatable, Sendable {
    package let handle: UInt16
    /// Where in the value the bytes go: not 0 only in a prepared write.
    package let offset: Int
    package let value: [UInt8]

    package init(handle: UInt16, offset: Int, value: [UInt8]) {
        self.handle = handle
        self.offset = offset
        self.value = value
    }
}

/// A value that a peripheral sent by itself.
package typealias ValueHandler = @Sendable (_ handle: UInt16, _ value: [UInt8]) -> Void

/// A radio of a system that owns GATT. Its connections are `GATTConnection`s.
package protocol GATTRadio: Radio {
    /// Offers the attributes of `host` from now on, in place of those of the call before. Called after
    /// each change of its services; the table holds the two services of every server too, which the
    /// system offers by itself.
    func offer(_ host: any AttributeHost) async throws(RadioError)
}

/// A connection of a system that owns GATT.
package protocol GATTConnection: RadioConnection {
    /// The peripheral's attributes; asked for once, on connections that this end made.
    func remoteGATT(
        time: TimeSource,
        requestTimeout: Duration,
        onValue: @escaping ValueHandler
    ) -> any RemoteGATT

    /// The central at the other end; asked for once, on connections that the other end made.
    func localGATT(time: TimeSource, host: any AttributeHost) -> any LocalGATT
}

extension GATTConnection {
    /// There is no raw ATT: a bearer that has ended.
    package var attributes: any PacketBearer { EndedBearer() }
}

/// A bearer that carries nothing.
private final class EndedBearer: PacketBearer {
    func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) { onEnd() }

    func send(_ packet: [UInt8]) {}
    func drained() async {}
    func close() {}
}

extension RadioConnection {
    /// The peripheral's attributes: the system's, or over raw ATT.
    func attributesOfPeer(
        time: TimeSource,
        requestTimeout: Duration,
        onValue: @escaping ValueHandler
    ) -> any RemoteGATT {
        if let system = self as? any GATTConnection {
            return system.remoteGATT(time: time, requestTimeout: requestTimeout, onValue: onValue)
        }
        let link = GATTLink(
            bearer: attributes,
            time: time,
            requestTimeout: requestTimeout,
            onValue: onValue
        )
        return GATTClient(link: link)
    }

    /// The central at the other end: the system's, or over raw ATT.
    func serve(_ host: any AttributeHost, time: TimeSource) -> any LocalGATT {
        if let system = self as? any GATTConnection {
            return system.localGATT(time: time, host: host)
        }
        return GATTLink(
            bearer: attributes,
            time: time,
            host: host,
            limits: ATTServer.Limits(mtu: min(max(largestPacket, 23), 517)),
            securityNow: { [weak self] in self?.securityNow }
        )
    }
}
