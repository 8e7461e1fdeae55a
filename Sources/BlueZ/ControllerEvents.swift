internal import AccessoryConcurrency
import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc
import Synchronization

/// What a controller and its host tell each other, read along: advertising reports, what becomes of
/// links, and the kernel's commands.
final class ControllerEvents: Sendable {
    /// The first byte of a packet.
    enum Kind: UInt8 {
        case command = 1
        case event = 4
    }

    typealias Handler = @Sendable (Kind, borrowing Span<UInt8>) -> Void

    /// A struct of its own: a closure that is all of a mutex's value is stored back at each read,
    /// wrapped once more, until calling it overflows the stack.
    private struct Listener {
        let onPacket: Handler
    }

    private let file: CInt
    private let packet = Mutex([UInt8](repeating: 0, count: 1024))
    private let listener = Mutex<Listener?>(nil)
    private let isOpen = Mutex(true)

    /// - Parameter file: The socket, or a negative errno; owned.
    init(adapter: String, file: CInt) throws(RadioError) {
        if file < 0 { throw RadioError(socketError: file, adapter: adapter) }
        self.file = file
    }

    deinit {
        end()
    }

    /// Begins to tell packets, from the event's code or the command's on, one at a time and in order.
    /// `onPacket` must not call `drain`.
    func start(_ onPacket: @escaping Handler) {
        listener.withLock { $0 = Listener(onPacket: onPacket) }
        EventLoop.shared.watch(file, for: .readable) { [weak self] events in
            self?.drain()
            // the controller is gone, which the management channel tells
            if !events.isDisjoint(with: .hangUp) { self?.end() }
        }
    }

    /// Tells what waits now; for who must know of a link's end before the socket's end is told.
    func drain() {
        guard let listener = listener.withLock({ $0 }) else { return }
        packet.withLock { packet in
            while let count = isOpen.withLock({ $0 ? recv(file, &packet, packet.count, 0) : nil }),
                count > 0
            {
                // one byte of kind, 04 for an event; behind it there may be none
                guard count > 1, let kind = Kind(rawValue: packet[0]) else { continue }
                listener.onPacket(kind, packet.span.extracting(1..<count))
            }
        }
    }

    func end() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            isOpen = false
            EventLoop.shared.forget(file)
            close(file)
        }
    }

    /// Asks a link for other parameters.
    func update(_ handle: UInt16, _ parameters: ConnectionParameters) -> CInt {
        isOpen.withLock { isOpen in
            guard isOpen else { return -ENODEV }
            return acc_bluez_update_connection(
                file,
                handle,
                UInt16(parameters.interval.lowerBound / .microseconds(1250)),
                UInt16(parameters.interval.upperBound / .microseconds(1250)),
                UInt16(parameters.latency),
                UInt16(parameters.supervisionTimeout / .milliseconds(10))
            )
        }
    }
}
