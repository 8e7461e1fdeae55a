import Synchronization

/// The server of a characteristic, which has placed its value in a table.
protocol CharacteristicServer: AnyObject, Sendable {
    /// The centrals subscribed to the value at a handle.
    func subscribers(of handle: UInt16) -> [RemoteCentral]

    /// Sends updates to each subscriber that has room, from its place in the queue on. A subscriber without
    /// room does not delay the others.
    ///
    /// - Parameter added: The number of updates at the end of the queue that are offered for the first time.
    /// - Returns: The next updates of the subscribers; nil: no subscriber.
    func send(_ updates: UpdateQueue, added: Int, of handle: UInt16) -> UpdatePlaces?

    /// Sends a value to the subscribers among `centrals`, or to none of them when one has no room.
    func trySend(_ value: [UInt8], to centrals: [RemoteCentral]?, of handle: UInt16) -> Bool

    /// The saved state includes values, and one has changed.
    func valueChanged()
}

/// A characteristic of a `PeripheralManager`: its value, its updates to centrals, and their writes.
///
/// Thread-safe. Values longer than 512 bytes are truncated.
public final class MutableCharacteristic: Sendable {
    /// Provides the value for one read. A thrown `ATTError` is sent to the central; any other error
    /// is sent as `unlikely`.
    public typealias ReadHandler = @Sendable (RemoteCentral) async throws -> [UInt8]

    struct State {
        var value: [UInt8]
        var place = Place.none
        var updates: UpdateQueue
        var readHandler: ReadHandler?
        var requests: WriteRequests?
        var drained: [CheckedContinuation<Void, Never>] = []
        /// The next updates of the subscribers; nil: no subscriber.
        var places: UpdatePlaces?
        /// Whether the last update has dropped another one.
        var isDropping = false
        /// The tasks that wait for room.
        var waiting: [AsyncStream<Never>.Continuation] = []
    }

    /// The position of the value in a server's table.
    enum Place {
        case none
        /// Being added.
        case claimed
        case at(UInt16, of: WeakServer)
    }

    struct WeakServer {
        weak var server: (any CharacteristicServer)?
    }

    struct WriteRequests {
        let stream: AsyncStream<WriteRequest>
        let continuation: AsyncStream<WriteRequest>.Continuation
    }

    /// The characteristic's UUID.
    public let uuid: BluetoothUUID
    /// The operations for centrals.
    public let properties: CharacteristicProperties
    /// The permissions, and the required link security.
    public let permissions: AttributePermissions
    /// Descriptors except the client characteristic configuration, which is added automatically.
    public let descriptors: [DescriptorDefinition]
    /// The smallest encryption key in bytes, 7 to 16, for operations that need an encrypted link, also on
    /// the descriptors.
    public let minimumKeySize: Int
    /// Whether writes without a reader are accepted and stored automatically.
    public let storesWrites: Bool
    /// Whether reads and writes go to `PeripheralManager.Options.onActivity`, in the order of the packets.
    public let passesRequests: Bool
    /// The profile that converts the value to text.
    public let profile: CharacteristicProfile?

    let state: Mutex<State>

    /// - Parameters:
    ///   - uuid: The type of the value.
    ///   - properties: The operations that centrals may perform.
    ///   - permissions: The requirements for reading and writing, such as encryption.
    ///   - value: The initial value, at most 512 bytes.
    ///   - descriptors: Further descriptors; the client characteristic configuration is added
    ///     automatically.
    ///   - minimumKeySize: The smallest encryption key in bytes, 7 to 16, for operations that need an
    ///     encrypted link.
    ///   - storesWrites: Whether writes without a reader are accepted and stored.
    ///   - passesRequests: Whether reads and writes go to `PeripheralManager.Options.onActivity`.
    ///   - updateCapacity: Updates queued while there is no subscriber, or no room for one of them. Each
    ///     further update drops the oldest one.
    ///   - profile: Converts the value to text; nil: as hexadecimal digits.
    public init(
        uuid: BluetoothUUID,
        properties: CharacteristicProperties = [.read, .write, .notify],
        permissions: AttributePermissions = [.readable, .writeable],
        value: [UInt8] = [],
        descriptors: [DescriptorDefinition] = [],
        minimumKeySize: Int = 7,
        storesWrites: Bool = false,
        passesRequests: Bool = false,
        updateCapacity: Int = 1024,
        profile: CharacteristicProfile? = nil
    ) {
        self.uuid = uuid
        self.properties = properties
        self.permissions = permissions
        self.descriptors = descriptors
        self.minimumKeySize = minimumKeySize
        self.storesWrites = storesWrites
        self.passesRequests = passesRequests
        self.profile = profile
        state = Mutex(
            State(value: Self.cut(value), updates: UpdateQueue(capacity: updateCapacity))
        )
    }

    static func cut(_ value: [UInt8]) -> [UInt8] {
        value.count <= 512 ? value : Array(value.prefix(512))
    }

    /// The value for reads. Setting it does not notify subscribers; `update` does.
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

    /// Provides the value at each read, instead of `value`; nil uses `value`.
    public var readHandler: ReadHandler? {
        get { state.withLock { $0.readHandler } }
        set { state.withLock { $0.readHandler = newValue } }
    }

    /// The source of the value for a read.
    enum Source {
        case stored([UInt8])
        case handler(ReadHandler)
        case activity
    }

    var source: Source {
        if passesRequests { return .activity }
        return state.withLock { $0.readHandler.map { .handler($0) } ?? .stored($0.value) }
    }

    /// The centrals subscribed to updates.
    public var subscribers: [RemoteCentral] {
        place.map { $0.server.subscribers(of: $0.handle) } ?? []
    }

    /// The server and the handle of the value, once added.
    var place: (server: any CharacteristicServer, handle: UInt16)? {
        state.withLock { Self.place($0) }
    }

    static func place(
        _ state: borrowing State
    ) -> (server: any CharacteristicServer, handle: UInt16)? {
        guard case .at(let handle, let weak) = state.place, let server = weak.server else {
            return nil
        }
        return (server, handle)
    }

    /// Reserves the characteristic for the caller. Returns false when it is in use.
    func claim() -> Bool {
        state.withLock { state in
            if case .none = state.place {
                state.place = .claimed
                return true
            }
            // a characteristic of a deallocated manager is free
            guard case .at(_, let weak) = state.place, weak.server == nil else { return false }
            state.place = .claimed
            return true
        }
    }

    func attach(to server: any CharacteristicServer, at handle: UInt16) {
        state.withLock { $0.place = .at(handle, of: WeakServer(server: server)) }
    }

    /// Detaches the characteristic from its server and ends the stream of write requests.
    func detach() {
        stopRespondingToWriteRequests()
        let waiters = state.withLock { state in
            state.place = .none
            state.updates.removeAll()
            state.passed(nil)
            defer { state.drained = [] }
            return state.drained
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The definition for a server's table. The application provides the value at each read. A
    /// permission without its property has no effect, except that those of reading hold for
    /// notifications and indications, too.
    var definition: CharacteristicDefinition {
        var allowed = permissions
        if !properties.contains(.read) { allowed = allowed.without(.read) }
        if properties.isDisjoint(with: [.write, .writeWithoutResponse]) {
            allowed = allowed.without(.write)
        }
        var definition = CharacteristicDefinition(
            uuid,
            properties: properties,
            permissions: allowed,
            value: nil,
            descriptors: descriptors,
            minimumKeySize: minimumKeySize
        )
        definition.subscriptionPermissions = permissions
        return definition
    }
}
