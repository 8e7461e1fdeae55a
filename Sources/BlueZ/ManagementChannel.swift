internal import AccessoryConcurrency
import BluetoothLE
internal import CAccessoryBlueZ
internal import DequeModule
internal import Glibc
import Synchronization

/// The management channel of one adapter: commands, their answers, and events. Commands with the
/// same opcode are sent one at a time, because an answer identifies its command only by the opcode.
final class ManagementChannel: Sendable {
    typealias Answer = Result<[UInt8], RadioError>

    /// A separate struct: see `ControllerEvents.Listener`.
    private struct Listener {
        let onEvent: @Sendable (ManagementEvent) -> Void
    }

    private struct Waiter {
        let id: Int
        let packet: [UInt8]
        let limit: Duration
        /// The waiting caller; nil if there is none.
        var continuation: CheckedContinuation<Answer, Never>?
    }

    /// The commands with one opcode. The first has been sent to the kernel.
    private struct Line {
        var waiters: Deque<Waiter> = []
        /// The timeout of the first command while its answer is pending.
        var timer: TimeSource.Timer?
    }

    private struct State {
        var lines: [UInt16: Line] = [:]
        var count = 0
        var isOpen = true
    }

    /// Time limit for a command: somewhat more than twice the kernel's limit for a controller's whole
    /// initialization (HCI_INIT_TIMEOUT, 10 s).
    static let usualLimit = Duration.seconds(30)

    let adapter: String
    let index: UInt16
    private let file: CInt
    private let time: TimeSource
    private let state = Mutex(State())
    private let packet = Mutex([UInt8](repeating: 0, count: 4096))
    private let listener = Mutex<Listener?>(nil)

    /// - Parameters:
    ///   - index: The adapter that receives the commands and whose events are reported.
    ///   - file: The socket, or a negative errno; the channel owns it.
    ///   - time: The clock for timeouts.
    init(
        adapter: String,
        index: UInt16,
        file: CInt = acc_bluez_open_control(),
        time: TimeSource = TimeSource(ContinuousClock())
    ) throws(RadioError) {
        if file < 0 { throw RadioError(socketError: file, adapter: adapter) }
        self.adapter = adapter
        self.index = index
        self.file = file
        self.time = time
    }

    deinit {
        if state.withLock({ $0.isOpen }) { close(file) }
    }

    /// Starts reporting events in order, on one thread. Commands are answered from now on.
    /// `onEvent` must not call `drain`.
    func start(_ onEvent: @escaping @Sendable (ManagementEvent) -> Void) {
        listener.withLock { $0 = Listener(onEvent: onEvent) }
        EventLoop.shared.watch(file, for: .readable) { [weak self] _ in self?.drain() }
    }

    /// Sends a command and returns the parameters of its answer. Cancelling the task ends the wait;
    /// the command is sent in any case.
    ///
    /// - Throws: `timedOut` when the kernel does not answer, `cancelled`, or the kernel's error.
    func send(_ opcode: Int, _ parameters: [UInt8] = []) async throws(RadioError) -> [UInt8] {
        try await result(of: opcode, parameters).get()
    }

