import Synchronization

/// A characteristic that a `PeripheralManager` offers: its value, what centrals are told of it, and
/// what they write.
///
/// Thread-safe. A value is at most 512 bytes long; what is longer is cut.
public final class MutableCharacteristic: Sendable {
    /// Gives the value for one read; its error, an `ATTError` or else `unlikely`, goes to the
    /// central.
    public typealias ReadHandler = @Sendable (RemoteCentral) async throws -> [UInt8]

    struct State {
        var value: [UInt8]
        var place = Place.none
        var updates: UpdateQueue
        var readHandler: ReadHandler?
        var requests: WriteRequests?
        var drained: [CheckedContinuation<Void, Never>] = []
    }

    /// Where the value is in a server's table.
    enum Place {
        case none
        /// About to be added.
        case claimed
        case at(UInt16, of: WeakServer)
    }

    struct WeakServer {
        weak var server: PeripheralServer?
    }

    struct WriteRequests {
        let stream: AsyncStream<WriteRequest>
        let continuation: AsyncStream<WriteRequest>.Continuation
    }

    /// The characteristic's UUID.
    public let uuid: BluetoothUUID
    /// What a central may do with it.
    public let properties: CharacteristicProperties
    /// What is asked of a central's link first.
    public let permissions: AttributePermissions
    /// Descriptors besides the client characteristic configuration, which is added by itself.
    public let descriptors: [DescriptorDefinition]
    /// Whether writes are accepted and stored without asking while nobody responds to them.
    public let storesWrites: Bool
    /// How its value reads as text.
    public let profile: CharacteristicProfile?

    let state: Mutex<State>

    /// - Parameters:
    ///   - value: To start with, at most 512 bytes.
    ///   - updateCapacity: Updates that may wait for a subscriber or for room; then the oldest is
    ///     dropped for each new one.
    public init(
        uuid: BluetoothUUID,
        properties: CharacteristicProperties = [.read, .write, .notify],
        permissions: AttributePermissions = [.readable, .writeable],
        value: [UInt8] = [],
        descriptors: [DescriptorDefinition] = [],
        storesWrites: Bool = false,
        updateCapacity: Int = 1024,
        profile: CharacteristicProfile? = nil
    ) {
        self.uuid = uuid
        self.properties = properties
        self.permissions = permissions
        self.descriptors = descriptors
        self.storesWrites = storesWrites
        self.profile = profile
        state = Mutex(
            State(value: Self.cut(value), updates: UpdateQueue(capacity: updateCapacity))
        )
    }

    static func cut(_ value: [UInt8]) -> [UInt8] {
        value.count <= 512 ? value : Array(value.prefix(512))
    }

    /// The value that centrals read. Setting it tells no subscriber: that is `update`.
    public var value: [UInt8] {
        get { state.withLock { $0.value } }
        set {
            let place = state.withLock { state in
                state.value = Self.cut(newValue)
                return Self.place(state)
            }
            place?.server.valueChanged()
        }
    }

    /// Is asked for the value at each read, instead of `value`; nil: nobody is.
    public var readHandler: ReadHandler? {
        get { state.withLock { $0.readHandler } }
        set { state.withLock { $0.readHandler = newValue } }
    }

    /// The centrals that want to be told of updates.
    public var subscribers: [RemoteCentral] {
        place.map { $0.server.subscribers(of: $0.handle) } ?? []
    }

    /// The server and the handle of the value, once added.
    var place: (server: PeripheralServer, handle: UInt16)? {
        state.withLock { Self.place($0) }
    }

    static func place(_ state: borrowing State) -> (server: PeripheralServer, handle: UInt16)? {
        guard case .at(let handle, let weak) = state.place, let server = weak.server else {
            return nil
        }
        return (server, handle)
    }

    /// Whether it is free, and now kept for the caller.
    func claim() -> Bool {
        state.withLock { state in
            if case .none = state.place {
                state.place = .claimed
                return true
            }
            // a manager that is gone holds nothing
            guard case .at(_, let weak) = state.place, weak.server == nil else { return false }
            state.place = .claimed
            return true
        }
    }

    func attach(to server: PeripheralServer, at handle: UInt16) {
        state.withLock { $0.place = .at(handle, of: WeakServer(server: server)) }
    }

    /// Ends the stream of write requests too: no more can come.
    func detach() {
        stopRespondingToWriteRequests()
        let waiters = state.withLock { state in
            state.place = .none
            state.updates.removeAll()
            defer { state.drained = [] }
            return state.drained
        }
        for waiter in waiters { waiter.resume() }
    }

    /// How a server's table states it. Its value is asked for at each read; a permission without its
    /// property allows nothing.
    var definition: CharacteristicDefinition {
        var allowed = permissions
        if !properties.contains(.read) {
            allowed.subtract([
                .readable, .readEncryptionRequired, .readAuthenticationRequired,
                .readAuthorizationRequired,
            ])
        }
        if properties.isDisjoint(with: [.write, .writeWithoutResponse]) {
            allowed.subtract([
                .writeable, .writeEncryptionRequired, .writeAuthenticationRequired,
                .writeAuthorizationRequired,
            ])
        }
        return CharacteristicDefinition(
            uuid,
            properties: properties,
            permissions: allowed,
            value: nil,
            descriptors: descriptors
        )
    }
}
