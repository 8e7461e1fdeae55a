import AccessoryLink
import Foundation
import Testing

@testable import RequestTransfer

/// The examples of the documentation, run as they stand there.
@Suite(.timeLimit(.minutes(1))) struct DocumentationTests {
    @Test func exampleOfRequestTransfer() async throws {
        let (app, device) = (Scratch(), Scratch())
        let (appFolder, watchFolder) = (app.path, device.path)
        let tone = try app.write(noise(3_000), to: "tone.pcm")
        let pipe = BytePipe()

        let transfer = RequestTransfer(over: pipe.host, folder: appFolder)
        let service = Task {
            for await request in transfer.requests {
                let answer = TransferAnswer(
                    to: request,
                    content: ["lang": request.parameters["lang"] ?? "en"],
                    localFilePaths: [tone]
                )
                try await transfer.respond(to: request, with: answer)
            }
        }

        let watch = RequestDevice(over: pipe.accessory, folder: watchFolder)
        let answer = try await watch.send(
            TransferRequest(
                id: "17",
                name: "playRingtone",
                parameters: ["lang": "de"],
                deviceStoragePath: "/music"
            )
        )
        print("stored at", answer.localFilePaths)

        #expect(answer.content == ["lang": "de"])
        #expect(device.read("music/tone.pcm") == noise(3_000))
        pipe.cut()
        _ = await service.result
    }

    @Test func theArticleShowsWhatIsTested() throws {
        let article = try text("Sources/RequestTransfer/RequestTransfer.docc/RequestTransfer.md")
        let blocks = article.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
        #expect(blocks.count == 1)
        let source = trimmed(try text("Tests/RequestTransferTests/DocumentationTests.swift"))
        for block in blocks { #expect(source.contains(trimmed(block))) }
    }

    /// Every frame that the specification prints is one, to the byte.
    @Test func theFramesOfTheSpecificationAreFrames() throws {
        let blocks = try text("docs/request-transfer.md").components(separatedBy: "\n\n")
            .filter { $0.hasPrefix("    AB ") }
        #expect(blocks.count == 12)
        for block in blocks {
            let bytes = block.split(whereSeparator: \.isWhitespace).map { UInt8($0, radix: 16)! }
            var reader = MetaFrameReader()
            let frames = reader.push(bytes)
            #expect(frames.map(\.bytes) == [bytes], "\(block)")
            for frame in frames { try check(frame) }
        }
    }

    /// The payload is what its kind says, and nothing of it is lost.
    private func check(_ frame: MetaFrame) throws {
        guard frame.flags == 0, !frame.payload.isEmpty else { return }
        switch frame.kind {
        case .request:
            let request = try decode(json: frame.payload, as: TransferRequest.self)
            #expect(try encode(json: request) == frame.payload)
        case .answer:
            let answer = try decode(json: frame.payload, as: TransferAnswer.self)
            #expect(try encode(json: answer) == frame.payload)
        case FileKinds.toDevice.head:
            let response: FileHeadResponse = try decode(frame.payload)
            let head: FileHead? = try? decode(frame.payload)
            #expect(encode(response) == frame.payload || head.map(encode) == frame.payload)
        case FileKinds.toDevice.data:
            let data: FileData = try decode(frame.payload)
            #expect(encode(data) == frame.payload)
        case FileKinds.toDevice.end:
            let response: FileDataResponse = try decode(frame.payload)
            #expect(encode(response) == frame.payload && response.fileSize == 13)
        default: Issue.record("a frame of another kind")
        }
    }

    private func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Without the indentation of each line.
    private func trimmed(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n")
    }
}
