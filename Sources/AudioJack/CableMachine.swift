/// Both ends of a virtual cable in lock-step, without tasks: each input returns the ends that can
/// continue.
///
/// A started end either computes or waits with its next block. Time advances only when every
/// started end waits, and then by one block for each end whose input the other end has played. The
/// order in which tasks run therefore never shows in the samples.
///
/// An end moves its blocks by calls of `transfer`, or by a loop: the step of a loop handles a
/// captured block and renders the next one. The task of either loop may perform the next step of
/// both; that is its turn. A task without a turn is parked, that is, suspended.
struct CableMachine {
    /// Continues with nil once the block is captured.
    typealias Waiter = UnsafeContinuation<AudioPortError?, Never>
    /// The suspended task of a loop that has no turn.
    typealias Parked = UnsafeContinuation<Void, Never>

    /// An end whose transfer is over.
    struct Service: Sendable {
        let waiter: Waiter
        var failure: AudioPortError?
        /// Whether the peer is stopped, so that no transfer of this end waits.
        var isAlone = false
    }

    /// The tasks to continue once the lock is released.
    struct Effects {
        var served: (Service?, Service?) = (nil, nil)
        var unparked: (Parked?, Parked?) = (nil, nil)
        var reached: [CheckedContinuation<Void, Never>] = []

        fileprivate mutating func serve(_ service: Service) {
            if served.0 == nil {
                served.0 = service
            } else {
                served.1 = service
            }
        }

        fileprivate mutating func unpark(_ parked: Parked?) {
            if unparked.0 == nil {
                unparked.0 = parked
            } else {
                unparked.1 = parked
            }
        }
    }

    /// What the task of a loop does next.
    enum Turn {
        /// Perform the step of this side's loop: its block is captured.
        case step(side: Int, AudioLoop)
        /// Park: no block is captured.
        case wait
        /// The task's own loop is over: the reason, nil for a normal end.
        case over(AudioPortError?)
    }

    /// A loop that moves the blocks of its end.
    private struct Run {
        let loop: AudioLoop
        /// Whether a block is captured that no task has taken yet.
        var isReady = false
        /// Nil while the loop runs; then the reason for its end, nil for a normal end.
        var outcome: AudioPortError??
        var parked: Parked?
    }

    private enum Phase {
        case absent
        case computing
        /// Without a waiter, the end has a loop.
        case waiting(Waiter?, block: AudioBlock, isBusy: Bool)
    }

    private struct End {
        var phase = Phase.absent
        /// Own samples per sample of common time.
        var pace: Double
        /// Number of the next sample to capture.
        var captured = 0
        var isWoken = false
        var failure: AudioPortError?
        var run: Run?

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
    /// The samples that each end has played.
    private var played: [SampleHistory]
    /// The signal path from the other end to each end.
    private var paths: [ImpairedPath]
    private var alarms: [Alarm] = []
    private var holds = 0
    private let historyDepth: Int

    init(rate: Int, blockSize: Int, paces: [Double], paths: [ImpairedPath]) {
        self.rate = rate
        self.blockSize = blockSize
        historyDepth = 3 * blockSize + 4 * ImpairedPath.delay
        let depth = historyDepth
        ends = paces.map { End(pace: $0) }
        played = paces.map { _ in SampleHistory(start: 0, depth: depth) }
        self.paths = paths
    }

    mutating func start(_ side: Int) throws(AudioPortError) {
        if let failure = ends[side].failure { throw failure }
        precondition(ends[side].isAbsent, "this end of the cable is already started")
        let begin = Int((now * ends[side].pace).rounded(.up))
        ends[side].phase = .computing
        ends[side].captured = begin
        played[side] = SampleHistory(start: begin, depth: historyDepth)
        ends[side].isWoken = false
    }

    mutating func stop(_ side: Int, _ effects: inout Effects) {
        let phase = ends[side].phase
        ends[side].phase = .absent
        if case .waiting(let waiter, _, _) = phase { refuse(side, waiter, .stopped, &effects) }
        advance(&effects)
    }

