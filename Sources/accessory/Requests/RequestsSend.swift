internal import AccessoryLink
internal import AccessorySimulators
internal import ArgumentParser
internal import RequestTransfer

/// Sends one request as the device.
struct RequestsSend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a request as a device, and print the answer's content.",
        discussion: """
            Prints the content as one JSON object; with --json the whole answer, with the files' \
            paths in "localFiles". Ends with 76 if the answer reports an error.
            """
    )

    @OptionGroup var link: TransferLinkOptions
    @OptionGroup var options: CommonOptions

    @Argument(help: "Name of the request, such as playRingtone.")
    var name: String

    @Option(help: "The request's id; a random number by default.")
    var id: String?

    @Option(help: "Application on the device that sends the request.")
    var appID: String?

    @Option(help: "URL of the request.")
    var url: String?

    @Option(
        help: ArgumentHelp("Parameter: JSON, or text if it is not JSON.", valueName: "key=value")
    )
    var param: [ParameterArgument] = []

    @Option(
        help: ArgumentHelp(
            "File of the device to send with the request; the path starts at the device's root.",
            valueName: "path"
        ),
        completion: .file()
    )
    var file: [String] = []

    @Option(
        help: ArgumentHelp("Folder on the device for the answer's files.", valueName: "path"),
        completion: .file()
    )
    var savePath: String?

    @Option(help: "Existing folder, the root of the device's files.")
    var folder = "."

    func run() async throws {
        try requireFolder(folder)
        let request = TransferRequest(
            id: id ?? String(UInt32.random(in: 1 ... .max)),
            name: name,
            url: url,
            appID: appID,
            parameters: Dictionary(param.map { ($0.key, $0.value) }) { _, last in last },
            deviceStoragePath: savePath,
            remoteFilePaths: file
        )
        let answer = try await link.attach { link in
            do {
                return try await WatchSimulator(over: link, folder: folder).send(request)
            } catch RequestTransferError.pathRefused(let path, let fault) where file.contains(path)
            {
                return try Failure.ofArguments {
                    throw RequestTransferError.pathRefused(path, fault)
                }
            }
        }
        try answer.show(options)
        if let failure = answer.failure { throw failure }
    }
}

extension TransferAnswer {
    private struct Record: Encodable {
        let id: String
        let name: String
        let content: [String: JSONValue]
        let errorCode: Int
        let errorMessage: String?
        let localFiles: [String]
    }

    /// The error that it reports.
    var failure: Failure? {
        guard errorCode != 0 else { return nil }
        return Failure(
            .deviceError,
            "the answer reports error \(errorCode)" + (errorMessage.map { ": \($0)" } ?? ""),
            nextStep: "send another request",
            code: errorCode
        )
    }

    /// Prints one line on standard output, and the paths of the files on standard error.
    func show(_ options: CommonOptions) throws {
        guard options.json else {
            try Console.print(json: content)
            if !options.quiet { localFilePaths.forEach(Console.note) }
            return
        }
        try Console.print(
            json: Record(
                id: id,
                name: name,
                content: content,
                errorCode: errorCode,
                errorMessage: errorMessage,
                localFiles: localFilePaths
            )
        )
    }
}
