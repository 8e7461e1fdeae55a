package import CAccessory

/// A receiver of the cable modem, with its memory. Not thread-safe.
///
///     var receiver = CableReceiver()
///     for event in receiver.push(samples) + receiver.finish() {
///         if case .block(let block) = event { … }
///     }
public struct CableReceiver: ~Copyable {
    /// A block of a burst's payload that arrived intact.
    public struct Block: Sendable, Hashable {
        /// Number in the burst, from 0.
        public let number: Int
        /// Offset in the payload in bytes; nil in an open burst, whose blocks arrive in order.
        public let offset: Int?
        /// The block's part of the payload.
        public let bytes: [UInt8]

        package init(number: Int, offset: Int?, bytes: [UInt8]) {
            (self.number, self.offset, self.bytes) = (number, offset, bytes)
        }
    }

    /// An event in the received sound.
    public enum Event: Sendable, Hashable {
        /// A burst or sounding begins. `length` is that of the payload in bytes; nil if it is not known.
        case burst(length: Int?)
        case block(Block)
        /// A block was lost.
        case lostBlock
        /// The burst or sounding ended; all its blocks were reported. `isCut`: the signal ended before it.
        case end(isCut: Bool)
        /// A sounding was measured.
        case sounded(CableReport)
    }

    private let memory: UnsafeMutableRawPointer
    private let handle: OpaquePointer
    /// One bit per block expected again. The core reads the bits of all blocks that a burst may have.
    private var missing: UnsafeMutableBufferPointer<UInt8>
    /// More bytes of bits than any burst has blocks: they have 44 bytes or more.
    private static let missingSize = Int(ACC_CABLE_MAX_LEN) / 44 / 8 + 1
    /// The faults of the line.
    private var line: LineWatch

    /// The closure passed to `watch`, for the core's calls.
    private var watcher: Watcher?

    /// Samples of silence that make the receiver report all received data: its window, 64 symbols of up
    /// to 4096 samples with their prefixes, and the search range for the next burst.
    private static let tail = 70 * 5000

    /// Creates a receiver for all bursts of the cable modem.
    ///
    /// - Parameter rate: Sample rate in Hz, for `faults`; the sender's determines the frequencies.
    public init(rate: Int = 48_000) {
        line = LineWatch(rate: rate, isLive: false)
        var limits = acc_cable_limits_all()
        let size = acc_cable_receiver_size(&limits)
        memory = .allocate(byteCount: size, alignment: 64)
        var made: OpaquePointer?
        let status = acc_cable_receiver_init(memory, size, &limits, &made)
        precondition(status == .ok, "the limits are the core's own")
        handle = made!
        missing = .allocate(capacity: 0)
    }

    deinit {
        memory.deallocate()
        missing.deallocate()
    }

    /// Sets the report that later bursts use.
    ///
    /// - Parameter blocks: One bit per block of the payload, lowest first: expects bursts that repeat these blocks.
    ///   Empty: bursts with all blocks.
    public mutating func expect(_ report: CableReport, missing blocks: [UInt8] = []) {
        let before = missing
        missing = .allocate(capacity: Self.missingSize)
        missing.initialize(repeating: 0)
        _ = missing.update(fromContentsOf: blocks.prefix(Self.missingSize))
        withUnsafePointer(to: report.measured) {
            acc_cable_receiver_expect(
                handle,
                $0,
                blocks.isEmpty ? nil : UnsafePointer(missing.baseAddress!)
            )
        }
        before.deallocate()
    }

    /// Sets a handler that `push` calls for each received carrier.
    package mutating func watch(_ body: @escaping (acc_cable_point) -> Void) {
        let watcher = Watcher(body)
        acc_cable_receiver_watch(
            handle,
            { context, point in
                Unmanaged<Watcher>.fromOpaque(context!).takeUnretainedValue().body(point.pointee)
            },
            Unmanaged.passUnretained(watcher).toOpaque()
        )
        self.watcher = watcher
    }

    /// The report of the last sounding; nil without one.
    package var report: CableReport? {
        var report = acc_cable_report()
        guard acc_cable_receiver_report(handle, &report) == .ok else { return nil }
        return CableReport(report)
    }

