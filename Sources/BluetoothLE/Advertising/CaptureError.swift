/// Why a capture cannot be read.
public enum CaptureError: Error, Equatable {
    /// The file is neither btsnoop nor pcap nor pcapng.
    case notACapture
    /// The file ends inside its header.
    case truncated
    /// A link type without supported Bluetooth packets (tcpdump.org/linktypes.html).
    case unsupported(linkType: UInt32)
}