    mutating func transfer(
        _ side: Int,
        _ block: AudioBlock,
        isBusy: Bool,
        waiter: Waiter,
        _ effects: inout Effects
    ) {
        if let failure = ends[side].failure {
            return effects.serve(Service(waiter: waiter, failure: failure))
        }
        guard ends[side].isComputing else {
            return effects.serve(Service(waiter: waiter, failure: .stopped))
        }
        play(side, block, isBusy: isBusy, waiter, &effects)
    }

    private mutating func play(
        _ side: Int,
        _ block: AudioBlock,
        isBusy: Bool,
        _ waiter: Waiter?,
        _ effects: inout Effects
    ) {
        if isPlugged {
            played[side].append(UnsafeBufferPointer(block.output))
        } else {
            played[side].appendSilence(to: ends[side].captured + blockSize)
        }
        ends[side].phase = .waiting(waiter, block: block, isBusy: isBusy)
        advance(&effects)
    }

    mutating func wake(_ side: Int, _ effects: inout Effects) {
        ends[side].isWoken = true
        advance(&effects)
    }

    mutating func hold() {
        holds += 1
    }

    mutating func release(_ effects: inout Effects) {
        precondition(holds > 0, "releaseTime without holdTime")
        holds -= 1
        advance(&effects)
    }

    mutating func setPlugged(_ plugged: Bool) {
        isPlugged = plugged
    }

    mutating func setPath(_ path: ImpairedPath, to side: Int) {
        paths[side] = path
    }

    func failure(_ side: Int) -> AudioPortError? { ends[side].failure }

    /// Makes every later call of the end throw `failure`; nil restores it.
    mutating func fail(
        _ side: Int,
        with failure: AudioPortError?,
        _ effects: inout Effects
    ) {
        ends[side].failure = failure
        guard let failure, case .waiting(let waiter, _, _) = ends[side].phase else { return }
        ends[side].phase = .computing
        refuse(side, waiter, failure, &effects)
    }

    /// Resumes `continuation` when common time reaches `time`; with `holds`, then stops time.
    mutating func reach(
        _ time: Double,
        holds: Bool,
        continuation: CheckedContinuation<Void, Never>,
        _ effects: inout Effects
    ) {
        alarms.append(Alarm(time: time, holds: holds, continuation: continuation))
        advance(&effects)
    }

    private mutating func advance(_ effects: inout Effects) {
        guard !ends.contains(where: \.isComputing) else { return }
        if ends.allSatisfy(\.isAbsent) {
            guard holds == 0, let latest = alarms.map(\.time).min() else { return }
            now = max(now, latest)
        }
        ring(&effects)
        guard holds == 0, isRunning else { return }
        for side in ends.indices where canServe(side) { serve(side, &effects) }
    }

    private mutating func ring(_ effects: inout Effects) {
        while holds == 0, let next = alarms.indices.min(by: { alarms[$0].time < alarms[$1].time }),
            alarms[next].time <= now
        {
            let alarm = alarms.remove(at: next)
            if alarm.holds { holds += 1 }
            effects.reached.append(alarm.continuation)
        }
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
        return ends[1 - side].isAbsent
            || Double(played[1 - side].end + ImpairedPath.slack) >= blockEnd(side)
    }

    /// End of the block that this side waits for, in samples of its peer.
    private func blockEnd(_ side: Int) -> Double {
        Double(ends[side].captured + blockSize) / ends[side].pace * ends[1 - side].pace
    }

