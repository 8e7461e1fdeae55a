internal import AccessoryConcurrency
internal import DequeModule
import Glibc
import Synchronization

/// A bearer on a socket that keeps packet boundaries: the kernel's L2CAP channel 4, or an AF_UNIX
/// SEQPACKET socket.
public final class SocketBearer: PacketBearer {
    /// The thread that reads all sockets. A task that prefers it runs on the thread that receives
    /// its answers, which saves a thread switch per call:
    ///
    ///     try await withTaskExecutorPreference(SocketBearer.executor) { … }
    ///
    /// Use it for tasks that run briefly between waits: while they run, no socket is read.
    public static var executor: any TaskExecutor { EventLoop.shared }

    private struct State {
        var outgoing: Deque<[UInt8]> = []
        var waiters: [CheckedContinuation<Void, Never>] = []
        var hasStarted = false
        var onEnd: (@Sendable () -> Void)?
        var isOpen = true
        var isWatched = false
        var isWaitingForRoom = false
        var isPaused = false

        /// Whether no packet is queued, or the socket is closed.
        var isDrained: Bool { !isOpen || outgoing.isEmpty }

        var wanted: EventLoop.Events {
            var events: EventLoop.Events = isPaused || !hasStarted ? [] : .readable
            if isWaitingForRoom { events.insert(.writable) }
            return events
        }
    }

    private let file: CInt
    private let largestPacket: Int
    private let readsAhead: Bool
    private let whenClosed: @Sendable () -> Void
    private let state = Mutex(State())
    /// Whether packets are received: the bearer is open and not paused. It is read without the
    /// lock, which a sender holds during its system call.
    private let isTaking = Atomic(true)
    /// The read state, locked while the socket is read or closed: the number of a closed socket may
    /// be reused at once.
    private let reading = Mutex(Reading())

    /// Who gets the packets, and how much to read when the socket becomes readable.
    private struct Reading {
        var receiver: Receiver?
        /// Whether packets recently arrived together; then the socket is read until empty. Otherwise
        /// requests and answers alternate, and reading until empty would cost each of them one more
        /// system call.
        var isStream = false
        /// Single packets since the last check for a second one.
        var singles = 0

        /// Number of single packets before the next check for a second one.
        private static let patience = 16

        /// Whether to read another packet after `count` packets.
        mutating func goesOn(after count: Int) -> Bool {
            if isStream || count > 1 { return true }
            singles += 1
            guard singles >= Self.patience else { return false }
            singles = 0
            return true
        }

        /// Records that the socket is empty.
        mutating func ended(after count: Int) {
            isStream = count > 1
        }
    }

    /// The handler, in a struct: a closure returned by a generic function such as `withLock` is
    /// wrapped in another one, which costs two allocations.
    private struct Receiver {
        let onPacket: @Sendable ([UInt8]) -> Void
    }

    /// - Parameters:
    ///   - file: A connected SEQPACKET socket; the bearer owns and closes it.
    ///   - largestPacket: Largest packet to receive in bytes; by default, the largest ATT MTU that any
    ///     stack offers.
    ///   - readsAhead: Whether to empty the socket's receive buffer while earlier packets are being
    ///     processed, for sockets that drop packets when it is full. Such a bearer is never paused.
    ///   - whenClosed: Called after the socket is closed, before the end is reported.
    package init(
        file: CInt,
        largestPacket: Int = 1024,
        readsAhead: Bool = false,
        whenClosed: @escaping @Sendable () -> Void = {}
    ) {
        self.file = file
        self.largestPacket = largestPacket
        self.readsAhead = readsAhead
        self.whenClosed = whenClosed
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    }

    deinit {
        state.withLock { if $0.isOpen { _ = Glibc.close(file) } }
    }

