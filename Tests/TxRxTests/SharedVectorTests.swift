import BluetoothLE
import Foundation
import TestSupport
import Testing

@testable import TxRx

/// The vectors next to the repository; nil without them, and the tests are skipped.
private struct Vectors: Decodable {
    struct Command: Decodable {
        let cmd, params, text: String
        let seq: UInt8
    }
    struct Splitting: Decodable {
        enum CodingKeys: String, CodingKey {
            case dataLength = "data_len"
            case piece, profile, terminator, pieces
        }

        let dataLength, piece: Int
        let profile, terminator: String
        let pieces: [Int]
    }
    struct Profile: Decodable {
        let name, service, rx, tx, end: String
        let mode, event: String?
    }

    let commands: [Command]
    let terminators: [String: String]
    let splitting: [Splitting]
    let profiles: [Profile]

    static let shared: Vectors? = {
        let file = Repository.sharedVectors.appending(path: "tertium.json")
        guard let data = try? Data(contentsOf: file) else { return nil }
        return try? JSONDecoder().decode(Vectors.self, from: data)
    }()
}

@Suite(.enabled(if: Vectors.shared != nil, "no shared vectors here"))
struct SharedVectorTests {
    private let vectors: Vectors

    init() throws { vectors = try #require(Vectors.shared) }

    @Test func commands() throws {
        for vector in vectors.commands {
            let number = try #require(UInt8(vector.cmd, radix: 16))
            let digits = Array(vector.params)
            let parameters = try stride(from: 0, to: digits.count, by: 2).map {
                try #require(UInt8(String(digits[$0...$0 + 1]), radix: 16))
            }
            let request = ReaderRequest(
                ReaderCommand(rawValue: number),
                parameters: parameters,
                sequence: vector.seq
            )
            let text = try #require(request?.text)
            #expect(text + "\r\n" == vector.text)
            #expect(ReaderRequest(text) == request)
        }
        #expect(!vectors.commands.isEmpty)
    }

    @Test func terminators() throws {
        #expect(vectors.terminators.count == TxRxTerminator.allCases.count)
        for (name, hex) in vectors.terminators {
            let terminator = try #require(TxRxTerminator(rawValue: name))
            let bytes = terminator.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            #expect(bytes.joined() == hex)
        }
    }

    @Test func splitting() throws {
        for vector in vectors.splitting {
            let profile = try #require(
                TxRxProfile.standard.first { $0.name.hasSuffix(vector.profile) }
            )
            #expect(profile.terminator.rawValue == vector.terminator)
            #expect(profile.rxSize == vector.piece)
            let data = (0..<vector.dataLength).map { UInt8($0) }
            let pieces = profile.pieces(of: data, limit: 512)
            #expect(pieces.map(\.count) == vector.pieces)
            #expect(Array(pieces.joined()) == data + profile.terminator.bytes)
        }
        #expect(!vectors.splitting.isEmpty)
    }

    @Test func profiles() throws {
        #expect(vectors.profiles.map(\.name) == TxRxProfile.standard.dropLast().map(\.name))
        for (vector, profile) in zip(vectors.profiles, TxRxProfile.standard) {
            #expect(profile.service == BluetoothUUID(vector.service))
            #expect(profile.rx == BluetoothUUID(vector.rx))
            #expect(profile.tx == BluetoothUUID(vector.tx))
            #expect(profile.mode == vector.mode.flatMap { BluetoothUUID($0) })
            #expect(profile.event == vector.event.flatMap { BluetoothUUID($0) })
            #expect(profile.terminator.rawValue == vector.end)
        }
    }
}
