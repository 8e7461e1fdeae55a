import Foundation
import TestSupport
import Testing

@testable import RequestTransfer

@Suite struct FrameTests {
    @Test func thePublicExampleIsAFileHead() throws {
        let bytes = hex(
            "AB 06 21 00 00 12 26 99 00 04 0A 06 2F 6D 75 73 69 63 10 E1 DE 92 A5 09 18 B0 BA 1F"
        )
        var reader = MetaFrameReader()
        let frames = reader.push(bytes)
        #expect(frames.count == 1)
        let frame = try #require(frames.first)
        #expect(frame.kind == FileKinds.toDevice.head && frame.sequence == 4 && frame.flags == 0)
        let head: FileHead = try decode(frame.payload)
        #expect(head.path == "/music" && head.crc32 == 2_493_820_769 && head.size == 515_376)
        #expect(encode(head) == frame.payload)
        #expect(frame.bytes == bytes)
    }

    /// The shared vectors, where they are.
    @Test func sharedVectors() throws {
        let file = Repository.sharedVectors.appending(path: "topstep_meta.json")
        guard let data = try? Data(contentsOf: file) else {
            print("skipped: \(file.path) is not there")
            return
        }
        struct Vectors: Decodable {
            struct Frame: Decodable { let hex: String }
            struct Request: Decodable { let example: TransferRequest }
            let frames: [Frame]
            let request: Request

            private enum CodingKeys: String, CodingKey {
                case frames
                case request = "request_json"
            }
        }
        let vectors = try JSONDecoder().decode(Vectors.self, from: data)
        for vector in vectors.frames {
            let bytes = hex(vector.hex)
            var reader = MetaFrameReader()
            let frames = reader.push(bytes)
            #expect(frames.map(\.bytes) == [bytes])
        }
        let request = vectors.request.example
        #expect(request.name == "tts" && request.remoteFilePaths == ["/data/rec/a.opus"])
        #expect(request.deviceStoragePath == "/data/tts" && request.appID == "com.example")
        #expect(try decode(json: encode(json: request), as: TransferRequest.self) == request)
    }

    @Test func everySplitYieldsTheSameFrames() {
        let frames = (0..<4).map {
            MetaFrame(
                kind: FileKinds.toApp.data,
                sequence: UInt16($0),
                payload: noise([1, 40, 976, 3][$0])
            )
        }
        let bytes = frames.flatMap(\.bytes)
        for cut in 0...bytes.count {
            var reader = MetaFrameReader()
            let found = reader.push(Array(bytes[..<cut])) + reader.push(Array(bytes[cut...]))
            let isWaiting = reader.isWaiting
            #expect(found == frames && !isWaiting)
        }
    }

    @Test func objectsTravelInFragments() {
        for count in [0, 1, 960, 961, 1920, 5000] {
            let object = noise(count)
            let (flags, payloads) = MetaFrame.fragments(of: object)
            let joiner = MetaFrameJoiner(capacity: 5000)
            var outcomes = payloads.map {
                joiner.push(
                    MetaFrame(kind: .request, flags: flags, sequence: 0, payload: $0)
                )
            }
            #expect(outcomes.popLast() == .whole(object))
            #expect(outcomes.allSatisfy { $0 == .unfinished })
        }
    }

    private func hex(_ text: String) -> [UInt8] {
        let digits = text.filter { $0 != " " }
        return stride(from: 0, to: digits.count, by: 2).map {
            let start = digits.index(digits.startIndex, offsetBy: $0)
            return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)!
        }
    }
}
