internal import AccessoryConcurrency
internal import DequeModule
import Synchronization

/// A stream of values for any number of readers. The newest `capacity` values are kept: each reader
/// receives the kept values first, then new ones. A reader that falls further behind loses the
/// oldest values.
public struct ReplayStream<Element: Sendable>: AsyncSequence, Sendable {
    private let storage: Storage

    /// Buffers the values of `source` from now on, for as long as the stream or an iterator exists.
    init(_ source: AsyncStream<Element>, capacity: Int, time: TimeSource) {
        storage = Storage(capacity: capacity)
        storage.read(source, time)
    }

    public func makeAsyncIterator() -> Iterator { Iterator(storage: storage) }

    /// The position of one reader.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let storage: Storage
        private var place = 0

        fileprivate init(storage: Storage) {
            self.storage = storage
        }

        /// The next value; nil at the end, or when the task is cancelled.
        public mutating func next() async -> Element? {
            while !Task.isCancelled {
                switch storage.look(at: &place) {
                case .value(let value): return value
                case .end: return nil
                case .nothingYet: await storage.change(at: place)
                }
            }
            return nil
        }
    }

    fileprivate enum Look {
        case value(Element)
        case nothingYet
        case end
    }

    /// The storage shared by all readers.
    fileprivate final class Storage: Sendable {
        private struct State {
            var kept: Deque<Element> = []
            /// Number of dropped values, which precede the first kept one.
            var dropped = 0
            var hasFinished = false
            var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
            var count = 0

            mutating func wakeAll() -> [CheckedContinuation<Void, Never>] {
                defer { sleepers = [:] }
                return Array(sleepers.values)
            }
        }

        private let state = Mutex(State())
        private let capacity: Int
        private let reading = Mutex<Task<Void, Never>?>(nil)

        init(capacity: Int) {
            self.capacity = Swift.max(1, capacity)
        }

        deinit { reading.withLock { $0?.cancel() } }

        func read(_ source: AsyncStream<Element>, _ time: TimeSource) {
            let task = time.task { [weak self] in
                for await value in source { self?.add(value) }
                self?.finish()
            }
            reading.withLock { $0 = task }
        }

        private func add(_ value: Element) {
            let sleepers = state.withLock { state in
                if state.kept.count == capacity {
                    state.kept.removeFirst()
                    state.dropped += 1
                }
                state.kept.append(value)
                return state.wakeAll()
            }
            for sleeper in sleepers { sleeper.resume() }
        }

        private func finish() {
            let sleepers = state.withLock { state in
                state.hasFinished = true
                return state.wakeAll()
            }
            for sleeper in sleepers { sleeper.resume() }
        }

        /// Returns the value at a reader's position and advances the position.
        func look(at place: inout Int) -> Look {
            state.withLock { state in
                place = Swift.max(place, state.dropped)
                guard place < state.dropped + state.kept.count else {
                    return state.hasFinished ? .end : .nothingYet
                }
                defer { place += 1 }
                return .value(state.kept[place - state.dropped])
            }
        }

        /// Returns when there may be a value at `place`, or the task is cancelled.
        func change(at place: Int) async {
            let id = state.withLock { state in
                state.count += 1
                return state.count
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isThere = state.withLock { state in
                        let isThere =
                            state.hasFinished || Task.isCancelled
                            || place < state.dropped + state.kept.count
                        if !isThere { state.sleepers[id] = continuation }
                        return isThere
                    }
                    if isThere { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume()
            }
        }
    }
}
