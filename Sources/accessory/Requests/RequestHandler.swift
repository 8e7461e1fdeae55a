internal import AccessoryBase
internal import FoundationEssentials
internal import RequestTransfer

/// A shell command that answers requests: it reads the request from standard input and writes the
/// answer to standard output, both as JSON.
struct RequestHandler: Sendable {
    let command: String

    private struct Input: Encodable {
        let id: String
        let `func`: String
        let url: String?
        let appId: String?
        let params: [String: JSONValue]
        let savePath: String?
        let files: [String]
        let localFiles: [String]
    }

    private struct Output: Decodable {
        struct Fault: Decodable {
            let code: Int
            let message: String?
        }
        let content: [String: JSONValue]?
        let error: Fault?
        let savePath: String?
        let files: [String]?
    }

    /// Runs the command for a request. Cancellation of the task ends the command.
    func answer(to request: TransferRequest) async throws -> TransferAnswer {
        let (status, data) = try await run(on: try JSONEncoder().encode(Self.input(request)))
        var answer = TransferAnswer(to: request)
        guard status == 0 else {
            answer.errorCode = Int(status)
            answer.errorMessage = "the handler ended with \(status)"
            return answer
        }
        guard !data.isEmpty else { return answer }
        let output: Output
        do {
            output = try JSONDecoder().decode(Output.self, from: data)
        } catch let error as DecodingError {
            let fault = JSONSyntax.explanation(of: error, in: Array(data)) {
                _ = try JSONDecoder().decode(Output.self, from: Data($0))
            }
            answer.errorCode = RequestTransferError.malformed.number
            answer.errorMessage = "the handler did not write exactly one JSON object: \(fault)"
            return answer
        }
        answer.content = output.content ?? [:]
        answer.errorCode = output.error?.code ?? 0
        answer.errorMessage = output.error?.message
        answer.deviceStoragePath = output.savePath
        answer.localFilePaths = output.files ?? []
        return answer
    }

    private static func input(_ request: TransferRequest) -> Input {
        Input(
            id: request.id,
            func: request.name,
            url: request.url,
            appId: request.appID,
            params: request.parameters,
            savePath: request.deviceStoragePath,
            files: request.remoteFilePaths,
            localFiles: request.localFilePaths
        )
    }

    private func run(on input: Data) async throws -> (status: Int32, output: Data) {
        let process = try ShellProcess(command, input: Array(input))
        let (status, output) = await withTaskCancellationHandler {
            await process.finish()
        } onCancel: {
            process.terminate()
        }
        try Task.checkCancellation()
        return (status, Data(output))
    }
}
