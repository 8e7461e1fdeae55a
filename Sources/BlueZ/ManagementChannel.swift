import BluetoothLE
internal import CAccessoryBlueZ
internal import DequeModule
internal import Glibc
import Synchronization

/// One adapter's management channel: commands and their answers, events. Commands of one kind go one
/// at a time, since an answer tells the kind only.
final class ManagementChannel: Sendable {
    typealias Answer = Result<[UInt8], RadioError>

    /// A struct of its own: see `ControllerEvents.Listener`.
    private struct Listener {
        let onEvent: @Sendable (ManagementEvent) -> Void
    }

    private struct Waiter {
        let packet: [UInt8]
        let continuation: CheckedContinuation<Answer, Never>?
    }

    private struct State {
        /// The first one of each kind is with the kernel.
        var waiters: [UInt16: Deque<Waiter>] = [:]
        var isOpen = true
    }

    let adapter: String
    let index: UInt16
    private let file: CInt
    private let state = Mutex(State())
    private let packet = Mutex([UInt8](repeating: 0, count: 4096))
    private let listener = Mutex<Listener?>(nil)

    /// - Parameters:
    ///   - index: The adapter that commands are for and whose events are told.
    ///   - file: The socket, or a negative errno; the channel owns it.
    init(
        adapter: String,
        index: UInt16,
        file: CInt = acc_bluez_open_control()
    ) throws(RadioError) {
        if file < 0 { throw RadioError(socketError: file, adapter: adapter) }
        self.adapter = adapter
        self.index = index
        self.file = file
    }

    deinit {
        if state.withLock({ $0.isOpen }) { close(file) }
    }

    /// Begins to tell events, from one thread, in order. Commands are answered from here on.
    /// `onEvent` must not call `drain`.
    func start(_ onEvent: @escaping @Sendable (ManagementEvent) -> Void) {
        listener.withLock { $0 = Listener(onEvent: onEvent) }
        EventLoop.shared.watch(file, for: .readable) { [weak self] _ in self?.drain() }
    }

    /// Sends a command and returns the parameters of its answer.
    func send(_ opcode: Int, _ parameters: [UInt8] = []) async throws(RadioError) -> [UInt8] {
        try await result(of: opcode, parameters).get()
    }

    func result(of opcode: Int, _ parameters: [UInt8]) async -> Answer {
        let packet = Self.packet(opcode, index, parameters)
        return await withCheckedContinuation { continuation in
            enqueue(Waiter(packet: packet, continuation: continuation), UInt16(opcode))
        }
    }

    /// Sends a command whose answer matters to nobody.
    func post(_ opcode: Int, _ parameters: [UInt8] = []) {
        let packet = Self.packet(opcode, index, parameters)
        enqueue(Waiter(packet: packet, continuation: nil), UInt16(opcode))
    }

    /// Ends the channel; what waits fails with `noAdapter`.
    func end() {
        let waiters = state.withLock { state -> [Waiter] in
            guard state.isOpen else { return [] }
            state.isOpen = false
            EventLoop.shared.forget(file)
            close(file)
            defer { state.waiters = [:] }
            return state.waiters.values.flatMap { $0 }
        }
        for waiter in waiters {
            waiter.continuation?.resume(returning: .failure(.noAdapter(adapter)))
        }
    }

    static func packet(_ opcode: Int, _ index: UInt16, _ parameters: [UInt8]) -> [UInt8] {
        let room = Int(ACC_MGMT_HEADER_SIZE) + parameters.count
        return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            count = parameters.withUnsafeBufferPointer {
                acc_mgmt_write(
                    buffer.baseAddress!,
                    room,
                    UInt16(opcode),
                    index,
                    $0.baseAddress,
                    $0.count
                )
            }
        }
    }

    private func enqueue(_ waiter: Waiter, _ opcode: UInt16) {
        let failure = state.withLock { state -> RadioError? in
            guard state.isOpen else { return .noAdapter(adapter) }
            if state.waiters[opcode, default: []].isEmpty, let error = transmit(waiter.packet) {
                return error
            }
            state.waiters[opcode, default: []].append(waiter)
            return nil
        }
        if let failure { waiter.continuation?.resume(returning: .failure(failure)) }
    }

    private func transmit(_ packet: [UInt8]) -> RadioError? {
        let sent = Glibc.send(file, packet, packet.count, CInt(MSG_NOSIGNAL))
        // 0: the kernel refuses the command, and its answer says why
        return sent >= 0 ? nil : RadioError(socketError: -errno, adapter: adapter)
    }

    /// Tells what waits now.
    func drain() {
        let listener = listener.withLock { $0 }
        packet.withLock { packet in
            while let count = state.withLock({
                $0.isOpen ? recv(file, &packet, packet.count, 0) : nil
            }),
                count > 0
            {
                guard let (source, event) = ManagementEvent.read(Array(packet.prefix(count))),
                    source == index
                else { continue }
                if case .answer(let opcode, let status, let data) = event {
                    complete(opcode, status, data)
                }
                listener?.onEvent(event)
            }
        }
    }

    private func complete(_ opcode: UInt16, _ status: UInt8, _ data: [UInt8]) {
        let (waiter, refused) = state.withLock { state -> (Waiter?, [(Waiter, RadioError)]) in
            let waiter = state.waiters[opcode]?.popFirst()
            var refused: [(Waiter, RadioError)] = []
            while let next = state.waiters[opcode]?.first, let error = transmit(next.packet) {
                state.waiters[opcode]?.removeFirst()
                refused.append((next, error))
            }
            return (waiter, refused)
        }
        let isDone = Int(status) == ACC_MGMT_STATUS_SUCCESS
        let error = RadioError(managementStatus: status, adapter: adapter)
        waiter?.continuation?.resume(returning: isDone ? .success(data) : .failure(error))
        for (waiter, error) in refused {
            waiter.continuation?.resume(returning: .failure(error))
        }
    }
}
