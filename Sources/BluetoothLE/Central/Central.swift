package import AccessoryConcurrency

/// Scans for peripherals and connects to them, on any radio.
///
/// ```swift
/// let central = Central(radio: radio)
/// for try await report in try await central.scan(.services(0x180D)) {
///     let peripheral = try await central.connect(to: report.address)
///     let rate = try await peripheral.characteristic(0x2A37, in: 0x180D)
///     for try await value in try await rate.notifications() { print(value) }
/// }
/// ```
///
/// Any number of scans and connections may run at once: scans share the radio's single scan, and the
/// radio queues operations that it cannot perform at the same time.
public final class Central: Sendable {
    private let radio: any Radio
    private let scanner: Scanner
    let known: KnownPeripherals

    /// - Parameters:
    ///   - radio: The adapter.
    ///   - clock: The clock for timeouts and delays.
    public init(radio: any Radio, clock: some Clock<Duration> = ContinuousClock()) {
        self.radio = radio
        let time = TimeSource(clock)
        let known = KnownPeripherals(radio: radio, time: time)
        self.known = known
        scanner = Scanner(radio: radio, time: time) { known.receive($0) }
    }

    /// The radio's current state, then each change, for any number of readers. The buffer
    /// has no limit.
    public var states: AsyncStream<RadioState> { radio.states }

    /// Every connection change of any peripheral from now on, for any number of readers. The
    /// buffer has no limit.
    public var connectionChanges: AsyncStream<ConnectionChange> { known.changes.stream() }

    package var time: TimeSource { known.time }

    /// Devices that accept a connection without a scan.
    package var knownDevices: [KnownDevice] { radio.knownDevices }

    /// Scans for advertising until the stream is released.
    ///
    /// - Parameters:
    ///   - filter: The reports to deliver.
    ///   - parameters: The scan parameters. Of several concurrent scans, the most demanding ones
    ///     apply.
    ///   - timeout: The scan time; nil: no limit.
    ///   - capacity: Reports buffered for a slow reader; beyond that the oldest are dropped.
    /// - Throws: `CentralError.isPoweredOff`, `isScanning` or `radio`. The stream may also throw
    ///   `serviceScanTimeout`.
    public func scan(
        _ filter: ScanFilter = .all,
        _ parameters: ScanParameters = ScanParameters(),
        timeout: Duration? = nil,
        capacity: Int = 4096
    ) async throws -> AsyncThrowingStream<AdvertisementReport, any Error> {
        try await scanBatches(filter, parameters, timeout: timeout, capacity: capacity).reports
    }

    /// Like `scan`, with reports in batches: one suspension for all reports that have arrived. For
    /// programs that track thousands of devices.
    ///
    /// - Throws: The errors of `scan`.
    public func scanBatches(
        _ filter: ScanFilter = .all,
        _ parameters: ScanParameters = ScanParameters(),
        timeout: Duration? = nil,
        capacity: Int = 4096
    ) async throws -> AdvertisementBatches {
        try await scanner.scan(filter, parameters, timeout: timeout, capacity: capacity)
    }

    /// Connects to a peripheral; returns at once if it is already connected. Cancelling the task
    /// cancels the attempt.
    ///
    /// - Parameters:
    ///   - address: The peripheral's address.
    ///   - timeout: Time limit for the whole operation, including everything in the options; nil:
    ///     none, and limits of the radio do not end it either.
    ///   - options: Nil uses the options of the last call, at first the defaults.
    /// - Throws: `CentralError`, mostly `connectionTimeout` or `isPoweredOff`; `GATTError` when the
    ///   server's answers are malformed.
    public func connect(
        to address: BluetoothAddress,
        timeout: Duration? = .seconds(10),
        options: ConnectOptions? = nil
    ) async throws -> Peripheral {
        let peripheral = peripheral(address)
        try await peripheral.connect(timeout: timeout, options: options)
        return peripheral
    }

    /// Returns the peripheral with an address, connected or not: always the same object until it is
    /// forgotten.
    public func peripheral(_ address: BluetoothAddress) -> Peripheral { known[address] }

    /// The peripherals requested or restored so far, by address.
    public var peripherals: [Peripheral] { known.all }

    /// Disconnects a peripheral and drops its state.
    public func forget(_ peripheral: Peripheral) async {
        known.remove(peripheral)
        await peripheral.disconnect()
    }

    /// The sum of all peripherals' counters.
    public var counters: ConnectionCounters {
        peripherals.reduce(ConnectionCounters()) { $0 + $1.counters }
    }
}
