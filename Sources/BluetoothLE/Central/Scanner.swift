internal import AccessoryConcurrency
import Synchronization

/// Shares a radio's single scan among any number of listeners. The scan covers the requests of all
/// listeners and runs only while there are listeners.
final class Scanner: Sendable {
    private struct Listener {
        let filter: ScanFilter
        let parameters: ScanParameters
        let batches: AdvertisementBatches.Continuation
        /// Recently reported advertisements, for listeners that do not want duplicates.
        var reported = DuplicateFilter()
        var merger = ResponseMerger()

        /// The listener's part of a batch; the batch itself if it receives everything.
        mutating func select(
            _ batch: [AdvertisementReport],
            _ sender: (AdvertisementReport) -> Advertisement
        ) -> [AdvertisementReport] {
            if parameters.mergesResponses {
                return batch.flatMap { merger.receive($0) }.filter { report in
                    filter.admits(report) { report.advertisement }
                        && (parameters.reportsDuplicates || reported.isNew(report))
                }
            }
            if filter.isEmpty, parameters.reportsDuplicates { return batch }
            return batch.filter { report in
                filter.admits(report) { sender(report) }
                    && (parameters.reportsDuplicates || reported.isNew(report))
            }
        }
    }

    /// The radio's scan, with its number.
    private struct Running {
        let id: Int
        let parameters: ScanParameters
        /// The running delivery; nil during setup.
        var forwarding: AdvertisementForwarding?
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var count = 0
        var running: Running?
        /// The senders' last advertisements; kept only while a filter needs them.
        var memory: AdvertiserMemory?

        /// The combined parameters of all listeners; nil when there are none.
        var wanted: ScanParameters? {
            let all = listeners.values.map(\.parameters)
            guard var wanted = all.max(by: { $0.effort < $1.effort }) else { return nil }
            wanted.isActive = all.contains(where: \.isActive)
            // the listeners' own filters drop duplicates
            wanted.reportsDuplicates = true
            // only the listeners merge
            wanted.mergesResponses = false
            wanted.phys = all.reduce(into: []) { $0.formUnion($1.phys) }
            return wanted
        }

        /// Each listener's part of a batch.
        mutating func select(
            _ batch: [AdvertisementReport]
        ) -> [(AdvertisementBatches.Continuation, [AdvertisementReport])] {
            var selected: [(AdvertisementBatches.Continuation, [AdvertisementReport])] = []
            selected.reserveCapacity(listeners.count)
            // a filter sees the sender's data as of the time of each report
            if memory != nil, batch.count > 1 {
                for report in batch { selected += select([report]) }
                return selected
            }
            if let report = batch.first { memory?.receive(report) }
            let memory = memory
            // in place: reading and writing back a listener copies its sets
            var index = listeners.startIndex
            while index < listeners.endIndex {
                let part = listeners.values[index].select(batch) {
                    memory?.advertisement(of: $0.address) ?? $0.advertisement
                }
                if !part.isEmpty { selected.append((listeners.values[index].batches, part)) }
                listeners.formIndex(after: &index)
            }
            return selected
        }

        mutating func adaptMemory() {
            let isRead = listeners.values.contains(where: \.filter.readsSender)
            if !isRead { memory = nil } else if memory == nil { memory = AdvertiserMemory() }
        }
    }

    private let radio: any Radio
    private let time: TimeSource
    private let onBatch: @Sendable ([AdvertisementReport]) -> Void
    private let state = Mutex(State())
    private let turning = AsyncLock()

    init(
        radio: any Radio,
        time: TimeSource,
        onBatch: @escaping @Sendable ([AdvertisementReport]) -> Void
    ) {
        self.radio = radio
        self.time = time
        self.onBatch = onBatch
    }

    deinit {
        state.withLock { $0.running?.forwarding }?.cancel()
    }

    /// Adds a listener.
    func scan(
        _ filter: ScanFilter,
        _ parameters: ScanParameters,
        timeout: Duration?,
        capacity: Int
    ) async throws -> AdvertisementBatches {
        let (batches, continuation) = AdvertisementBatches.makeStream(limit: capacity)
        let listener = Listener(filter: filter, parameters: parameters, batches: continuation)
        let id = state.withLock { state in
            state.count += 1
            state.listeners[state.count] = listener
            state.adaptMemory()
            return state.count
        }
        let timer = timeout.map { timeout in
            time.schedule(at: time.now() + timeout) {
                continuation.finish(throwing: CentralError.serviceScanTimeout)
            }
        }
        // retains the scanner while a stream is in use
        continuation.onTermination { [self, time] in
            timer?.cancel()
            _ = time.task { await self.remove(id) }
        }
        // in a separate task, because other listeners share the scan even if this caller is
        // cancelled
        let adaption = time.task { await Result { try await self.adapt() } }
        try await adaption.value.get()
        try Task.checkCancellation()
        return batches
    }

    private func remove(_ id: Int) async {
        // released outside the lock: its deinitialization may end a stream
        let removed = state.withLock { state in
            defer { state.adaptMemory() }
            return state.listeners.removeValue(forKey: id)
        }
        if removed != nil { try? await adapt() }
    }

    /// Adapts the radio's scan to the combined parameters of the listeners.
    private func adapt() async throws {
        try await turning.withLock {
            let (running, wanted) = state.withLock { ($0.running, $0.wanted) }
            guard running?.parameters != wanted else { return }
            if let running {
                running.forwarding?.cancel()
                await running.forwarding?.ended()
                state.withLock { $0.running = nil }
            }
            guard let wanted else { return }
            do {
                forward(try await radio.scanBatches(wanted), wanted)
            } catch {
                let isTaken = error as? RadioError == .busy
                let error = isTaken ? CentralError.isScanning : CentralError.translated(error)
                finish(throwing: error)
                throw error
            }
        }
    }

    private func forward(_ batches: AdvertisementBatches, _ parameters: ScanParameters) {
        let id = state.withLock { state in
            state.count += 1
            state.running = Running(id: state.count, parameters: parameters)
            return state.count
        }
        let forwarding = batches.forward(on: time) { [weak self] in
            self?.receive($0)
        } onEnd: { [weak self] error in
            self?.finish(id, throwing: error.map(CentralError.translated))
        }
        // the scan may already have ended
        state.withLock { state in
            if state.running?.id == id { state.running?.forwarding = forwarding }
        }
    }

    func receive(_ batch: [AdvertisementReport]) {
        // outside the lock: waking a task takes that task's lock
        for (listener, part) in state.withLock({ $0.select(batch) }) { listener.yield(part) }
        onBatch(batch)
    }

    /// Ends the radio's scan and all listeners' streams.
    ///
    /// - Parameter id: The scan to end, if it is running; nil: any.
    private func finish(_ id: Int? = nil, throwing error: (any Error)?) {
        let ended = state.withLock { state -> [AdvertisementBatches.Continuation] in
            guard id == nil || state.running?.id == id else { return [] }
            let ended = state.listeners.values.map(\.batches)
            state.listeners = [:]
            state.running = nil
            state.memory = nil
            return ended
        }
        for batches in ended { batches.finish(throwing: error) }
    }
}

extension ScanParameters {
    /// The fraction of time spent receiving, and the negated interval between windows.
    fileprivate var effort: (Double, Duration) { (window / interval, .zero - interval) }
}
