internal import Beacons
internal import BluetoothLE
internal import GatewayConfiguration
internal import GatewayCore

/// The state of a device between its advertisements.
final class Device {
    let address: BluetoothAddress
    var name: String?
    /// Milliseconds since 1970.
    var lastSeen: Int64 = 0
    /// The adapter that received it last.
    var adapter = ""
    /// The last two handled frames, as some devices alternate between two. They are copied to
    /// buffers of the device: stored buffers of reports would fragment the heap.
    private var recent: [[UInt8]] = []
    private var recentCount = 0
    /// Until this time, no report from the device would be published.
    var quietUntil: Int64 = 0
    /// The time when the oldest published value must be sent again.
    private(set) var heartbeatAt: Int64 = 0
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

    /// Whether the frame was handled recently.
    func hasHandled(_ data: [UInt8]) -> Bool { recent.prefix(recentCount).contains { $0 == data } }

    func remember(_ data: [UInt8]) {
        if recentCount < 2 {
            recentCount += 1
            if recent.count < recentCount { recent.append([]) }
        } else {
            recent.swapAt(0, 1)
        }
        recent[recentCount - 1].removeAll(keepingCapacity: true)
        recent[recentCount - 1].append(contentsOf: data)
    }

    /// Clears the state that depends on rules and keys; the next report is filtered and published
    /// as for a new device.
    func reset() {
        verdict = .undecided
        recentCount = 0
        published.removeAll(keepingCapacity: true)
        (quietUntil, heartbeatAt) = (0, 0)
    }

    /// Whether any of the values must be published now; if so, all of them count as published.
    func isDue(
        _ measurements: [SensorMeasurement],
        _ throttle: Configuration.Throttle,
        at now: Int64
    ) -> Bool {
        guard measurements.contains(where: { isDue($0, throttle, at: now) }) else { return false }
        for measurement in measurements { note(measurement, at: now) }
        heartbeatAt = (published.lazy.map(\.time).min() ?? now) + throttle.heartbeat
        quietUntil = quiet(measurements, throttle)
        return true
    }

    private func isDue(
        _ measurement: SensorMeasurement,
        _ throttle: Configuration.Throttle,
        at now: Int64
    ) -> Bool {
        guard let last = published.first(where: { $0.matches(measurement) }) else { return true }
        switch (last.value, measurement.value) {
        case (.number(let old), .number(let new)):
            let rule = throttle.quantities[measurement.quantity] ?? throttle.standard
            if now - last.time >= throttle.heartbeat { return true }
            let change = (new - old).magnitude
            return now - last.time >= rule.interval && change >= rule.change
                && (change > 0 || throttle.isOff)
        case (_, .event): return true
        default: return last.value != measurement.value || now - last.time >= throttle.heartbeat
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

    /// Only numbers are delayed: an event or a change of state is published at once.
    private func quiet(
        _ measurements: [SensorMeasurement],
        _ throttle: Configuration.Throttle
    ) -> Int64 {
        guard published.allSatisfy({ if case .number = $0.value { true } else { false } }) else {
            return 0
        }
        return published.lazy.map {
            $0.time + (throttle.quantities[$0.quantity] ?? throttle.standard).interval
        }.min() ?? 0
    }
}

extension Device.Published {
    fileprivate func matches(_ measurement: SensorMeasurement) -> Bool {
        instance == measurement.instance && quantity == measurement.quantity
    }
}
