import CAccessory

@testable import AccessorySimulators
@testable import FirmwareUpdate

/// The core's receiver with two banks of flash.
final class DeviceModel {
    private let receiver = UnsafeMutablePointer<acc_suota_receiver>.allocate(capacity: 1)
    private let buffer: UnsafeMutablePointer<UInt8>
    private let family: acc_suota_family
    private(set) var banks: [[UInt8]]
    private(set) var restarts = 0
    /// The status of a finished flash operation.
    var flashResult = SuotaStatus.ok

    static let slot = 1 << 16

    init(_ family: SuotaImage.Family, buffer capacity: Int = 512, psm: UInt16 = 0) {
        self.family =
            switch family {
            case .da1458x: .da1458x
            case .da1468x: .da1468x
            case .da1469x: .da1469x
            }
        buffer = .allocate(capacity: capacity)
        banks = .init(repeating: .init(repeating: 0xFF, count: Self.slot), count: 2)
        var config = acc_suota_receiver_config_make(
            self.family,
            buffer,
            UInt16(capacity),
            UInt32(Self.slot)
        )
        config.psm = psm
        acc_suota_receiver_init(receiver, &config)
        connect(mtu: 247)
    }

    deinit {
        receiver.deallocate()
        buffer.deallocate()
    }

    func connect(mtu: Int) { acc_suota_receiver_connected(receiver, 1, UInt16(mtu)) }

    func disconnect() { acc_suota_receiver_connected(receiver, 0, 0) }

    func subscribe() { acc_suota_receiver_subscribe(receiver, true) }

    func read(_ characteristic: SuotaCharacteristic) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: 4)
        let count = acc_suota_receiver_read(receiver, characteristic.core, &out)
        return Array(out[..<count])
    }

    /// Handles a write and returns the statuses that the device notifies.
    func write(_ characteristic: SuotaCharacteristic, _ bytes: [UInt8]) -> [UInt8] {
        let status = bytes.withUnsafeBufferPointer {
            acc_suota_receiver_write(
                receiver,
                characteristic.core,
                $0.baseAddress!,
                $0.count
            )
        }
        precondition(status == .ok, "the sender wrote a wrong length")
        return work()
    }

    func stream(_ bytes: [UInt8]) -> [UInt8] {
        var notified: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let taken = rest.withUnsafeBufferPointer {
                acc_suota_receiver_stream(receiver, $0.baseAddress!, $0.count)
            }
            rest = rest.dropFirst(taken)
            notified += work()
        }
        return notified
    }

    /// The valid image in a bank; nil if there is none.
    func image(inBank bank: Int) -> SuotaFile? {
        guard let header = SuotaImage(banks[bank - 1]) else { return nil }
        let end = header.codeOffset + header.codeSize
        guard end <= Self.slot else { return nil }
        let file = SuotaFile(name: "bank", bytes: Array(banks[bank - 1][..<end]))
        return (try? file.check()) == nil ? nil : file
    }

    func put(_ file: SuotaFile, inBank bank: Int) {
        banks[bank - 1].replaceSubrange(0..<file.bytes.count, with: file.bytes)
    }

    private func work() -> [UInt8] {
        var notified: [UInt8] = []
        var action = acc_suota_action()
        while acc_suota_receiver_poll(receiver, &action) {
            switch action.kind {
            case ACC_SUOTA_NOTIFY: notified.append(action.code)
            case ACC_SUOTA_SURVEY:
                let found = banks.map { bank in
                    bank.withUnsafeBufferPointer {
                        acc_suota_bank_read(family, $0.baseAddress!, 64)
                    }
                }
                acc_suota_receiver_surveyed(receiver, SuotaStatus.ok.rawValue, found)
            case ACC_SUOTA_ERASE:
                let blank = repeatElement(UInt8(0xFF), count: Int(action.size))
                banks[Int(action.bank) - 1].replaceSubrange(0..<blank.count, with: blank)
                acc_suota_receiver_done(receiver, flashResult.rawValue)
            case ACC_SUOTA_WRITE:
                let bytes = UnsafeBufferPointer(start: action.bytes, count: Int(action.size))
                let start = Int(action.offset)
                banks[Int(action.bank) - 1]
                    .replaceSubrange(start..<start + bytes.count, with: bytes)
                acc_suota_receiver_done(receiver, flashResult.rawValue)
            default: restarts += 1
            }
        }
        return notified
    }
}
