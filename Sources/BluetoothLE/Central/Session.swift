internal import AccessoryConcurrency
import Synchronization

/// One link to a peripheral, from its making to its end.
final class Session: Sendable {
    private struct State {
        var isForced = false
        var configured: Set<UInt16> = []
    }

    let connection: any RadioConnection
    let client: any RemoteGATT
    let began: Duration
    private let state = Mutex(State())

    init(
        _ connection: any RadioConnection,
        time: TimeSource,
        requestTimeout: Duration,
        onValue: @escaping ValueHandler
    ) {
        self.connection = connection
        began = time.now()
        client = connection.attributesOfPeer(
            time: time,
            requestTimeout: requestTimeout,
            onValue: onValue
        )
    }

    /// Notes that a characteristic, by its value's handle, is configured on this link. Returns false
    /// when it was noted before.
    func beginsConfiguring(_ handle: UInt16) -> Bool {
        state.withLock { $0.configured.insert(handle).inserted }
    }

    /// Takes the note back. Returns false when there was none.
    func endsConfiguring(_ handle: UInt16) -> Bool {
        state.withLock { $0.configured.remove(handle) != nil }
    }

    /// Ends the link at this end's wish.
    func disconnect() async {
        state.withLock { $0.isForced = true }
        await connection.disconnect()
        client.close()
    }

    /// Whether this end wished the link's end.
    var isForced: Bool { state.withLock { $0.isForced } }

    /// What a call gets when the link has ended.
    var loss: CentralError {
        isForced ? .forcedDisconnect : .disconnected(connection.endReason)
    }

    /// Does `work`; failures are told by the central's names, a missing answer as `timeout`.
    nonisolated(nonsending) func perform<Success: Sendable>(
        orTimeout timeout: CentralError,
        _ work: nonisolated(nonsending) (any RemoteGATT) async throws -> Success
    ) async throws -> Success {
        do {
            return try await work(client)
        } catch {
            throw translated(error, orTimeout: timeout)
        }
    }

    /// An error of the link by the central's names.
    func translated(_ error: any Error, orTimeout timeout: CentralError) -> any Error {
        switch error {
        case GATTError.disconnected, RadioError.disconnected: loss
        case GATTError.timedOut, RadioError.timedOut: timeout
        default: CentralError.translated(error)
        }
    }
}