    /// - Parameter limit: The timeout, from the time when the command is sent to the kernel.
    func result(
        of opcode: Int,
        _ parameters: [UInt8],
        limit: Duration = usualLimit
    ) async -> Answer {
        let id = newID()
        let packet = Self.packet(opcode, index, parameters)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(
                    id: id,
                    packet: packet,
                    limit: limit,
                    continuation: continuation
                )
                enqueue(waiter, UInt16(opcode))
                // the task was cancelled before the waiter was registered
                if Task.isCancelled { abandon(id, UInt16(opcode)) }
            }
        } onCancel: {
            abandon(id, UInt16(opcode))
        }
    }

    /// Sends a command that removes an item, or whose answer names an item to remove later. Waits for
    /// the answer even while the task is cancelled.
    func settle(_ opcode: Int, _ parameters: [UInt8]) async throws(RadioError) -> [UInt8] {
        try await Task { await result(of: opcode, parameters) }.value.get()
    }

    /// Removes an item. Waits for the answer even while the task is cancelled.
    func settle(_ item: KernelItem) async throws(RadioError) {
        let (opcode, parameters) = item.removal
        _ = try await settle(opcode, parameters)
    }

    /// Sends a command and ignores its answer.
    ///
    /// - Returns: The error of a command that the kernel does not accept at all.
    @discardableResult
    func post(_ opcode: Int, _ parameters: [UInt8] = []) -> RadioError? {
        let packet = Self.packet(opcode, index, parameters)
        let waiter = Waiter(id: newID(), packet: packet, limit: Self.usualLimit, continuation: nil)
        guard case .failure(let error)? = enqueue(waiter, UInt16(opcode)) else { return nil }
        return error
    }

    private func newID() -> Int {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }

    /// Closes the channel; pending commands fail with `noAdapter`.
    func end() {
        let lines = state.withLock { state -> [Line] in
            guard state.isOpen else { return [] }
            state.isOpen = false
            EventLoop.shared.forget(file)
            close(file)
            defer { state.lines = [:] }
            return Array(state.lines.values)
        }
        for line in lines {
            line.timer?.cancel()
            finish(line.waiters.map { ($0, .failure(.noAdapter(adapter))) })
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

    /// - Returns: The answer, if it is known at once.
    @discardableResult
    private func enqueue(_ waiter: Waiter, _ opcode: UInt16) -> Answer? {
        let done = state.withLock { state -> [(Waiter, Answer)] in
            guard state.isOpen else { return [(waiter, .failure(.noAdapter(adapter)))] }
            state.lines[opcode, default: Line()].waiters.append(waiter)
            let isFirst = state.lines[opcode]?.waiters.count == 1
            return isFirst ? transmitFirst(opcode, &state) : []
        }
        finish(done)
        return done.first { $0.0.id == waiter.id }?.1
    }

    /// Sends the first command with an opcode to the kernel. Returns the commands that the kernel
    /// does not accept.
    private func transmitFirst(_ opcode: UInt16, _ state: inout State) -> [(Waiter, Answer)] {
        var refused: [(Waiter, Answer)] = []
        while let first = state.lines[opcode]?.waiters.first {
            guard let error = transmit(first.packet) else {
                let timer = time.schedule(at: time.now() + first.limit) { [weak self] in
                    self?.end(of: opcode, .failure(.timedOut), first.id)
                }
                state.lines[opcode]?.timer = timer
                return refused
            }
            state.lines[opcode]?.waiters.removeFirst()
            refused.append((first, .failure(error)))
        }
        state.lines[opcode] = nil
        return refused
    }

    /// Ends the first command with an opcode and sends the next one.
    ///
    /// - Parameter id: The ID of the command to end; nil: any.
    private func end(of opcode: UInt16, _ answer: Answer, _ id: Int? = nil) {
        let done = state.withLock { state -> [(Waiter, Answer)] in
            guard let first = state.lines[opcode]?.waiters.first, id == nil || id == first.id
            else { return [] }
            state.lines[opcode]?.timer?.cancel()
            state.lines[opcode]?.waiters.removeFirst()
            return [(first, answer)] + transmitFirst(opcode, &state)
        }
        finish(done)
    }

    /// Stops waiting for an answer; the kernel still sends it.
    private func abandon(_ id: Int, _ opcode: UInt16) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.lines[opcode]?.waiters.firstIndex(where: { $0.id == id })
            else { return nil }
            defer { state.lines[opcode]?.waiters[index].continuation = nil }
            return state.lines[opcode]?.waiters[index]
        }
        waiter?.continuation?.resume(returning: .failure(.cancelled))
    }

    private func finish(_ done: [(Waiter, Answer)]) {
        for (waiter, answer) in done { waiter.continuation?.resume(returning: answer) }
    }

    private func transmit(_ packet: [UInt8]) -> RadioError? {
        let sent = Glibc.send(file, packet, packet.count, CInt(MSG_NOSIGNAL))
        // 0: the kernel rejects the command; its answer contains the reason
        return sent >= 0 ? nil : RadioError(socketError: -errno, adapter: adapter)
    }

    /// Reports the queued events now.
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
        let isDone = Int(status) == ACC_MGMT_STATUS_SUCCESS
        let error = RadioError(managementStatus: status, adapter: adapter)
        end(of: opcode, isDone ? .success(data) : .failure(error))
    }
}
