package import AccessoryConcurrency

// The layer between attributes and their transport. `Central`, `Peripheral` and `PeripheralManager`
// access attributes only through these protocols. On a radio with raw ATT, `GATTClient` and
// `GATTLink` implement them. A system daemon that owns GATT implements them with its own calls: its
// radio is a `GATTRadio` (Radio.swift), and its connections are `GATTConnection`s.
//
// A link over raw ATT has both roles at once: `RadioLinks` joins the client and the server.

/// The attributes of a connected peripheral, for a central.
///
/// Attributes are identified by handles. Calls throw `GATTError`, or `CancellationError`. Cancelling
/// the task ends the wait for the answer.
package protocol RemoteGATT: Sendable {
    /// The agreed packet size in bytes, 23 to 517.
    var mtu: Int { get }

    /// Starts the client. Called once, before all others.
    func start()

    /// Calls `handler` when the connection ends, or at once if it has ended.
    func whenEnded(_ handler: @escaping @Sendable () -> Void)

    /// Ends the connection.
    func close()

    /// Ends the use of the attributes, and the connection if it was made for them.
    func release()

    /// Exchanges the MTU, unless an end has done so already, and returns it; the smaller offer
    /// applies.
    func exchangeMTU(_ offer: Int) async throws -> Int

    // MARK: Discovery

    /// The primary services in the order of their handles.
    ///
    /// - Parameter uuid: The UUID of the services to return; nil: all.
    func services(_ uuid: BluetoothUUID?) async throws -> [RemoteService]

    /// The services that a service includes.
    func includedServices(of service: RemoteService) async throws -> [RemoteService]

    /// The peripheral's database hash, 16 bytes; nil when it has none.
    func databaseHash() async throws -> [UInt8]?

    /// The characteristics of a service in the order of their handles.
    func characteristics(of service: RemoteService) async throws -> [RemoteCharacteristic]

    /// The descriptors of a characteristic, including the client characteristic configuration.
    func descriptors(of characteristic: RemoteCharacteristic) async throws -> [RemoteDescriptor]

    // MARK: Values

    /// Reads the whole value, up to 512 bytes.
    nonisolated(nonsending) func read(_ handle: UInt16) async throws -> [UInt8]

    /// Reads the whole values of several attributes, in the order of `handles`.
    func read(_ handles: [UInt16]) async throws -> [[UInt8]]

    /// Writes a value of up to 512 bytes with a response.
    nonisolated(nonsending) func write(_ value: [UInt8], to handle: UInt16) async throws

    /// Writes several values, all or none.
    func writeReliably(_ writes: [(handle: UInt16, value: [UInt8])]) async throws

    /// Writes without a response, up to `mtu` - 3 bytes; returns when there is room for the next.
    nonisolated(nonsending) func writeWithoutResponse(
        _ value: [UInt8],
        to handle: UInt16
    ) async throws

    /// Sends a write without response, in the order of all calls. Returns false if this takes an
    /// asynchronous call.
    func sendCommand(_ value: [UInt8], to handle: UInt16) throws -> Bool

    /// Returns when the writes without response have been sent or the connection has ended.
    func drained() async

    /// Whether `drained` would return at once, as far as is known.
    var isDrained: Bool { get }

    /// Returns a writer for many consecutive writes without response to one attribute.
    func commandWriter(to handle: UInt16) -> any CommandWriter

    /// Returns when the peripheral has received the writes without response, or the connection has
    /// ended. Called before the connection is ended.
    func confirmCommands() async

    /// Subscribes to a characteristic's values, or unsubscribes. Values are passed to the `onValue` of
    /// the connection.
    ///
    /// - Parameter configuration: The handle of its client characteristic configuration.
    func subscribe(
        to characteristic: RemoteCharacteristic,
        as subscription: Subscription,
        configuration: UInt16
    ) async throws
}

/// Writes values to one attribute without a response.
package protocol CommandWriter: Sendable {
    /// Writes a value of up to `mtu` - 3 bytes; returns when there is room for the next, or the
    /// connection has ended.
    ///
    /// - Throws: `GATTError`.
    nonisolated(nonsending) func write(_ value: ArraySlice<UInt8>) async throws
}

extension RemoteGATT {
    /// By default closes the connection.
    package func release() { close() }

    /// By default nothing: a daemon that owns GATT also owns the queue of writes.
    package func confirmCommands() async {}
    package func sendCommand(_ value: [UInt8], to handle: UInt16) throws -> Bool { false }
    package func drained() async {}
    package var isDrained: Bool { false }

    package func commandWriter(to handle: UInt16) -> any CommandWriter {
        SingleCommandWriter(remote: self, handle: handle)
    }
}

