package import AccessoryConcurrency

/// Looks for peripherals and connects to them, on any radio.
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
/// Any number of scans and connections may be under way at once: scans share the radio's one scan,
/// and the radio puts in order what it cannot do at the same time.
public final class Central: Sendable {
    private let radio: any Radio
    private let scanner: Scanner
    let known: KnownPeripherals

    /// - Parameter clock: What timeouts and delays are measured on.
    public init(radio: any Radio, clock: some Clock<Duration> = ContinuousClock()) {
        self.radio = radio
        let time = TimeSource(clock)
        let known = KnownPeripherals(radio: radio, time: time)
        self.known = known
        scanner = Scanner(radio: radio, time: time) { known.receive($0) }
    }

    /// The radio's present state, and each one after it. Any number may listen.
    public var states: AsyncStream<RadioState> { radio.states }

    /// Each change of any peripheral's connection from now on. Any number may listen.
    public var connectionChanges: AsyncStream<ConnectionChange> { known.changes.stream() }

    package var time: TimeSource { known.time }

    /// Listens for advertising until the stream is no longer held.
    ///
    /// - Parameters:
    ///   - filter: Which reports are wanted.
    ///   - parameters: How to listen. With several scans under way the most demanding counts.
    ///   - timeout: Nil: no limit.
    ///   - capacity: Reports that wait for a slow listener; beyond that the oldest are lost.
    /// - Throws: `CentralError.isPoweredOff`, `isScanning` or `radio`; into the stream also
    ///   `serviceScanTimeout`.
    public func scan(
        _ filter: ScanFilter = .all,
        _ parameters: ScanParameters = ScanParameters(),
        timeout: Duration? = nil,
        capacity: Int = 4096
    ) async throws -> AsyncThrowingStream<AdvertisementReport, any Error> {
        try await scanBatches(filter, parameters, timeout: timeout, capacity: capacity).reports
    }

    /// As `scan`, with the reports in batches: one suspension for all reports that have arrived. For programs that
    /// follow thousands of devices.
    public func scanBatches(
        _ filter: ScanFilter = .all,
        _ parameters: ScanParameters = ScanParameters(),
        timeout: Duration? = nil,
        capacity: Int = 4096
    ) async throws -> AdvertisementBatches {
        try await scanner.scan(filter, parameters, timeout: timeout, capacity: capacity)
    }

    /// Connects to a peripheral; returns at once when there is a link. Cancelling the task gives the
    /// attempt up.
    ///
    /// - Parameters:
    ///   - timeout: How long the whole may take, with all that the options ask for; nil: as long as
    ///     it needs.
    ///   - options: Nil: as at the last time, and the defaults at first.
    /// - Throws: `CentralError`, mostly `connectionTimeout` or `isPoweredOff`; `GATTError` when the
    ///   server's answers make no sense.
    public func connect(
        to address: BluetoothAddress,
        timeout: Duration? = .seconds(10),
        options: ConnectOptions? = nil
    ) async throws -> Peripheral {
        let peripheral = peripheral(address)
        try await peripheral.connect(timeout: timeout, options: options)
        return peripheral
    }

    /// The peripheral of an address, connected or not: always the same object until it is forgotten.
    public func peripheral(_ address: BluetoothAddress) -> Peripheral { known[address] }

    /// The peripherals that were asked for or restored, by address.
    public var peripherals: [Peripheral] { known.all }

    /// Disconnects a peripheral and forgets what is known of it.
    public func forget(_ peripheral: Peripheral) async {
        known.remove(peripheral)
        await peripheral.disconnect()
    }

    /// The counters of all peripherals together.
    public var counters: ConnectionCounters {
        peripherals.reduce(ConnectionCounters()) { $0 + $1.counters }
    }
}
