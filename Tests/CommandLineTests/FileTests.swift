import BluetoothLE
import Foundation
import Testing

@testable import accessory

/// Files that commands read, and files that they must not overwrite.
@Suite struct FileTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func path(_ name: String) -> String { scratch.url(name).path }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: scratch.url(name))
    }

    @Test func wholeFilesHaveALimit() throws {
        try write("a", [UInt8](repeating: 7, count: 70_000))
        let file = try InputFile(path("a"))
        #expect(file.size == 70_000 && file.name == path("a"))
        #expect(try file.readAll(limit: 70_000) == [UInt8](repeating: 7, count: 70_000))
        let long = Failure(
            .badInput,
            "\(path("a")) is longer than 69999 bytes",
            nextStep: "send it in parts"
        )
        #expect(throws: long) { try InputFile(path("a")).readAll(limit: 69_999) }
        // a whole number of blocks
        try write("b", [UInt8](repeating: 7, count: 65_536))
        #expect(try InputFile(path("b")).readAll(limit: 65_536).count == 65_536)
        try write("c", [])
        #expect(try InputFile(path("c")).readAll(limit: 0) == [])
    }

    @Test func missingFilesAndFolders() {
        let folder = scratch.folder.path
        #expect(throws: Failure(.noInput, "\(folder) is a folder", nextStep: "name a file in it")) {
            _ = try InputFile(folder)
        }
        let none = path("none")
        let missing = "cannot read \(none): no such file or directory"
        #expect(throws: Failure(.noInput, missing, nextStep: "check the path")) {
            _ = try InputFile(none)
        }
    }

    @Test func filesUnderSeveralNames() throws {
        try write("a", [1])
        try write("b", [1])
        #expect(symlink("a", path("link")) == 0 && link(path("a"), path("hard")) == 0)
        for name in ["a", "link", "hard"] {
            #expect(FileIdentity.isShared(by: path("a"), and: path(name)), "\(name)")
        }
        #expect(!FileIdentity.isShared(by: path("a"), and: path("b")))
        #expect(!FileIdentity.isShared(by: path("a"), and: path("none")))
        // files that do not exist yet
        #expect(FileIdentity.isShared(by: path("none"), and: path("./none")))
        #expect(!FileIdentity.isShared(by: path("none"), and: path("other")))
        #expect(!FileIdentity.isShared(by: path("none"), and: "/tmp/none"))
        #expect(FileIdentity.isShared(by: "none-such", and: "./none-such"))
        #expect(FileIdentity(path("a"))?.isRegular == true)
        #expect(FileIdentity("/dev/null")?.isRegular == false && FileIdentity(path("none")) == nil)
    }

    private static let wav = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVEfmt ".utf8)

    @Test func kindsOfFiles() throws {
        for (name, isWAV) in [
            ("RIFF", true), ("RIFX", true), ("RF64", true), ("BW64", true), ("RIFA", false),
        ] {
            #expect(FileKind.wav.begins(Array(name.utf8) + Self.wav.dropFirst(4)) == isWAV)
        }
        #expect(!FileKind.wav.begins(Array("RIFF0000AVI ".utf8)) && !FileKind.wav.begins([]))
        for bytes: [UInt8] in [[0x70, 0x51], [0x70, 0x61], [0x51, 0x71]] {
            #expect(FileKind.suotaImage.begins(bytes + [0]))
        }
        #expect(!FileKind.suotaImage.begins([0x70, 0x50]) && !FileKind.suotaImage.begins([0x70]))
        try write("a.wav", Self.wav)
        try write("text", [0x41])
        try write("empty", [])
        #expect(FileKind.wav.isHeld(by: path("a.wav")) && !FileKind.wav.isHeld(by: path("text")))
        #expect(!FileKind.wav.isHeld(by: path("none")) && !FileKind.wav.isHeld(by: "/dev/zero"))
        #expect(FileKind.hasContent(path("text")) && !FileKind.hasContent(path("empty")))
        #expect(!FileKind.hasContent(scratch.folder.path) && !FileKind.hasContent("/dev/null"))
    }

    @Test func inputsAreNotOverwritten() throws {
        try write("a.wav", Self.wav)
        try write("b.wav", Self.wav)
        try write("text", [0x41])
        #expect(symlink("text", path("link")) == 0)
        let careful = try OverwriteOptions.parse([])
        let forced = try OverwriteOptions.parse(["--force"])
        let (wav, other, text) = (path("a.wav"), path("b.wav"), path("text"))
        func cause(_ work: () throws -> Void) -> String? {
            do {
                try work()
                return nil
            } catch {
                let failure = error as? Failure
                #expect(failure?.status == .usage)
                #expect(failure?.nextStep == "choose another output, or add --force")
                return failure?.cause
            }
        }
        #expect(cause { try careful.check(text, inputs: [text]) } == "\(text) is the input")
        #expect(
            cause { try careful.check(path("link"), inputs: [wav, text]) }
                == "\(path("link")), the same file as \(text), is the input"
        )
        #expect(cause { try careful.check(text, inputs: [wav]) } == nil)
        #expect(cause { try forced.check(text, inputs: [text]) } == nil)
        #expect(cause { try careful.check("/dev/null", inputs: ["/dev/null"]) } == nil)
        // a file like those that the command reads
        #expect(
            cause { try careful.check(other, inputs: [wav], reading: .wav) }
                == "\(other) is a WAV file, like an input"
        )
        #expect(cause { try careful.check(text, inputs: [wav], reading: .wav) } == nil)
        #expect(cause { try forced.check(other, inputs: [wav], reading: .wav) } == nil)
        #expect(cause { try careful.check("-", inputs: [wav], reading: .wav) } == nil)
        // a file unlike those that the command writes
        #expect(
            cause { try careful.check(text, input: path("none"), writing: .wav) }
                == "\(text) exists and is not a WAV file"
        )
        #expect(cause { try careful.check(wav, input: text, writing: .wav) } == nil)
        #expect(
            cause { try careful.check(wav, input: other, writing: .wav) }
                == "\(wav) is a WAV file, like the input"
        )
        #expect(cause { try forced.check(wav, input: other, writing: .wav) } == nil)
        #expect(cause { try careful.check(path("new"), input: text, writing: .wav) } == nil)
    }

    @Test func keys() throws {
        func read(_ json: String, mode: mode_t = 0o600) throws -> SensorReader {
            try write("keys.json", Array(json.utf8))
            #expect(chmod(path("keys.json"), mode) == 0)
            return SensorReader(keys: try KeysFile.read(path("keys.json")))
        }
        let key = "00112233445566778899aabbccddeeff"
        _ = try read(
            #"{"A4:C1:38:00:00:01": "\#(key)", "A4:C1:38:00:00:02": ["\#(key)", "\#(key)"]}"#
        )
        _ = try read(#"{"A4:C1:38:00:00:01": "00112233445566778899aabb"}"#)
        let file = path("keys.json")
        func cause(_ json: String, mode: mode_t = 0o600) -> String? {
            do {
                _ = try read(json, mode: mode)
                return nil
            } catch {
                return (error as? Failure)?.cause
            }
        }
        let address = "A4:C1:38:00:00:01"
        let digits =
            "the key of \(address) must have 32 hexadecimal digits (24 for old MiBeacon, 48 for Encrypted Data)"
        #expect(
            cause("{\n\"x\": \"\(key)\"}")
                == "\(file): line 2, column 6: 'x' is not an address such as \(address)"
        )
        #expect(cause(#"{"\#(address)": "00"}"#) == "\(file): line 1, column 23: \(digits)")
        #expect(
            cause(#"{"\#(address)": ["\#(key)", "zz"]}"#)
                == "\(file): line 1, column 23: \(digits)"
        )
        for mode: mode_t in [0o640, 0o604, 0o620, 0o602] {
            #expect(
                cause("{}", mode: mode)
                    == "\(file) has keys, and users other than its owner may read it"
            )
        }
        #expect(cause("{}", mode: 0o700) == nil)
    }
}
