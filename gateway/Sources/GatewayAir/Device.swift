internal import Beacons
internal import BluetoothLE
internal import GatewayConfiguration
internal import GatewayCore

/// The state of a device between its advertisements.
final class Device {
    let address: BluetoothAddress
    /// The address under which its readings are published; nil: its own changes, and nothing else identifies it.
    var identity: BluetoothAddress?
    var name: String?
    /// Steady milliseconds, as all times of this type.
    var lastSeen: Int64 = 0
    /// The adapter that received it last.
    var adapter = ""
    /// Frames with nothing to publish until `heartbeatAt`, or until a value is published: others of the device may
    /// then have changed. They are copied to buffers of the device: stored buffers of reports would fragment the heap.
    private var handled: [[UInt8]] = []
    private var handledCount = 0
    /// The buffer of the oldest frame, when all are used.
    private var oldestHandled = 0
    /// The time when the oldest published value must be sent again.
    private var heartbeatAt: Int64 = 0
    /// The last events.
    var events = SeenEvents()
    fileprivate var published: [Published] = []
    /// Indices of the presence entries that the device belongs to.
    var carriers: [Int] = []
    var verdict = FilterVerdict.undecided
    /// The reading counter of the last decoded format.
    var decoded: (format: SensorReading.Format, counter: Counter)?

    fileprivate struct Published {
        let quantity: String
        let instance: Int
        var value: SensorMeasurement.Value
        var time: Int64
    }

    init(_ address: BluetoothAddress) { self.address = address }

    /// Sets the first identity that is found. Its frames are then looked at again.
    func identify(as identity: BluetoothAddress) {
        self.identity = identity
        handledCount = 0
    }

    /// Whether the frame is known to have nothing to publish now.
    func hasHandled(_ data: [UInt8], at now: Int64) -> Bool {
        (heartbeatAt == 0 || now < heartbeatAt)
            && handled.prefix(handledCount).contains { $0 == data }
    }

    /// Devices alternate between up to four frames: numbers, events, iBeacon, scan response.
    private static let frames = 4

    func remember(_ data: [UInt8]) {
        var place = handledCount
        if handledCount < Self.frames {
            handledCount += 1
            if handled.count < handledCount { handled.append([]) }
        } else {
            place = oldestHandled
            oldestHandled = (oldestHandled + 1) % Self.frames
        }
        handled[place].removeAll(keepingCapacity: true)
        handled[place].append(contentsOf: data)
    }

    /// Whether values were published since the rules changed.
    var isPublished: Bool { !published.isEmpty }

    /// Clears the state that depends on rules and keys; the next report is filtered and published
    /// as for a new device.
    func reset() {
        verdict = .undecided
        handledCount = 0
        published.removeAll(keepingCapacity: true)
        heartbeatAt = 0
    }

    /// What to do with decoded values.
    enum Verdict: Int {
        /// Nothing has changed.
        case repeated
        /// A number has changed, but its interval is not over.
        case throttled
        case due
    }

    /// Whether any of the values must be published now; if so, all of them count as published.
    func judge(
        _ measurements: [SensorMeasurement],
        _ throttle: Configuration.Throttle,
        at now: Int64
    ) -> Verdict {
        var verdict = Verdict.repeated
        for measurement in measurements {
            let one = judge(measurement, throttle, at: now)
            if one.rawValue > verdict.rawValue { verdict = one }
        }
        guard verdict == .due else { return verdict }
        for measurement in measurements { note(measurement, at: now) }
        heartbeatAt = (published.lazy.map(\.time).min() ?? now) + throttle.heartbeat
        handledCount = 0
        return .due
    }

    /// Events are due: repetitions of them are removed before.
    private func judge(
        _ measurement: SensorMeasurement,
        _ throttle: Configuration.Throttle,
        at now: Int64
    ) -> Verdict {
        guard let last = published.first(where: { $0.matches(measurement) }) else { return .due }
        if now - last.time >= throttle.heartbeat { return .due }
        switch (last.value, measurement.value) {
        case (.number(let old), .number(let new)):
            let rule = throttle.quantities[measurement.quantity] ?? throttle.standard
            let change = (new - old).magnitude
            guard change >= rule.change, change > 0 || throttle.isOff else { return .repeated }
            return now - last.time >= rule.interval ? .due : .throttled
        case (_, .event): return .due
        default: return last.value == measurement.value ? .repeated : .due
        }
    }

    private func note(_ measurement: SensorMeasurement, at now: Int64) {
        if let at = published.firstIndex(where: { $0.matches(measurement) }) {
            (published[at].value, published[at].time) = (measurement.value, now)
        } else {
            published.append(
                Published(
                    quantity: measurement.quantity,
                    instance: measurement.instance,
                    value: measurement.value,
                    time: now
                )
            )
        }
    }
}

extension Device.Published {
    fileprivate func matches(_ measurement: SensorMeasurement) -> Bool {
        instance == measurement.instance && quantity == measurement.quantity
    }
}
