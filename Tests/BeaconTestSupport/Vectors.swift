public import BluetoothLE
internal import Foundation
internal import TestSupport
internal import Testing

/// The public test vectors.
public enum Vectors {
    /// The skip message of tests without their public vectors.
    public static let areShared = FileManager.default.fileExists(
        atPath: Repository.sharedVectors.path
    )

    public static func load(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: Repository.sharedVectors.appending(path: name + ".json"))
        let object = try JSONSerialization.jsonObject(with: data)
        return try #require(object as? [String: Any])
    }

    public static func list(_ name: String, _ key: String = "vectors") throws -> [[String: Any]] {
        let file = try load(name)
        return try #require(file[key] as? [[String: Any]])
    }
}

extension Dictionary where Key == String, Value == Any {
    public func text(_ key: String) -> String? { self[key] as? String }
    public func number(_ key: String) -> Double? { (self[key] as? NSNumber)?.doubleValue }
    public func int(_ key: String) -> Int? { (self[key] as? NSNumber)?.intValue }
    public func bool(_ key: String) -> Bool? { (self[key] as? NSNumber)?.boolValue }
    public func hex(_ key: String) -> [UInt8]? { text(key).map(unhex) }
    public func object(_ key: String) -> [String: Any]? { self[key] as? [String: Any] }
    public func needText(_ key: String) throws -> String { try #require(text(key)) }
    public func needNumber(_ key: String) throws -> Double { try #require(number(key)) }
    public func needInt(_ key: String) throws -> Int { try #require(int(key)) }
    public func needHex(_ key: String) throws -> [UInt8] { try #require(hex(key)) }
    public var name: String { text("name") ?? "?" }
}

public func unhex(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)!
    }
}

public func hexText(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
}

/// The reports of an HCI packet with its H4 byte.
public func reports(_ packet: [UInt8]) -> [AdvertisementReport] {
    var decoder = AdvertisementReportDecoder()
    var all: [AdvertisementReport] = []
    decoder.decode(event: packet.span.extracting(droppingFirst: 1), time: .zero) { all.append($0) }
    return all
}

/// Advertising data with one structure.
public func advertisement(_ type: UInt8, _ prefix: [UInt8], _ payload: [UInt8]) -> Advertisement {
    Advertisement([UInt8(prefix.count + payload.count + 1), type] + prefix + payload)
}
