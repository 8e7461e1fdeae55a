import Glibc
import Testing

@testable import AccessoryBase

/// File names of any bytes as text, and back.
@Suite struct FileNameTests {
    private func text(_ bytes: [UInt8]) -> String {
        FileName.text(bytes.map { CChar(bitPattern: $0) })
    }

    private func bytes(_ text: String) -> [UInt8] {
        FileName.bytes(text).map { UInt8(bitPattern: $0) }
    }

    @Test(arguments: ["", "a.wav", "é", "e\u{301}", "\u{FFFD}", "日本", "\u{10FF7F}"])
    func namesInUTF8StayAsTheyAre(name: String) {
        #expect(text(Array(name.utf8)) == name && bytes(name) == Array(name.utf8) + [0])
        #expect(FileName.printable(name) == name)
    }

    @Test func everyPairOfBytesHasItsOwnName() {
        var found: Set<[Unicode.Scalar]> = []
        for one in UInt8.min...(.max) {
            for other in UInt8.min...(.max) {
                let name = text([0x61, one, other])
                #expect(bytes(name) == [0x61, one, other, 0])
                found.insert(Array(name.unicodeScalars))
            }
        }
        #expect(found.count == 1 << 16)
    }

    @Test func brokenCharacters() {
        for name: [UInt8] in [
            [0xFF, 0xFE], [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80], [0xC0, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            // a character that stands for a byte
            [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x8F, 0xBE, 0x80],
            [0x61, 0xF4, 0x8F, 0xBF, 0xBF, 0xFF],
        ] {
            #expect(bytes(text(name)) == name + [0], "\(name)")
        }
        #expect(text([0x61, 0xFF]) == "a\u{10FFFF}" && text([0x80]) == "\u{10FF80}")
        #expect(FileName.printable(text([0x61, 0xFF, 0x62])) == "a\u{FFFD}b")
    }

    @Test func filesOfSuchNames() throws {
        var template = Array("/tmp/accessory-names-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { rmdir(folder) }
        let path = "\(folder)/\(text([0xFF, 0xFE]))"
        let file = open(FileName.bytes(path), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { unlink(FileName.bytes(path)) }
        #expect(write(file, "abc", 3) == 3 && close(file) == 0)
        #expect(LocalFile.names(in: folder) == [text([0xFF, 0xFE])])
        #expect(LocalFile.read(path, limit: 3) == Array("abc".utf8))
        #expect(LocalFile.read(path, limit: 2) == nil && errno == EFBIG)
        #expect(LocalFile.read(folder + "/none", limit: 3) == nil && errno == ENOENT)
        #expect(LocalFile.names(in: folder + "/none") == nil && errno == ENOENT)
        #expect(FileName.arguments == CommandLine.arguments)
    }
}
