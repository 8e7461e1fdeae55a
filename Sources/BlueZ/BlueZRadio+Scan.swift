internal import AccessoryConcurrency
public import BluetoothLE
internal import CAccessoryBlueZ

/// A running scan.
struct Scan {
    let id: Int
    let parameters: ScanParameters
    let batches: AdvertisementBatches.Continuation
    /// The advertisement monitor that stops the controller from filtering duplicates.
    var monitor: UInt16?
    var hasDiscovery = false
    var filter = DuplicateFilter()
}

/// The advertising reports of the packets in the current batch.
struct ReceivedReports: ~Copyable {
    private var decoder = AdvertisementReportDecoder()
    private var reports: [AdvertisementReport] = []
    /// The batch's receive time, used for all of its reports.
    private var time = Duration.zero
    private static let usualBatch = 64
    /// Whether a scan is running.
    var isWanted = false

    /// Decodes one event.
    mutating func add(_ event: borrowing Span<UInt8>, _ source: TimeSource) {
        guard isWanted else { return }
        if reports.isEmpty {
            time = source.now()
            reports.reserveCapacity(Self.usualBatch)
        }
        _ = decoder.decode(event: event, time: time) { reports.append($0) }
    }

    /// Returns and removes the reports since the last call.
    mutating func take() -> [AdvertisementReport] {
        defer { reports = [] }
        return reports
    }
}

extension BlueZRadio {
    public func scan(
        _ parameters: ScanParameters
    ) async throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error> {
        try await scanBatches(parameters).reports
    }

    /// Scans for advertising. Reports are decoded from the controller's own events and contain
    /// every field that the controller reports. The kernel's scan interval and window change for
    /// all programs.
    ///
    /// - Throws: `notSupported` for a passive scan on a kernel before 5.15.
    public func scanBatches(
        _ parameters: ScanParameters
    ) async throws(RadioError) -> AdvertisementBatches {
        try checkPower()
        let timing = try ScanTiming(parameters)
        let (batches, entry) = AdvertisementBatches.makeStream()
        let id = state.withLock { state -> Int? in
            guard state.scan == nil else { return nil }
            state.scanCount += 1
            state.scan = Scan(id: state.scanCount, parameters: parameters, batches: entry)
            received.withLock { $0.isWanted = true }
            return state.scanCount
        }
        guard let id else { throw .busy }
        do {
            try await begin(parameters, timing, id)
        } catch {
            endScan(error, id)
            throw error
        }
        // the sequence retains the radio
        entry.onTermination { [self] in endScan(nil, id) }
        return batches
    }

    private func begin(
        _ parameters: ScanParameters,
        _ timing: ScanTiming,
        _ id: Int
    ) async throws(RadioError) {
        try await select(phys: parameters.phys, isRequired: true)
        // kernels before 5.8 keep their own scan timing
        _ = try? await channel.send(ACC_MGMT_OP_SET_DEFAULT_CONFIGURATION, timing.configuration)
        let monitor = await addMonitor()
        if monitor == nil, !parameters.isActive { throw .notSupported("passive scanning") }
        let isWanted = state.withLock { state in
            if state.scan?.id == id { state.scan?.monitor = monitor }
            return state.scan?.id == id
        }
        guard isWanted else {
            remove(monitor: monitor)
            throw .poweredOff
        }
        if parameters.isActive { try await startDiscovery(id) }
    }

    /// Adds a monitor for a pattern that no device sends. While a monitor exists, the kernel scans
    /// in the background and makes the controller report duplicates, also in discovery.
    private func addMonitor() async -> UInt16? {
        var pattern = ByteWriter()
        // one pattern: data type "service data, 128 bits", 16 bytes from offset 0
        pattern.write([1, 0x21, 0, 16])
        pattern.write([UInt8](repeating: 0xAC, count: 31))
        // not cancellable: without its number the monitor could not be removed
        let answer = try? await channel.settle(
            ACC_MGMT_OP_ADD_ADVERTISEMENT_MONITOR,
            pattern.bytes
        )
        var reader = ByteReader(answer ?? [])
        guard let monitor = reader.read(UInt16.self) else { return nil }
        notes.add(.monitor(monitor))
        return monitor
    }

