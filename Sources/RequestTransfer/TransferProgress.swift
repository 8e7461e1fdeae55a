/// The progress of the files of a request or an answer.
public struct TransferProgress: Sendable, Hashable {
    /// The file's path on the device.
    public var path: String
    /// The file's index, from 0.
    public var index: Int
    /// The number of files.
    public var count: Int
    /// Bytes of the file transferred so far.
    public var done: Int
    /// The file's size in bytes.
    public var size: Int

    /// The transferred share of the file, 0 to 1.
    public var fileFraction: Double { size == 0 ? 1 : Double(done) / Double(size) }
    /// The transferred share of all files, 0 to 1. Each file has the same weight, because the sizes
    /// of later files from a device are unknown.
    public var fraction: Double { (Double(index) + fileFraction) / Double(count) }
}
