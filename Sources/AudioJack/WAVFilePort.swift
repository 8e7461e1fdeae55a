internal import AccessoryBase
internal import AccessoryConcurrency
internal import AccessoryLink
internal import Glibc
public import Modem

/// Two different WAV files as an `AudioPort`: playback is written to one file, capture is read from
/// the other. There is no clock: a transfer returns at once. After the end of the captured file,
/// the port captures silence, and its time stops while the caller is not busy. If the file is
/// shorter than its header states, transfers throw from its end on.
public actor WAVFilePort: AudioPort {
    public nonisolated let events: AsyncStream<AudioPortEvent>
    public nonisolated let sampleRate: Int
    public nonisolated let blockSize: Int

    private nonisolated let continuation: AsyncStream<AudioPortEvent>.Continuation
    private let playPath: String?
    private let capturePath: String?
    private let channel: Int
    private let sample: WAVFormat.Sample
    private var writer: WAVWriter?
    private var reader: WAVReader?
    private var isStarted = false
    private nonisolated let alarm = Alarm()
    public private(set) var failure: AudioPortError?

    /// - Parameters:
    ///   - play: The file to write, mono, which appears at `stop`. Nil discards the playback.
    ///   - capture: The file to read. Nil captures silence.
    ///   - channel: Channel of `capture`, from 0.
    ///   - sample: Sample format of the written file.
    ///   - sampleRate: Sample rate in Hz; nil uses the rate of `capture`, or 48000 without one.
    ///   - blockSize: Frames per block. Limited to 1 to 65536.
    public init(
        play: String? = nil,
        capture: String? = nil,
        channel: Int = 0,
        sample: WAVFormat.Sample = .signed16,
        sampleRate: Int? = nil,
        blockSize: Int = 480
    ) throws(WAVError) {
        let captured = try capture.map { path throws(WAVError) in try WAVReader(path).format }
        if let captured, let capture, !(0..<captured.channels).contains(channel) {
            throw .noChannel(path: capture, channel: channel, channels: captured.channels)
        }
        self.sampleRate = sampleRate ?? captured?.sampleRate ?? 48000
        self.blockSize = blockSize.limited(to: 1...65_536)
        self.channel = channel
        self.sample = sample
        (playPath, capturePath) = (play, capture)
        if let captured, let capture, captured.sampleRate != self.sampleRate {
            failure = .inputFailed(
                device: capture,
                reason: "its rate is \(captured.sampleRate) Hz, not \(self.sampleRate) Hz"
            )
        }
        (events, continuation) = AsyncStream.makeStream()
        continuation.yield(.plugged)
    }

    deinit {
        continuation.finish()
    }

    public var latency: Duration { .zero }

    public func start() throws(AudioPortError) {
        guard !isStarted else { return }
        if let failure { throw failure }
        if let capturePath {
            do { reader = try WAVReader(capturePath) } catch {
                throw .inputFailed(device: capturePath, reason: FailureReason(error))
            }
        }
        if let playPath {
            if let capturePath, Self.isSameFile(playPath, capturePath) {
                throw .outputFailed(device: playPath, reason: "it is the file that is captured")
            }
            let format = WAVFormat(sample: sample, channels: 1, sampleRate: sampleRate)
            do { writer = try WAVWriter(playPath, format) } catch {
                throw .outputFailed(device: playPath, reason: FailureReason(error))
            }
        }
        isStarted = true
    }

    private static func isSameFile(_ one: String, _ other: String) -> Bool {
        var facts = (stat(), stat())
        return stat(FileName.bytes(one), &facts.0) == 0
            && stat(FileName.bytes(other), &facts.1) == 0
            && facts.0.st_dev == facts.1.st_dev && facts.0.st_ino == facts.1.st_ino
    }

    public func transfer(
        _ output: [Float],
        isBusy: Bool
    ) async throws(AudioPortError) -> [Float] {
        guard output.count == blockSize else {
            let reason: FailureReason = "a block has \(blockSize) samples, not \(output.count)"
            throw .outputFailed(device: playPath ?? "", reason: reason)
        }
        guard isStarted else { throw .stopped }
        var input = try capture()
        if input.isEmpty && !isBusy {
            await alarm.wait()
            guard isStarted else { throw .stopped }
        }
        do { try writer?.write(output) } catch {
            throw .outputFailed(device: playPath ?? "", reason: FailureReason(error))
        }
        input += [Float](repeating: 0, count: blockSize - input.count)
        return input
    }

    public nonisolated func wake() {
        alarm.ring()
    }

    /// Completes the played file. Use `finish` to receive errors.
    public func stop() {
        try? finish()
    }

    /// Like `stop`, but throws when the played file cannot be completed.
    public func finish() throws(WAVError) {
        isStarted = false
        reader = nil
        alarm.ring()
        if let whole = writer.take() { try whole.finish() }
    }

    private func capture() throws(AudioPortError) -> [Float] {
        do { return try reader?.read(blockSize, channel: channel) ?? [] } catch {
            throw .inputFailed(device: capturePath ?? "", reason: FailureReason(error))
        }
    }
}
