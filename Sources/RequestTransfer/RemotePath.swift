/// A valid path on the device. It starts with "/", has at most two folders of 31 bytes each and a
/// file name of 63 bytes, and at most 127 bytes in total. Every path from the peer is checked by
/// this type.
struct RemotePath: Hashable, Sendable {
    /// The path on the wire.
    let text: String
    let folders: [String]
    let name: String

    init(_ text: String) throws(RequestTransferError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if let fault = Self.fault(in: text, parts) { throw .pathRefused(text, fault) }
        self.text = text
        folders = Array(parts[1..<(parts.count - 1)])
        name = parts[parts.count - 1]
    }

    /// Creates the path of `name` in a folder of the device.
    init(_ name: String, in folder: String) throws(RequestTransferError) {
        try self.init(folder.hasSuffix("/") ? folder + name : folder + "/" + name)
    }

    private static func fault(in text: String, _ parts: [String]) -> RequestPathFault? {
        if text.utf8.count > 127 { return .tooLong }
        if text.unicodeScalars.contains(where: {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
        }) {
            return .controlCharacter
        }
        if text.first != "/" { return .notAbsolute }
        for part in parts.dropFirst() {
            if part.isEmpty { return .emptyPart }
            // hidden names are reserved for unfinished files
            if part.hasPrefix(".") { return .relativePart }
        }
        if parts.count > 4 { return .tooDeep }
        if parts.dropLast().contains(where: { $0.utf8.count > 31 }) { return .folderTooLong }
        return parts[parts.count - 1].utf8.count > 63 ? .fileTooLong : nil
    }
}
