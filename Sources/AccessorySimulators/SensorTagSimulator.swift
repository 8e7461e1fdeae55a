internal import AccessoryConcurrency
public import BluetoothLE
public import BluetoothProfiles
import Synchronization

/// A simulated TI SensorTag (CC2541): six sensors, the buttons and the self-test as GATT services.
///
/// The services and characteristics are those of `TISensorTag`, after Texas Instruments' "CC2541
/// SensorTag User Guide". Each sensor has a configuration that turns it on, and sends its data to
/// subscribers once a second. The accelerometer and the magnetometer have a period of 100 ms to
/// 2.55 s, in steps of 10 ms. The data is 0 while the sensor is off.
///
///     let tag = SensorTagSimulator(radio: radio)
///     try await tag.start()
public final class SensorTagSimulator: Sendable {
    /// Returns the values that the tag measures at this time.
    public typealias Readings = @Sendable (_ time: Duration) -> SensorTagReadings

    /// An event of the tag.
    public enum Event: Sendable {
        /// A central connected, disconnected or subscribed, or advertising changed.
        case peripheral(PeripheralEvent)
        /// A central read a value.
        case read(MutableCharacteristic, RemoteCentral)
        /// A central writes a configuration or a period. The event is sent before the answer.
        case written(MutableCharacteristic, WriteRequest)
    }

    /// The advertised name.
    public let name: String
    /// The services, in the order shown to centrals.
    public let services: [MutableService]
    /// The GATT server.
    public let manager: PeripheralManager
    private let sensors: [Sensor]
    private let readings: Readings
    private let time: TimeSource
    private let broadcaster = Broadcaster<Event>()
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// - Parameters:
    ///   - radio: The adapter to advertise on.
    ///   - name: The advertised name.
    ///   - clock: The clock of the periods.
    ///   - readings: The measured values, by the time since the tag's creation.
    public init(
        radio: any Radio,
        name: String = "TI SensorTag",
        clock: some Clock<Duration> = ContinuousClock(),
        readings: @escaping Readings = SensorTagReadings.indoors
    ) {
        self.name = name
        self.readings = readings
        time = TimeSource(clock)
        services = TISensorTag.all.map { profile in
            let service = MutableService(profile: profile)
            service.setCharacteristicsFromProfile()
            return service
        }
        sensors = services.compactMap(Sensor.init)
        manager = PeripheralManager(
            radio: radio,
            clock: clock,
            options: .init {
                $0.deviceName = name
                $0.resumesAdvertising = true
            }
        )
        for characteristic in services.flatMap(\.characteristics) {
            characteristic.readHandler = { [broadcaster, weak characteristic] central in
                guard let characteristic else { throw ATTError.unlikely }
                broadcaster.send(.read(characteristic, central))
                return characteristic.value
            }
        }
    }

    deinit {
        for task in tasks.withLock({ $0 }) { task.cancel() }
        broadcaster.finish()
    }

    /// All events from now on, for any number of readers. The buffer has no limit.
    public var events: AsyncStream<Event> { broadcaster.stream() }

    /// Publishes the services and advertises.
    ///
    /// - Throws: `PeripheralManagerError`, `MutableServiceError`.
    public func start() async throws {
        guard tasks.withLock({ $0.isEmpty }) else { return }
        for service in services { try await manager.add(service) }
        let events = manager.events
        var tasks = [
            time.task { [broadcaster] in
                for await event in events { broadcaster.send(.peripheral(event)) }
            }
        ]
        for characteristic in services.flatMap(\.characteristics)
        where characteristic.properties.contains(.write) {
            let requests = try characteristic.startRespondingToWriteRequests()
            tasks.append(
                time.task { [weak self] in
                    for await request in requests { self?.receive(request, characteristic) }
                }
            )
        }
        tasks += sensors.map { sensor in
            time.task { [time, readings] in await sensor.run(time, readings) }
        }
        self.tasks.withLock { $0 = tasks }
        try await manager.startAdvertising(name: name)
    }

    /// Stops advertising, disconnects the centrals and removes the services. The configurations are
    /// kept.
    public func stop() async {
        let old = tasks.withLock { tasks in
            defer { tasks = [] }
            return tasks
        }
        for task in old { task.cancel() }
        await manager.reset()
    }

