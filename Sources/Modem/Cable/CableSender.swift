package import CAccessory

/// A sender of the cable modem, with its memory and a copy of its payload. Not thread-safe.
///
///     var sender = CableSender()
///     try sender.start(payload, for: report)
///     let sound = sender.render()
public struct CableSender: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private let handle: OpaquePointer
    /// The payload being sent. The core reads this memory until the burst is sent.
    private var payload: UnsafeMutableBufferPointer<UInt8>
    /// One bit per block to send again; empty for all blocks.
    private var missing: UnsafeMutableBufferPointer<UInt8>

    /// Maximum number of payload bytes in a burst.
    public static let maximumPayload = Int(ACC_CABLE_MAX_LEN)

    /// The bit rate for an unknown line at 48000 samples/s: the highest one with protection against echoes, hum and
    /// filters.
    public static let unknownLine = 111_000

    /// Creates an idle sender.
    ///
    /// - Parameter level: Peak of the signal, full scale = 1. Limited to 0.001 to 1.
    public init(level: Float = 0.9) {
        var limits = acc_cable_limits_all()
        let size = acc_cable_sender_size(&limits)
        memory = .allocate(byteCount: size, alignment: 64)
        var made: OpaquePointer?
        let status = acc_cable_sender_init(
            memory,
            size,
            &limits,
            level.limited(to: 0.001...1),
            &made
        )
        precondition(status == .ok, "the limits are the core's own, and the level is in range")
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
    public var isBusy: Bool { acc_cable_sender_is_busy(handle) }

    /// Starts a burst for a line without a report.
    ///
    /// - Parameters:
    ///   - payload: 1 to `maximumPayload` bytes.
    ///   - bitRate: Bit/s of a 64 KiB transmission with all overhead; about 3000 to 340000 at 48000 samples/s. Nil:
    ///     `unknownLine`.
    ///   - band: Upper edge of the band in Hz, 1000 to 23750 at 48000 samples/s. Nil: 23500.
    ///   - rate: Sample rate in Hz of both ends, 8000 to 192000. Band and bit rates scale with it.
    /// - Throws: `busy`, `payload`, `bitRate`, `band`; `profile` for the sample rate.
    public mutating func start(
        _ payload: [UInt8],
        bitRate: Int? = nil,
        band: Int? = nil,
        rate: Int = 48_000
    ) throws(ModemError) {
        try check(payload)
        let scale = try CableScale(rate: rate)
        let edge = try scale.band(band)
        var mode = acc_cable_mode()
        let bitsPerSecond = bitRate.map(scale.bitRate) ?? UInt32(Self.unknownLine)
        guard acc_cable_mode_choose(payload.count, bitsPerSecond, edge, &mode) == .ok,
            start(mode, payload) == .ok
        else { throw .bitRate(bitRate ?? Self.unknownLine, limits: scale.bitRates) }
    }

    /// Starts a burst for a report: each carrier has as many bits as the line allows.
    ///
    /// - Parameters:
    ///   - payload: 1 to `maximumPayload` bytes.
    ///   - report: The receiver's report of a sounding.
    ///   - request: The receiver's request to repeat blocks of the same payload; nil sends all blocks.
    /// - Throws: `busy`, `payload`, `repetition`; `noSignal` for a line without a signal.
    public mutating func start(
        _ payload: [UInt8],
        for report: CableReport,
        repeating request: CableRepetition? = nil
    ) throws(ModemError) {
        try check(payload)
        if let request, request.blocks != report.blocks(count: payload.count) { throw .repetition }
        let missing = request?.missing ?? []
        guard let mode = report.mode(count: payload.count, margin: request?.margin ?? 0),
            start(mode, of: report, payload, missing: missing) == .ok
        else { throw .noSignal }
    }

    /// Starts a sounding of 0.68 s, with which the receiver measures the line.
    ///
    /// - Parameter id: A number that the report repeats.
    /// - Throws: `busy`.
    public mutating func startSounding(id: UInt8) throws(ModemError) {
        guard !isBusy else { throw .busy }
        sound(id: id)
    }

    private func check(_ payload: [UInt8]) throws(ModemError) {
        guard !isBusy else { throw .busy }
        let limits = 1...Self.maximumPayload
        guard limits.contains(payload.count) else {
            throw .payload(count: payload.count, limits: limits)
        }
    }

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

    /// Returns up to `count` of the next samples, fewer at the end of the signal; without a count, all of them.
    public mutating func render(_ count: Int = .max) -> [Float] {
        var sound: [Float] = []
        while isBusy, sound.count < count {
            sound += [Float](unsafeUninitializedCapacity: min(8192, count - sound.count)) {
                $1 = acc_cable_sender_render(handle, $0.baseAddress!, $0.count)
            }
        }
        return sound
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
