internal import AccessoryConcurrency
import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc
import Synchronization

/// Waits until a socket is connected.
package final class SocketWait: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<CInt, Never>)
        case decided(CInt)
    }

    private let file: CInt
    private let state = Mutex(State.idle)

    /// - Parameter file: The socket, which the caller still owns.
    private init(file: CInt) {
        self.file = file
    }

    /// Returns 0 when the socket is connected, otherwise a negative errno; -ECANCELED when the task is
    /// cancelled.
    package static func connected(_ file: CInt) async -> CInt {
        let wait = SocketWait(file: file)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait.begin($0) }
        } onCancel: {
            wait.decide(-ECANCELED)
        }
    }

    /// The error of an attempt to connect, from the socket's error. When a device has not advertised for 40 s
    /// (L2CAP_CONN_TIMEOUT), the kernel calls this a refusal.
    ///
    /// - Parameters:
    ///   - error: A negative errno.
    ///   - duration: The time that the attempt took.
    package static func error(_ error: CInt, after duration: Duration) -> CInt {
        error == -ECONNREFUSED && duration >= .seconds(39) ? -ETIMEDOUT : error
    }

    private func begin(_ continuation: CheckedContinuation<CInt, Never>) {
        let decision = state.withLock { state -> CInt? in
            if case .decided(let result) = state { return result }
            state = .waiting(continuation)
            EventLoop.shared.watch(file, for: .writable) { [self] events in handle(events) }
            return nil
        }
        if let decision { continuation.resume(returning: decision) }
    }

    /// Reads the socket's error under the lock: after a cancelled wait the socket may be closed,
    /// and its number may belong to another socket.
    private func handle(_ events: EventLoop.Events) {
        let error = state.withLock { state -> CInt? in
            guard case .waiting = state else { return nil }
            return acc_bluez_socket_error(file)
        }
        guard let error else { return }
        decide(error == 0 && !events.isWritable ? -ECONNRESET : error)
    }

    private func decide(_ result: CInt) {
        let continuation = state.withLock { state -> CheckedContinuation<CInt, Never>? in
            switch state {
            case .decided: return nil
            case .idle:
                state = .decided(result)
                return nil
            case .waiting(let continuation):
                state = .decided(result)
                EventLoop.shared.forget(file)
                return continuation
            }
        }
        continuation?.resume(returning: result)
    }
}
