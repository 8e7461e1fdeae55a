/// The data that the demonstration exchanges.
struct DemoFile {
    let name: String
    let bytes: [UInt8]

    /// The first `size` bytes of a file, or of this program.
    static func read(_ path: String?, size: Int) throws -> DemoFile {
        let file = try InputFile(path ?? "/proc/self/exe")
        var bytes = [UInt8](repeating: 0, count: size)
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
        guard count > 0 else {
            throw Failure(.badInput, "\(path ?? "") is empty", nextStep: "give another --file")
        }
        let whole = path ?? "the start of this program"
        return DemoFile(name: whole, bytes: Array(bytes[..<count]))
    }
}
