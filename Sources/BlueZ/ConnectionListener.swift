package import BluetoothLE
internal import Glibc
internal import Synchronization

/// The listening socket of an adapter's incoming connections. There is only one at a time.
package final class ConnectionListener: Sendable {
    private let listener = Mutex<SocketListener?>(nil)

    package init() {}

    package func close() {
        listener.withLock { listener in
            defer { listener = nil }
            return listener
        }?.close()
    }

    /// Accepts the connections of devices until the stream is released.
    ///
    /// - Parameters:
    ///   - open: Opens the listening socket; returns it, or a negative errno.
    ///   - failure: Converts a socket error.
    ///   - adopt: Creates the connection of a socket, and owns the socket. The stream retains this
    ///     closure and, through it, the radio.
    /// - Throws: `busy` while another stream accepts connections.
    package func incoming(
        adapter: String,
        open: () -> CInt,
        failure: (CInt) -> RadioError,
        adopt: @escaping @Sendable (CInt, KernelAddress) -> any RadioConnection
    ) throws(RadioError) -> AsyncThrowingStream<any RadioConnection, any Error> {
        let (stream, entry) = AsyncThrowingStream.makeStream(
            of: (any RadioConnection).self,
            throwing: (any Error).self
        )
        let result = listener.withLock { current -> Result<SocketListener, RadioError> in
            guard current == nil else { return .failure(.busy) }
            let file = open()
            guard file >= 0 else { return .failure(failure(file)) }
            let new = SocketListener(file: file) {
                entry.yield(adopt($0, $1))
            } onEnd: {
                entry.finish(throwing: RadioError.noAdapter(adapter))
            }
            current = new
            return .success(new)
        }
        let new = try result.get()
        entry.onTermination = { [self] _ in
            listener.withLock { if $0 === new { $0 = nil } }
            new.close()
        }
        return stream
    }
}
