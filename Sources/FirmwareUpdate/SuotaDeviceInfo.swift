/// Device information read before an update.
public struct SuotaDeviceInfo: Sendable, Hashable {
    /// The manufacturer's name.
    public private(set) var manufacturer: String?
    /// The model number.
    public private(set) var model: String?
    /// The firmware revision.
    public private(set) var firmwareRevision: String?
    /// The software revision.
    public private(set) var softwareRevision: String?
    /// Version of the service, 13 for 1.3.
    public private(set) var version: Int?
    /// Maximum length of one write to PATCH_DATA, bytes.
    public private(set) var patchDataSize: Int?
    /// ATT MTU of the device.
    public private(set) var mtu: Int?
    /// PSM of the channel, if the device has one.
    public private(set) var psm: UInt16?

    /// Creates empty information.
    public init() {}

    /// Stores a characteristic's value. Values that are too short are ignored.
    public mutating func store(_ characteristic: SuotaCharacteristic, _ value: [UInt8]) {
        let text = String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
        let word = value.count >= 2 ? Int(value[0]) | Int(value[1]) << 8 : nil
        switch characteristic {
        case .manufacturerName: manufacturer = text
        case .modelNumber: model = text
        case .firmwareRevision: firmwareRevision = text
        case .softwareRevision: softwareRevision = text
        case .version: version = value.first.map(Int.init)
        case .patchDataSize: patchDataSize = word
        case .mtu: mtu = word
        case .psm: psm = word.flatMap { $0 == 0 ? nil : UInt16($0) }
        default: break
        }
    }

    /// Returns the bytes per write: limited by PATCH_DATA and by the MTU of the connection.
    ///
    /// - Parameters:
    ///   - linkMTU: ATT MTU of this host, 23 or more; a smaller one counts as 23.
    ///   - usual: Bytes per write to devices that do not state their limit.
    public func chunkSize(linkMTU: Int, usual: Int) -> Int {
        let linkMTU = max(linkMTU, 23)
        let carried = min(linkMTU, mtu.map { max($0, 23) } ?? linkMTU) - 3
        return max(min(patchDataSize ?? usual, carried), 1)
    }
}
