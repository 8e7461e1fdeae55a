internal import AccessoryConcurrency
internal import Foundation
import Synchronization

/// The single path to a delegate: a serial queue that targets the program's queue, as a task executor. What is
/// enqueued first runs first: tasks that answers resume, and calls of `perform`.
final class Lane: TaskExecutor {
    private let queue: DispatchQueue
    private let clock: VirtualClock?

    init(_ target: DispatchQueue?, _ time: TimeSource) {
        queue = DispatchQueue(label: "CoreBluetooth", target: target ?? .main)
        clock = time.executor as? VirtualClock
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        perform { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Runs `work` on the queue. A virtual clock waits for it.
    func perform(_ work: @escaping @Sendable () -> Void) {
        clock?.hold()
        queue.async(execute: work)
        // in a block of its own: a request that `work` drops is answered when its block is released
        if let clock { queue.async { clock.release() } }
    }

    @discardableResult
    func task(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self, operation: work)
    }
}

/// Operations one after the other, in the order of the calls. There is no task while it is idle.
final class Pipe: Sendable {
    typealias Work = @Sendable () async -> Void

    private struct State {
        var work: [Work] = []
        var isRunning = false
    }

    private let lane: Lane
    private let state = Mutex(State())

    init(_ lane: Lane) { self.lane = lane }

    var isIdle: Bool { state.withLock { !$0.isRunning } }

    func add(_ work: @escaping Work) {
        let starts = state.withLock { state in
            state.work.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts {
            lane.task { [self] in
                while let next = next() { for work in next { await work() } }
            }
        }
    }

    private func next() -> [Work]? {
        state.withLock { state in
            defer { state.work = [] }
            state.isRunning = !state.work.isEmpty
            return state.isRunning ? state.work : nil
        }
    }
}

/// A property that any thread may use.
@propertyWrapper final class Locked<Value>: Sendable {
    /// A value that `Mutex` returns, though its type is not Sendable: of the program's objects, the lock guards the reference only.
    private struct Content<Stored>: @unchecked Sendable { var value: Stored }

    private let content: Mutex<Content<Value>>

    init(wrappedValue: Value) { content = Mutex(Content(value: wrappedValue)) }

    var wrappedValue: Value {
        get { content.withLock { $0 }.value }
        set {
            // the old value is released outside the lock
            let new = Content(value: newValue)
            _ = content.withLock { content in
                defer { content = new }
                return content
            }
        }
    }

    var projectedValue: Locked<Value> { self }

    @discardableResult
    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        content.withLock { Content(value: body(&$0.value)) }.value
    }
}

/// Reports a call that Apple's framework ignores, too.
func misuse(_ text: String) {
    warn("API MISUSE: \(text)")
}

/// Reports a fault of the machine, for which the framework has no error.
func warn(_ text: String) {
    FileHandle.standardError.write(Data("[CoreBluetooth] \(text)\n".utf8))
}