    /// Presses and releases a button.
    ///
    /// - Throws: `unconfigured` before `start()`.
    public func press(
        _ button: TISensorTag.KeyPressedService.Data
    ) throws(MutableCharacteristicError) {
        typealias Keys = TISensorTag.KeyPressedService
        for state in [button, .none] {
            guard let data = manager.characteristic(Keys.Data.uuid, of: Keys.uuid) else {
                throw .unconfigured
            }
            try data.update([state.rawValue])
        }
    }

    private func receive(_ request: WriteRequest, _ characteristic: MutableCharacteristic) {
        broadcaster.send(.written(characteristic, request))
        guard request.offset == 0, request.value.count == 1 else {
            return characteristic.respond(to: request, with: .invalidValueLength)
        }
        for sensor in sensors where sensor.configuration === characteristic {
            sensor.configure(request.value[0])
        }
        characteristic.respond(to: request)
    }
}

/// One sensor of the tag.
private struct Sensor {
    let configuration: MutableCharacteristic
    private let data: MutableCharacteristic
    /// The period in steps of 10 ms; nil for a sensor with a fixed period.
    private let period: MutableCharacteristic?
    /// Encodes a measurement, depending on the value of the configuration.
    private let encode: @Sendable (SensorTagReadings, _ mode: UInt8) -> [UInt8]

    /// Creates a sensor; nil for a service that is not a sensor.
    init?(_ service: MutableService) {
        guard let encode = Self.encoders[service.uuid] else { return nil }
        let characteristics = service.characteristics
        (data, configuration) = (characteristics[0], characteristics[1])
        period = characteristics.dropFirst(2).first { $0.properties.contains(.write) }
        self.encode = encode
        configure(0)
    }

    /// Whether a configuration turns the sensor on. The value 2 requests the barometer's
    /// coefficients, which can always be read.
    private func isOn(_ mode: UInt8) -> Bool {
        configuration.uuid == TISensorTag.GyroscopeService.Enabled.uuid ? mode & 7 > 0 : mode == 1
    }

    /// Clears the data when the sensor is turned off.
    func configure(_ mode: UInt8) {
        if !isOn(mode) { data.value = [UInt8](repeating: 0, count: data.value.count) }
    }

    /// Measures until the task is cancelled.
    func run(_ time: TimeSource, _ readings: SensorTagSimulator.Readings) async {
        var next = time.now()
        while true {
            let steps = period?.value.first.map { max(10, Int($0)) } ?? 100
            next += .milliseconds(10 * steps)
            guard (try? await time.wait(next)) != nil else { return }
            guard let mode = configuration.value.first, isOn(mode) else { continue }
            let bytes = encode(readings(next), mode)
            if data.subscribers.isEmpty {
                data.value = bytes
            } else {
                _ = try? data.update(bytes)
            }
        }
    }

    private static let encoders: [BluetoothUUID: @Sendable (SensorTagReadings, UInt8) -> [UInt8]] =
        [
            TISensorTag.TemperatureService.uuid: { readings, _ in
                Serde.serialize(
                    TISensorTag.TemperatureService.Data(
                        object: readings.objectTemperature,
                        ambient: readings.temperature
                    )
                )
            },
            TISensorTag.AccelerometerService.uuid: { readings, _ in
                let value = readings.acceleration
                return Serde.serialize(
                    TISensorTag.AccelerometerService.Data(x: value.x, y: value.y, z: value.z)
                )
            },
            TISensorTag.HygrometerService.uuid: { readings, _ in
                Serde.serialize(
                    TISensorTag.HygrometerService.Data(
                        temperature: readings.temperature,
                        humidity: readings.humidity
                    )
                )
            },
            TISensorTag.MagnetometerService.uuid: { readings, _ in
                let value = readings.magneticField
                return Serde.serialize(
                    TISensorTag.MagnetometerService.Data(x: value.x, y: value.y, z: value.z)
                )
            },
            TISensorTag.BarometerService.uuid: { readings, _ in
                Serde.serialize(
                    TISensorTag.BarometerService.Data(
                        temperature: readings.temperature,
                        pressure: readings.pressure,
                        calibration: .typical
                    )
                )
            },
            TISensorTag.GyroscopeService.uuid: { readings, axes in
                let value = readings.rotation
                return Serde.serialize(
                    TISensorTag.GyroscopeService.Data(
                        x: axes & 1 > 0 ? value.x : 0,
                        y: axes & 2 > 0 ? value.y : 0,
                        z: axes & 4 > 0 ? value.z : 0
                    )
                )
            },
        ]
}
