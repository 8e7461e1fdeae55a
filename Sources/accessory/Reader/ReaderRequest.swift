internal import AccessoryLink
internal import ArgumentParser

/// The request to a reader.
struct ReaderRequest: ParsableArguments {
    @Argument(help: "The request as text; or use --in.")
    var request: String?

    @Flag(help: "Request and answer as hexadecimal digits.")
    var hex = false

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("File with the request, - for standard input.", valueName: "file"),
        completion: .file()
    )
    var input: String?

    func validate() throws {
        guard request == nil || input == nil else {
            throw ValidationError("name either a request or a file")
        }
    }

    func bytes() throws -> [UInt8] {
        guard let request else {
            return try InputFile(input ?? "-").readAll(limit: LinkOptions().largestMessage)
        }
        guard hex else { return Array(request.utf8) }
        return try Failure.ofArguments { try HexText.bytes(request, name: "the request") ?? [] }
    }
}
