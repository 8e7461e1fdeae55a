public import AccessoryBase

/// Why a capture cannot be read.
public enum CaptureError: Error, Equatable {
    /// The file is neither btsnoop, pcap, pcapng, PacketLogger nor hcidump.
    case notACapture
    /// The file ends inside its header.
    case truncated
    /// A link type without supported Bluetooth packets (tcpdump.org/linktypes.html).
    case unsupported(linkType: UInt32)
}

extension CaptureError: AccessoryError {
    public var cause: String {
        switch self {
        case .notACapture:
            "the file is neither btsnoop, pcap, pcapng, PacketLogger nor hcidump"
        case .truncated: "the capture ends inside its header"
        case .unsupported(let linkType): "the capture's link type \(linkType) is not supported"
        }
    }

    public var nextStep: String? {
        switch self {
        case .notACapture, .unsupported: "record one with: btmon -w FILE"
        case .truncated: "get a complete copy"
        }
    }
}
