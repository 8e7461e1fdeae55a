import Foundation
import Testing

@Suite struct DoctorTests {
    private struct Finding: Decodable {
        let area: String
        let rank: String
        let text: String
        let nextStep: String?
    }

    @Test("every problem has a next step and sets the exit code")
    func findings() throws {
        let result = try CommandLineTool.run(["doctor", "--json"])
        let findings = try result.output.split(separator: "\n").map {
            try JSONDecoder().decode(Finding.self, from: Data($0.utf8))
        }
        #expect(!findings.isEmpty)
        #expect(findings.allSatisfy { ["fine", "note", "problem"].contains($0.rank) })
        let problems = findings.filter { $0.rank == "problem" }
        #expect(problems.allSatisfy { $0.nextStep != nil })
        #expect(result.status == (problems.isEmpty ? 0 : 69))
        #expect(result.errors.isEmpty)
    }

    @Test("text output has one line per finding")
    func lines() throws {
        let lines = try CommandLineTool.run(["doctor"]).output.split(separator: "\n")
        #expect(!lines.isEmpty)
        #expect(lines.allSatisfy { $0.contains("audio jack: ") || $0.contains("Bluetooth: ") })
        #expect(lines.contains { $0.contains("Bluetooth: ") })
    }
}
