internal import ArgumentParser
internal import AudioJack

/// Options of the commands that look at a recording: a file, or some seconds of a device.
struct RecordingOptions: ParsableArguments {
    @Option(help: "ALSA device to listen to, or a WAV file.")
    var device: String?

    @Option(name: .customLong("duration"), help: "How long to listen to the device.")
    var duration = TimeSpan(.seconds(3))

    @Option(help: "Which channel, from 1.")
    var channel = 1

    @Option(help: ProfileArgument.help)
    var profile: ProfileArgument?

    @Argument(help: "PCM WAV file to read, - for standard input.")
    var file: String?

    func validate() throws {
        guard channel >= 1 else { throw ValidationError("--channel counts from 1") }
        guard (file == nil) != (device == nil) else {
            throw ValidationError("name a WAV file or a --device, one of the two")
        }
        guard duration.duration > .zero && duration.duration <= .seconds(600) else {
            throw ValidationError("--duration must be above 0 and at most 10m")
        }
    }

    /// Where the recording comes from, for titles.
    var source: String { file ?? device ?? "" }

    /// One channel, and its samples a second.
    func samples() async throws -> ([Float], rate: Int) {
        let name = file ?? device ?? ""
        let isFile = file != nil || name.hasSuffix(".wav")
        return isFile ? try Self.read(name, channel: channel) : try await listen(to: name)
    }

    /// A WAV file's channel (from 1), and its samples a second; - is standard input.
    static func read(_ path: String, channel: Int) throws -> ([Float], rate: Int) {
        var wav = try WAVReader(path == "-" ? "/dev/stdin" : path)
        let rate = wav.format.sampleRate
        guard channel <= wav.format.channels else {
            throw Failure(
                .usage,
                "\(path) has no channel \(channel)",
                nextStep: "choose a channel from 1 to \(wav.format.channels)"
            )
        }
        guard (8000...192_000).contains(rate) else {
            throw Failure(
                .badInput,
                "\(path) has \(rate) samples a second",
                nextStep: "convert it to 8000 to 192000"
            )
        }
        var samples: [Float] = []
        // ten minutes are more than a picture can show
        while samples.count < 600 * rate,
            case let piece = try wav.read(65536, channel: channel - 1), !piece.isEmpty
        {
            try Task.checkCancellation()
            samples += piece
        }
        guard !samples.isEmpty else {
            throw Failure(.badInput, "\(path) holds no sound", nextStep: "record it again")
        }
        return (samples, rate)
    }

    private func listen(to name: String) async throws -> ([Float], rate: Int) {
        var configuration = ALSAConfiguration(play: name)
        configuration.channel = channel - 1
        let port = ALSAPort(configuration)
        try await port.start()
        do {
            let (rate, size) = (await port.sampleRate, await port.blockSize)
            let silence = [Float](repeating: 0, count: size)
            let wanted = Int(duration.duration / .milliseconds(1) * Double(rate) / 1000)
            var samples: [Float] = []
            while samples.count < wanted {
                try Task.checkCancellation()
                samples += try await port.transfer(silence, isBusy: true)
            }
            await port.stop()
            return (samples, rate)
        } catch {
            await port.stop()
            throw error
        }
    }
}
