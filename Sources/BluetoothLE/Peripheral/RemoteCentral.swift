internal import AccessoryConcurrency
import Synchronization

/// A device that uses the services of a `PeripheralManager`. `connection.isCentral` tells whether this end
/// established the link.
public final class RemoteCentral: Sendable {
    /// The values that wait for room on the link.
    private struct Outgoing {
        let id: UInt64
        let handle: UInt16
        let value: [UInt8]
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// Notifications since the bearer was last empty.
        var inFlight = 0
        /// Whether an indication is unconfirmed.
        var isIndicating = false
        var hasEnded = false
        var outbox: [Outgoing] = []
        /// The continuation that waits for the confirmation.
        var confirmation: CheckedContinuation<Void, any Error>?
        var count: UInt64 = 0
        /// Changed handles, not yet reported to the central.
        var change: (handle: UInt16, range: ClosedRange<UInt16>)?
        /// The values of long reads in progress, newest last. They keep the parts of each read
        /// consistent.
        var longReads: [(handle: UInt16, value: [UInt8])] = []
        var isBonded = false
        var missed = 0

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

    /// Maximum notifications queued in the bearer; further ones are queued here.
    private static let window = 32

    /// Maximum unfinished long reads of a central: 16 values of 512 bytes.
    private static let longReadLimit = 16

    /// - Parameter onRoom: Called when the link has room again.
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

    /// The central's address, or its identity address once it is bonded.
    public var address: BluetoothAddress { connection.peer }

    /// The agreed packet size in bytes, 23 to 517. A notification carries 3 bytes less.
    public var mtu: Int { link.mtu }

    /// The link's security.
    public var security: LinkSecurity { link.security }

    /// The size of the link's key in bytes, 7 to 16; meaningless without encryption.
    public var keySize: Int { link.keySize }

    /// Whether the central's keys are stored for the next connection.
    public internal(set) var isBonded: Bool {
        get { state.withLock { $0.isBonded } }
        set { state.withLock { $0.isBonded = newValue } }
    }

    /// Whether the application has authorized the central for attributes that require
    /// authorization.
    public var isAuthorized: Bool {
        get { link.isAuthorized }
        set { link.isAuthorized = newValue }
    }

    /// Number of updates that the central missed because it did not receive or confirm those before in time.
    public var missedUpdates: Int { state.withLock { $0.missed } }

    /// Number of writes without response dropped because the characteristic takes only writes with
    /// a response. A system that owns GATT does not report them.
    public var droppedCommands: Int { link.droppedCommands }

    /// Whether the central is connected.
    public var isConnected: Bool { state.withLock { !$0.hasEnded } }

    /// Ends the connection, for both roles. Returns when it has ended.
    public func disconnect() async {
        await connection.disconnect()
    }
}

// Sending values to the central. Notifications wait while the bearer holds a full window of them,
// indications until the last one is confirmed.
extension RemoteCentral {
    /// Whether a value can be sent now.
    func hasRoom(for subscription: Subscription) -> Bool {
        state.withLock { $0.outbox.isEmpty && $0.hasRoom(for: subscription) }
    }

    func missed(_ count: Int) {
        state.withLock { $0.missed += count }
    }

    /// Sends a value. Call only when there is room.
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

    /// Sends a value when there is room. Returns when a notification is sent, or an indication is
    /// confirmed.
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

    /// Reports changed handles to the central. Pending changes are combined.
    func reportChange(_ range: ClosedRange<UInt16>, handle: UInt16) {
        state.withLock { state in
            let lower = min(range.lowerBound, state.change?.range.lowerBound ?? .max)
            let upper = max(range.upperBound, state.change?.range.upperBound ?? 0)
            state.change = (handle, lower...upper)
        }
        pump()
    }

    /// Whether a change is still unreported.
    var hasChange: Bool { state.withLock { $0.change != nil } }

    /// Handles the confirmation of the last indication.
    func confirmed() {
        let waiter = state.withLock { state in
            state.isIndicating = false
            defer { state.confirmation = nil }
            return state.confirmation
        }
        waiter?.resume()
        pump()
    }

    /// Sends queued values while there is room.
    private func pump() {
        let sent = state.withLock { state in
            if let (handle, range) = state.change, state.hasRoom(for: .indications) {
                state.change = nil
                let value = littleEndian(range.lowerBound) + littleEndian(range.upperBound)
                send(value, handle, .indications, &state)
            }
            var sent: [(CheckedContinuation<Void, any Error>, (any Error)?)] = []
            while let next = state.outbox.first {
                // a central that has unsubscribed does not receive its remaining values
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

    /// Resumes all waiting tasks, because the link has ended.
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

    /// The value for a read. The first part of a long value determines the later parts, even if
    /// other reads happen between them.
    func longRead(_ handle: UInt16, offset: Int) -> [UInt8]? {
        state.withLock { state in
            guard let index = state.longReads.firstIndex(where: { $0.handle == handle }) else {
                return nil
            }
            let value = state.longReads[index].value
            let isLast = offset + mtu - 1 > value.count
            if offset == 0 || isLast { state.longReads.remove(at: index) }
            return offset == 0 ? nil : value
        }
    }

    /// Stores a value longer than one packet until all its parts are read.
    func beginLongRead(_ handle: UInt16, _ value: [UInt8]) {
        // the smallest MTU is 23; the link's lock is not needed for most values
        guard value.count >= 22, value.count >= mtu - 1 else { return }
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
