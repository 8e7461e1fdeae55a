/// How far the files of a request or of an answer have got.
public struct TransferProgress: Sendable, Hashable {
    /// The file's path on the device.
    public var path: String
    /// Its number, from 0, and how many there are.
    public var index: Int
    public var count: Int
    /// Bytes of the file that are over, and in all.
    public var done: Int
    public var size: Int

    /// Part of the file that is over, 0 to 1.
    public var fileFraction: Double { size == 0 ? 1 : Double(done) / Double(size) }
    /// Part of all files that is over, 0 to 1; each file counts the same, as the sizes of those to
    /// come from a device are not known.
    public var fraction: Double { (Double(index) + fileFraction) / Double(count) }
}
