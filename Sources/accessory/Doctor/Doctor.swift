internal import ArgumentParser
internal import AudioJack
internal import BlueZ
internal import BlueZDaemon
internal import Glibc

/// Checks this machine for problems with accessories.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check this machine for missing devices and permissions, and print the remedies.",
        discussion: "Exits with status 69 if a problem prevents use."
    )

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let survey = try? await BluetoothSurvey()
        var bluetooth = BluetoothDiagnosis(survey: survey)
        bluetooth.hasPasswdEntry = getpwuid(getuid()) != nil
        // without Bluetooth sockets no adapter is listed
        if let adapter = survey.map({ $0.adapters.first?.name }) ?? AdapterOptions.standard {
            bluetooth.daemon = await DaemonSurvey(adapter: adapter)
        }
        let findings =
            AudioDiagnosis.findings().map(Finding.init)
            + bluetooth.findings.map {
                Finding(area: "Bluetooth", rank: $0.rank, text: $0.text, nextStep: $0.nextStep)
            }
        for finding in findings where !options.quiet || finding.rank != "fine" {
            if options.json {
                try Console.print(json: finding)
            } else {
                Console.print(finding.line)
            }
        }
        if findings.contains(where: { $0.rank == "problem" }) {
            throw ExitCode(ExitStatus.noDevice.rawValue)
        }
    }
}

/// The result of one check.
struct Finding: Encodable, Equatable {
    let area: String
    /// "fine", "note" or "problem".
    let rank: String
    let text: String
    let nextStep: String?

    var line: String {
        let mark = rank + String(repeating: " ", count: max(0, 8 - rank.count))
        return "\(mark) \(area): \(text)" + (nextStep.map { "; \($0)" } ?? "")
    }
}

extension Finding {
    init(_ finding: AudioFinding) {
        area = "audio jack"
        rank =
            switch finding.level {
            case .fine: "fine"
            case .note: "note"
            case .problem: "problem"
            }
        text = finding.text
        nextStep = finding.nextStep
    }
}
