internal import ArgumentParser
internal import FirmwareUpdate
internal import FoundationEssentials

/// `accessory suota make`
struct SuotaMake: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Make an image: add a header with size, CRC-32, version and time to a program.",
        discussion: "A device refuses an image with the version and time of one that it has."
    )

    @Option(help: "Version of the firmware, at most 15 characters.")
    var version: String

    @Option(help: "Chip or family: DA14531, DA14585, DA1468x, DA1469x …")
    var chip: Chip = Chip(family: .da1458x)

    @Option(help: "Build time in seconds since 1970; by default now.")
    var time: UInt32?

    @Argument(help: "The program, or - for standard input.", completion: .file())
    var payload: String

    @Argument(help: "The image, or - for standard output.", completion: .file())
    var image: String

    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let code = try InputFile(payload).readAll(limit: 64 << 20)
        guard !code.isEmpty else {
            let name = payload == "-" ? "standard input" : payload
            throw Failure(.badInput, "\(name) is empty", nextStep: "name a file with code")
        }
        let bytes = try SuotaImage.file(
            family: chip.family,
            version: version,
            time: time ?? UInt32(Date().timeIntervalSince1970),
            code: code
        )
        try overwrite.check(image, input: payload, writing: .suotaImage)
        let output = try OutputFile(image)
        try output.write(bytes)
        try output.commit()
        let record = ImageRecord(SuotaFile(name: image, bytes: bytes))
        if options.json {
            try Console.print(json: record, dataOnOutput: OutputFile.isStandardOutput(image))
        } else if !options.quiet {
            Console.note(record.line)
        }
    }
}

extension FileKind {
    static let suotaImage = FileKind(name: "a SUOTA image") { bytes in
        let magics: [[UInt8]] = [[0x70, 0x51], [0x70, 0x61], [0x51, 0x71]]
        return magics.contains { bytes.starts(with: $0) }
    }
}

/// A chip by name.
struct Chip: ExpressibleByArgument {
    let family: SuotaImage.Family

    init(family: SuotaImage.Family) {
        self.family = family
    }

    init?(argument: String) {
        guard let family = SuotaImage.Family(chip: argument) else { return nil }
        self.family = family
    }

    var defaultValueDescription: String { family.rawValue }
}
