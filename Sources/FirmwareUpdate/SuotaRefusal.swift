/// A reason not to update a device. The caller may force the update despite every reason.
public enum SuotaRefusal: Sendable, Hashable {
    /// The device already runs this version.
    case sameVersion(String)
    /// The device runs a later version.
    case olderVersion(image: String, device: String)
    /// The image is for another chip family than the device's model number.
    case otherFamily(image: SuotaImage.Family, device: String)
    /// The device's model number is not the required one.
    case otherModel(expected: String, device: String)
    /// The image would overwrite the running firmware.
    case bankRuns(Int)
    /// The running firmware may be in the chosen bank.
    case bankMayRun(Int)
}

extension SuotaRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .sameVersion(let version): "the device already runs version \(version)"
        case .olderVersion(let image, let device):
            "the image's version \(image) is older than the device's \(device)"
        case .otherFamily(let image, let device):
            "the image is for \(image.rawValue), the device is a \(device)"
        case .otherModel(let expected, let device):
            "the device is a \(device), not a \(expected)"
        case .bankRuns(let bank): "bank \(bank) has the running firmware"
        case .bankMayRun(let bank): "bank \(bank) may have the running firmware"
        }
    }

    /// Whether it is about the bank and not about the image.
    var isAboutBank: Bool {
        switch self {
        case .bankRuns, .bankMayRun: true
        default: false
        }
    }
}

extension SuotaConfiguration {
    /// Returns the reason not to write to the chosen bank, if there is one.
    var refusals: [SuotaRefusal] {
        guard 1...2 ~= imageBank else { return [] }
        guard let runningBank else { return [.bankMayRun(imageBank)] }
        return runningBank == imageBank ? [.bankRuns(imageBank)] : []
    }
}

extension SuotaImage {
    /// Returns the reasons against installing this image on this device. The device's version is
    /// its software revision, or else its firmware revision; versions without a number are not
    /// compared.
    ///
    /// - Parameters:
    ///   - device: The device information.
    ///   - model: The required model number of the device; nil: any.
    public func refusals(on device: SuotaDeviceInfo, model: String? = nil) -> [SuotaRefusal] {
        var reasons: [SuotaRefusal] = []
        if let actual = device.model {
            if let model, model.lowercased() != actual.lowercased() {
                reasons.append(.otherModel(expected: model, device: actual))
            }
            if let other = Family(chip: actual), other != family {
                reasons.append(.otherFamily(image: family, device: actual))
            }
        }
        let revisions = [device.softwareRevision, device.firmwareRevision].compactMap(\.self)
        guard let own = SuotaVersion(version),
            let (text, running) = revisions.lazy.compactMap({ text in
                SuotaVersion(text).map { (text, $0) }
            }).first
        else { return reasons }
        if own == running {
            reasons.append(.sameVersion(version))
        } else if own < running {
            reasons.append(.olderVersion(image: version, device: text))
        }
        return reasons
    }

    /// Throws `SuotaError.refused` if there are refusals, unless `force` is set.
    public func admit(
        on device: SuotaDeviceInfo,
        model: String? = nil,
        force: Bool = false
    ) throws(SuotaError) {
        let reasons = refusals(on: device, model: model)
        if !force && !reasons.isEmpty { throw .refused(reasons) }
    }
}

/// The numbers of a version, such as 6, 0, 14 of `v_6.0.14` and 0, 0, 32 of `P81C_0.0.32`.
struct SuotaVersion: Comparable {
    private let numbers: [Int]

    /// Parses the run of digits and points with the most numbers; nil if there is none.
    init?(_ text: some StringProtocol) {
        let runs = text.split { !($0.isASCII && ($0.isNumber || $0 == ".")) }
            .map { run in run.split(separator: ".").compactMap { Int($0) } }
        guard let most = runs.map(\.count).max(), most > 0 else { return nil }
        numbers = runs.first { $0.count == most }!
    }

    static func == (one: Self, other: Self) -> Bool { !(one < other) && !(other < one) }

    static func < (one: Self, other: Self) -> Bool {
        for place in 0..<max(one.numbers.count, other.numbers.count) {
            let number = place < one.numbers.count ? one.numbers[place] : 0
            let otherNumber = place < other.numbers.count ? other.numbers[place] : 0
            if number != otherNumber { return number < otherNumber }
        }
        return false
    }
}