    public func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        let isOpen = state.withLock { state in
            guard state.isOpen else { return false }
            (state.hasStarted, state.onEnd) = (true, onEnd)
            reading.withLock { $0.receiver = Receiver(onPacket: onPacket) }
            watch(&state)
            return true
        }
        if !isOpen { onEnd() }
    }

    /// Watches the socket for the required events: from the start, or from the first queued packet.
    private func watch(_ state: inout State) {
        guard !state.isWatched else { return EventLoop.shared.change(file, to: state.wanted) }
        state.isWatched = true
        EventLoop.shared.watch(file, for: state.wanted) { [self] events in
            if events.isWritable { flush() }
            if events.isReadable || events.hasHungUp {
                receive(isOver: events.isOver, toEnd: events.hasHungUp)
            }
            if events.hasHungUp { rest() }
        }
    }

    /// Stops watching a socket that has hung up: while the bearer is paused, the hang-up would be
    /// reported repeatedly.
    private func rest() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.isOpen, !state.wanted.contains(.readable) else { return [] }
            EventLoop.shared.forget(file)
            (state.isWatched, state.isWaitingForRoom, state.outgoing) = (false, false, [])
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    public func send(_ packet: [UInt8]) {
        state.withLock { state in
            guard state.isOpen else { return }
            if state.outgoing.isEmpty, transmit(packet) { return }
            state.outgoing.append(packet)
            waitForRoom(&state)
        }
    }

    public var isDrained: Bool { state.withLock { $0.isDrained } }

    public func drained() async {
        if isDrained { return }
        await withCheckedContinuation { continuation in
            let isDrained = state.withLock { state in
                if !state.isDrained { state.waiters.append(continuation) }
                return state.isDrained
            }
            if isDrained { continuation.resume() }
        }
    }

    public func close() {
        let end = state.withLock {
            state -> ((@Sendable () -> Void)?, [CheckedContinuation<Void, Never>])? in
            guard state.isOpen else { return nil }
            state.isOpen = false
            isTaking.store(false, ordering: .releasing)
            state.outgoing = []
            EventLoop.shared.forget(file)
            _ = Glibc.shutdown(file, CInt(SHUT_RDWR))
            reading.withLock { reading in
                reading.receiver = nil
                _ = Glibc.close(file)
            }
            defer {
                state.onEnd = nil
                state.waiters = []
            }
            return (state.onEnd, state.waiters)
        }
        guard let (onEnd, waiters) = end else { return }
        whenClosed()
        for waiter in waiters { waiter.resume() }
        onEnd?()
    }

    /// Pauses or resumes receiving. While paused, the peer has to wait.
    package func setPaused(_ isPaused: Bool) {
        state.withLock { state in
            guard state.isOpen else { return }
            state.isPaused = isPaused
            isTaking.store(!isPaused, ordering: .releasing)
            watch(&state)
        }
    }

    /// Calls `body` with the socket; returns nil when it is closed.
    package func withFile<Result>(_ body: (CInt) -> Result) -> Result? {
        state.withLock { $0.isOpen ? body(file) : nil }
    }

    /// Whether the packet was sent, or can never be sent.
    private func transmit(_ packet: [UInt8]) -> Bool {
        while true {
            let sent = packet.withUnsafeBytes {
                Glibc.send(file, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if sent >= 0 { return true }
            if errno == EINTR { continue }
            // a broken socket is reported by its hang-up; while the kernel encrypts the link, the
            // socket is unconnected and has no room
            return errno != EAGAIN && errno != ENOBUFS && errno != ENOTCONN
        }
    }

    private func waitForRoom(_ state: inout State) {
        guard !state.isWaitingForRoom else { return }
        state.isWaitingForRoom = true
        watch(&state)
    }

    private func flush() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.isOpen else { return [] }
            while let next = state.outgoing.first, transmit(next) { state.outgoing.removeFirst() }
            guard state.outgoing.isEmpty else { return [] }
            state.isWaitingForRoom = false
            EventLoop.shared.change(file, to: state.wanted)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Whether a read of 0 bytes was an empty packet and not the end: the peer can still write, or
    /// has sent more.
    private func mayReadOn() -> Bool {
        // POLLRDHUP, which <poll.h> defines for GNU programs only
        let isOver: Int16 = 0x2000
        var look = pollfd(fd: file, events: isOver, revents: 0)
        guard poll(&look, 1, 0) > 0, look.revents & (isOver | Int16(POLLHUP | POLLERR)) != 0 else {
            return true
        }
        var rest: CInt = 0
        return ioctl(file, UInt(FIONREAD), &rest) == 0 && rest > 0
    }

    /// Reads queued packets, at least one; an end of file closes the bearer. The loop reports
    /// remaining packets again at once.
    ///
    /// - Parameters:
    ///   - isOver: Whether nothing more will arrive. After a `send` has returned its error, an
    ///     L2CAP socket reports its end in no other way.
    ///   - toEnd: Whether to read until the socket is empty.
    private func receive(isOver: Bool, toEnd: Bool) {
        // not in the state: its lock is held by a sender that the peer's answer may have preempted
        guard let onPacket = reading.withLock({ $0.receiver })?.onPacket else { return }
        var hasFailed = false
        var packets = 0
        var ahead = readsAhead ? ReadAhead(onPacket) : nil
        withUnsafeTemporaryAllocation(byteCount: largestPacket, alignment: 1) { buffer in
            while true {
                let read = reading.withLock { reading -> Received? in
                    guard isTaking.load(ordering: .acquiring) else { return nil }
                    let count = recv(file, buffer.baseAddress, buffer.count, 0)
                    let error = count < 0 ? errno : 0
                    if count < 0 { reading.ended(after: packets) }
                    let isEmpty = count == 0 && mayReadOn()
                    let goesOn = toEnd || count <= 0 || reading.goesOn(after: packets + 1)
                    return Received(count: count, error: error, isEmpty: isEmpty, goesOn: goesOn)
                }
                guard let read else { return }
                if read.count > 0 || read.isEmpty {
                    packets += 1
                    let packet = [UInt8](buffer[..<read.count])
                    // a bearer that received a single packet has nothing to read ahead
                    guard ahead != nil, read.goesOn else {
                        onPacket(packet)
                        if read.goesOn { continue }
                        return
                    }
                    ahead?.add(packet)
                    if ahead?.isFull == true { ahead?.process(isTaking) }
                } else if read.count < 0, read.error == EINTR {
                    continue
                } else if read.count < 0, read.error != EAGAIN, !hasFailed {
                    // the kernel reports the error before the packets that it received earlier
                    hasFailed = true
                } else if ahead?.isEmpty == false {
                    ahead?.process(isTaking)
                } else if read.count < 0, read.error == EAGAIN, !isOver, !hasFailed {
                    return
                } else {
                    close()
                    return
                }
            }
        }
    }

    /// Packets received from the socket and not processed yet.
    private struct ReadAhead {
        /// Packets to process before the socket is read again. At 1 ms each, as in a debug build, a
        /// fast sender fills a tenth of the usual receive buffer meanwhile.
        private static let turn = 16
        /// Maximum number of packets, 4 MiB of the largest.
        private static let limit = 8192

        private var packets: Deque<[UInt8]> = []
        private let onPacket: @Sendable ([UInt8]) -> Void

        init(_ onPacket: @escaping @Sendable ([UInt8]) -> Void) {
            self.onPacket = onPacket
        }

        var isEmpty: Bool { packets.isEmpty }
        var isFull: Bool { packets.count >= Self.limit }

        mutating func add(_ packet: [UInt8]) { packets.append(packet) }

        /// Processes the oldest packets, unless the bearer is closed.
        mutating func process(_ isTaking: borrowing Atomic<Bool>) {
            for _ in 0..<Self.turn {
                guard isTaking.load(ordering: .acquiring), let next = packets.popFirst() else {
                    return
                }
                onPacket(next)
            }
        }
    }

    /// The result of one recv call.
    private struct Received {
        let count: Int
        let error: CInt
        /// Whether the call returned an empty packet and not the end.
        let isEmpty: Bool
        /// Whether another packet may be queued.
        let goesOn: Bool
    }
}
