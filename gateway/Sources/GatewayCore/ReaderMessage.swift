internal import AccessoryBase

/// A message of a reader on an audio jack.
public struct ReaderMessage: Sendable, Hashable {
    /// The reader's name in the configuration.
    public var reader: String
    /// The message.
    public var bytes: [UInt8]
    /// Milliseconds since 1970.
    public var time: Int64

    public init(reader: String, bytes: [UInt8], time: Int64) {
        (self.reader, self.bytes, self.time) = (reader, bytes, time)
    }

    /// `{"reader":"door","data":"0a1b","ts":1700000000000}`
    package var json: [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.member("reader", reader)
            $0.name("data")
            $0.hex(bytes)
            $0.member("ts", Int(time))
        }
        return json.bytes
    }
}
