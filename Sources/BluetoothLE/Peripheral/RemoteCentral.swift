internal import AccessoryConcurrency
import Synchronization

/// A central that is connected to a `PeripheralManager`.
public final class RemoteCentral: Sendable {
    /// What waits for room on its link.
    private struct Outgoing {
        let id: UInt64
        let handle: UInt16
        let value: [UInt8]
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// Notifications since the bearer was last seen empty.
        var inFlight = 0
        /// An indication is not confirmed yet.
        var isIndicating = false
        var hasEnded = false
        var outbox: [Outgoing] = []
        /// Who waits for the confirmation under way.
        var confirmation: CheckedContinuation<Void, any Error>?
        var count: UInt64 = 0
        /// Handles that changed, which the central is to be told.
        var change: (handle: UInt16, range: ClosedRange<UInt16>)?
        /// The values that long reads go through, so that the parts of each belong together; the
        /// newest last.
        var longReads: [(handle: UInt16, value: [UInt8])] = []
        var isBonded = false

        func hasRoom(for subscription: Subscription) -> Bool {
            !hasEnded
                && (subscription.contains(.notifications)
                    ? inFlight < RemoteCentral.window : !isIndicating)
        }
    }

    /// The radio's connection, for its parameters, RSSI, channels and security.
    public let connection: any RadioConnection
    let link: any LocalGATT
    private let state = Mutex(State())

    private let time: TimeSource
    private let onRoom: @Sendable (RemoteCentral) -> Void

    /// Notifications that may wait in the bearer before the next has to wait here.
    private static let window = 32

    /// Long reads that a central may leave half-way: 16 values of 512 bytes.
    private static let longReadLimit = 16

    /// - Parameter onRoom: Called when more can be sent.
    init(
        connection: any RadioConnection,
        link: any LocalGATT,
        time: TimeSource,
        onRoom: @escaping @Sendable (RemoteCentral) -> Void
    ) {
        self.connection = connection
        self.link = link
        self.time = time
        self.onRoom = onRoom
    }

    /// Its address; its identity, once bonded.
    public var address: BluetoothAddress { connection.peer }

    /// Bytes of a packet, as both ends agreed, 23 to 517; a notification carries 3 less.
    public var mtu: Int { link.mtu }

    /// How well the link is protected.
    public var security: LinkSecurity { link.security }

    /// Whether keys are kept for the next connection.
    public internal(set) var isBonded: Bool {
        get { state.withLock { $0.isBonded } }
        set { state.withLock { $0.isBonded = newValue } }
    }

    /// Whether the application lets it use what asks for authorization.
    public var isAuthorized: Bool {
        get { link.isAuthorized }
        set { link.isAuthorized = newValue }
    }

    /// Whether the link stands.
    public var isConnected: Bool { state.withLock { !$0.hasEnded } }

    /// Ends the connection. Returns when it has ended.
    public func disconnect() async {
        await connection.disconnect()
    }
}

// Values to the central. Notifications are held back when the bearer holds a window of them;
// indications, until the last one is confirmed.
extension RemoteCentral {
    /// Whether a value can leave now.
    func hasRoom(for subscription: Subscription) -> Bool {
        state.withLock { $0.outbox.isEmpty && $0.hasRoom(for: subscription) }
    }

    /// Sends a value. To be called when there is room.
    func send(_ value: [UInt8], handle: UInt16, as subscription: Subscription) {
        state.withLock { send(value, handle, subscription, &$0) }
    }

    private func send(
        _ value: [UInt8],
        _ handle: UInt16,
        _ subscription: Subscription,
        _ state: inout State
    ) {
        guard subscription.contains(.notifications) else {
            state.isIndicating = true
            return link.indicate(value, handle: handle)
        }
        link.notify(value, handle: handle)
        state.inFlight += 1
        guard state.inFlight == Self.window else { return }
        _ = time.task { [self] in
            await link.drained()
            self.state.withLock { $0.inFlight = 0 }
            pump()
        }
    }

