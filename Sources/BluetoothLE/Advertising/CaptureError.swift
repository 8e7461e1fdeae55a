/// Why a capture cannot be read.
public enum CaptureError: Error, Equatable {
    /// Neither btsnoop nor pcap.
    case notACapture
    /// The file ends inside its header.
    case truncated
    /// A format or link type that is not read: pcapng, or no Bluetooth.
    case unsupported(linkType: UInt32)
}
