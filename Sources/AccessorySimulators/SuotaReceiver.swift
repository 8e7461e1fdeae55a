internal import BluetoothLE
internal import CAccessory

/// The core's receiver and its memory.
struct SuotaReceiver: ~Copyable {
    enum Action {
        case notify(UInt8)
        case survey
        case erase(Int, bank: Int)
        case write([UInt8], offset: Int, bank: Int)
        case restart
    }

    /// The result of successful flash work.
    static let ok = UInt8(ACC_SUOTA_CMP_OK)
    static let writeError = UInt8(ACC_SUOTA_EXT_MEM_WRITE_ERR)

    private let receiver = UnsafeMutablePointer<acc_suota_receiver>.allocate(capacity: 1)
    private let buffer: UnsafeMutablePointer<UInt8>

    init(_ options: SuotaTargetSimulator.Options, _ flash: SuotaFlash) {
        let capacity = min(max(options.bufferSize, Int(ACC_SUOTA_MAX_HEADER)), Int(UInt16.max))
        buffer = .allocate(capacity: capacity)
        var config = acc_suota_receiver_config_make(
            flash.family.core,
            buffer,
            UInt16(capacity),
            UInt32(flash.slotSize)
        )
        config.psm = options.psm ?? 0
        config.version = options.version
        config.patch_data_size = UInt16(clamping: options.patchDataSize)
        acc_suota_receiver_init(receiver, &config)
    }

    deinit {
        receiver.deallocate()
        buffer.deallocate()
    }

    func connected(_ count: Int, mtu: Int) {
        acc_suota_receiver_connected(receiver, UInt16(clamping: count), UInt16(clamping: mtu))
    }

    func subscribe(_ isOn: Bool) { acc_suota_receiver_subscribe(receiver, isOn) }

    /// Number of bytes of the image received so far.
    var received: Int { Int(receiver.pointee.received) }

    func read(_ characteristic: acc_suota_characteristic) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: 4)
        let count = acc_suota_receiver_read(receiver, characteristic, &out)
        return Array(out[..<count])
    }

    func write(_ characteristic: acc_suota_characteristic, _ bytes: [UInt8]) -> ATTError? {
        let status = bytes.withUnsafeBufferPointer { bytes in
            withUnsafePointer(to: UInt8(0)) { none in
                acc_suota_receiver_write(
                    receiver,
                    characteristic,
                    bytes.baseAddress ?? none,
                    bytes.count
                )
            }
        }
        return switch status {
        case .ok: nil
        case .malformed: .invalidValueLength
        default: .writeNotPermitted
        }
    }

    /// Accepts bytes of a channel. Returns the number of bytes that it accepts now.
    func stream(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { acc_suota_receiver_stream(receiver, $0, bytes.count) } ?? 0
        }
    }

    func next() -> Action? {
        var action = acc_suota_action()
        guard acc_suota_receiver_poll(receiver, &action) else { return nil }
        let (size, bank) = (Int(action.size), Int(action.bank))
        switch action.kind {
        case ACC_SUOTA_NOTIFY: return .notify(action.code)
        case ACC_SUOTA_SURVEY: return .survey
        case ACC_SUOTA_ERASE: return .erase(size, bank: bank)
        case ACC_SUOTA_WRITE:
            let bytes = Array(UnsafeBufferPointer(start: action.bytes, count: size))
            return .write(bytes, offset: Int(action.offset), bank: bank)
        default: return .restart
        }
    }

    func surveyed(_ banks: [acc_suota_bank]) {
        acc_suota_receiver_surveyed(receiver, Self.ok, banks)
    }

    func done(_ isRight: Bool) {
        acc_suota_receiver_done(receiver, isRight ? Self.ok : Self.writeError)
    }
}
