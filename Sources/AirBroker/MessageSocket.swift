internal import AccessoryConcurrency
internal import BluetoothLE
internal import CFilePassing
internal import FoundationEssentials
internal import Glibc
import Synchronization

/// Messages, with attached open files, over a SEQPACKET unix socket.
final class MessageSocket: Sendable {
    private struct State {
        var outgoing: [(bytes: [UInt8], file: CInt)] = []
        var isOpen = true

        var wanted: EventLoop.Events { outgoing.isEmpty ? .readable : [.readable, .writable] }
    }

    /// Longest message in bytes: an advertisement of 1650 bytes as JSON, with some margin.
    private static let longest = 1 << 16
    /// Maximum queued messages for a peer that does not read; one more closes the socket.
    private static let patience = 4096

    private let file: CInt
    private let state = Mutex(State())

    /// - Parameter file: A connected socket, which this object closes.
    init(file: CInt) {
        self.file = file
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    }

    deinit { close() }

    /// Starts delivery on the event loop's thread. The handler owns the file attached to a message.
    func start<Incoming: Decodable & SendableMetatype>(
        _ type: Incoming.Type,
        onMessage: @escaping @Sendable (Incoming, _ file: CInt?) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        state.withLock { state in
            guard state.isOpen else { return }
            EventLoop.shared.watch(file, for: state.wanted) { [weak self] events in
                guard let self else { return }
                if events.isWritable { flush() }
                guard events.isReadable || events.hasHungUp else { return }
                if !receive(onMessage) {
                    close()
                    onEnd()
                }
            }
        }
    }

    /// Sends a message. The attached file is closed here once the peer has received its copy.
    ///
    /// - Parameter mayBeDropped: Whether to drop the message if the peer does not read fast enough.
    func send(_ message: some Encodable, file: CInt = -1, mayBeDropped: Bool = false) {
        guard let bytes = try? JSONEncoder().encode(message) else { return }
        state.withLock { state in
            guard state.isOpen, !(mayBeDropped && !state.outgoing.isEmpty) else {
                if file >= 0 { _ = Glibc.close(file) }
                return
            }
            state.outgoing.append((Array(bytes), file))
            transmit(&state)
            if state.outgoing.count > Self.patience { shutdown(self.file, CInt(SHUT_RDWR)) }
        }
    }

    func close() {
        state.withLock { state in
            guard state.isOpen else { return }
            state.isOpen = false
            EventLoop.shared.forget(file)
            _ = Glibc.close(file)
            for message in state.outgoing where message.file >= 0 { _ = Glibc.close(message.file) }
            state.outgoing = []
        }
    }

    private func flush() {
        state.withLock { if $0.isOpen { transmit(&$0) } }
    }

    private func transmit(_ state: inout State) {
        while let (bytes, attached) = state.outgoing.first {
            let sent = file_passing_send(file, bytes, bytes.count, attached)
            if sent < 0, errno == EINTR { continue }
            if sent < 0, errno == EAGAIN { break }
            // the hang-up reports a broken socket
            if attached >= 0 { _ = Glibc.close(attached) }
            state.outgoing.removeFirst()
        }
        EventLoop.shared.change(file, to: state.wanted)
    }

    /// Reads all queued messages. Returns false at the end of the stream.
    private func receive<Incoming: Decodable & SendableMetatype>(
        _ onMessage: (Incoming, CInt?) -> Void
    ) -> Bool {
        while let (bytes, count, error, attached) = read() {
            if count < 0, error == EINTR { continue }
            if count < 0 { return error == EAGAIN }
            let message = try? JSONDecoder().decode(Incoming.self, from: Data(bytes))
            guard count > 0, let message else {
                if attached >= 0 { _ = Glibc.close(attached) }
                return false
            }
            onMessage(message, attached >= 0 ? attached : nil)
        }
        return true
    }

    /// Reads one message under the lock, because the number of a closed socket may be reused.
    /// Returns nil if the socket is closed.
    private func read() -> (bytes: [UInt8], count: Int, error: CInt, attached: CInt)? {
        state.withLock { state in
            guard state.isOpen else { return nil }
            var (count, attached) = (0, CInt(-1))
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.longest) { buffer, size in
                count = file_passing_receive(file, buffer.baseAddress, buffer.count, &attached)
                size = max(0, count)
            }
            return (bytes, count, errno, attached)
        }
    }
}
