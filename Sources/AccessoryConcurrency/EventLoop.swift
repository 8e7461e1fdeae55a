internal import CEpoll
internal import Dispatch
import Glibc
import Synchronization

/// One thread that waits for all watched files with epoll(7) and calls their handlers. It sleeps in
/// the kernel while there are no events.
///
/// Tasks with this executor preference run on the same thread, between the handlers.
package final class EventLoop: TaskExecutor {
    /// Readiness of a file descriptor.
    package struct Events: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Data to read.
        package static let readable = Events(rawValue: EPOLLIN.rawValue)
        /// Room to write.
        package static let writable = Events(rawValue: EPOLLOUT.rawValue)
        /// Reports each change once. The handler need not read the file, so it may outlive the
        /// watch; an eventfd(2) reports each write.
        package static let edgeTriggered = Events(rawValue: EPOLLET.rawValue)
        // tests of the bits: those of OptionSet are not specialized in other modules
        package var isReadable: Bool { rawValue & EPOLLIN.rawValue != 0 }
        package var isWritable: Bool { rawValue & EPOLLOUT.rawValue != 0 }
        /// The socket is closed in both directions.
        package var isOver: Bool { rawValue & EPOLLHUP.rawValue != 0 }
        static let failed = Events(
            rawValue: EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue
        )
        /// The peer has closed, or the device failed.
        package var hasHungUp: Bool { rawValue & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 }
    }

    package typealias Handler = @Sendable (Events) -> Void

    /// The handler of each file. epoll may still report a closed file after its descriptor was
    /// reused, so each watch has its own number.
    private struct Watches {
        /// By file descriptor; the kernel assigns the lowest free number.
        private var handlers: [Watch?] = []
        var count: UInt32 = 0

        subscript(file: CInt) -> Watch? {
            get { handlers.indices.contains(Int(file)) ? handlers[Int(file)] : nil }
            set {
                guard file >= 0 else { return }
                while handlers.count <= Int(file) { handlers.append(nil) }
                handlers[Int(file)] = newValue
            }
        }
    }

    /// A struct, not a tuple: a closure in a tuple is wrapped in another closure at each generic call.
    private struct Watch {
        let number: UInt32
        let handle: Handler
    }

    private static let running = Mutex<EventLoop?>(nil)
    /// Stands in for a loop that the system has no descriptor or thread for.
    static let failed = EventLoop(descriptor: -1, waker: -1)

    /// The loop of the process; its thread starts at the first use. While the process has no descriptor or thread left
    /// for it, files are reported as failed, and tasks run elsewhere.
    package static var shared: EventLoop {
        running.withLock { running in
            if running == nil { running = start() }
            return running ?? failed
        }
    }

    private let descriptor: CInt
    /// Interrupts the wait.
    private let waker: CInt
    private let watches = Mutex(Watches())
    private let jobs = Mutex<[UnownedJob]>([])
    private let thread = Atomic<pthread_t>(0)

    private init(descriptor: CInt, waker: CInt) {
        self.descriptor = descriptor
        self.waker = waker
    }

    /// Returns nil if the system has no descriptor or thread left.
    private static func start() -> EventLoop? {
        let loop = EventLoop(
            descriptor: epoll_create1(CInt(EPOLL_CLOEXEC)),
            waker: eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
        )
        if loop.control(EPOLL_CTL_ADD, loop.waker, .readable, watch: 0), loop.startThread() {
            return loop
        }
        close(loop.descriptor)
        close(loop.waker)
        return nil
    }

    private func startThread() -> Bool {
        var thread = pthread_t()
        // the loop lives as long as the process
        let context = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread,
            nil,
            { context in
                Unmanaged<EventLoop>.fromOpaque(context!).takeUnretainedValue().run()
            },
            context.toOpaque()
        )
        guard status == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// Calls `handler` on the loop's thread whenever one of `events` applies. Hang-ups are always
    /// reported, also for a file that cannot be watched, then once and on another thread.
    package func watch(_ file: CInt, for events: Events, handler: @escaping Handler) {
        // under the lock, so that a `change` on another thread does not see a watch that the kernel does not know yet
        let isWatched = watches.withLock { watches in
            watches.count &+= 1
            watches[file] = Watch(number: watches.count, handle: handler)
            return control(EPOLL_CTL_ADD, file, events, watch: watches.count)
        }
        if !isWatched { fail(file) }
    }

    /// Changes the events of a watch.
    package func change(_ file: CInt, to events: Events) {
        guard let watch = watches.withLock({ $0[file]?.number }) else { return }
        if !control(EPOLL_CTL_MOD, file, events, watch: watch) { fail(file) }
    }

    /// Ends a watch that the kernel refuses.
    private func fail(_ file: CInt) {
        let watch = watches.withLock { watches in
            defer { watches[file] = nil }
            return watches[file]
        }
        guard let watch else { return }
        // the caller may hold a lock that the handler takes
        DispatchQueue.global().async { watch.handle(.failed) }
    }

    /// Ends a watch; call it before closing the descriptor. A handler running on the loop's thread
    /// may still finish.
    package func forget(_ file: CInt) {
        // a file whose watch failed is not known to the kernel
        _ = control(EPOLL_CTL_DEL, file, [], watch: 0)
        watches.withLock { $0[file] = nil }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard descriptor >= 0 else {
            return DispatchQueue.global().async {
                job.runSynchronously(on: self.asUnownedTaskExecutor())
            }
        }
        let isFirst = jobs.withLock { jobs in
            jobs.append(job)
            return jobs.count == 1
        }
        if isFirst, pthread_self() != thread.load(ordering: .relaxed) { eventfd_write(waker, 1) }
    }

    /// Runs the waiting jobs; jobs that they add run after the next `epoll_wait`. Returns whether
    /// jobs are waiting again, other than those whose `enqueue` wakes the loop.
    ///
    /// - Parameter ready: An empty list whose capacity is reused.
    private func runJobs(_ ready: inout [UnownedJob]) -> Bool {
        jobs.withLock { swap(&$0, &ready) }
        guard !ready.isEmpty else { return false }
        for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
        ready.removeAll(keepingCapacity: true)
        return jobs.withLock { !$0.isEmpty }
    }

    /// Returns whether the kernel accepted the operation.
    private func control(
        _ operation: CInt,
        _ file: CInt,
        _ events: Events,
        watch: UInt32
    ) -> Bool {
        var event = epoll_event()
        event.events = events.rawValue
        event.data.u64 = UInt64(watch) << 32 | UInt64(UInt32(bitPattern: file))
        return epoll_ctl(descriptor, operation, file, &event) == 0
    }

    private func run() -> Never {
        thread.store(pthread_self(), ordering: .relaxed)
        var ready: [UnownedJob] = []
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        // handlers add jobs before `runJobs`
        var hasJobs = false
        while true {
            let count = epoll_wait(descriptor, &events, CInt(events.count), hasJobs ? 0 : -1)
            for index in 0..<Int(max(0, count)) {
                let event = events[index]
                let file = CInt(truncatingIfNeeded: event.data.u64)
                guard file != waker else {
                    var number: eventfd_t = 0
                    eventfd_read(waker, &number)
                    continue
                }
                let entry = watches.withLock { $0[file] }
                guard let entry, entry.number == event.data.u64 >> 32 else { continue }
                entry.handle(Events(rawValue: event.events))
            }
            hasJobs = runJobs(&ready)
        }
    }
}
