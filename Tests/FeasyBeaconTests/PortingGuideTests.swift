import Foundation
import TestSupport
import Testing

/// Compares docs/coming-from-feasycom.md with the vendor's document and with our sources.
@Suite struct PortingGuideTests {
    private static let guide = "docs/coming-from-feasycom.md"
    private static let document = Repository.sharedVectors
        .appending(path: "../../vendor-docs/003_59a126e8dd97989f.txt").standardizedFileURL

    private static let rooms = ["BluetoothLE", "Beacons", "FirmwareUpdate", "FeasyBeacon"]

    private static func sources() throws -> String {
        try rooms.flatMap { room -> [String] in
            let folder = Repository.top.appending(path: "Sources/\(room)")
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            return try (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
                .map { try String(contentsOf: $0, encoding: .utf8) }
        }.joined(separator: "\n")
    }

    /// Texts between backticks.
    private static func names(in text: some StringProtocol) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    /// The right column of every table.
    private static func ours() throws -> [String] {
        try Repository.text(guide).split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { row in
                let cells = row.split(separator: "|", omittingEmptySubsequences: false)
                return cells.count > 3 ? cells[2...].joined(separator: "|") : nil
            }.flatMap(names)
    }

    @Test("each of our names exists")
    func oursExist() throws {
        let sources = try Self.sources()
        var declared: Set<String> = []
        for match in sources.matches(of: #/(?:var|let|func|case|struct|enum|class|actor) (\w+)/#) {
            declared.insert(String(match.1))
        }
        // several cases on a line, and parameters
        for match in sources.matches(of: #/case (\w+(?:, \w+)+)/#) {
            declared.formUnion(match.1.split(separator: ", ").map(String.init))
        }
        for match in sources.matches(of: #/[( ](\w+):[ ]/#) { declared.insert(String(match.1)) }
        let names = try Self.ours()
        #expect(names.count > 150)
        for name in names {
            let base = name.prefix { $0 != "(" }
            let parts = base.split(separator: ".").map(String.init)
            for part in parts where part.first?.isLetter == true {
                #expect(declared.contains(part), "\(name)")
            }
            let labels = name.drop { $0 != "(" }.split { !($0.isLetter || $0.isNumber) }
            if name.hasSuffix(":)") {
                for label in labels {
                    #expect(
                        declared.contains(String(label)) || sources.contains("\(label) "),
                        "\(name)"
                    )
                }
            }
        }
    }

    @Test(
        "each name of the vendor's document exists",
        .enabled(
            if: FileManager.default.fileExists(atPath: document.path),
            "the vendor's document is not beside the checkout"
        )
    )
    func theirsAreThere() throws {
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        var names: Set<String> = []
        for match in text.matches(of: #/@property[^;\n]*?(\w+);/#) { names.insert(String(match.1)) }
        for match in text.matches(of: #/(FB[A-Z][A-Za-z]+|CBManagerState[A-Za-z]+)/#) {
            names.insert(String(match.1))
        }
        for line in text.split(separator: "\n") where line.hasPrefix("- (") {
            names.insert(Self.selector(line))
        }
        // plurals in headings, and a variable of the sample
        names.subtract(["FBPeripheralItems", "FBSessions", "fileArray"])
        #expect(names.count > 140)
        let guide = try Repository.text(Self.guide)
        for name in names.sorted() { #expect(guide.contains(name), "\(name)") }
    }

    /// `- (void)session:(FBSession *)session didReceiveData:(NSData *)data;` is
    /// `session:didReceiveData:`.
    private static func selector(_ line: Substring) -> String {
        var depth = 0
        let bare = line.dropFirst(2).filter { character in
            if character == "(" { depth += 1 }
            defer { if character == ")" { depth -= 1 } }
            return depth == 0
        }
        let labels = bare.matches(of: #/(\w+):/#).map { "\($0.1):" }
        return labels.isEmpty
            ? String(bare.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber })
            : labels.joined()
    }
}
