internal import AccessoryBase
internal import BluetoothLE
internal import GatewayCore
internal import Synchronization

/// The data of the page, and the browsers that watch it.
final class PageState: Sendable {
    private struct State {
        var devices: [UInt64: PageDevice] = [:]
        /// Devices that changed since the last event.
        var changed: Set<UInt64> = []
        /// Devices that were removed since the last event.
        var forgotten: [UInt64] = []
        /// Values for the history since the last call, except RSSI.
        var buckets: [Series: Bucket] = [:]
        var presence: [String: PresenceChange] = [:]
        var watchers: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
        var nextWatcher = 0
        var lastLine = 0
        /// The number of the last event.
        var number = 0

        /// Removes the half of the devices with the oldest last report.
        mutating func forgetSilent() {
            let times = devices.values.map(\.lastSeen).sorted()
            let median = times[times.count / 2]
            let removed = devices.filter { $0.value.lastSeen <= median }.keys
            for device in removed { forget(device) }
        }

        mutating func forget(_ device: UInt64) {
            devices[device] = nil
            changed.remove(device)
            if !watchers.isEmpty { forgotten.append(device) }
        }
    }

    /// Maximum number of devices; beyond it, those with the oldest last report are removed.
    static let capacity = 2000
    /// Number of events for each update of the counters: 2 s.
    private static let healthStep = 4
    /// Maximum number of watching browsers.
    static let watcherLimit = 32

    private let state = Mutex(State())
    private let radios: AdapterRadios
    private let metrics: Metrics
    private let gateway: String
    /// A random text of this run, by which browsers notice a restart: numbers of events and log lines begin again.
    private let session = String(UInt64.random(in: 0...UInt64.max), radix: 36)

    init(_ context: SinkContext) {
        (radios, metrics, gateway) = (context.radios, context.metrics, context.gateway)
    }

    // MARK: Received data

    func note(_ report: AdvertisementReport, adapter: String, at now: Int64) {
        guard report.address.kind != .anonymous else { return }
        change(report.address) { $0.note(report, adapter: adapter, at: now) }
    }

    func note(_ reading: Reading) {
        change(reading.address) { $0.note(reading) }
        state.withLock { state in
            for measurement in reading.measurements {
                guard let number = measurement.number, number.isFinite else { continue }
                let series = Series(
                    device: reading.address.value,
                    quantity: measurement.memberName
                )
                if state.buckets[series]?.add(number) == nil {
                    state.buckets[series] = Bucket(number)
                }
            }
        }
    }

    func note(_ change: PresenceChange) { state.withLock { $0.presence[change.name] = change } }

    /// Removes a device, and its values that are not in the history yet.
    func forget(_ device: UInt64) {
        state.withLock { state in
            state.forget(device)
            state.buckets = state.buckets.filter { $0.key.device != device }
        }
    }

    private func change(_ address: BluetoothAddress, _ change: (inout PageDevice) -> Void) {
        state.withLock { state in
            if state.devices[address.value] == nil, state.devices.count >= Self.capacity {
                state.forgetSilent()
            }
            change(&state.devices[address.value, default: PageDevice(address)])
            if !state.watchers.isEmpty { state.changed.insert(address.value) }
        }
    }

    /// Returns and clears the values for the history.
    func takeBuckets() -> [(Series, Bucket)] {
        state.withLock { state in
            var taken = state.buckets.map { ($0.key, $0.value) }
            state.buckets = [:]
            var index = state.devices.startIndex
            while index < state.devices.endIndex {
                let address = state.devices.keys[index]
                if let bucket = state.devices.values[index].takeStrength() {
                    taken.append((Series(device: address, quantity: "rssi"), bucket))
                }
                state.devices.formIndex(after: &index)
            }
            return taken
        }
    }

    // MARK: Output to browsers

    /// The complete state, for a new browser.
    func snapshot() -> [UInt8] {
        var json = JSONWriter(capacity: 1 << 16)
        state.withLock { state in
            json.object { json in
                json.member("gateway", gateway)
                json.member("now", Int(WallClock.now))
                writeNumber(state.number, &json)
                json.name("devices")
                json.array { json in
                    for device in state.devices.values { device.write(&json) }
                }
                writeHealth(state.presence, &json)
                writeLines(LogRing.shared.lines(), &json)
            }
        }
        return json.bytes
    }

    /// Events from now on; nil if there are too many watchers. A slow browser misses the oldest
    /// events; later ones contain the current values.
    func watch() -> AsyncStream<[UInt8]>? {
        let (stream, watcher) = AsyncStream.makeStream(
            of: [UInt8].self,
            bufferingPolicy: .bufferingNewest(16)
        )
        let number = state.withLock { state -> Int? in
            guard state.watchers.count < Self.watcherLimit else { return nil }
            state.nextWatcher += 1
            state.watchers[state.nextWatcher] = watcher
            return state.nextWatcher
        }
        guard let number else { return nil }
        watcher.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
        }
        watcher.yield(Array("retry: 2000\n\n".utf8))
        return stream
    }

    /// Sends the changes to the watchers.
    func tick() {
        let (event, watchers) = state.withLock { state in
            guard !state.watchers.isEmpty else {
                return ([UInt8](), [AsyncStream<[UInt8]>.Continuation]())
            }
            var json = JSONWriter(capacity: 4096)
            json.object { json in
                state.number += 1
                writeNumber(state.number, &json)
                json.name("forgotten")
                json.array { json in
                    for device in state.forgotten {
                        json.value(BluetoothAddress(value: device).plainText)
                    }
                }
                json.name("devices")
                json.array { json in
                    for address in state.changed { state.devices[address]?.write(&json) }
                }
                if state.number.isMultiple(of: Self.healthStep) {
                    writeHealth(state.presence, &json)
                }
                let lines = LogRing.shared.lines(after: state.lastLine)
                state.lastLine = lines.last?.number ?? state.lastLine
                writeLines(lines, &json)
            }
            (state.changed, state.forgotten) = ([], [])
            return (json.bytes, Array(state.watchers.values))
        }
        // outside the lock, which a stream's termination also acquires
        let message = Array("data: ".utf8) + event + Array("\n\n".utf8)
        for watcher in watchers { watcher.yield(message) }
    }

    private func writeNumber(_ number: Int, _ json: inout JSONWriter) {
        json.member("session", session)
        json.member("number", number)
    }

    private func writeHealth(_ presence: [String: PresenceChange], _ json: inout JSONWriter) {
        json.name("presence")
        json.array { json in
            for change in presence.values.sorted(by: { $0.name < $1.name }) { change.write(&json) }
        }
        json.name("adapters")
        json.array { json in
            for adapter in radios.all {
                json.object { json in
                    json.member("name", adapter.name)
                    json.member("address", adapter.radio.address?.description ?? "")
                    json.member("active", radios.scanMode.isActive ?? adapter.isActive)
                }
            }
        }
        json.name("metrics")
        json.array { json in
            for value in metrics.values {
                json.array { json in
                    json.value(value.name)
                    json.value(value.labels)
                    json.value(value.value)
                    json.value(value.help)
                }
            }
        }
    }

    private func writeLines(_ lines: [LogRing.Line], _ json: inout JSONWriter) {
        json.name("lines")
        json.array { json in
            for line in lines {
                json.array { json in
                    json.value(line.number)
                    json.value(Int(line.time))
                    json.value(line.level)
                    json.value(line.label)
                    json.value(line.text)
                }
            }
        }
    }
}

extension PresenceChange {
    fileprivate func write(_ json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("home", isHome)
        }
    }
}
