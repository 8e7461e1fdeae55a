import AccessoryConcurrency
import AccessoryLink
import Foundation
import TestSupport
import Testing

@testable import RequestTransfer

/// The examples of the documentation, verbatim and run.
@Suite(.timeLimit(.minutes(20))) struct DocumentationTests: ExampleSuite {
    let clock = VirtualClock()

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func BytePipe() -> AccessoryLink.BytePipe { .init(clock: clock) }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func RequestTransferManager(
        over link: any ByteLink,
        folder: String
    ) -> RequestTransfer.RequestTransferManager {
        .init(over: link, folder: folder, clock: clock)
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func RequestDevice(over link: any ByteLink, folder: String)
        -> RequestTransfer.RequestDevice
    {
        .init(over: link, folder: folder, clock: clock)
    }

    @Test func exampleOfRequestTransfer() async throws {
        try await clock.run {
            let (app, device) = (Scratch(), Scratch())
            let (appFolder, watchFolder) = (app.path, device.path)
            let tone = try app.write(noise(3_000), to: "tone.pcm")
            let pipe = BytePipe()

            let transfer = RequestTransferManager(over: pipe.host, folder: appFolder)
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
    }

    @Test func theArticleShowsTestedCode() throws {
        try Repository.expectExamples(
            of: "Sources/RequestTransfer/RequestTransfer.docc/RequestTransfer.md",
            in: ["Tests/RequestTransferTests/DocumentationTests.swift"]
        )
    }

    /// Every frame that the specification prints is one, to the byte.
    @Test func theFramesOfTheSpecificationAreFrames() throws {
        let blocks = try Repository.text("docs/request-transfer.md").components(separatedBy: "\n\n")
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

    /// Checks that the payload decodes as its kind, without loss.
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
}
