internal import AccessoryBase
internal import Glibc
internal import Modem

/// Decoding a payload from several recordings.
extension JackDecode {
    /// Decodes one recording, adds its blocks to those received before, and writes the payload when
    /// it is complete.
    func decodeParts(_ report: CableReport, missing: String, state: String) throws {
        var wav = try SoundReader(input == "-" ? "/dev/stdin" : input)
        try checkChannel(of: wav)
        try overwrite.check(output, inputs: [input], reading: .wav, .otherSound)
        var parts = try readState(state, report)
        let sent = parts?.missingCount
        var receiver = CableReceiver()
        receiver.expect(report, missing: parts?.missing ?? [])
        var tally = CableTally()
        // `missing` describes only the first burst, so later bursts are ignored
        var isOver = false
        func take(_ events: [CableReceiver.Event]) {
            for event in events where !isOver {
                tally.count(event)
                switch event {
                case .burst(let length?):
                    parts = parts ?? PartialPayload(count: length, report: report)
                case .block(let block): parts?.take(block)
                case .end: isOver = parts != nil
                case .burst, .lostBlock, .sounded: break
                }
            }
        }
        let samples = try read(&wav) { take(receiver.push($0)) }
        take(receiver.finish())
        let seconds = Double(samples) / Double(wav.sampleRate)
        let result = CableResult(tally, seconds: seconds, quality: receiver.quality)
        guard tally.bursts > 0, var parts else {
            throw lossOfSound(samples, of: wav.frameCount, "without complete data") ?? noBurst
        }
        try printResult(result)
        guard parts.missingCount > 0 else { return try finish(parts, [missing, state]) }
        parts.raiseMargin(sent: sent ?? parts.blocks)
        try replace(state, with: parts.state(of: report))
        try replace(missing, with: parts.request.bytes)
        throw Failure(
            .badInput,
            "\(parts.missingCount) of \(parts.blocks) blocks are missing",
            nextStep: "send them with encode --missing \(missing), then decode the new recording"
        )
    }

    private func finish(_ parts: PartialPayload, _ helpers: [String]) throws {
        try replace(output, with: parts.bytes)
        for path in helpers { unlink(FileName.bytes(path)) }
    }

    private func replace(_ path: String, with bytes: [UInt8]) throws {
        let file = try OutputFile(path)
        try file.write(bytes)
        try file.commit()
    }

    private func readState(_ path: String, _ report: CableReport) throws -> PartialPayload? {
        guard access(FileName.bytes(path), F_OK) == 0 else { return nil }
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
