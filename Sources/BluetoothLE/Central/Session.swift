internal import AccessoryConcurrency
internal import DequeModule
import Synchronization

/// One link to a peripheral.
final class Session: Sendable {
    private struct State {
        var isForced = false
        var configured: Set<UInt16> = []
        /// Commands since the client was last drained.
        var commands = 0
        /// Commands that an asynchronous call has to send.
        var queue: Deque<(handle: UInt16, value: [UInt8])> = []
        var reachable = LinkSecurity.secureConnections
    }

    let connection: any RadioConnection
    let client: any RemoteGATT
    let began: Duration
    /// Whether to raise the link's security when an attribute demands it.
    let securesOnDemand: Bool
    /// Held while the security is raised on demand.
    let securing = AsyncLock()
    private let state = Mutex(State())

    init(
        _ connection: any RadioConnection,
        _ client: any RemoteGATT,
        began: Duration,
        securesOnDemand: Bool
    ) {
        self.connection = connection
        self.client = client
        self.began = began
        self.securesOnDemand = securesOnDemand
    }

    /// The highest level that pairing on demand may reach on this link, as far as is known.
    var reachable: LinkSecurity {
        get { state.withLock { $0.reachable } }
        set { state.withLock { $0.reachable = newValue } }
    }

    /// Marks a characteristic, by its value handle, as configured on this link. Returns false when it
    /// was marked already.
    func beginsConfiguring(_ handle: UInt16) -> Bool {
        state.withLock { $0.configured.insert(handle).inserted }
    }

    /// Removes the mark. Returns false when there was none.
    func endsConfiguring(_ handle: UInt16) -> Bool {
        state.withLock { $0.configured.remove(handle) != nil }
    }

    // MARK: Commands

    /// Maximum number of commands queued in the client.
    private static let window = 32

    var hasCommandRoom: Bool { state.withLock { $0.commands < Self.window } }

    /// Sends a command if there is room.
    ///
    /// - Parameter onRoom: Called when there is room again, after this command has taken the last.
    func tryCommand(
        _ value: [UInt8],
        to handle: UInt16,
        _ time: TimeSource,
        onRoom: @escaping @Sendable () -> Void
    ) throws -> Bool {
        guard hasCommandRoom else { return false }
        let isSent = try client.sendCommand(value, to: handle)
        let (count, starts) = state.withLock { state in
            state.commands += 1
            if !isSent { state.queue.append((handle, value)) }
            return (state.commands, state.queue.count == 1)
        }
        if !isSent {
            if starts { _ = time.task { [self] in await sendQueue(onRoom) } }
        } else if count == Self.window, client.isDrained {
            state.withLock { $0.commands = 0 }
        } else if count == Self.window {
            _ = time.task { [self] in
                await client.drained()
                state.withLock { $0.commands = 0 }
                onRoom()
            }
        }
        return true
    }

    private func sendQueue(_ onRoom: () -> Void) async {
        while let next = state.withLock({ $0.queue.first }) {
            // a lost link is reported by the next call
            try? await client.writeWithoutResponse(next.value, to: next.handle)
            let isFree = state.withLock { state in
                state.queue.removeFirst()
                state.commands -= 1
                return state.commands == Self.window - 1
            }
            if isFree { onRoom() }
        }
    }

    /// Ends the link from this end, after the writes without response have arrived.
    func disconnect() async {
        state.withLock { $0.isForced = true }
        await client.confirmCommands()
        await connection.disconnect()
        client.close()
    }

    /// Whether this end ended the link.
    var isForced: Bool { state.withLock { $0.isForced } }

    /// The error for calls after the link has ended.
    var loss: CentralError {
        isForced ? .forcedDisconnect : .disconnected(connection.endReason)
    }

    /// Performs `work`, and again when it needed a more secure link. Converts errors to `CentralError`, and
    /// a missing answer to `timeout`.
    nonisolated(nonsending) func perform<Success: Sendable>(
        orTimeout timeout: CentralError,
        _ work: nonisolated(nonsending) (any RemoteGATT) async throws -> Success
    ) async throws -> Success {
        while true {
            do {
                return try await work(client)
            } catch {
                // each repetition is at a higher level
                guard try await secures(after: error) else {
                    throw translated(error, orTimeout: timeout)
                }
            }
        }
    }

    /// Converts an error of the link.
    func translated(_ error: any Error, orTimeout timeout: CentralError) -> any Error {
        switch error {
        case GATTError.disconnected, RadioError.disconnected: loss
        case GATTError.timedOut, RadioError.timedOut: timeout
        default: CentralError.translated(error)
        }
    }
}
