package import CAccessory

/// A sender of the cable modem, with its memory and a copy of its payload. Not thread-safe.
package struct CableSender: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private let handle: OpaquePointer
    /// The payload being sent. The core reads this memory until the burst is sent.
    private var payload: UnsafeMutableBufferPointer<UInt8>
    /// One bit per block to send again; empty for all blocks.
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

    /// Whether a burst or sounding is being sent.
    package var isBusy: Bool { acc_cable_sender_is_busy(handle) }

    /// Starts a burst of one or more bytes. Call it only while nothing is being sent.
    package mutating func start(_ mode: acc_cable_mode, _ bytes: [UInt8]) -> Status {
        keep(bytes, missing: [])
        return withUnsafePointer(to: mode) {
            acc_cable_sender_start(handle, $0, UnsafePointer(payload.baseAddress!), payload.count)
        }
    }

    /// Starts a burst for a report. Call it only while nothing is being sent.
    ///
    /// - Parameters:
    ///   - mode: One of the report's modes.
    ///   - missing: One bit per block, lowest first: sends only the blocks whose bit is set. Empty: sends
    ///     all blocks.
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

    /// Opens a burst for a report; `add` supplies its bytes. Call it only while nothing is being sent.
    package func open(_ mode: acc_cable_mode, of report: CableReport) -> Status {
        withUnsafePointer(to: mode) { mode in
            withUnsafePointer(to: report.measured) { report in
                acc_cable_sender_open_loaded(handle, mode, report)
            }
        }
    }

    /// Free bytes in the next block of an open burst; 0 when no block is free now.
    package var room: Int { acc_cable_sender_room(handle) }

    /// Fills and completes the next free block with at most `room` bytes.
    package func add(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        let taken = bytes.withUnsafeBufferPointer {
            acc_cable_sender_add(handle, $0.baseAddress!, $0.count)
        }
        precondition(taken == bytes.count, "a block accepts as many bytes as it has room for")
    }

    /// Ends an open burst after the added bytes.
    package func close() {
        acc_cable_sender_close(handle)
    }

    /// Starts a sounding with an id that the report repeats. Call it only while nothing is being sent.
    package func sound(id: UInt8) {
        let status = acc_cable_sender_sound(handle, id)
        precondition(status == .ok, "the sender is idle and supports every symbol size")
    }

    /// Returns the next `count` samples to play, fewer at the end.
    package func render(_ count: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = acc_cable_sender_render(handle, buffer.baseAddress!, count)
        }
    }

    /// Fills `output` with the next samples to play. Returns their number, which is smaller at the end.
    package func render(into output: Slice<UnsafeMutableBufferPointer<Float>>) -> Int {
        let output = UnsafeMutableBufferPointer(rebasing: output)
        return acc_cable_sender_render(handle, output.baseAddress!, output.count)
    }

    private mutating func keep(_ bytes: [UInt8], missing blocks: [UInt8]) {
        precondition(!isBusy, "a burst is started while the sender is idle")
        payload.deallocate()
        payload = .allocate(capacity: bytes.count)
        _ = payload.initialize(from: bytes)
        missing.deallocate()
        missing = .allocate(capacity: blocks.count)
        _ = missing.initialize(from: blocks)
    }
}
