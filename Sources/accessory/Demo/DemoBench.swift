internal import AudioJack

/// Both ports of the demonstration.
struct DemoBench: Sendable {
    let host: any AudioPort
    let reader: any AudioPort
    let options: AudioJackOptions
    let description: String
    private let cable: VirtualCable?
    private let baud: Double

    init(_ demo: Demo, _ profile: SoundProfile) {
        var options = AudioJackOptions()
        switch profile {
        case .modem(let profile): options.sends = profile.modem
        case .cable: options.offersCable = true
        }
        options.correctsErrors = demo.fec && !options.offersCable
        self.options = options
        baud = options.sends.baud
        if let play = demo.play, let capture = demo.capture {
            cable = nil
            host = ALSAPort(ALSAConfiguration(play: play)).stoppedAfterSignal()
            reader = ALSAPort(ALSAConfiguration(play: capture)).stoppedAfterSignal()
            description = "cable: \(play) and \(capture), profile \(profile.name)"
            return
        }
        let cable = VirtualCable(clockOffset: 150, seed: 7)
        for direction in VirtualCable.Direction.allCases {
            cable.impair(
                direction,
                with: Impairments {
                    $0 = .headset
                    // that of a card does not follow the signal: 25 dB below the cable modem's, at its level and gain
                    $0.noise = .level(decibels: -14.4 - 12 - 25)
                    $0.dropouts = .init(perSecond: 0.2, duration: .milliseconds(5))
                }
            )
        }
        self.cable = cable
        (host, reader) = (cable.host, cable.accessory)
        description =
            "cable: virtual, 25 dB over the noise, AC-coupled, 5 ms of silence every 5 s, the reader's "
            + "clock 150 ppm fast; profile \(profile.name)"
    }

    /// Time on the simulated cable, or elapsed real time.
    var elapsed: Duration { cable?.elapsed ?? Self.origin.duration(to: .now) }

    private static let origin = ContinuousClock.now

    /// Waits until three seconds of the simulated cable. By then the cable modem has measured the line, neither end is
    /// busy, and time stops: what follows meets the same faults of the cable in each run, however fast the machine is.
    func settle() async {
        await cable?.at(.seconds(3)) {}
    }

    /// The expected duration with real devices: both directions, a cancelled quarter, and the
    /// reader's processing.
    func forecast(_ bytes: Int) -> String {
        let seconds = Double(bytes * 8) * 2.25 * (options.correctsErrors ? 3.4 : 1.15) / baud + 8
        return "this takes about \(Int(seconds.rounded())) s: sound is sent in real time"
    }
}
