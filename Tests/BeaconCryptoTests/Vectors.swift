import BluetoothLE
import Foundation
import Testing

/// Test vectors: ours in the repository, public ones beside it.
enum Vectors {
    static let top = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let shared = top.appending(path: "../shared/facts/vectors").standardizedFileURL

    /// Tests that need the public vectors say this when they are absent.
    static let areShared = FileManager.default.fileExists(atPath: shared.path)

    static func load(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: shared.appending(path: name + ".json"))
        let object = try JSONSerialization.jsonObject(with: data)
        return try #require(object as? [String: Any])
    }

    static func list(_ name: String, _ key: String = "vectors") throws -> [[String: Any]] {
        let file = try load(name)
        return try #require(file[key] as? [[String: Any]])
    }
}

extension Dictionary where Key == String, Value == Any {
    func text(_ key: String) -> String? { self[key] as? String }
    func number(_ key: String) -> Double? { (self[key] as? NSNumber)?.doubleValue }
    func int(_ key: String) -> Int? { (self[key] as? NSNumber)?.intValue }
    func bool(_ key: String) -> Bool? { (self[key] as? NSNumber)?.boolValue }
    func hex(_ key: String) -> [UInt8]? { text(key).map(unhex) }
    func object(_ key: String) -> [String: Any]? { self[key] as? [String: Any] }
    func needText(_ key: String) throws -> String { try #require(text(key)) }
    func needNumber(_ key: String) throws -> Double { try #require(number(key)) }
    func needInt(_ key: String) throws -> Int { try #require(int(key)) }
    func needHex(_ key: String) throws -> [UInt8] { try #require(hex(key)) }
    var name: String { text("name") ?? "?" }
}

func unhex(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)!
    }
}

func hexText(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
}

/// The reports of an HCI packet with its H4 byte.
func reports(_ packet: [UInt8]) -> [AdvertisementReport] {
    var decoder = AdvertisementReportDecoder()
    var all: [AdvertisementReport] = []
    decoder.decode(event: packet.span.extracting(droppingFirst: 1), time: .zero) { all.append($0) }
    return all
}

/// Advertising data with one structure.
func advertisement(_ type: UInt8, _ prefix: [UInt8], _ payload: [UInt8]) -> Advertisement {
    Advertisement([UInt8(prefix.count + payload.count + 1), type] + prefix + payload)
}
