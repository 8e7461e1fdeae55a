package import CAccessory

/// A receiver of the cable modem, with its memory. Not thread-safe.
package struct CableReceiver: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private let handle: OpaquePointer
    /// One bit per block expected again. The core reads this memory.
    private var missing: UnsafeMutableBufferPointer<UInt8>

    /// The closure passed to `watch`, for the core's calls.
    private var watcher: Watcher?

    /// Samples of silence that make the receiver report all received data: its window, 64 symbols of up
    /// to 4096 samples with their prefixes, and the search range for the next burst.
    private static let tail = 70 * 5000

    /// Creates a receiver for all modes of the cable modem.
    package init() {
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
    /// - Parameter blocks: One bit per block of the payload: expects bursts that repeat these blocks.
    ///   Empty: bursts with all blocks.
    package mutating func expect(_ report: CableReport, missing blocks: [UInt8] = []) {
        let before = missing
        missing = .allocate(capacity: blocks.count)
        _ = missing.initialize(from: blocks)
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

extension acc_cable_event {
    /// The bytes of a block, valid until the next push.
    package var payload: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(len))
    }
}
