internal import AccessoryBase
internal import AccessoryConcurrency
internal import BluetoothLE
internal import Synchronization

/// A central that uses this program's attributes through bluetoothd. bluetoothd checks permissions, splits
/// long writes and stores the subscriptions; it calls a method of this program for each read and write.
final class BusCentral: LocalGATT {
    typealias Answer = @Sendable (DBusConnection.CallResult) -> Void

    /// A call from bluetoothd. Calls are answered one at a time, in order.
    enum Request: Sendable {
        case read(UInt16, offset: Int, Answer)
        case write(AttributeWrite, wantsResponse: Bool, Answer)
        case subscription(UInt16, Subscription)

        fileprivate var answer: Answer? {
            switch self {
            case .read(_, _, let answer), .write(_, _, let answer): answer
            case .subscription: nil
            }
        }
    }

    private struct State {
        var mtu = 23
        var security = LinkSecurity.none
        var keySize = KeySize.range.upperBound
        var isAuthorized = false
        var subscriptions: [UInt16: Subscription] = [:]
        var host: (any AttributeHost)?
        var requests: [Request] = []
        var current: Request?
        var reading: Task<Void, Never>?
        var hasStarted = false
        var hasEnded = false
        var onEnd: [@Sendable () -> Void] = []
    }

    private let radio: DaemonRadio
    private let disconnect: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameter disconnect: Closes the central's connection.
    init(radio: DaemonRadio, disconnect: @escaping @Sendable () -> Void) {
        self.radio = radio
        self.disconnect = disconnect
    }

    var mtu: Int { state.withLock { $0.mtu } }
    var subscriptions: [UInt16: Subscription] { state.withLock { $0.subscriptions } }

    var security: LinkSecurity {
        get { state.withLock { $0.security } }
        set { state.withLock { $0.security = newValue } }
    }

    var keySize: Int {
        get { state.withLock { $0.keySize } }
        set { state.withLock { $0.keySize = newValue } }
    }

    var isAuthorized: Bool {
        get { state.withLock { $0.isAuthorized } }
        set { state.withLock { $0.isAuthorized = newValue } }
    }

    // MARK: The link

    func attach(_ host: any AttributeHost) {
        state.withLock { $0.host = host }
    }

    func start() {
        state.withLock { $0.hasStarted = true }
        performAll()
    }

