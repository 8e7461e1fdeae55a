internal import ArgumentParser
internal import FirmwareUpdate

/// `accessory suota list`
struct SuotaList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the images in a folder: .img and .bin files with a valid header, by name."
    )

    @Argument(help: "A folder.", completion: .directory)
    var folder = "."

    @Flag(help: "Also list files without a valid header.")
    var all = false

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let files: [SuotaFile]
        do throws(SuotaError) {
            files = try SuotaFile.list(inFolder: folder, onlyImages: !all)
        } catch {
            throw Failure(.noInput, error.cause, nextStep: "check the path")
        }
        for file in files {
            try Task.checkCancellation()
            let record = ImageRecord(file)
            if options.json {
                try Console.print(json: record)
            } else {
                Console.print(record.line)
            }
        }
    }
}
