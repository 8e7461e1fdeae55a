internal import AccessoryBase

/// A valid path on the device. It starts with "/", has at most two folders of 31 bytes each and a
/// file name of 63 bytes, and at most 127 bytes in total. Every path from the peer is checked by
/// this type.
struct RemotePath: Hashable, Sendable {
    /// The path on the wire.
    let text: String
    let folders: [String]
    let name: String

    init(_ text: String) throws(RequestTransferError) {
        // by bytes: a slash with a combining mark is one Character, but the file system sees the slash
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if let fault = Self.fault(in: text, parts) { throw .pathRefused(text, fault) }
        self.text = text
        let names = parts.dropFirst().map { String(decoding: $0, as: UTF8.self) }
        folders = Array(names.dropLast())
        name = names[names.count - 1]
    }

    /// Creates the path of `name` in a folder of the device.
    init(_ name: String, in folder: String) throws(RequestTransferError) {
        try self.init(folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name)
    }

    private static func fault(
        in text: String,
        _ parts: [Substring.UTF8View]
    ) -> RequestPathFault? {
        if text.utf8.count > 127 { return .tooLong }
        if text.unicodeScalars.contains(where: {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
        }) {
            return .controlCharacter
        }
        if FileName.printable(text) != text { return .notText }
        if text.utf8.first != UInt8(ascii: "/") { return .notAbsolute }
        for part in parts.dropFirst() {
            if part.isEmpty { return .emptyPart }
            // hidden names are reserved for unfinished files
            if part.first == UInt8(ascii: ".") { return .relativePart }
        }
        if parts.count > 4 { return .tooDeep }
        if parts.dropLast().contains(where: { $0.count > 31 }) { return .folderTooLong }
        return parts[parts.count - 1].count > 63 ? .fileTooLong : nil
    }
}
