public import AccessoryBase

/// A port for sound: plays and captures mono blocks in step; the sample clock supplies the time.
///
/// Sound cards, virtual cables and WAV files are ports, and the code above this protocol is the
/// same for each of them. The caller calls `transfer` in a loop; the port paces the loop. The time
/// above this protocol is the number of captured samples divided by `sampleRate`.
public protocol AudioPort: Sendable {
    /// Sample rate in Hz, the same in both directions. Valid once `start` has returned.
    var sampleRate: Int { get async }

    /// Samples per block, the same in both directions.
    var blockSize: Int { get async }

    /// Longest time between playing a sample and capturing it over a short cable: the buffers of
    /// both directions.
    var latency: Duration { get async }

    /// Whether a plug is in the jack, also before `start`; nil for a card without jack detection.
    var isPlugged: Bool? { get async }

    /// Port events other than sound. Jack events arrive for as long as the port exists, started or
    /// not. Only one reader during the port's life.
    var events: AsyncStream<AudioPortEvent> { get }

    /// Why the last `start` failed, or the port since then, with the reason that the system reports;
    /// nil if neither has.
    var failure: AudioPortError? { get async }

    /// Opens the device and starts its clock.
    func start() async throws(AudioPortError)

    /// Plays one block (exactly `blockSize` samples, full scale = 1) and returns the block captured
    /// at the same time.
    ///
    /// - Parameters:
    ///   - output: The samples to play.
    ///   - isBusy: Whether the caller sends, waits for an answer or runs a timer. A sound card's
    ///     clock always runs. Virtual time stops while neither end of a cable is busy, until one of
    ///     them calls `wake`.
    func transfer(_ output: [Float], isBusy: Bool) async throws(AudioPortError) -> [Float]

    /// Like `transfer` of an array, without an allocation: plays `block.output` and captures to
    /// `block.input`. The default implementation calls the other method. An implementation runs on
    /// the caller's actor, so it must suspend even when it need not wait.
    nonisolated(nonsending) func transfer(
        _ block: AudioBlock,
        isBusy: Bool
    ) async throws(AudioPortError)

    /// Resumes a `transfer` that waits for virtual time. No effect on a sound card.
    func wake()

    /// Stops the clock, releases the device and undoes the changes made by `start`. A waiting
    /// `transfer` throws `.stopped`.
    func stop() async
}

extension AudioPort {
    /// Nil by default: a card without jack detection.
    public var isPlugged: Bool? { nil }

    /// Nil by default: a port that does not fail by itself.
    public var failure: AudioPortError? { nil }

    public nonisolated(nonsending) func transfer(
        _ block: AudioBlock,
        isBusy: Bool
    ) async throws(AudioPortError) {
        let captured = try await transfer(Array(block.output), isBusy: isBusy)
        _ = block.input.update(fromContentsOf: captured)
    }
}

/// A port whose virtual time can be stopped while a handler works in real time.
package protocol VirtualTimePort: AudioPort {
    /// Stops virtual time until the same number of `releaseTime` calls.
    func holdTime()

    /// Undoes one `holdTime`.
    func releaseTime()
}

/// An event of a port, other than sound.
public enum AudioPortEvent: Sendable, Hashable {
    /// A plug was inserted, or was in the jack when the port started.
    case plugged
    /// The plug was pulled.
    case unplugged
    /// Sound now uses another connector of the card.
    case routeChanged
    /// Another program took the device.
    case focusLost
    /// Sound was interrupted: the machine slept, or the device was suspended.
    case interrupted
    /// The sound server ended.
    case serverEnded
    /// Samples were lost in a capture overrun or playback underrun.
    case xrun(lostFrames: Int)
}

/// Why a port failed.
public enum AudioPortError: Error, Sendable, Equatable {
    /// No device has this name.
    case noSuchDevice(String)
    /// The device exists, but this user may not open it.
    case permissionDenied(String)
    /// Another program uses the device.
    case deviceBusy(String)
    /// The device does not support the requested playback format.
    case outputFailed(device: String, reason: FailureReason)
    /// The device does not support the requested capture format.
    case inputFailed(device: String, reason: FailureReason)
    /// The device was removed, or stopped working, while it was in use.
    case deviceLost(String, reason: FailureReason)
    /// `stop` was called.
    case stopped
}