    private func remove(monitor: UInt16?) {
        if let monitor { remove(.monitor(monitor)) }
    }

    /// Bits: LE public and LE random devices.
    private static let leDevices: UInt8 = 0x06

    private func startDiscovery(_ id: Int) async throws(RadioError) {
        do {
            _ = try await channel.send(ACC_MGMT_OP_START_DISCOVERY, [Self.leDevices])
        } catch RadioError.busy {
            // another program is discovering: its reports arrive here, too, and this scan starts
            // afterwards
            return
        } catch {
            // the kernel may have started the discovery
            if error == .cancelled || error == .timedOut {
                channel.post(ACC_MGMT_OP_STOP_DISCOVERY, [Self.leDevices])
            }
            throw error
        }
        let isWanted = state.withLock { state in
            if state.scan?.id == id { state.scan?.hasDiscovery = true }
            return state.scan?.id == id
        }
        if !isWanted { channel.post(ACC_MGMT_OP_STOP_DISCOVERY, [Self.leDevices]) }
    }

    /// Restarts the discovery, which the kernel ends after ten seconds.
    func discoverFurther() {
        let goesOn = state.withLock { state in
            guard let scan = state.scan, scan.parameters.isActive else { return false }
            state.scan?.hasDiscovery = true
            return true
        }
        if goesOn { channel.post(ACC_MGMT_OP_START_DISCOVERY, [Self.leDevices]) }
    }

    /// Delivers the reports of the packets just read.
    func reportBatch() {
        let reports = received.withLock { $0.take() }
        if !reports.isEmpty { report(reports) }
    }

    func report(_ reports: [AdvertisementReport]) {
        let (entry, batch) = state.withLock { state in
            guard let parameters = state.scan?.parameters else {
                return (AdvertisementBatches.Continuation?.none, reports)
            }
            // modified in place: with a copy of the scan, each new sender would copy its filter
            let batch =
                parameters.reportsDuplicates
                ? reports : reports.filter { state.scan?.filter.isNew($0) == true }
            return (state.scan?.batches, batch)
        }
        entry?.yield(batch)
    }

    /// Ends the scan.
    ///
    /// - Parameter id: The number of the scan to end, if it is running; nil: any.
    func endScan(_ error: RadioError?, _ id: Int? = nil) {
        let scan = state.withLock { state -> Scan? in
            guard let scan = state.scan, id == nil || scan.id == id else { return nil }
            state.scan = nil
            received.withLock { $0.isWanted = false }
            return scan
        }
        guard let scan else { return }
        remove(monitor: scan.monitor)
        if scan.hasDiscovery { channel.post(ACC_MGMT_OP_STOP_DISCOVERY, [Self.leDevices]) }
        scan.batches.finish(throwing: error)
    }
}

/// Validated interval and window of a scan, in units of 0.625 ms.
struct ScanTiming: Equatable {
    let interval: UInt16
    let window: UInt16

    init(_ parameters: ScanParameters) throws(RadioError) {
        try parameters.check()
        interval = UInt16(parameters.interval / .microseconds(625))
        window = UInt16(parameters.window / .microseconds(625))
    }

    /// The parameters of Set Default System Configuration: background scan, discovery, and monitor
    /// scan, two bytes each.
    var configuration: [UInt8] {
        var writer = ByteWriter()
        for (type, value) in [
            (0x000D, interval), (0x000E, window), (0x0011, interval), (0x0012, window),
            (0x0013, interval), (0x0014, window),
        ] {
            writer.write(UInt16(type))
            writer.write(UInt8(2))
            writer.write(value)
        }
        return writer.bytes
    }
}
