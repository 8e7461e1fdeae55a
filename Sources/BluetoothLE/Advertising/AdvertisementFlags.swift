/// The flags of an advertisement (Core Specification Supplement, Part A, section 1.3).
public struct AdvertisementFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Discoverable for a limited time.
    public static let limitedDiscoverable = AdvertisementFlags(rawValue: 1 << 0)
    /// Discoverable at any time.
    public static let generalDiscoverable = AdvertisementFlags(rawValue: 1 << 1)
    /// Bluetooth LE only.
    public static let noClassic = AdvertisementFlags(rawValue: 1 << 2)
    /// Simultaneous LE and BR/EDR, controller.
    public static let dualModeController = AdvertisementFlags(rawValue: 1 << 3)
    /// Simultaneous LE and BR/EDR, host.
    public static let dualModeHost = AdvertisementFlags(rawValue: 1 << 4)

    /// The flags of an LE-only device.
    public static let `default`: AdvertisementFlags = [.generalDiscoverable, .noClassic]
}
