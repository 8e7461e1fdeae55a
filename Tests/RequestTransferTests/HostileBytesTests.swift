import AccessoryConcurrency
import AccessoryLink
import Foundation
import Testing

@testable import RequestTransfer

/// Invalid bytes: payloads, objects and frames, changed at random. Nothing crashes, hangs or leaves a
/// file, and a valid exchange works afterwards.
@Suite(.timeLimit(.minutes(20))) struct HostileBytesTests {
    private static let kinds: [FrameKind] =
        [.request, .answer, .withdrawal, .ask]
        + [FileKinds.toDevice, .toApp].flatMap { [$0.head, $0.data, $0.end, $0.cancel] }

    private static let payloads: [[UInt8]] = {
        var head = FileHead()
        head.path = "/music/tone"
        head.size = 5_000
        head.crc32 = 77
        var data = FileData()
        data.data = Data(noise(960))
        var response = FileDataResponse()
        response.fileSize = 3
        response.result = 1
        var answer = FileHeadResponse()
        (answer.oldSize, answer.packageSize, answer.packageCount) = (7, 1, .max)
        var path = FilePath()
        path.path = "/rec/voice"
        let request = Array(#"{"id":"1","func":"f","files":["/a"],"params":{"x":[1,{}]}}"#.utf8)
        return [encode(head), encode(data), encode(response), encode(answer), encode(path)]
            + [request, [], noise(100)]
    }()

    private func changed(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            default: bytes.removeSubrange(place...)
            }
        }
        return bytes
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func anyBytesAreHandled(_ seed: UInt64) async throws {
        let bench = Bench()
        try await bench.clock.run {
            for toApp in [true, false] {
                let pipe = BytePipe(packetSize: 2_000, clock: bench.clock)
                let end: Any =
                    toApp
                    ? RequestTransferManager(
                        over: pipe.host,
                        folder: bench.appFolder.path,
                        clock: bench.clock
                    )
                    : RequestDevice(
                        over: pipe.accessory,
                        folder: bench.deviceFolder.path,
                        clock: bench.clock
                    )
                let hostile = toApp ? pipe.accessory : pipe.host
                let drain = Task(executorPreference: bench.clock) {
                    for try await _ in hostile.incoming {}
                }
                var random = SeededRandom(seed: seed)
                for index in 0..<1_500 {
                    let frame = MetaFrame(
                        kind: Self.kinds.randomElement(using: &random)!,
                        flags: UInt8.random(in: 0...7, using: &random),
                        sequence: UInt16(index),
                        payload: changed(Self.payloads.randomElement(using: &random)!, &random)
                    )
                    let bytes = index % 5 == 0 ? changed(frame.bytes, &random) : frame.bytes
                    try await hostile.send(bytes)
                }
                pipe.cut()
                _ = try? await drain.value
                withExtendedLifetime(end) {}
            }
            #expect(bench.appFolder.contents.isEmpty && bench.deviceFolder.contents.isEmpty)
            let answer = try await bench.connect().ask(.ringtone) { $0.answer() }
            #expect(answer.errorCode == 0)
        }
    }

    @Test func invalidObjectsAreRefused() throws {
        let deep = String(repeating: "[", count: 30_000)
        for text in [
            "", "null", "[]", "{}", #"{"id":1,"func":"f"}"#, #"{"id":"1"}"#,
            #"{"id":"","func":"f"}"#,
            #"{"id":"1","func":"f","files":"x"}"#, #"{"id":"1","func":"f","params":[]}"#, deep,
            #"{"id":"1","func":"f","params":{"x":\#(deep)"#, "{\"id\":\"\u{FF}",
        ] {
            #expect(throws: RequestTransferError.malformed, "\(text.prefix(60))") {
                try decode(json: Array(text.utf8), as: TransferRequest.self)
            }
        }
        let nested = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        let request = try decode(
            json: Array(#"{"id":"1","func":"f","params":{"x":\#(nested)}}"#.utf8),
            as: TransferRequest.self
        )
        #expect(request.parameters.count == 1)
        let numbers = try decode(
            json: Array(
                #"{"id":"1","func":"f","params":{"x":[2.0,5555555555555555555.5,1e300]}}"#.utf8
            ),
            as: TransferRequest.self
        )
        #expect(numbers.parameters["x"] == [2, .integer(5_555_555_555_555_555_328), 1e300])
        #expect(try decode(json: encode(json: numbers), as: TransferRequest.self) == numbers)
        #expect(throws: RequestTransferError.malformed) {
            try decode(json: [0xFF, 0xFE, 0x00], as: TransferRequest.self)
        }
    }
}
