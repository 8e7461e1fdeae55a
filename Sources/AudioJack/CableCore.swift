import Synchronization

/// The shared state of a virtual cable's two ends: the machine behind a lock, and the code that
/// wakes tasks outside it.
final class CableCore: Sendable {
    let rate: Int
    let blockSize: Int
    private let machine: Mutex<CableMachine>
    private let seed: UInt64

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
        perform { $0.stop(side) }
    }

    func fail(_ side: Int, with failure: AudioPortError?) {
        perform { $0.fail(side, with: failure) }
    }

    func wake(_ side: Int) {
        perform { $0.wake(side) }
    }

    func holdTime() {
        machine.withLock { $0.hold() }
    }

    func releaseTime() {
        perform { $0.release() }
    }

    func transfer(
        _ side: Int,
        _ block: [Float],
        isBusy: Bool
    ) async throws(AudioPortError) -> [Float] {
        precondition(block.count == blockSize, "a block has exactly blockSize samples")
        let result = await withCheckedContinuation { waiter in
            perform { $0.transfer(side, block, isBusy: isBusy, waiter: waiter) }
        }
        return try result.get()
    }

    func reach(_ time: Duration, holding holds: Bool) async {
        let samples = time.inSeconds * Double(rate)
        await withCheckedContinuation { continuation in
            perform { $0.reach(samples, holds: holds, continuation: continuation) }
        }
    }

    private func perform(_ step: (inout CableMachine) -> [CableMachine.Action]) {
        for action in machine.withLock({ step(&$0) }) {
            switch action {
            case .give(let waiter, let result): waiter.resume(returning: result)
            case .reached(let continuation): continuation.resume()
            }
        }
    }
}
