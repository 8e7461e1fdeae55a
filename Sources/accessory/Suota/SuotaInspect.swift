internal import ArgumentParser
internal import FirmwareUpdate

/// `accessory suota inspect`
struct SuotaInspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show an image's header and check its CRC-32.",
        discussion: "Ends with 65 if the file is damaged or is not an image."
    )

    @Argument(help: "An image file, or - for standard input.", completion: .file())
    var file: String

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let bytes = try InputFile(file).readAll(limit: 64 << 20)
        let firmware = SuotaFile(name: file == "-" ? "standard input" : file, bytes: bytes)
        if firmware.image != nil {
            let record = ImageRecord(firmware)
            if options.json {
                try Console.print(json: record)
            } else {
                for line in record.lines { Console.print(line) }
            }
        }
        try firmware.check()
    }
}
