/// The progress of the files of a request or an answer.
public struct TransferProgress: Sendable, Hashable {
    /// The file's path on the device.
    public var path: String
    /// The file's index from 0, and the number of files.
    public var index: Int
    public var count: Int
    /// Bytes transferred, and the file's size.
    public var done: Int
    public var size: Int

    /// The transferred share of the file, 0 to 1.
    public var fileFraction: Double { size == 0 ? 1 : Double(done) / Double(size) }
    /// The transferred share of all files, 0 to 1. Each file counts the same, since the sizes of
    /// later files from a device are unknown.
    public var fraction: Double { (Double(index) + fileFraction) / Double(count) }
}