    func whenEnded(_ handler: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.onEnd.append(handler) }
            return state.hasEnded
        }
        if hasEnded { handler() }
    }

    func close() { disconnect() }

    /// Handles the end of the link. Unanswered calls fail.
    func end() {
        let old = state.withLock { state -> State in
            defer {
                state.hasEnded = true
                (state.host, state.requests, state.current, state.onEnd) = (nil, [], nil, [])
            }
            return state
        }
        guard !old.hasEnded else { return }
        old.reading?.cancel()
        for request in [old.current].compactMap(\.self) + old.requests {
            request.answer?(Self.failure(.unlikely))
        }
        for handler in old.onEnd { handler() }
    }

    // MARK: Requests

    /// Queues a call from bluetoothd.
    ///
    /// - Parameter mtu: The ATT MTU in the call's options; nil: unknown.
    func receive(_ request: Request, mtu: Int? = nil) {
        let hasEnded = state.withLock { state in
            if let mtu, (23...517).contains(mtu) { state.mtu = mtu }
            if !state.hasEnded { state.requests.append(request) }
            return state.hasEnded
        }
        if hasEnded { request.answer?(Self.failure(.unlikely)) } else { performAll() }
    }

    /// Performs the queued requests. A loop, because `perform` may answer a request before it returns.
    private func performAll() {
        while let (request, host) = next() { perform(request, host) }
    }

    /// Removes and returns the next request; nil: none can be performed now.
    private func next() -> (Request, any AttributeHost)? {
        state.withLock { state in
            guard let host = state.host, state.hasStarted, state.current == nil,
                !state.requests.isEmpty
            else { return nil }
            let request = state.requests.removeFirst()
            if request.answer != nil { state.current = request }
            if case .subscription(let handle, let subscription) = request {
                state.subscriptions[handle] = subscription.isEmpty ? nil : subscription
            }
            return (request, host)
        }
    }

    private func perform(_ request: Request, _ host: any AttributeHost) {
        switch request {
        case .subscription(let handle, let subscription):
            host.subscription(to: handle, is: subscription, of: self)
        case .read(let handle, let offset, _):
            guard let attribute = host.table[handle] else {
                return respondToRead(.failure(.invalidHandle))
            }
            if needs(.readAuthorizationRequired, attribute) {
                return respondToRead(.failure(.insufficientAuthorization))
            }
            guard case .stored = attribute.role else {
                let result = host.read(handle: handle, offset: offset, by: self)
                if let result { respondToRead(result) }
                return
            }
            respondToRead(.success(attribute.value))
        case .write(let write, let wantsResponse, let answer):
            guard let attribute = host.table[write.handle] else {
                return respondToWrites(.invalidHandle, failedHandle: nil)
            }
            if needs(.writeAuthorizationRequired, attribute) {
                return respondToWrites(.insufficientAuthorization, failedHandle: nil)
            }
            if !wantsResponse { finish { _ in answer(.values([])) } }
            host.write([write], wantsResponse: wantsResponse, by: self)
        }
    }

    private func needs(
        _ permission: AttributePermissions,
        _ attribute: AttributeTable.Attribute
    ) -> Bool {
        attribute.permissions.contains(permission) && !isAuthorized
    }

    func respondToRead(_ result: Result<[UInt8], ATTError>) {
        finish { request in
            guard case .read(_, let offset, let answer) = request else { return }
            switch result {
            case .success(let value) where offset <= value.count:
                answer(.values([.bytes(Array(value.dropFirst(offset)))]))
            case .success: answer(Self.failure(.invalidOffset))
            case .failure(let error): answer(Self.failure(error))
            }
        }
        performAll()
    }

    func respondToWrites(_ error: ATTError?, failedHandle: UInt16?) {
        finish { $0.answer?(error.map(Self.failure) ?? .values([])) }
        performAll()
    }

    private func finish(_ answer: (Request) -> Void) {
        let request = state.withLock { state in
            defer { (state.current, state.reading) = (nil, nil) }
            return state.current
        }
        if let request { answer(request) }
    }

    func setReading(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            if state.current != nil { state.reading = task }
            return state.hasEnded
        }
        if isOver { task.cancel() }
    }

    /// The D-Bus error that bluetoothd converts back to this ATT error (BlueZ, src/gatt-database.c).
    static func failure(_ error: ATTError) -> DBusConnection.CallResult {
        let name =
            switch error {
            case .readNotPermitted, .writeNotPermitted: "NotPermitted"
            case .insufficientAuthorization: "NotAuthorized"
            case .requestNotSupported: "NotSupported"
            case .invalidOffset: "InvalidOffset"
            case .invalidValueLength: "InvalidValueLength"
            case .procedureInProgress: "InProgress"
            default: "Failed"
            }
        // bluetoothd reads the code of an application error from the text
        let text =
            name == "Failed" ? "0x" + Hexadecimal.text(error.rawValue, digits: 2) : "\(error)"
        return .error(name: "org.bluez.Error." + name, text: text)
    }

    // MARK: Values

    /// Records a subscription. bluetoothd stores those of bonded centrals.
    func subscribe(to handle: UInt16, _ subscription: Subscription) {
        state.withLock { $0.subscriptions[handle] = subscription }
    }

    func forgetSubscriptions(in range: ClosedRange<UInt16>) {
        state.withLock { state in
            state.subscriptions = state.subscriptions.filter { !range.contains($0.key) }
        }
    }

    func notify(_ value: [UInt8], handle: UInt16) { radio.signal(value, of: handle) }

    /// Signals a value. bluetoothd chooses between notification and indication.
    func indicate(_ value: [UInt8], handle: UInt16) { radio.signal(value, of: handle) }

    func confirmed(_ handle: UInt16) {
        let host = state.withLock { $0.subscriptions[handle] == nil ? nil : $0.host }
        host?.confirmed(handle: handle, by: self)
    }

    /// Returns once bluetoothd has read all signals sent before this call.
    nonisolated(nonsending) func drained() async { await radio.signalsRead() }
}
