internal import AccessoryBase
internal import ArgumentParser
internal import Glibc

/// `--force`, for commands that write a file. Without it, a command overwrites neither an input nor
/// a file of the kind that it reads: a shell's `*` easily matches one file too many.
struct OverwriteOptions: ParsableArguments {
    @Flag(help: "Overwrite an input, or a file that looks like one.")
    var force = false

    private static let nextStep = "choose another output, or add --force"

    /// Refuses an output that is also an input, under any name.
    func check(_ output: String, inputs: [String]) throws {
        guard !force, let there = FileIdentity(output, or: STDOUT_FILENO), there.isRegular else {
            return
        }
        for input in inputs where FileIdentity(input, or: STDIN_FILENO) == there {
            throw Failure(
                .usage,
                "\(output == input ? output : "\(output), the same file as \(input),") is the input",
                nextStep: Self.nextStep
            )
        }
    }

    /// Also refuses an output that contains a kind of data that the command reads.
    func check(_ output: String, inputs: [String], reading kinds: FileKind...) throws {
        try check(output, inputs: inputs)
        guard !force, !OutputFile.isStandardOutput(output),
            let kind = kinds.first(where: { $0.isHeld(by: output) })
        else { return }
        throw Failure(.usage, "\(output) is \(kind.name), like an input", nextStep: Self.nextStep)
    }

    /// Also refuses an output that contains anything but the kind of data that the command writes,
    /// if it reads files of any kind.
    func check(_ output: String, input: String, writing kind: FileKind) throws {
        try check(output, inputs: [input])
        guard !force, !OutputFile.isStandardOutput(output), FileKind.hasContent(output) else {
            return
        }
        if !kind.isHeld(by: output) {
            throw Failure(
                .usage,
                "\(output) exists and is not \(kind.name)",
                nextStep: Self.nextStep
            )
        }
        if kind.isHeld(by: input == "-" ? "/dev/stdin" : input) {
            throw Failure(
                .usage,
                "\(output) is \(kind.name), like the input",
                nextStep: Self.nextStep
            )
        }
    }
}

/// A kind of file, recognised by its content.
struct FileKind: Sendable {
    /// The name with its article.
    let name: String
    /// Whether a file with these first bytes, up to `firstBytes`, is of this kind.
    let begins: @Sendable ([UInt8]) -> Bool

    static let firstBytes = 1 << 16

    static let wav = FileKind(name: "a WAV file") { bytes in
        let names = ["RIFF", "RIFX", "RF64", "BW64"].map { Array($0.utf8) }
        return names.contains { bytes.starts(with: $0) }
            && bytes.dropFirst(8).starts(with: Array("WAVE".utf8))
    }

    /// FLAC, AIFF, CAF, Ogg and Sun's .au, which `SoundReader` reads.
    static let otherSound = FileKind(name: "a sound file") { bytes in
        let names = ["fLaC", "caff", "OggS", ".snd"].map { Array($0.utf8) }
        return names.contains { bytes.starts(with: $0) }
            || bytes.starts(with: Array("FORM".utf8))
                && bytes.dropFirst(8).starts(with: Array("AIF".utf8))
    }

    /// Whether the regular file at this path is of this kind; false for all others.
    func isHeld(by path: String) -> Bool {
        guard Self.hasContent(path), let file = try? InputFile(path) else { return false }
        var bytes = [UInt8](repeating: 0, count: Self.firstBytes)
        guard let count = try? bytes.withUnsafeMutableBytes({ try file.read(into: $0) }) else {
            return false
        }
        return begins(Array(bytes[..<count]))
    }

    /// Whether the path is a regular file that is not empty.
    static func hasContent(_ path: String) -> Bool {
        var facts = stat()
        return stat(FileName.bytes(path), &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
            && facts.st_size > 0
    }
}
