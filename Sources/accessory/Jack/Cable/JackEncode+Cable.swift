internal import AccessoryBase
internal import Glibc
internal import Modem

/// Encoding bursts of the cable modem.
extension JackEncode {
    /// - Parameter bitRate: Bit/s of a 64 KiB transmission; nil for an unknown line.
    func encodeCable(_ bitRate: Int?) throws {
        let payload = try readPayload()
        try write(payload) { sender throws(ModemError) in
            try sender.start(payload, bitRate: bitRate, band: band, rate: rate)
        }
    }

    /// Encodes a burst for a report, or the part of it that the receiver requests again.
    func encodeLoaded(_ report: CableReport) throws {
        let payload = try readPayload()
        let request = try readMissing(blocks: report.blocks(count: payload.count))
        try write(payload) { sender throws(ModemError) in
            try sender.start(payload, for: report, repeating: request)
        }
    }

    private func readPayload() throws -> [UInt8] {
        let source = try InputFile(input)
        try overwrite.check(output, input: input, writing: .wav)
        let payload = try source.readAll(limit: CableSender.maximumPayload)
        guard !payload.isEmpty else {
            throw Failure(.badInput, "\(source.name) is empty", nextStep: "give bytes to send")
        }
        return payload
    }

    /// Reads the request of `decode --missing`. Nil without the file: sends everything.
    private func readMissing(blocks: Int) throws -> CableRepetition? {
        guard let missing, access(FileName.bytes(missing), F_OK) == 0 else { return nil }
        let bytes = try InputFile(missing).readAll(limit: 1 << 20)
        guard let request = CableRepetition(bytes: bytes, blocks: blocks) else {
            throw Failure(
                .badInput,
                "\(missing) is not a list of missing blocks of \(input)",
                nextStep: "use the file that decode --missing wrote for this file and report"
            )
        }
        return request
    }

    /// Writes one burst to the file; `start` starts it.
    private func write(
        _ payload: [UInt8],
        start: (inout CableSender) throws(ModemError) -> Void
    ) throws {
        var sender = CableSender(level: level)
        do throws(ModemError) { try start(&sender) } catch { throw failure(error) }
        let samples = try sender.write(to: WAVOutput(output, rate: rate))
        try printResult(bytes: payload.count, samples: samples)
    }

    private func failure(_ error: ModemError) -> Failure {
        switch error {
        case .bitRate(let bitRate, let limits):
            Failure(
                .usage,
                "profile cable has no mode with \(bitRate) bit/s in this band",
                nextStep: "choose \(limits.words) bit/s, or a wider --band"
            )
        case .band(let band, let limits):
            Failure(
                .usage,
                "--band \(band) is out of range",
                nextStep: "choose \(limits.words) Hz"
            )
        case .noSignal:
            Failure(
                .badInput,
                "no signal gets through on the line of \(modem.report ?? "this report")",
                nextStep: "check cable and volumes, then repeat sounding and report"
            )
        default: .unsuitable(rate)
        }
    }
}

extension Failure {
    /// The failure for a sample rate that the cable modem does not have.
    static func unsuitable(_ rate: Int) -> Failure {
        Failure(
            .usage,
            "cable does not fit \(rate) samples a second",
            nextStep: "choose a --rate from 8000 to 192000"
        )
    }
}

extension ClosedRange<Int> {
    fileprivate var words: String { "\(lowerBound) to \(upperBound)" }
}

extension CableSender {
    /// Writes the sound of the current burst, then commits the file. Returns the total number of
    /// samples.
    consuming func write(to wav: consuming WAVOutput) throws -> Int {
        while isBusy {
            try Task.checkCancellation()
            try wav.write(render(8192))
        }
        return try wav.commit()
    }
}
