internal import AccessoryConcurrency
package import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc
import Synchronization

/// A monitor of the traffic between a controller and its host: advertising reports, link events, and
/// the kernel's commands.
package final class ControllerEvents: Sendable {
    /// Packet types, the first byte of a packet.
    package enum Kind: UInt8 {
        case command = 1
        case event = 4
    }

    package typealias Handler = @Sendable (Kind, borrowing Span<UInt8>) -> Void

    /// A separate struct: a closure that is the whole value of a mutex is stored back with one more
    /// wrapper at each read, until a call overflows the stack.
    private struct Listener {
        let onPacket: Handler
        let onBatchEnd: @Sendable () -> Void
    }

    /// Maximum packets in one system call.
    private static let batch = 64
    /// Maximum system calls in one `drain`. Together they can read more packets than the socket's
    /// buffer of 1 MiB contains. All packets queued at the start are therefore read, and a sender
    /// that never pauses cannot block the thread.
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

    /// Starts reporting packets, one at a time and in order, and the end of each batch. A packet
    /// starts at its event code or opcode. Neither handler may call `drain`.
    package func start(
        _ onPacket: @escaping Handler,
        onBatchEnd: @escaping @Sendable () -> Void = {}
    ) {
        listener.withLock { $0 = Listener(onPacket: onPacket, onBatchEnd: onBatchEnd) }
        EventLoop.shared.watch(file, for: .readable) { [weak self] events in
            self?.drain()
            // the controller was removed; the management channel reports it
            if events.hasHungUp { self?.end() }
        }
    }

    /// Reports the queued packets now, for callers that need the end of a link before the end of
    /// its socket is reported.
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
        // the first byte is the packet type, 04 for an event; it may be the whole packet
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

    /// Requests other parameters for a link.
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
