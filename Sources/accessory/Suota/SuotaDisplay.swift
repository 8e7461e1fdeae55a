internal import FirmwareUpdate

/// Shows an update: a bar with rate, remaining time and block, or each event as an object.
struct SuotaDisplay {
    private let size: Int
    private let options: CommonOptions
    private var report: ProgressReport
    private var began: ContinuousClock.Instant?

    init(_ file: SuotaFile, _ options: CommonOptions) {
        // the check byte is sent, too
        size = file.bytes.count + 1
        self.options = options
        report = ProgressReport("update", total: size, options: options)
    }

    mutating func show(_ event: SuotaEvent) throws {
        if options.json {
            if let record = EventRecord(event) { try Console.print(json: record) }
            return
        }
        switch event {
        case .deviceReady: began = .now
        case .blockSent(let block, let blocks):
            let elapsed = began.map { .now - $0 } ?? .zero
            report.label = "block \(block) of \(blocks)"
            report.update(size * block / blocks, after: elapsed)
        case .success, .failure: report.finish()
        default: break
        }
    }

    static func show(
        _ outcome: SuotaManager.Outcome,
        _ file: SuotaFile,
        _ options: CommonOptions
    ) throws {
        let seconds = outcome.total / .seconds(1)
        if options.json {
            try Console.print(
                json: OutcomeRecord(
                    event: "updated",
                    version: file.image?.version,
                    seconds: seconds,
                    uploadSeconds: outcome.upload.map { $0 / .seconds(1) },
                    attempts: outcome.attempts
                )
            )
        } else if !options.quiet {
            Console.print("updated in \(seconds.formatted(1)) s")
        }
    }
}

private struct OutcomeRecord: Encodable {
    let event: String
    let version: String?
    let seconds: Double
    let uploadSeconds: Double?
    let attempts: Int
}

private struct EventRecord: Encodable {
    var event: String
    var text: String?
    var block: Int?
    var blocks: Int?
    var bytesPerSecond: Double?
    var percent: Double?

    /// Returns nil for events that are not shown.
    init?(_ event: SuotaEvent) {
        switch event {
        case .connectionChanged(let status):
            self.event = status == .connected ? "connected" : "disconnected"
        case .deviceReady: self.event = "ready"
        case .log(_, _, let text): (self.event, self.text) = ("log", text)
        case .blockSent(let block, let blocks):
            (self.event, self.block, self.blocks) = ("block", block, blocks)
        case .currentSpeed(let speed): (self.event, bytesPerSecond) = ("speed", speed)
        case .progress(let percent): (self.event, self.percent) = ("progress", percent)
        case .rebootSent: self.event = "reboot"
        default: return nil
        }
    }
}
