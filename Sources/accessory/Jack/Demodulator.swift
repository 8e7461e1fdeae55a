internal import CAccessory

/// A demodulator and its memory.
struct Demodulator: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private let handle: OpaquePointer

    /// The profile must fit the rate and mode.
    init(_ profile: acc_modem_profile, rate: Int, mode: ModemMode) {
        var profile = profile
        let size = acc_demodulator_size(&profile, UInt32(rate), mode)
        memory = .allocate(byteCount: size, alignment: 16)
        var made: OpaquePointer?
        let status = acc_demodulator_init(memory, size, &profile, UInt32(rate), mode, &made)
        precondition(status == .ok, "profile, rate and mode were checked")
        handle = made!
    }

    /// Takes all samples and hands on what was found in them.
    func push(_ samples: [Float], found: (acc_demodulator_event) throws -> Void) rethrows {
        try samples.withUnsafeBufferPointer { samples in
            var event = acc_demodulator_event()
            var taken = 0
            repeat {
                taken += acc_demodulator_push(
                    handle,
                    samples.baseAddress! + taken,
                    samples.count - taken,
                    &event
                )
                if event.kind != .none { try found(event) }
            } while event.kind != .none
        }
    }

    var quality: acc_modem_quality { acc_demodulator_quality(handle) }

    deinit {
        memory.deallocate()
    }
}
