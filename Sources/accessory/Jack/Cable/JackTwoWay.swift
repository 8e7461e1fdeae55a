internal import AudioJack
internal import CAccessory
internal import Glibc
internal import Modem

/// Encoding bursts for a report, and bursts that repeat lost blocks.
extension JackEncode {
    func encodeLoaded(_ report: CableReport) throws {
        let payload = try readPayload()
        let lost = try readMissing(blocks: report.blocks(count: payload.count))
        guard let mode = report.mode(count: payload.count, margin: lost.first ?? 0) else {
            throw nothingThrough
        }
        var sender = CableSender(level: level)
        let status = sender.start(mode, of: report, payload, missing: Array(lost.dropFirst()))
        guard status == .ok else { throw nothingThrough }
        try printResult(
            bytes: payload.count,
            samples: sender.write(to: WAVOutput(output, rate: rate))
        )
    }

    private var nothingThrough: Failure {
        Failure(
            .badInput,
            "no signal gets through on the line of \(modem.report ?? "this report")",
            nextStep: "check cable and volumes, then repeat sounding and report"
        )
    }

    /// Reads the margin and the missing blocks from the file of `decode`. Empty without the file: sends
    /// everything.
    private func readMissing(blocks: Int) throws -> [UInt8] {
        guard let missing, access(missing, F_OK) == 0 else { return [] }
        let lost = try InputFile(missing).readAll(limit: 1 << 20)
        let bits = lost.dropFirst().prefix((blocks + 7) / 8)
        let isOfThis = lost.count == blocks / 8 + 2 && lost[0] <= 63
        let counts = bits.enumerated().contains { index, bits in
            bits & UInt8(truncatingIfNeeded: (1 << min(8, blocks - 8 * index)) - 1) != 0
        }
        guard isOfThis && counts else {
            throw Failure(
                .badInput,
                "\(missing) is not a list of missing blocks of \(input)",
                nextStep: "use the file that decode --missing wrote for this file and report"
            )
        }
        return lost
    }
}

extension JackDecode {
    /// Decodes one recording, adds its blocks to those received before, and writes the payload when
    /// it is complete.
    func decodeParts(_ report: CableReport, missing: String, state: String) throws {
        var wav = try WAVReader(input == "-" ? "/dev/stdin" : input)
        try checkChannel(of: wav.format)
        try overwrite.check(output, inputs: [input], reading: .wav)
        var parts = try readState(state, report)
        let sent = parts?.missingCount
        var receiver = CableReceiver()
        receiver.expect(report, missing: parts?.missing ?? [])
        var tally = CableTally()
        // `missing` describes only the first burst, so later bursts are ignored
        var isOver = false
        func take(_ event: acc_cable_event) {
            guard !isOver else { return }
            tally.count(event)
            if event.kind == .burst, parts == nil, event.len > 0 {
                parts = PartialPayload(count: Int(event.len), report: report)
            }
            if event.kind == .block { parts?.take(event) }
            isOver = event.kind == .end && parts != nil
        }
        let samples = try read(&wav) { samples in receiver.push(samples) { take($0) } }
        receiver.finish { take($0) }
        let seconds = Double(samples) / Double(wav.format.sampleRate)
        let result = CableResult(tally, seconds: seconds, quality: receiver.figures)
        guard tally.bursts > 0, var parts else {
            throw lossOfSound(samples, of: wav.frameCount, "without complete data") ?? noBurst
        }
        try printResult(result)
        guard parts.missingCount > 0 else { return try finish(parts, [missing, state]) }
        parts.raiseMargin(sent: sent ?? parts.blocks)
        try replace(state, with: parts.state(of: report))
        try replace(missing, with: parts.request)
        throw Failure(
            .badInput,
            "\(parts.missingCount) of \(parts.blocks) blocks are missing",
            nextStep: "send them with encode --missing \(missing), then decode the new recording"
        )
    }

    private func finish(_ parts: PartialPayload, _ helpers: [String]) throws {
        try replace(output, with: parts.bytes)
        for path in helpers { unlink(path) }
    }

    private func replace(_ path: String, with bytes: [UInt8]) throws {
        let file = try OutputFile(path)
        try file.write(bytes)
        try file.commit()
    }

    private func readState(_ path: String, _ report: CableReport) throws -> PartialPayload? {
        guard access(path, F_OK) == 0 else { return nil }
        let bytes = try InputFile(path).readAll(limit: 1 << 25)
        guard let parts = PartialPayload(state: bytes, of: report) else {
            throw Failure(
                .badInput,
                "\(path) is not a state of this report",
                nextStep: "use the state that decode wrote, or remove the file to start again"
            )
        }
        return parts
    }
}
