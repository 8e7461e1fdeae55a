internal import AccessoryConcurrency
import Synchronization

/// Shares a radio's one scan among any number of listeners: as broad as all of them together ask,
/// and only while there is one.
final class Scanner: Sendable {
    typealias Reports = AsyncThrowingStream<AdvertisementReport, any Error>

    private struct Listener {
        let filter: ScanFilter
        let parameters: ScanParameters
        let reports: Reports.Continuation
        /// Who was reported of late, where duplicates are not wanted.
        var reported = RecentSet<Sighting>()

        mutating func hear(_ report: AdvertisementReport, _ sender: () -> Advertisement) {
            guard filter.admits(report, sender) else { return }
            if !parameters.reportsDuplicates {
                let isResponse = report.properties.contains(.scanResponse)
                let sighting = Sighting(address: report.address, isResponse: isResponse)
                guard reported.insert(sighting) else { return }
            }
            reports.yield(report)
        }
    }

    private struct Sighting: Hashable {
        let address: BluetoothAddress
        let isResponse: Bool
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var count = 0
        var running: (parameters: ScanParameters, task: Task<Void, Never>)?
        var memory = AdvertiserMemory()

        /// What all listeners ask for together; nil when there are none.
        var wanted: ScanParameters? {
            let all = listeners.values.map(\.parameters)
            guard var wanted = all.max(by: { $0.effort < $1.effort }) else { return nil }
            wanted.isActive = all.contains(where: \.isActive)
            // a radio that reports each device once would not tell a second listener
            wanted.reportsDuplicates = all.count > 1 || wanted.reportsDuplicates
            wanted.phys = all.reduce(into: []) { $0.formUnion($1.phys) }
            return wanted
        }
    }

    private let radio: any Radio
    private let time: TimeSource
    private let onReport: @Sendable (AdvertisementReport) -> Void
    private let state = Mutex(State())
    private let turning = AsyncLock()

    init(
        radio: any Radio,
        time: TimeSource,
        onReport: @escaping @Sendable (AdvertisementReport) -> Void
    ) {
        self.radio = radio
        self.time = time
        self.onReport = onReport
    }

    deinit {
        state.withLock { $0.running?.task.cancel() }
    }

    /// Begins to listen.
    func scan(
        _ filter: ScanFilter,
        _ parameters: ScanParameters,
        timeout: Duration?,
        capacity: Int
    ) async throws -> Reports {
        let (reports, continuation) = Reports.makeStream(
            bufferingPolicy: .bufferingNewest(capacity)
        )
        let listener = Listener(filter: filter, parameters: parameters, reports: continuation)
        let id = state.withLock { state in
            state.count += 1
            state.listeners[state.count] = listener
            return state.count
        }
        let timer = timeout.map { timeout in
            time.schedule(at: time.now() + timeout) {
                continuation.finish(throwing: CentralError.serviceScanTimeout)
            }
        }
        // holds the scanner, so that it lives as long as somebody listens
        continuation.onTermination = { [self, time] _ in
            timer?.cancel()
            _ = time.task { await self.remove(id) }
        }
        // in a task of its own: others share the scan, whatever happens to this caller
        let adaption = time.task { await Result { try await self.adapt() } }
        try await adaption.value.get()
        try Task.checkCancellation()
        return reports
    }

    private func remove(_ id: Int) async {
        // destroyed outside the lock: its destruction may end a stream
        let removed = state.withLock { $0.listeners.removeValue(forKey: id) }
        if removed != nil { try? await adapt() }
    }

    /// Makes the radio's scan what the listeners ask for together.
    private func adapt() async throws {
        try await turning.withLock {
            let (running, wanted) = state.withLock { ($0.running, $0.wanted) }
            guard running?.parameters != wanted else { return }
            if let running {
                running.task.cancel()
                await running.task.value
                state.withLock { $0.running = nil }
            }
            guard let wanted else { return }
            do {
                let reports = try await radio.scan(wanted)
                state.withLock { $0.running = (wanted, pump(reports)) }
            } catch {
                let isTaken = error as? RadioError == .busy
                let error = isTaken ? CentralError.isScanning : CentralError.translated(error)
                finish(throwing: error)
                throw error
            }
        }
    }

    private func pump(_ reports: Reports) -> Task<Void, Never> {
        time.task { [weak self] in
            do {
                for try await report in reports { self?.hear(report) }
                if !Task.isCancelled { self?.finish(throwing: nil) }
            } catch {
                self?.finish(throwing: CentralError.translated(error))
            }
        }
    }

    func hear(_ report: AdvertisementReport) {
        state.withLock { state in
            state.memory.hear(report)
            let memory = state.memory
            // in place: a listener that is read and written back has its sets copied
            var index = state.listeners.startIndex
            while index < state.listeners.endIndex {
                state.listeners.values[index].hear(report) {
                    memory.advertisement(of: report.address)
                }
                state.listeners.formIndex(after: &index)
            }
        }
        onReport(report)
    }

    /// The radio's scan is over, and so are all that share it.
    private func finish(throwing error: (any Error)?) {
        let ended = state.withLock { state in
            let ended = state.listeners.values.map(\.reports)
            state.listeners = [:]
            state.running = nil
            return ended
        }
        for reports in ended { reports.finish(throwing: error) }
    }
}

extension ScanParameters {
    /// The share of the time that it listens, and how often it begins.
    fileprivate var effort: (Double, Duration) { (window / interval, .zero - interval) }
}
