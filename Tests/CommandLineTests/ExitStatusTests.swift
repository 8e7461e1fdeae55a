import TestSupport
import Testing

@testable import accessory

@Suite struct ExitStatusTests {
    @Test("docs/cli.md and --help list every exit code in the same words")
    func documented() throws {
        let document = try Repository.text("docs/cli.md")
        let help = try CommandLineTool.run(["--help"]).output
        for status in ExitStatus.allCases {
            #expect(document.contains("| \(status.rawValue) | \(status.meaning) |"))
            #expect(help.contains("\(status.rawValue)  \(status.meaning)"))
        }
    }
}
