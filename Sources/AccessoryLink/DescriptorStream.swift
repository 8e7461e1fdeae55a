internal import AccessoryConcurrency
internal import Glibc
import Synchronization

/// A byte stream over a file descriptor: a connected socket, or a serial port.
package final class DescriptorStream: ByteLink {
    /// Writes as much as the kernel accepts; returns the count, or -1 with `errno`.
    package typealias Write = @Sendable (CInt, UnsafeRawBufferPointer) -> Int

    private struct State {
        var isOpen = true
        /// The task that waits until the kernel accepts more data.
        var waiter: CheckedContinuation<Void, Never>?
    }

    package let packetSize: Int
    package let incoming: AsyncThrowingStream<[UInt8], any Error>
    private let entry: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let file: CInt
    private let endOfFile: ByteLinkError?
    private let write: Write
    private let release: @Sendable (CInt) -> Void
    private let sending = AsyncLock()
    private let state = Mutex(State())

    /// - Parameters:
    ///   - file: A descriptor open for reading and writing; the stream owns it.
    ///   - endOfFile: The error to report at an end of file; nil reports that the peer closed.
    ///   - release: Closes the file.
    package init(
        file: CInt,
        packetSize: Int,
        endOfFile: ByteLinkError? = nil,
        write: @escaping Write = { Glibc.write($0, $1.baseAddress, $1.count) },
        release: @escaping @Sendable (CInt) -> Void = { _ = Glibc.close($0) }
    ) {
        self.file = file
        self.packetSize = packetSize
        self.endOfFile = endOfFile
        self.write = write
        self.release = release
        (incoming, entry) = AsyncThrowingStream.makeStream(
            of: [UInt8].self,
            throwing: (any Error).self
        )
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
        EventLoop.shared.watch(file, for: .readable) { [weak self] events in
            if events.isWritable { self?.roomIsThere() }
            if events.isReadable || events.hasHungUp { self?.receive() }
        }
    }

    deinit { close() }

    /// Sends bytes in order. Cancelling the task ends the wait for room: the peer may receive a
    /// part of them.
    package func send(_ bytes: [UInt8]) async throws {
        guard bytes.count <= packetSize else { throw ByteLinkError.packetTooLong(bytes.count) }
        try await sending.withLock {
            var rest = bytes[...]
            while true {
                rest = rest.dropFirst(try transmit(rest))
                if rest.isEmpty { return }
                try await room()
            }
        }
    }

    /// Writes bytes; returns how many the kernel has accepted.
    private func transmit(_ bytes: ArraySlice<UInt8>) throws -> Int {
        try state.withLock { state in
            guard state.isOpen else { throw ByteLinkError.closed }
            while true {
                let count = bytes.withUnsafeBytes { write(file, $0) }
                if count >= 0 { return count }
                if errno == EINTR { continue }
                guard errno == EAGAIN || errno == ENOBUFS else { throw ByteLinkError.lost }
                return 0
            }
        }
    }

    private func room() async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard state.isOpen, !Task.isCancelled else { return false }
                    state.waiter = continuation
                    EventLoop.shared.change(file, to: [.readable, .writable])
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            roomIsThere()
        }
        try Task.checkCancellation()
    }

    private func roomIsThere() {
        let waiter = state.withLock { state in
            guard state.isOpen else { return nil as CheckedContinuation<Void, Never>? }
            EventLoop.shared.change(file, to: .readable)
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Reads until the kernel has no more data.
    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = state.withLock { state in
                state.isOpen ? read(file, &buffer, buffer.count) : nil
            }
            guard let count else { return }
            if count > 0 {
                entry.yield(Array(buffer[..<count]))
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0, errno == EAGAIN {
                return
            } else {
                return end(count == 0 ? endOfFile : .lost)
            }
        }
    }

    /// Closes the stream and the file.
    package func close() { end(nil) }

    private func end(_ error: ByteLinkError?) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.isOpen else { return nil }
            state.isOpen = false
            EventLoop.shared.forget(file)
            release(file)
            return state.waiter.take()
        }
        entry.finish(throwing: error)
        waiter?.resume()
    }
}
