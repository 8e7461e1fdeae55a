internal import Dispatch
internal import Modem
import Synchronization

/// The shared state of a virtual cable's two ends: the machine behind a lock, and the code that
/// wakes tasks outside it.
final class CableCore: Sendable {
    let rate: Int
    let blockSize: Int
    private let machine: Mutex<CableMachine>
    private let seed: UInt64
    /// The time that a task of a loop works before it lets other tasks run: short for those, and
    /// long against the ten microseconds that the change of tasks costs with several cores.
    private static let slice = Duration.microseconds(250)

    init(rate: Int, blockSize: Int, clockOffset: Double, seed: UInt64) {
        self.rate = rate
        self.blockSize = blockSize
        self.seed = seed
        let perfect = ImpairedPath(Impairments(), rate: rate, seed: seed)
        machine = Mutex(
            CableMachine(
                rate: rate,
                blockSize: blockSize,
                paces: [1, 1 + clockOffset * 1e-6],
                paths: [perfect, perfect]
            )
        )
    }

    var elapsed: Duration {
        machine.withLock { .seconds($0.now / Double($0.rate)) }
    }

    var isPlugged: Bool { machine.withLock { $0.isPlugged } }

    func impair(side: Int, with impairments: Impairments) {
        let path = ImpairedPath(impairments, rate: rate, seed: seed &* 2 &+ UInt64(side))
        machine.withLock { $0.setPath(path, to: side) }
    }

    /// Plugs or unplugs the cable. Returns whether that changed anything.
    func setPlugged(_ plugged: Bool) -> Bool {
        machine.withLock { machine in
            defer { machine.setPlugged(plugged) }
            return machine.isPlugged != plugged
        }
    }

    func start(_ side: Int) throws(AudioPortError) {
        try machine.withLock { machine throws(AudioPortError) in try machine.start(side) }
    }

    func stop(_ side: Int) {
        perform { $0.stop(side, &$1) }
    }

    func fail(_ side: Int, with failure: AudioPortError?) {
        perform { $0.fail(side, with: failure, &$1) }
    }

    func failure(_ side: Int) -> AudioPortError? { machine.withLock { $0.failure(side) } }

    func wake(_ side: Int) {
        perform { $0.wake(side, &$1) }
    }

    func holdTime() {
        machine.withLock { $0.hold() }
    }

    func releaseTime() {
        perform { $0.release(&$1) }
    }

    nonisolated(nonsending) func transfer(
        _ side: Int,
        _ block: AudioBlock,
        isBusy: Bool
    ) async throws(AudioPortError) {
        try block.check(blockSize, of: "virtual cable")
        // unsafe: a checked one would allocate at each block
        let failure = await withUnsafeContinuation { waiter in
            perform { $0.transfer(side, block, isBusy: isBusy, waiter: waiter, &$1) }
        }
        if let failure { throw failure }
    }

    /// Moves the blocks of a loop until it ends. One task performs the steps of both ends while both
    /// have loops, so a block passes without a suspension, and without the kernel.
    @concurrent func run(
        _ side: Int,
        _ loop: AudioLoop,
        isBusy: Bool
    ) async throws(AudioPortError) {
        var turn = performTurn { machine, effects in
            machine.begin(side, loop, isBusy: isBusy, &effects)
            return machine.turn(of: side, &effects)
        }
        var (began, steps) = (ContinuousClock.now, 0)
        while true {
            switch turn {
            case .step(let end, let loop):
                let isBusy = await loop.step()
                steps &+= 1
                // reading the clock at each step would cost a tenth of it
                guard steps % 4 == 0, ContinuousClock.now - began > Self.slice else {
                    turn = performTurn { machine, effects in
                        machine.go(on: end, isBusy: isBusy, &effects)
                        return machine.turn(of: side, &effects)
                    }
                    continue
                }
                performTurn { $0.go(on: end, isBusy: isBusy, &$1) }
                await giveWay(side)
                began = .now
                turn = performTurn { $0.turn(of: side, &$1) }
            case .wait:
                await withUnsafeContinuation { parked in
                    performTurn { $0.park(side, parked, &$1) }
                }
                turn = performTurn { $0.turn(of: side, &$1) }
                began = .now
            case .over(let failure):
                if let failure { throw failure }
                return
            }
        }
    }

    /// Suspends a task that has worked for `slice`: with one core, other tasks run only then. If
    /// the peer has a loop, its task continues with the steps of both; unlike `Task.yield`, this
    /// allocates nothing.
    private func giveWay(_ side: Int) async {
        guard performTurn({ machine, _ in machine.hasLoop(1 - side) }) else {
            return await Task.yield()
        }
        await withUnsafeContinuation { parked in
            performTurn { $0.changeOver(from: side, parked, &$1) }
        }
    }

    func reach(_ time: Duration, holding holds: Bool) async {
        let samples = time.inSeconds * Double(rate)
        await withCheckedContinuation { continuation in
            perform { $0.reach(samples, holds: holds, continuation: continuation, &$1) }
        }
    }

    /// Changes the machine for a caller that is not the task of a loop. Loops whose blocks are then
    /// captured continue in their own tasks.
    private func perform(_ step: (inout CableMachine, inout CableMachine.Effects) -> Void) {
        performTurn { machine, effects in
            step(&machine, &effects)
            machine.unparkReady(&effects)
        }
    }

    private func performTurn<Result>(
        _ step: (inout CableMachine, inout CableMachine.Effects) -> Result
    ) -> Result {
        var effects = CableMachine.Effects()
        let result = machine.withLock { step(&$0, &effects) }
        for continuation in effects.reached { continuation.resume() }
        effects.served.0?.resume()
        effects.served.1?.resume()
        effects.unparked.0?.resume()
        effects.unparked.1?.resume()
        return result
    }
}

extension CableMachine.Service {
    /// Continues the end. For an end without a running peer this happens on another thread, so that
    /// its task suspends: its blocks are served at once, and a task that never suspends keeps
    /// others off its actor and off the thread that runs it, such as a virtual clock's.
    fileprivate func resume() {
        guard isAlone else { return waiter.resume(returning: failure) }
        DispatchQueue.global().async { [waiter, failure] in waiter.resume(returning: failure) }
    }
}
