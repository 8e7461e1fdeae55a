internal import AccessoryConcurrency
internal import AccessoryLink
internal import CAccessoryALSA
internal import Glibc
internal import Synchronization

/// A sound card, or any other ALSA device, as an `AudioPort`.
///
/// While started, the port sets the output volume to its maximum and turns boosts and automatic
/// gains off. `stop` restores the settings; after a crash, the next start (or `restoreMixers`)
/// restores them. The card's clock supplies the time. Samples lost to a slow caller are reported as
/// `.xrun`.
public actor ALSAPort: AudioPort {
    public nonisolated let events: AsyncStream<AudioPortEvent>
    public nonisolated let configuration: ALSAConfiguration

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private nonisolated let executor: DispatchExecutor
    private nonisolated let jack: JackWatch?
    private nonisolated let continuation: AsyncStream<AudioPortEvent>.Continuation
    /// The open card. Transfers use it under the lock, because a hop to the executor would allocate
    /// at each block. It is opened and closed on the executor.
    private nonisolated let handle = Mutex<ALSAHandle?>(nil)
    private var watch: FileWatch?
    private nonisolated let alarm = Alarm()
    private nonisolated let lastFailure = Mutex<AudioPortError?>(nil)

    /// Creates a port and starts watching the jack; `start` opens the devices.
    public init(_ configuration: ALSAConfiguration = ALSAConfiguration()) {
        self.configuration = configuration
        executor = DispatchExecutor(label: "accessory.alsa")
        let (events, continuation) = AsyncStream.makeStream(
            of: AudioPortEvent.self,
            bufferingPolicy: .bufferingNewest(256)
        )
        (self.events, self.continuation) = (events, continuation)
        jack = JackWatch(configuration) { continuation.yield($0) }
    }

    deinit {
        continuation.finish()
    }

    /// Sample rate in Hz; 0 until `start` has returned.
    public var sampleRate: Int { handle.withLock { Int($0?.info.rate ?? 0) } }

    /// Block size in frames; 0 until `start` has returned.
    public var blockSize: Int { handle.withLock { Int($0?.info.block ?? 0) } }

    public var latency: Duration {
        guard let info = handle.withLock({ $0?.info }) else { return .zero }
        return .seconds(Double(info.latency) / Double(info.rate))
    }

    public nonisolated var isPlugged: Bool? { jack?.isPlugged }

    /// Losses and corrections since `start`; nil when stopped.
    public var counts: ALSACounts? { handle.withLock { $0?.counts } }

    /// The settings negotiated with the devices, in one readable line; empty when stopped.
    public var summary: String { handle.withLock { $0?.summary ?? "" } }

    public nonisolated var failure: AudioPortError? { lastFailure.withLock { $0 } }

    public func start() throws(AudioPortError) {
        guard handle.withLock({ $0 == nil }) else { return }
        lastFailure.withLock { $0 = nil }
        let card: ALSAHandle
        do {
            card = try ALSAHandle(configuration)
        } catch {
            lastFailure.withLock { $0 = error }
            throw error
        }
        watch = FileWatch(card.waitDescriptor) { [alarm] in alarm.ring() }
        var opened: ALSAHandle? = consume card
        handle.withLock { swap(&$0, &opened) }
    }

    public nonisolated func transfer(
        _ output: [Float],
        isBusy: Bool
    ) async throws(AudioPortError) -> [Float] {
        try await AudioBlock.with(output) { block async throws(AudioPortError) in
            try await transfer(block, isBusy: isBusy)
        }
    }

    public nonisolated(nonsending) func transfer(
        _ block: AudioBlock,
        isBusy: Bool
    ) async throws(AudioPortError) {
        var hasWaited = false
        while try !(withCard { $0?.play(block.output) }) {
            await alarm.wait()
            hasWaited = true
        }
        while try !(withCard { $0?.capture(block.input) }) {
            await alarm.wait()
            hasWaited = true
        }
        // a source without a clock is always ready
        if !hasWaited { await Task.yield() }
    }

    public nonisolated func wake() {}

    public func stop() {
        reportEvents()
        watch = nil
        var closed: ALSAHandle?
        handle.withLock { swap(&$0, &closed) }
        alarm.ring()
        _ = consume closed
    }

    /// Restores the volumes that crashed sessions left changed, on every card that no other session
    /// uses. Returns the number of restored cards.
    @discardableResult
    public static func restoreMixers(stateFolder: String? = nil) -> Int {
        withOptionalCString(stateFolder) { Int(acc_alsa_restore_mixers($0)) }
    }

    /// Calls `work` with the open card, and reports its events.
    private nonisolated func withCard(
        _ work: (borrowing ALSAHandle?) -> Bool?
    ) throws(AudioPortError) -> Bool {
        reportEvents()
        let (fault, result) = handle.withLock { handle in
            let fault = handle?.fault
            return (fault, fault == nil ? work(handle) : nil)
        }
        if let fault {
            jack?.read()
            let error = AudioPortError(fault, configuration)
            lastFailure.withLock { $0 = error }
            throw error
        }
        guard let result else { throw .stopped }
        return result
    }

    private nonisolated func reportEvents() {
        while let event = handle.withLock({ $0?.nextEvent() }) { continuation.yield(event) }
    }
}
