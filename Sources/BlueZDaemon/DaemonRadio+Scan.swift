internal import AccessoryBase
internal import AccessoryConcurrency
public import BluetoothLE

/// A running scan.
struct Scan {
    let id: Int
    /// Whether the scan uses bluetoothd's discovery; otherwise monitors.
    let isActive: Bool
    let reportsDuplicates: Bool
    let batches: AdvertisementBatches.Continuation
    var filter = DuplicateFilter()
    /// Whether bluetoothd reports discovery.
    var isDiscovering = false
}

extension DaemonRadio {
    /// Scans like `scanBatches`, with single reports.
    public func scan(
        _ parameters: ScanParameters
    ) async throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error> {
        try await scanBatches(parameters).reports
    }

    /// Scans with bluetoothd's discovery, or passively with its advertisement monitors. Reports are rebuilt
    /// from the signalled properties; under load bluetoothd drops some. bluetoothd chooses interval and window.
    ///
    /// A passive scan reports advertisements with flags, manufacturer data or 16-bit services, and reports
    /// them again when their data changes.
    ///
    /// - Throws: `notSupported` for a physical layer other than 1M, and for a passive scan where bluetoothd
    ///   has no monitors.
    public func scanBatches(
        _ parameters: ScanParameters
    ) async throws(RadioError) -> AdvertisementBatches {
        try checkPower()
        try parameters.check()
        guard parameters.isActive || hasMonitors else {
            throw .notSupported(
                FailureReason(
                    "passive scanning through bluetoothd, which offers advertisement monitors only with its option "
                        + "--experimental",
                    nextStep:
                        "start bluetoothd with it, or grant the program CAP_NET_ADMIN and CAP_NET_RAW"
                )
            )
        }
        guard parameters.phys == [.le1M] else {
            throw .notSupported("selecting the PHYs of a scan through bluetoothd")
        }
        let (batches, entry) = AdvertisementBatches.makeStream()
        let id = state.withLock { state -> Int? in
            guard state.scan == nil else { return nil }
            state.scanCount += 1
            state.scan = Scan(
                id: state.scanCount,
                isActive: parameters.isActive,
                reportsDuplicates: parameters.reportsDuplicates,
                batches: entry
            )
            return state.scanCount
        }
        guard let id else { throw .busy }
        do {
            if parameters.isActive { try await discover() } else { try await monitor(id) }
        } catch {
            endScan(error, id)
            throw error
        }
        // the sequence retains the radio
        entry.onTermination { [self] in endScan(nil, id) }
        return batches
    }

    /// Time limit for bluetoothd to end an earlier discovery.
    private static let patience = Duration.seconds(10)

    /// Starts discovery. bluetoothd replies InProgress while an earlier discovery of any program is ending,
    /// and while it counts this program's last discovery as running.
    func discover() async throws(RadioError) {
        let deadline = time.now() + Self.patience
        var pause = Duration.milliseconds(100)
        while true {
            guard let result = await inTurn({ await self.start() }) else { throw .cancelled }
            switch result {
            case .success: return
            case .failure(.busy) where time.now() < deadline: break
            case .failure(let error): throw error
            }
            await inTurn { await self.stop() }
            do { try await time.wait(time.now() + pause) } catch { throw .cancelled }
            pause = min(pause * 2, .seconds(1))
        }
    }

    private func start() async -> Result<Void, RadioError> {
        let filter: DBusValue = .properties([
            "Transport": .string("le"), "DuplicateData": .bool(true),
        ])
        do throws(RadioError) {
            _ = try await adapter("SetDiscoveryFilter", [filter])
            _ = try await adapter("StartDiscovery")
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private func stop() async {
        // a discovery that has already ended is not an error
        _ = try? await adapter("StopDiscovery")
    }

    func stopDiscovery() async {
        await inTurn { await self.stop() }
    }

    /// Runs one discovery command at a time: bluetoothd rejects a start right after a stop. Nil: the
    /// task was cancelled while waiting.
    @discardableResult
    private func inTurn<Success: Sendable>(_ work: () async -> Success) async -> Success? {
        try? await discovery.withLock { await work() }
    }

    private func adapter(
        _ member: String,
        _ body: [DBusValue] = []
    ) async throws(RadioError) -> [DBusValue] {
        try await call(objects.path, "org.bluez.Adapter1", member, body, "to discover devices")
    }

    /// Handles a change of discovery. bluetoothd ends discovery when the adapter is turned off, which
    /// ends the scan; after any other end, the scan restarts discovery.
    func discoveryChanged() {
        let isOn = objects.adapter["Discovering"]?.isOn == true
        let ended = state.withLock { state -> Int? in
            guard let scan = state.scan, scan.isActive, scan.isDiscovering != isOn else {
                return nil
            }
            state.scan?.isDiscovering = isOn
            return isOn ? nil : scan.id
        }
        guard let id = ended else { return }
        Task { [weak self] in
            guard let self else { return }
            do throws(RadioError) {
                try await discover()
            } catch {
                endScan(error, id)
            }
        }
    }

    func report(_ path: String) {
        guard state.withLock({ $0.scan != nil }),
            let report = objects.report(of: path, at: time.now())
        else { return }
        let entry = state.withLock { state in
            // in place: a copy of the scan would copy its filter at each new sender
            let isWanted =
                state.scan?.reportsDuplicates == true || state.scan?.filter.isNew(report) == true
            return isWanted ? state.scan?.batches : nil
        }
        entry?.yield([report])
    }

    /// Ends the scan; with an ID, only the scan with that ID.
    func endScan(_ error: RadioError?, _ id: Int? = nil) {
        let (running, ending) = state.withLock { state -> (Scan?, [Scan]) in
            let isMeant = { (scan: Scan) in id == nil || scan.id == id }
            let (running, ending) = (
                state.scan.flatMap { isMeant($0) ? $0 : nil }, state.endingScans.filter(isMeant)
            )
            if running != nil { state.scan = nil }
            state.endingScans.removeAll(where: isMeant)
            return (running, ending)
        }
        for scan in ending { scan.batches.finish(throwing: error) }
        guard let running else { return }
        running.batches.finish(throwing: error)
        Task { [self] in
            if !running.isActive {
                await stopMonitoring(running.id)
            } else if absence == nil {
                await stopDiscovery()
            }
        }
    }

    /// Time for bluetoothd to leave the bus after it has turned off and removed the adapter.
    private static let leave = Duration.seconds(1)

    /// Ends the scan of an adapter that was turned off or removed. bluetoothd also does both when it exits.
    /// The error is therefore chosen after a delay: bluetoothd's absence if it has left the bus, otherwise
    /// `poweredOff`.
    func endScanSoon() {
        let id = state.withLock { state -> Int? in
            guard let scan = state.scan else { return nil }
            state.endingScans.append(scan)
            state.scan = nil
            return scan.id
        }
        guard let id else { return }
        time.schedule(at: time.now() + Self.leave) { [weak self] in
            guard let self else { return }
            endScan(absence ?? .poweredOff, id)
        }
    }
}
