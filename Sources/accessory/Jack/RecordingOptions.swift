internal import ArgumentParser
internal import AudioJack
internal import Modem

/// Options of the commands that examine a recording: a file, or some seconds of a device.
struct RecordingOptions: ParsableArguments {
    @Option(
        help:
            "ALSA device to record from, a recording, or \"virtual\": a simulated reader that answers requests.",
        completion: .soundDevices
    )
    var device: String?

    @Option(help: "Time to record from the device, at most 10m. (default: 3s)")
    var duration: TimeSpan?

    @Option(help: "Channel, from 1.")
    var channel = 1

    @Option(help: ProfileArgument.help, completion: .profiles, transform: ProfileArgument.init)
    var profile: ProfileArgument?

    @Argument(
        help:
            "Recording to read (WAV; FLAC and others if libsndfile is installed), - for standard input.",
        completion: .file()
    )
    var file: String?

    func validate() throws {
        guard channel >= 1 else { throw ValidationError("--channel must be at least 1") }
        guard (file == nil) != (device == nil) else {
            throw ValidationError("name either a recording or a --device")
        }
        guard duration == nil || path == nil else {
            throw ValidationError("--duration is for a device. A recording is read whole.")
        }
        guard !isVirtual || length <= .seconds(10) else {
            throw ValidationError("--duration is at most 10s for --device virtual")
        }
        guard length > .zero && length <= .seconds(600) else {
            throw ValidationError("--duration must be above 0 and at most 10m")
        }
    }

    private var isVirtual: Bool { device == "virtual" }

    private var length: Duration { duration?.duration ?? .seconds(3) }

    /// The recording, if the source is a file.
    var path: String? { file ?? device.flatMap { $0.hasSuffix(".wav") ? $0 : nil } }

    /// The source of the recording, for titles.
    var source: String { file ?? device ?? "" }

    func read() async throws -> Recording {
        if let path { return try Recording(path, channel: channel) }
        return isVirtual ? try await listenToReader() : try await listen(to: device ?? "")
    }

    /// Records a simulated reader's answers, after the cable.
    private func listenToReader() async throws -> Recording {
        let profile = profile.map { ["--profile", $0.name] } ?? []
        let device = try DeviceOptions.parse(["--device", "virtual"] + profile)
        let tap = SoundTap()
        return try await device.withJack(through: tap.port) { jack, device in
            let rate = await device.port.sampleRate
            let wanted = Int(length / .milliseconds(1) * Double(rate) / 1000)
            let request = [UInt8](0..<64)
            try await jack.link.open()
            while tap.samples.count < wanted {
                _ = try await jack.link.exchange(request, timeout: .seconds(60))
            }
            return Recording(samples: Array(tap.samples.prefix(wanted)), rate: rate)
        }
    }

    private func listen(to name: String) async throws -> Recording {
        var configuration = ALSAConfiguration(play: name)
        configuration.channel = channel - 1
        let port = ALSAPort(configuration).stoppedAfterSignal()
        try await port.start()
        do {
            let (rate, size) = (await port.sampleRate, await port.blockSize)
            let silence = [Float](repeating: 0, count: size)
            let wanted = Int(length / .milliseconds(1) * Double(rate) / 1000)
            var samples: [Float] = []
            while samples.count < wanted {
                try Task.checkCancellation()
                samples += try await port.transfer(silence, isBusy: true)
            }
            await port.stop()
            return Recording(samples: samples, rate: rate)
        } catch {
            await port.stop()
            throw error
        }
    }
}

/// One channel of a recording.
struct Recording {
    let samples: [Float]
    /// Sample rate, Hz.
    let rate: Int
    /// The failure of a truncated file; reported after the rest is shown.
    let loss: Failure?

    init(samples: [Float], rate: Int) {
        (self.samples, self.rate, loss) = (samples, rate, nil)
    }

    /// Reads a recording's channel (from 1); - is standard input. Reads at most ten minutes, which
    /// is more than a plot can show.
    init(_ path: String, channel: Int) throws {
        var wav = try SoundReader(path == "-" ? "/dev/stdin" : path)
        let rate = wav.sampleRate
        try Self.check(wav, path, channel: channel)
        var samples: [Float] = []
        var loss: Failure?
        do {
            while case let piece = try wav.read(65536, channel: channel - 1), !piece.isEmpty {
                try Task.checkCancellation()
                samples += piece
                guard samples.count <= 600 * rate else {
                    samples.removeLast(samples.count - 600 * rate)
                    Console.note("\(path) is longer than 10 minutes; the rest is ignored")
                    break
                }
            }
        } catch let error as WAVError {
            guard case .cutShort = error else { throw error }
            loss = Failure(error)
        }
        guard !samples.isEmpty else {
            throw loss
                ?? Failure(.badInput, "\(path) has no sound", nextStep: "record it again")
        }
        (self.samples, self.rate, self.loss) = (samples, rate, loss)
    }

    private static func check(_ wav: borrowing SoundReader, _ path: String, channel: Int) throws {
        guard channel <= wav.channels else {
            throw Failure(
                .usage,
                "\(path) has no channel \(channel)",
                nextStep: "choose a channel from 1 to \(wav.channels)"
            )
        }
        guard (8000...192_000).contains(wav.sampleRate) else {
            throw Failure(
                .badInput,
                "\(path) has \(wav.sampleRate) samples a second",
                nextStep: "convert it to 8000 to 192000"
            )
        }
    }
}
