/// Both ends of a virtual cable in lock-step, without tasks: each input returns the ends that can
/// continue.
///
/// A started end either computes or waits with its next block. Time advances only when every
/// started end waits, and then by one block for each end whose input the other end has played. The
/// order in which tasks run therefore never shows in the samples.
struct CableMachine {
    typealias Waiter = CheckedContinuation<Result<[Float], AudioPortError>, Never>

    /// An action to take once the lock is released.
    enum Action: Sendable {
        case give(Waiter, Result<[Float], AudioPortError>)
        case reached(CheckedContinuation<Void, Never>)
    }

    private enum Phase {
        case absent
        case computing
        case waiting(Waiter, block: [Float], isBusy: Bool)
    }

    private struct End {
        var phase = Phase.absent
        /// Own samples per sample of common time.
        var pace: Double
        /// Number of the next sample to capture.
        var captured = 0
        var played: SampleHistory
        var hears: ImpairedPath
        var isWoken = false
        var failure: AudioPortError?

        var isComputing: Bool { if case .computing = phase { true } else { false } }
        var isAbsent: Bool { if case .absent = phase { true } else { false } }
    }

    private struct Alarm {
        var time: Double
        var holds: Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    let rate: Int
    let blockSize: Int
    private(set) var isPlugged = true
    /// The common time that the leading end has reached, in samples.
    private(set) var now = 0.0
    private var ends: [End]
    private var alarms: [Alarm] = []
    private var holds = 0
    private let historyDepth: Int

    init(rate: Int, blockSize: Int, paces: [Double], paths: [ImpairedPath]) {
        self.rate = rate
        self.blockSize = blockSize
        historyDepth = 3 * blockSize + 4 * ImpairedPath.delay
        let depth = historyDepth
        ends = zip(paces, paths).map { pace, path in
            End(pace: pace, played: SampleHistory(start: 0, depth: depth), hears: path)
        }
    }

    mutating func start(_ side: Int) throws(AudioPortError) {
        if let failure = ends[side].failure { throw failure }
        precondition(ends[side].isAbsent, "this end of the cable is already started")
        let begin = Int((now * ends[side].pace).rounded(.up))
        ends[side].phase = .computing
        ends[side].captured = begin
        ends[side].played = SampleHistory(start: begin, depth: historyDepth)
        ends[side].isWoken = false
    }

    mutating func stop(_ side: Int) -> [Action] {
        let phase = ends[side].phase
        ends[side].phase = .absent
        var actions: [Action] = []
        if case .waiting(let waiter, _, _) = phase {
            actions.append(.give(waiter, .failure(.stopped)))
        }
        return actions + advance()
    }

    mutating func transfer(
        _ side: Int,
        _ block: [Float],
        isBusy: Bool,
        waiter: Waiter
    ) -> [Action] {
        if let failure = ends[side].failure { return [.give(waiter, .failure(failure))] }
        guard ends[side].isComputing else { return [.give(waiter, .failure(.stopped))] }
        if isPlugged {
            ends[side].played.append(block)
        } else {
            ends[side].played.appendSilence(to: ends[side].captured + blockSize)
        }
        ends[side].phase = .waiting(waiter, block: block, isBusy: isBusy)
        return advance()
    }

    mutating func wake(_ side: Int) -> [Action] {
        ends[side].isWoken = true
        return advance()
    }

    mutating func hold() {
        holds += 1
    }

    mutating func release() -> [Action] {
        precondition(holds > 0, "releaseTime without holdTime")
        holds -= 1
        return advance()
    }

    mutating func setPlugged(_ plugged: Bool) {
        isPlugged = plugged
    }

    mutating func setPath(_ path: ImpairedPath, to side: Int) {
        ends[side].hears = path
    }

    /// Makes every later call of the end throw `failure`; nil restores it.
    mutating func fail(_ side: Int, with failure: AudioPortError?) -> [Action] {
        ends[side].failure = failure
        guard let failure, case .waiting(let waiter, _, _) = ends[side].phase else { return [] }
        ends[side].phase = .computing
        return [.give(waiter, .failure(failure))]
    }

    /// Resumes `continuation` when common time reaches `time`; with `holds`, then stops time.
    mutating func reach(
        _ time: Double,
        holds: Bool,
        continuation: CheckedContinuation<Void, Never>
    ) -> [Action] {
        alarms.append(Alarm(time: time, holds: holds, continuation: continuation))
        return advance()
    }

    private mutating func advance() -> [Action] {
        guard !ends.contains(where: \.isComputing) else { return [] }
        if ends.allSatisfy(\.isAbsent) {
            guard holds == 0, let latest = alarms.map(\.time).min() else { return [] }
            now = max(now, latest)
        }
        var actions = ring()
        guard holds == 0, isRunning else { return actions }
        for side in ends.indices where canServe(side) {
            actions.append(serve(side))
        }
        return actions
    }

    private mutating func ring() -> [Action] {
        var actions: [Action] = []
        while holds == 0, let next = alarms.indices.min(by: { alarms[$0].time < alarms[$1].time }),
            alarms[next].time <= now
        {
            let alarm = alarms.remove(at: next)
            if alarm.holds { holds += 1 }
            actions.append(.reached(alarm.continuation))
        }
        return actions
    }

    /// Whether any end needs time to advance.
    private var isRunning: Bool {
        !alarms.isEmpty
            || ends.contains { end in
                if case .waiting(_, _, let isBusy) = end.phase {
                    isBusy || end.isWoken
                } else {
                    false
                }
            }
    }

    private func canServe(_ side: Int) -> Bool {
        guard case .waiting = ends[side].phase else { return false }
        let other = ends[1 - side]
        return other.isAbsent || Double(other.played.end + ImpairedPath.slack) >= blockEnd(side)
    }

    /// End of the block that this side waits for, in samples of its peer.
    private func blockEnd(_ side: Int) -> Double {
        Double(ends[side].captured + blockSize) / ends[side].pace * ends[1 - side].pace
    }

    private mutating func serve(_ side: Int) -> Action {
        guard case .waiting(let waiter, let block, _) = ends[side].phase else {
            preconditionFailure("an end that does not wait cannot be served")
        }
        let step = ends[1 - side].pace / ends[side].pace
        if ends[1 - side].isAbsent {
            ends[1 - side].played.appendSilence(to: Int(blockEnd(side)) + 1)
        }
        let samples = ends[side].hears.capture(
            ends[1 - side].played,
            at: Double(ends[side].captured) * step,
            step: step,
            own: block,
            count: blockSize
        )
        ends[side].captured += blockSize
        ends[side].phase = .computing
        ends[side].isWoken = false
        now = max(now, Double(ends[side].captured) / ends[side].pace)
        return .give(waiter, .success(samples))
    }
}
