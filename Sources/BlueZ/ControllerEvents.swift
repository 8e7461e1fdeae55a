internal import AccessoryConcurrency
package import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc
import Synchronization

/// What a controller and its host tell each other, read along: advertising reports, what becomes of
/// links, and the kernel's commands.
package final class ControllerEvents: Sendable {
    /// The first byte of a packet.
    package enum Kind: UInt8 {
        case command = 1
        case event = 4
    }

    package typealias Handler = @Sendable (Kind, borrowing Span<UInt8>) -> Void

    /// A struct of its own: a closure that is all of a mutex's value is stored back at each read,
    /// wrapped once more, until calling it overflows the stack.
    private struct Listener {
        let onPacket: Handler
        let onBatchEnd: @Sendable () -> Void
    }

    /// Packets in one system call, as many as the call takes.
    private static let batch = 64
    /// Calls in one `drain`. The socket's 1 MiB hold fewer packets than these can read, so all that wait at its
    /// beginning are read; a sender that never pauses cannot hold the thread.
    private static let callsPerDrain = 64

    private let file: CInt
    private let packets: Mutex<PacketBuffer>
    private let listener = Mutex<Listener?>(nil)
    private let isOpen = Mutex(true)

    /// Memory for one batch.
    private struct PacketBuffer: ~Copyable {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: ControllerEvents.batch * Int(ACC_BLUEZ_PACKET_MAX)
        )
        let sizes = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: ControllerEvents.batch)

        init() {
            bytes.initialize(repeating: 0)
            sizes.initialize(repeating: 0)
        }

        deinit {
            bytes.deallocate()
            sizes.deallocate()
        }
    }

    /// - Parameter file: The socket, or a negative errno; owned.
    package init(adapter: String, file: CInt) throws(RadioError) {
        if file < 0 { throw RadioError(socketError: file, adapter: adapter) }
        self.file = file
        packets = Mutex(PacketBuffer())
    }

    deinit {
        end()
    }

    /// Reports packets, from the event's code or the command's on, one at a time and in order, and the end of
    /// each batch of them. Neither handler may call `drain`.
    package func start(
        _ onPacket: @escaping Handler,
        onBatchEnd: @escaping @Sendable () -> Void = {}
    ) {
        listener.withLock { $0 = Listener(onPacket: onPacket, onBatchEnd: onBatchEnd) }
        EventLoop.shared.watch(file, for: .readable) { [weak self] events in
            self?.drain()
            // the controller is gone, which the management channel reports
            if !events.isDisjoint(with: .hangUp) { self?.end() }
        }
    }

    /// Reports the packets that wait now; for callers that must know of a link's end before the socket's end is
    /// reported.
    package func drain() {
        guard let listener = listener.withLock({ $0 }) else { return }
        packets.withLock { packets in
            for _ in 0..<Self.callsPerDrain {
                let count = receive(into: packets)
                guard count > 0 else { break }
                for index in 0..<count { report(index, of: packets, to: listener) }
                if count < Self.batch { break }
            }
            listener.onBatchEnd()
        }
    }

    private func receive(into packets: borrowing PacketBuffer) -> Int {
        let (bytes, sizes) = (packets.bytes.baseAddress!, packets.sizes.baseAddress!)
        return isOpen.withLock { isOpen in
            isOpen ? Int(acc_bluez_receive(file, bytes, sizes, Self.batch)) : 0
        }
    }

    private func report(_ index: Int, of packets: borrowing PacketBuffer, to listener: Listener) {
        // one byte of kind, 04 for an event; behind it there may be none
        let begin = index * Int(ACC_BLUEZ_PACKET_MAX)
        let size = Int(packets.sizes[index])
        guard size > 1, let kind = Kind(rawValue: packets.bytes[begin]) else { return }
        listener.onPacket(kind, packets.bytes.extracting(begin + 1..<begin + size).span)
    }

    package func end() {
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
