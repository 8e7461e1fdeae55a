/// The seam to sound: mono blocks out and in, in step, with the sample clock as the time.
///
/// A sound card, a virtual cable and a WAV file are all ports, and everything above this seam is
/// the same code on each of them. Whoever uses a port calls `transfer` in a loop; the port paces
/// the loop. Time above the seam is the count of samples captured divided by `sampleRate`.
public protocol AudioPort: Sendable {
    /// Samples a second, the same in both directions. Known once `start` has returned.
    var sampleRate: Int { get async }

    /// Samples in every block, the same in both directions.
    var blockSize: Int { get async }

    /// Longest time between a sample that is played and the same sample captured over a short
    /// cable: the buffers of both directions.
    var latency: Duration { get async }

    /// Whether something is plugged into the jack, known before `start` too; nil where the card
    /// has no jack control.
    var isPlugged: Bool? { get async }

    /// What happens to the port besides sound. Jack events come as long as the port exists,
    /// started or not. One reader in a port's life.
    var events: AsyncStream<AudioPortEvent> { get }

    /// Opens the device and starts its clock.
    func start() async throws(AudioPortError)

    /// Plays one block (exactly `blockSize` samples, full scale = 1) and returns the block that was
    /// captured in the same time.
    ///
    /// - Parameter isBusy: Whether the caller sends, waits for an answer or runs a timer. A sound
    ///   card's clock goes on anyway; virtual time stands still while both ends of a cable are not
    ///   busy, until one of them calls `wake`.
    func transfer(_ output: [Float], isBusy: Bool) async throws(AudioPortError) -> [Float]

    /// Makes a `transfer` that waits for virtual time return. No effect on a sound card.
    func wake()

    /// Keeps virtual time still until as many calls of `releaseTime`, so that it does not run away
    /// while the caller works in real time. No effect on a sound card.
    func holdTime()

    /// Undoes one `holdTime`.
    func releaseTime()

    /// Stops the clock, releases the device and undoes what `start` changed. A `transfer` that
    /// waits throws `.stopped`.
    func stop() async
}

extension AudioPort {
    /// A card that cannot say.
    public var isPlugged: Bool? { nil }

    /// A sound card's time cannot be held.
    public func holdTime() {}

    /// A sound card's time cannot be held.
    public func releaseTime() {}
}

/// What happens to a port besides sound.
public enum AudioPortEvent: Sendable, Hashable {
    /// Something was plugged into the jack, or was there when the port started.
    case plugged
    /// The plug was pulled.
    case unplugged
    /// Sound now goes to, or comes from, another connector of the card.
    case routeChanged
    /// Another program took the device.
    case focusLost
    /// Sound stopped for a while: the machine slept, or the device was suspended.
    case interrupted
    /// The sound server ended.
    case serverEnded
    /// Samples were lost: the capture ran over or the playback ran dry.
    case xrun(lostFrames: Int)
}

/// Why a port cannot go on.
public enum AudioPortError: Error, Sendable, Equatable {
    /// No device of that name.
    case noSuchDevice(String)
    /// The device exists, but this user may not use it.
    case permissionDenied(String)
    /// Another program holds the device.
    case deviceBusy(String)
    /// The device cannot play in the form asked for.
    case outputFailed(device: String, reason: String)
    /// The device cannot record in the form asked for.
    case inputFailed(device: String, reason: String)
    /// The device was removed while it was in use.
    case deviceLost(String)
    /// `stop` was called.
    case stopped
}
