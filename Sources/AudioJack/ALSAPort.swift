internal import AccessoryConcurrency
internal import AccessoryLink
internal import CAccessoryALSA
internal import Glibc

/// A sound card, or any other ALSA device, as an `AudioPort`.
///
/// While started, the port sets the output volume to its maximum and turns boosts and automatic
/// gains off. `stop` restores the settings; after a crash, the next start does (or `restoreMixers`,
/// without a start). The card's clock is the time. Samples lost to a slow caller are reported as
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
    private var handle: ALSAHandle?
    private var watch: FileWatch?
    private let alarm = Alarm()

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
    public var sampleRate: Int { Int(handle?.info.rate ?? 0) }

    /// Block size in frames; 0 until `start` has returned.
    public var blockSize: Int { Int(handle?.info.block ?? 0) }

    public var latency: Duration {
        guard let info = handle?.info else { return .zero }
        return .seconds(Double(info.latency) / Double(info.rate))
    }

    public nonisolated var isPlugged: Bool? { jack?.isPlugged }

    /// Losses and corrections since `start`; nil when stopped.
    public var counts: ALSACounts? { handle?.counts }

    /// The settings negotiated with the devices, in one readable line; empty when stopped.
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

    /// Restores the volumes left changed by crashed sessions, on every card that no other session
    /// uses. Returns the number of restored cards.
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
