internal import AccessoryConcurrency
import Synchronization

/// One link to a peripheral.
final class Session: Sendable {
    private struct State {
        var isForced = false
        var configured: Set<UInt16> = []
    }

    let connection: any RadioConnection
    let client: any RemoteGATT
    let began: Duration
    private let state = Mutex(State())

    init(_ connection: any RadioConnection, _ client: any RemoteGATT, began: Duration) {
        self.connection = connection
        self.client = client
        self.began = began
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

    /// Performs `work`. Converts errors to `CentralError`, and a missing answer to `timeout`.
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

    /// Converts an error of the link.
    func translated(_ error: any Error, orTimeout timeout: CentralError) -> any Error {
        switch error {
        case GATTError.disconnected, RadioError.disconnected: loss
        case GATTError.timedOut, RadioError.timedOut: timeout
        default: CentralError.translated(error)
        }
    }
}
