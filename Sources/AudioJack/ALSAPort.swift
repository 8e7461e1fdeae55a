internal import AccessoryConcurrency
internal import AccessoryLink
internal import CAccessoryALSA
internal import Glibc

/// A sound card, or anything else that ALSA knows by a name, as an `AudioPort`.
///
/// While it is started the output's volume is at its maximum, boosts and automatic gains are off,
/// and everything is put back by `stop`; after a crash, by the next start (`restoreMixers` does it
/// without one). The card's clock is the time; what a slow caller loses is told as `.xrun`.
public actor ALSAPort: AudioPort {
    public nonisolated let events: AsyncStream<AudioPortEvent>
    public nonisolated let configuration: ALSAConfiguration

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private nonisolated let executor: DispatchExecutor
    private nonisolated let jack: JackWatch?
    private nonisolated let continuation: AsyncStream<AudioPortEvent>.Continuation
    private var handle: ALSAHandle?
    private var watch: FileWatch?
    private let alarm = Alarm()

    /// Watches the jack from now on; `start` opens the devices.
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

    /// Hertz; 0 until `start` has returned.
    public var sampleRate: Int { Int(handle?.info.rate ?? 0) }

    /// Frames; 0 until `start` has returned.
    public var blockSize: Int { Int(handle?.info.block ?? 0) }

    public var latency: Duration {
        guard let info = handle?.info else { return .zero }
        return .seconds(Double(info.latency) / Double(info.rate))
    }

    public nonisolated var isPlugged: Bool? { jack?.isPlugged }

    /// What was lost or mended since `start`; nil when stopped.
    public var counts: ALSACounts? { handle?.counts }

    /// What was agreed with the devices, in one line for people; empty when stopped.
    public var summary: String { handle?.summary ?? "" }

    public func start() throws(AudioPortError) {
        guard handle == nil else { return }
        let handle = try ALSAHandle(configuration)
        watch = FileWatch(handle.waitDescriptor) { [alarm] in alarm.ring() }
        self.handle = consume handle
    }

    public func transfer(
        _ output: [Float],
        isBusy: Bool
    ) async throws(AudioPortError) -> [Float] {
        precondition(output.count == blockSize || handle == nil, "a block is blockSize samples")
        while try !play(output) { await alarm.rings() }
        while true {
            if let input = try capture(output.count) { return input }
            await alarm.rings()
        }
    }

    public nonisolated func wake() {}

    public func stop() {
        tellEvents()
        watch = nil
        handle = nil
        alarm.ring()
    }

    /// Restores the volumes that sessions which crashed left changed, on every card that no other
    /// session uses. Returns how many cards that were.
    @discardableResult
    public static func restoreMixers(stateFolder: String? = nil) -> Int {
        withOptionalCString(stateFolder) { Int(acc_alsa_restore_mixers($0)) }
    }

    private func play(_ output: [Float]) throws(AudioPortError) -> Bool {
        try checkHealth()
        return handle?.play(output) ?? false
    }

    private func capture(_ count: Int) throws(AudioPortError) -> [Float]? {
        try checkHealth()
        return handle?.capture(count)
    }

    private func checkHealth() throws(AudioPortError) {
        tellEvents()
        guard let fault = try currentFault() else { return }
        jack?.read()
        throw AudioPortError(fault, configuration)
    }

    private func currentFault() throws(AudioPortError) -> acc_alsa_fault? {
        guard handle != nil else { throw .stopped }
        return handle?.fault
    }

    private func tellEvents() {
        while let event = handle?.nextEvent() { continuation.yield(event) }
    }
}