    /// Receives the next samples, full scale = 1, and returns the events in them. Any number of samples is allowed; a
    /// block is reported when the burst's next symbols, or a quarter second of silence, complete it.
    public mutating func push(_ samples: [Float]) -> [Event] {
        var events: [Event] = []
        var line = line
        push(samples) { event in
            let report = event.kind == .sounded ? self.report : nil
            line.take(event, figures, report: report)
            if let event = Event(event, report) { events.append(event) }
        }
        line.process(samples)
        self.line = line
        return events
    }

    /// Ends the sound: returns the events in its last samples. An unfinished burst is cut.
    public mutating func finish() -> [Event] {
        var events: [Event] = []
        var line = line
        finish { event in
            line.take(event, figures, report: nil)
            if let event = Event(event, nil) { events.append(event) }
        }
        self.line = line
        return events
    }

    /// The faults of the line that the received bursts show.
    public var faults: [LineFault] { line.faults }

    /// The reception quality of the last burst.
    public var quality: CableQuality { CableQuality(figures) }

    /// Receives samples and reports the events found in them.
    package func push(
        _ samples: [Float],
        found: (acc_cable_event) throws -> Void
    ) rethrows {
        try samples.withUnsafeBufferPointer { try push($0, found: found) }
    }

    /// Receives samples and reports the events found in them.
    package func push(
        _ samples: UnsafeBufferPointer<Float>,
        found: (acc_cable_event) throws -> Void
    ) rethrows {
        guard let start = samples.baseAddress else { return }
        var event = acc_cable_event()
        var taken = 0
        repeat {
            taken += acc_cable_receiver_push(handle, start + taken, samples.count - taken, &event)
            if event.kind != .none { try found(event) }
        } while event.kind != .none
    }

    /// Ends the sound: reports the events in its last samples, and an unfinished burst as truncated.
    package func finish(found: (acc_cable_event) throws -> Void) rethrows {
        let silence = [Float](repeating: 0, count: 5000)
        for _ in 0..<Self.tail / silence.count { try push(silence, found: found) }
    }

    /// Signal quality of the last burst; block counts since `init`.
    package var figures: acc_cable_quality { acc_cable_receiver_quality(handle) }
}

private final class Watcher {
    let body: (acc_cable_point) -> Void

    init(_ body: @escaping (acc_cable_point) -> Void) {
        self.body = body
    }
}

extension CableReceiver.Event {
    /// - Parameter report: The report of a sounding.
    fileprivate init?(_ event: acc_cable_event, _ report: CableReport?) {
        let isOpen = event.mode.kind == .open || event.mode.kind == .openLoaded
        switch event.kind {
        case .none: return nil
        case .burst: self = .burst(length: event.len == 0 ? nil : Int(event.len))
        case .block:
            self = .block(
                CableReceiver.Block(
                    number: Int(event.block),
                    offset: isOpen ? nil : Int(event.offset),
                    bytes: Array(event.payload)
                )
            )
        case .badBlock: self = .lostBlock
        case .end: self = .end(isCut: event.reason == .truncated)
        case .sounded:
            guard let report else { return nil }
            self = .sounded(report)
        }
    }
}

/// The quality of a burst that the cable modem received.
public struct CableQuality: Sendable, Hashable {
    /// RMS of the signal, full scale = 1.
    public let level: Double
    /// Mean SNR over the carriers, dB.
    public let signalToNoise: Double
    /// The sender's clock offset in ppm; positive when it runs fast.
    public let clockOffset: Double
    /// Mean number of decoder iterations over the good blocks.
    public let iterations: Double
    /// Losses or insertions of more than about 50 samples at once.
    public let slips: Int
    /// Symbols without a usable signal.
    public let lostSymbols: Int

    package init(_ quality: acc_cable_quality) {
        level = Double(quality.level)
        signalToNoise = Double(quality.snr_db)
        clockOffset = -Double(quality.clock_ppm)
        iterations = Double(quality.iterations)
        slips = Int(quality.slips)
        lostSymbols = Int(quality.lost)
    }
}

extension acc_cable_event {
    /// The bytes of a block, valid until the next push.
    package var payload: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(len))
    }
}