    private mutating func serve(_ side: Int, _ effects: inout Effects) {
        guard case .waiting(let waiter, let block, _) = ends[side].phase else {
            preconditionFailure("an end that does not wait cannot be served")
        }
        let step = ends[1 - side].pace / ends[side].pace
        if ends[1 - side].isAbsent {
            played[1 - side].appendSilence(to: Int(blockEnd(side)) + 1)
        }
        paths[side].capture(
            played[1 - side],
            at: Double(ends[side].captured) * step,
            step: step,
            own: UnsafeBufferPointer(block.output),
            into: block.input
        )
        ends[side].captured += blockSize
        ends[side].phase = .computing
        ends[side].isWoken = false
        now = max(now, Double(ends[side].captured) / ends[side].pace)
        if let waiter {
            effects.serve(Service(waiter: waiter, isAlone: ends[1 - side].isAbsent))
        } else {
            ends[side].run?.isReady = true
        }
    }
}

/// The loops of the ends.
extension CableMachine {
    /// Gives an end a loop and plays its first block.
    mutating func begin(
        _ side: Int,
        _ loop: AudioLoop,
        isBusy: Bool,
        _ effects: inout Effects
    ) {
        precondition(ends[side].run == nil, "this end of the cable already has a loop")
        ends[side].run = Run(loop: loop)
        go(on: side, isBusy: isBusy, &effects)
    }

    /// Plays the next block of a loop; nil ends the loop.
    mutating func go(on side: Int, isBusy: Bool?, _ effects: inout Effects) {
        guard let run = ends[side].run else { return }
        if let failure = ends[side].failure {
            end(side, failure, &effects)
        } else if !ends[side].isComputing {
            end(side, .stopped, &effects)
        } else if let isBusy {
            play(side, run.loop.block, isBusy: isBusy, nil, &effects)
        } else {
            end(side, nil, &effects)
        }
    }

    /// The next turn of the task that runs the loop of `side`.
    mutating func turn(of side: Int, _ effects: inout Effects) -> Turn {
        if let outcome = ends[side].run?.outcome {
            ends[side].run = nil
            unparkReady(&effects)
            return .over(outcome)
        }
        let ready = ends[side].run?.isReady == true ? side : 1 - side
        guard let run = ends[ready].run, run.isReady else { return .wait }
        ends[ready].run?.isReady = false
        return .step(side: ready, run.loop)
    }

    /// Keeps the task of a loop until it has a turn.
    mutating func park(_ side: Int, _ parked: Parked, _ effects: inout Effects) {
        let hasTurn = ends[side].run?.outcome != nil || ends.contains { $0.run?.isReady == true }
        if hasTurn { effects.unpark(parked) } else { ends[side].run?.parked = parked }
    }

    /// Whether this side has a loop that is not over.
    func hasLoop(_ side: Int) -> Bool {
        if let run = ends[side].run { run.outcome == nil } else { false }
    }

    /// Parks the task of one loop, even if it has a turn, and leaves it to the task of the other.
    mutating func changeOver(from side: Int, _ parked: Parked, _ effects: inout Effects) {
        guard hasLoop(side), hasLoop(1 - side) else { return effects.unpark(parked) }
        ends[side].run?.parked = parked
        unpark(1 - side, &effects)
    }

    /// Continues the tasks of the loops whose blocks are captured, for a caller that has no turn.
    mutating func unparkReady(_ effects: inout Effects) {
        for side in ends.indices where ends[side].run?.isReady == true { unpark(side, &effects) }
    }

    private mutating func end(
        _ side: Int,
        _ failure: AudioPortError?,
        _ effects: inout Effects
    ) {
        ends[side].run?.outcome = .some(failure)
        unpark(side, &effects)
    }

    private mutating func unpark(_ side: Int, _ effects: inout Effects) {
        if let parked = ends[side].run?.parked.take() { effects.unpark(parked) }
    }

    /// Ends the transfer or the loop of a waiting end.
    private mutating func refuse(
        _ side: Int,
        _ waiter: Waiter?,
        _ failure: AudioPortError,
        _ effects: inout Effects
    ) {
        if let waiter {
            effects.serve(Service(waiter: waiter, failure: failure))
        } else {
            end(side, failure, &effects)
        }
    }
}