/// Writes each value with `writeWithoutResponse`.
private struct SingleCommandWriter: CommandWriter {
    let remote: any RemoteGATT
    let handle: UInt16

    nonisolated(nonsending) func write(_ value: ArraySlice<UInt8>) async throws {
        try await remote.writeWithoutResponse(Array(value), to: handle)
    }
}

/// A connected central, for the owner of the local attributes. Its requests go to the `AttributeHost`
/// of the link.
package protocol LocalGATT: AnyObject, Sendable {
    /// The agreed packet size in bytes, 23 to 517.
    var mtu: Int { get }

    /// The link's security, updated by the host; it decides what the central may read and write.
    var security: LinkSecurity { get set }

    /// The size of the link's key in bytes, updated by the host.
    var keySize: Int { get set }

    /// Whether the application has authorized this central.
    var isAuthorized: Bool { get set }

    /// Number of writes without response that the attribute does not take.
    var droppedCommands: Int { get }

    /// The central's subscriptions, by value handle.
    var subscriptions: [UInt16: Subscription] { get }

    /// Restores a bonded central's subscription from an earlier link.
    func subscribe(to handle: UInt16, _ subscription: Subscription)

    /// Drops the subscriptions to these handles, whose values have been removed.
    func forgetSubscriptions(in range: ClosedRange<UInt16>)

    /// Answers `AttributeHost.read` later, with the whole value.
    func respondToRead(_ result: Result<[UInt8], ATTError>)

    /// Answers `AttributeHost.write`; nil reports that all writes succeeded.
    ///
    /// - Parameter failedHandle: The handle of the write that failed.
    func respondToWrites(_ error: ATTError?, failedHandle: UInt16?)

    /// Cancels the task when the link ends, or at once if it has ended. The task provides the value for
    /// a read.
    func setReading(_ task: Task<Void, Never>)

    /// Sends a notification.
    func notify(_ value: [UInt8], handle: UInt16)

    /// Sends an indication, after the unconfirmed ones; `AttributeHost.confirmed` follows.
    func indicate(_ value: [UInt8], handle: UInt16)

    /// Returns when all notifications have been sent or the link has ended.
    nonisolated(nonsending) func drained() async

    /// Starts passing requests to the host; no effect when started already.
    func start()

    /// Calls `handler` when the link ends, or at once if it has ended.
    func whenEnded(_ handler: @escaping @Sendable () -> Void)

    /// Ends the connection.
    func close()
}

extension LocalGATT {
    /// By default 0: a daemon that owns GATT does not pass such writes on.
    package var droppedCommands: Int { 0 }
}

/// The owner of local attributes, which answers the requests of centrals.
package protocol AttributeHost: AnyObject, Sendable {
    /// The current attributes.
    var table: AttributeTable { get }

    /// Returns the whole value, or the error. Nil: `link.respondToRead` follows.
    func read(handle: UInt16, offset: Int, by link: any LocalGATT) -> Result<[UInt8], ATTError>?

    /// Passes writes on; answer with `link.respondToWrites` if `wantsResponse`.
    func write(_ writes: [AttributeWrite], wantsResponse: Bool, by link: any LocalGATT)

    /// The central changed a subscription.
    func subscription(to handle: UInt16, is subscription: Subscription, of link: any LocalGATT)

    /// The central confirmed the last indication of this value.
    func confirmed(handle: UInt16, by link: any LocalGATT)

    /// The host serves a link that it did not request: one that this end established, or one that
    /// another host served before. Called before the link starts, or while it runs.
    func serve(_ link: any LocalGATT, over connection: any RadioConnection)
}

extension AttributeHost {
    /// By default nothing: a host without state for each link.
    package func serve(_ link: any LocalGATT, over connection: any RadioConnection) {}
}

/// Receives the notifications and indications of a peripheral.
package typealias ValueHandler = @Sendable (_ handle: UInt16, _ value: [UInt8]) -> Void

/// A connection of a system that owns GATT.
package protocol GATTConnection: RadioConnection {
    /// Returns the peripheral's attributes. Called once, on outgoing connections.
    func remoteGATT(
        time: TimeSource,
        requestTimeout: Duration,
        onValue: @escaping ValueHandler
    ) -> any RemoteGATT

    /// Returns the connected central. Called once, on incoming connections.
    func localGATT(time: TimeSource, host: any AttributeHost) -> any LocalGATT
}

extension GATTConnection {
    /// A bearer that has ended, because the system offers no raw ATT.
    package var attributes: any PacketBearer { EndedBearer() }
}

/// A bearer without packets.
private final class EndedBearer: PacketBearer {
    func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) { onEnd() }

    func send(_ packet: [UInt8]) {}
    func drained() async {}
    func close() {}
}
