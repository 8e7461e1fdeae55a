internal import AccessoryBase
internal import ArgumentParser
internal import BluetoothLE
internal import FeasyBeacon

/// `accessory beacon inspect`
struct BeaconInspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Check a module's .dfu file and show its header, without a module.",
        discussion: """
            Reports the file's model and the versions that it replaces. The program is encrypted, \
            so only the module can check it. Ends with 65 if the file is damaged or is not a .dfu \
            file. For SUOTA images, use accessory suota inspect.
            """
    )

    @Argument(help: "A .dfu file, or - for standard input.", completion: .file(extensions: ["dfu"]))
    var file: String

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let bytes = try InputFile(file).readAll(limit: 64 << 20)
        let name = file == "-" ? "standard input" : file
        let dfu: DFUFile
        do throws(DFUError) {
            dfu = try DFUFile(bytes)
        } catch {
            throw Failure(error).about(name.printable)
        }
        let record = DFURecord(name, dfu)
        if options.json {
            try Console.print(json: record)
        } else {
            for line in record.lines { Console.print(line) }
        }
    }
}

/// A `.dfu` file as `beacon inspect` shows it.
private struct DFURecord: Encodable {
    let file: String
    let bytes: Int
    let model: Int
    /// Nil for an unknown model number.
    let modelName: String?
    let bootloader: Int
    /// Versions that the file may replace.
    let lowestVersion: Int
    let highestVersion: Int
    let programBytes: Int
    /// CRC of the program, hexadecimal; only the module can check it.
    let programCRC: String
    /// CRC of the header, hexadecimal; checked.
    let headerCRC: String
    /// The transfer method; 1 is XMODEM.
    let uploadModel: Int

    init(_ name: String, _ dfu: DFUFile) {
        file = name
        bytes = dfu.bytes.count
        (model, modelName, bootloader) = (dfu.model, dfu.modelName, dfu.bootloader)
        (lowestVersion, highestVersion) = (dfu.versions.lowerBound, dfu.versions.upperBound)
        programBytes = dfu.length
        (programCRC, headerCRC) = (
            Hexadecimal.text(dfu.programCRC, digits: 4, uppercase: false),
            Hexadecimal.text(dfu.headerCRC, digits: 4, uppercase: false)
        )
        uploadModel = dfu.uploadModel
    }

    var lines: [String] {
        let way = uploadModel == 1 ? "XMODEM" : "unknown upload model \(uploadModel)"
        return [
            "model       \(model)" + (modelName.map { " (\($0))" } ?? ""),
            "replaces    \(lowestVersion) to \(highestVersion)",
            "bootloader  \(bootloader)",
            "program     \(programBytes) bytes, CRC \(programCRC) (the module checks it)",
            "header      CRC \(headerCRC) (correct)",
            "transfer    \(way)",
        ]
    }
}
