internal import AudioJack
internal import CAccessory
internal import Modem

/// Encoding bursts of the cable modem.
extension JackEncode {
    func encodeCable(_ bitRate: Int?) throws {
        let payload = try readPayload()
        let scale = try CableScale(rate: rate)
        var mode = acc_cable_mode()
        let status = acc_cable_mode_choose(
            payload.count,
            scale.bitRate(bitRate ?? CableScale.unknownLine),
            try scale.band(band),
            &mode
        )
        guard status == .ok else {
            throw Failure(
                .usage,
                "profile cable has no mode with \(bitRate ?? CableScale.unknownLine) bit/s in this band",
                nextStep: "choose \(scale.bitRates) bit/s, or a wider --band"
            )
        }
        try write(payload) { $0.start(mode, payload) }
    }

    func readPayload() throws -> [UInt8] {
        let source = try InputFile(input)
        try overwrite.check(output, input: input, writing: .wav)
        let payload = try source.readAll(limit: Int(ACC_CABLE_MAX_LEN))
        guard !payload.isEmpty else {
            throw Failure(.badInput, "\(source.name) is empty", nextStep: "give bytes to send")
        }
        return payload
    }

    /// Writes one burst to the file; `start` starts it.
    func write(_ payload: [UInt8], start: (inout CableSender) -> Status) throws {
        var sender = CableSender(level: level)
        let status = start(&sender)
        precondition(status == .ok, "the mode was chosen for these bytes")
        let samples = try sender.write(to: WAVOutput(output, rate: rate))
        try printResult(bytes: payload.count, samples: samples)
    }
}

extension CableSender {
    /// Writes the sound of the current burst, then commits the file. Returns the total number of
    /// samples.
    func write(to wav: consuming WAVOutput) throws -> Int {
        var samples = 0
        while isBusy {
            try Task.checkCancellation()
            let block = render(8192)
            try block.withUnsafeBufferPointer { try wav.write($0) }
            samples += block.count
        }
        try wav.commit()
        return samples
    }
}

/// Frequencies and bit rates of the modem at a sample rate. They are specified at 48000 Hz and
/// scale with the rate.
struct CableScale {
    /// Bits/s for an unknown line: the highest rate with protection against echoes, hum and
    /// filters.
    static let unknownLine = 111_000

    private let factor: Double

    /// - Parameter rate: Samples/s.
    init(rate: Int) throws {
        guard (8000...192_000).contains(rate) else {
            throw Failure(
                .usage,
                "cable does not fit \(rate) samples a second",
                nextStep: "choose a --rate from 8000 to 192000"
            )
        }
        factor = Double(ACC_CABLE_RATE) / Double(rate)
    }

    func bitRate(_ bitRate: Int) -> UInt32 {
        UInt32(clamping: Int((Double(bitRate) * factor).rounded(.up)))
    }

    /// The available bit rates, for messages.
    var bitRates: String {
        "\(Int((3000 / factor).rounded(.up))) to \(Int((340_000 / factor).rounded(.down)))"
    }

    /// The bandwidth as a core parameter, 0 for the maximum.
    func band(_ hertz: Int?) throws -> UInt16 {
        guard let hertz else { return 0 }
        let band = Int((Double(hertz) * factor).rounded(.down))
        guard (1000...23_750).contains(band) else {
            throw Failure(
                .usage,
                "--band \(hertz) is out of range",
                nextStep: "choose \(Int((1000 / factor).rounded(.up))) to "
                    + "\(Int((23_750 / factor).rounded(.down))) Hz"
            )
        }
        return UInt16(band)
    }
}
