package import CAccessory

/// A sender of the cable modem, its memory, and a copy of what it sends. Not for two threads at once.
package struct CableSender: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private let handle: OpaquePointer
    /// What is being sent: the core reads it until the burst has left.
    private var payload: UnsafeMutableBufferPointer<UInt8>
    /// A bit for each block that is sent again; empty: all are sent.
    private var missing: UnsafeMutableBufferPointer<UInt8>

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
        missing = .allocate(capacity: 0)
    }

    deinit {
        memory.deallocate()
        payload.deallocate()
        missing.deallocate()
    }

    package var isBusy: Bool { acc_cable_sender_is_busy(handle) }

    /// Starts a burst of these bytes, 1 or more. Only while nothing is being sent.
    package mutating func start(_ mode: acc_cable_mode, _ bytes: [UInt8]) -> Status {
        keep(bytes, missing: [])
        return withUnsafePointer(to: mode) {
            acc_cable_sender_start(handle, $0, UnsafePointer(payload.baseAddress!), payload.count)
        }
    }

    /// Starts a burst as a report asks for it; `mode` is one of the report's. With `missing`, a bit for each block, lowest
    /// first, only those whose bit is set are sent. Only while nothing is being sent.
    package mutating func start(
        _ mode: acc_cable_mode,
        of report: CableReport,
        _ bytes: [UInt8],
        missing: [UInt8] = []
    ) -> Status {
        keep(bytes, missing: missing)
        return withUnsafePointer(to: mode) { mode in
            withUnsafePointer(to: report.measured) { report in
                acc_cable_sender_start_loaded(
                    handle,
                    mode,
                    report,
                    UnsafePointer(payload.baseAddress!),
                    payload.count,
                    missing.isEmpty ? nil : UnsafePointer(self.missing.baseAddress!)
                )
            }
        }
    }

    /// Starts an open burst by a report; `add` brings its bytes. Only while nothing is being sent.
    package func open(_ mode: acc_cable_mode, of report: CableReport) -> Status {
        withUnsafePointer(to: mode) { mode in
            withUnsafePointer(to: report.measured) { report in
                acc_cable_sender_open_loaded(handle, mode, report)
            }
        }
    }

    /// Bytes that the next free block of an open burst takes, 0 when none is free now.
    package var room: Int { acc_cable_sender_room(handle) }

    /// Fills the next free block, which ends with these bytes: at most `room`.
    package func add(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        let taken = bytes.withUnsafeBufferPointer {
            acc_cable_sender_add(handle, $0.baseAddress!, $0.count)
        }
        precondition(taken == bytes.count, "a block takes what there is room for")
    }

    /// Ends an open burst after what was added.
    package func close() {
        acc_cable_sender_close(handle)
    }

    /// Starts a sounding with an id that the report repeats. Only while nothing is being sent.
    package func sound(id: UInt8) {
        let status = acc_cable_sender_sound(handle, id)
        precondition(status == .ok, "the sender is at rest and has every symbol size")
    }

    /// The next samples of what is being sent, at most `count`: fewer when it has ended.
    package func render(_ count: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = acc_cable_sender_render(handle, buffer.baseAddress!, count)
        }
    }

    private mutating func keep(_ bytes: [UInt8], missing blocks: [UInt8]) {
        precondition(!isBusy, "a burst is started while the sender is at rest")
        payload.deallocate()
        payload = .allocate(capacity: bytes.count)
        _ = payload.initialize(from: bytes)
        missing.deallocate()
        missing = .allocate(capacity: blocks.count)
        _ = missing.initialize(from: blocks)
    }
}
