package import CAccessory

/// A sender of the cable modem, its memory, and a copy of what it sends. Not for two threads at once.
package struct CableSender: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private let handle: OpaquePointer
    /// What is being sent: the core reads it until the burst has left.
    private var payload: UnsafeMutableBufferPointer<UInt8>

    /// - Parameter level: Peak of the signal, above 0 and at most 1 (full scale).
    package init(level: Float) {
        var limits = acc_cable_limits_all()
        let size = acc_cable_sender_size(&limits)
        memory = .allocate(byteCount: size, alignment: 64)
        var made: OpaquePointer?
        let status = acc_cable_sender_init(memory, size, &limits, level, &made)
        precondition(
            status == .ok,
            "the limits are the core's own, and the caller checked the level"
        )
        handle = made!
        payload = .allocate(capacity: 0)
    }

    deinit {
        memory.deallocate()
        payload.deallocate()
    }

    package var isBusy: Bool { acc_cable_sender_is_busy(handle) }

    /// Starts a burst of these bytes, 1 or more. Only while nothing is being sent.
    package mutating func start(_ mode: acc_cable_mode, _ bytes: [UInt8]) -> Status {
        keep(bytes)
        return withUnsafePointer(to: mode) {
            acc_cable_sender_start(handle, $0, UnsafePointer(payload.baseAddress!), payload.count)
        }
    }

    /// The next samples of what is being sent, at most `count`: fewer when it has ended.
    package func render(_ count: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = acc_cable_sender_render(handle, buffer.baseAddress!, count)
        }
    }

    private mutating func keep(_ bytes: [UInt8]) {
        precondition(!isBusy, "a burst is started while the sender is at rest")
        payload.deallocate()
        payload = .allocate(capacity: bytes.count)
        _ = payload.initialize(from: bytes)
    }
}