    /// Sends a value when there is room. Returns when it is sent, if indicated when it is confirmed.
    func sendInTurn(_ value: [UInt8], handle: UInt16) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let error = state.withLock { state -> (any Error)? in
                    if state.hasEnded { return MutableCharacteristicError.disconnected }
                    if Task.isCancelled { return CancellationError() }
                    state.outbox.append(
                        Outgoing(id: id, handle: handle, value: value, continuation: continuation)
                    )
                    return nil
                }
                if let error { return continuation.resume(throwing: error) }
                pump()
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                state.outbox.firstIndex { $0.id == id }.map { state.outbox.remove(at: $0) }
            }
            cancelled?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Tells the central which handles changed. Changes that wait are told as one.
    func tellChange(_ range: ClosedRange<UInt16>, handle: UInt16) {
        state.withLock { state in
            let lower = min(range.lowerBound, state.change?.range.lowerBound ?? .max)
            let upper = max(range.upperBound, state.change?.range.upperBound ?? 0)
            state.change = (handle, lower...upper)
        }
        pump()
    }

    /// Whether a change is still to be told.
    var hasChange: Bool { state.withLock { $0.change != nil } }

    /// The central has the last indication.
    func confirmed() {
        let waiter = state.withLock { state in
            state.isIndicating = false
            defer { state.confirmation = nil }
            return state.confirmation
        }
        waiter?.resume()
        pump()
    }

    /// Sends what waits, as far as there is room.
    private func pump() {
        let sent = state.withLock { state in
            if let (handle, range) = state.change, state.hasRoom(for: .indications) {
                state.change = nil
                let value = littleEndian(range.lowerBound) + littleEndian(range.upperBound)
                send(value, handle, .indications, &state)
            }
            var sent: [(CheckedContinuation<Void, any Error>, (any Error)?)] = []
            while let next = state.outbox.first {
                // a central that unsubscribed meanwhile is not sent the rest
                guard let subscription = link.subscriptions[next.handle] else {
                    state.outbox.removeFirst()
                    sent.append((next.continuation, MutableCharacteristicError.notSubscribed))
                    continue
                }
                guard state.hasRoom(for: subscription) else { break }
                state.outbox.removeFirst()
                send(next.value, next.handle, subscription, &state)
                if subscription.contains(.notifications) {
                    sent.append((next.continuation, nil))
                } else {
                    state.confirmation = next.continuation
                }
            }
            return sent
        }
        for (continuation, error) in sent {
            if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
        onRoom(self)
    }

    /// The link has ended: nobody waits any longer.
    func end() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            defer {
                state.outbox = []
                state.confirmation = nil
            }
            return state.outbox.map(\.continuation) + (state.confirmation.map { [$0] } ?? [])
        }
        for waiter in waiters { waiter.resume(throwing: MutableCharacteristicError.disconnected) }
    }

    /// The value to answer a read from: the first part of a long value decides for the rest, whatever
    /// is read between them.
    func longRead(_ handle: UInt16, offset: Int) -> [UInt8]? {
        let mtu = mtu
        return state.withLock { state in
            guard let index = state.longReads.firstIndex(where: { $0.handle == handle }) else {
                return nil
            }
            let value = state.longReads[index].value
            let isLast = offset + mtu - 1 > value.count
            if offset == 0 || isLast { state.longReads.remove(at: index) }
            return offset == 0 ? nil : value
        }
    }

    /// Keeps a value that does not fit one packet until its parts are read.
    func beginLongRead(_ handle: UInt16, _ value: [UInt8]) {
        guard value.count >= mtu - 1 else { return }
        state.withLock { state in
            if state.longReads.count == Self.longReadLimit { state.longReads.removeFirst() }
            state.longReads.append((handle, value))
        }
    }
}

extension RemoteCentral: Hashable {
    public static func == (one: RemoteCentral, other: RemoteCentral) -> Bool { one === other }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
