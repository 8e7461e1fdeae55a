internal import AccessoryConcurrency
public import BluetoothLE
internal import Synchronization

struct WeakDaemonSet {
    weak var set: DaemonAdvertisingSet?
}

extension DaemonRadio {
    private static let manager = "org.bluez.LEAdvertisingManager1"

    /// Advertises through bluetoothd, which selects interval and power and puts the name into the scan
    /// response. Its properties do not distinguish advertising data from scan response.
    ///
    /// - Throws: `busy` when all instances are in use; `notSupported` for data without a D-Bus property.
    public func advertise(
        _ parameters: AdvertisingParameters
    ) async throws(RadioError) -> any AdvertisingSet {
        try checkPower()
        try parameters.check()
        let fields = try AdvertisementProperties(parameters)
        if let absence { throw absence }
        guard objects.service(Self.manager) != nil else {
            throw .notSupported("advertising through bluetoothd")
        }
        if objects.service(Self.manager)?["SupportedInstances"]?.number == 0 { throw .busy }
        let path = state.withLock { state in
            state.setCount += 1
            return "/accessory/advertisement\(state.setCount)"
        }
        let set = DaemonAdvertisingSet(
            radio: self,
            path: path,
            parameters: parameters,
            fields: fields
        )
        state.withLock { $0.sets[path] = WeakDaemonSet(set: set) }
        objects.export(path) { [weak set] in set?.answer($0) ?? DaemonObjects.unknown(path) }
        do {
            let arguments: [DBusValue] = [.path(path), .properties([:])]
            _ = try await call(
                objects.path,
                Self.manager,
                "RegisterAdvertisement",
                arguments,
                "to advertise"
            )
        } catch {
            await set.stop()
            throw error
        }
        return set
    }

    /// Unregisters a set from bluetoothd.
    func remove(_ path: String) async {
        forget(set: path)
        // on failure the set is already gone
        _ = try? await call(
            objects.path,
            Self.manager,
            "UnregisterAdvertisement",
            [.path(path)],
            "to stop advertising"
        )
    }

    func forget(set path: String) {
        objects.export(path, nil)
        _ = state.withLock { $0.sets.removeValue(forKey: path) }
    }
}

/// An advertisement that bluetoothd sends for this process, exported as an object on the bus.
final class DaemonAdvertisingSet: AdvertisingSet {
    static let interface = "org.bluez.LEAdvertisement1"

    private let radio: DaemonRadio
    private let path: String
    private let parameters: AdvertisingParameters
    private let fields: Mutex<AdvertisementProperties>
    private let ending = Completion<RadioError?>()

    init(
        radio: DaemonRadio,
        path: String,
        parameters: AdvertisingParameters,
        fields: AdvertisementProperties
    ) {
        self.radio = radio
        self.path = path
        self.parameters = parameters
        self.fields = Mutex(fields)
    }

    deinit {
        guard !ending.isComplete else { return }
        Task { [radio, path] in await radio.remove(path) }
    }

    /// Always nil: bluetoothd does not report it.
    var address: BluetoothAddress? { nil }

    func update(data: [UInt8], scanResponse: [UInt8]) async throws(RadioError) {
        guard !ending.isComplete else { throw .failed("the advertising set was stopped") }
        var changed = parameters
        (changed.data, changed.scanResponse) = (data, scanResponse)
        let new = try AdvertisementProperties(changed)
        let dropped = fields.withLock { fields in
            defer { fields = new }
            return fields.values.keys.filter { new.values[$0] == nil }.sorted()
        }
        radio.objects.connection?.emit(
            path,
            DaemonObjects.properties,
            "PropertiesChanged",
            [.string(Self.interface), new.dictionary, .strings(dropped)]
        )
    }

    func stop() async {
        if ending.complete(nil) { await radio.remove(path) }
    }

    /// Completes the set after its advertising has ended.
    func end(_ error: RadioError) {
        ending.complete(error)
    }

    func ended() async -> RadioError? { await ending.cause() }

    /// Answers bluetoothd's calls to the object.
    func answer(_ call: DBusMessage) -> DBusConnection.CallResult {
        switch (call.interface, call.member) {
        case (DaemonObjects.properties, "GetAll"):
            return .values([fields.withLock { $0.dictionary }])
        case (DaemonObjects.properties, "Get"):
            guard let value = fields.withLock({ $0.values[call.body.last?.text ?? ""] }) else {
                return .error(
                    name: "org.freedesktop.DBus.Error.UnknownProperty",
                    text: "no such property"
                )
            }
            return .values([.variant(value)])
        case (Self.interface, "Release"):
            radio.forget(set: path)
            end(.owned(by: "bluetoothd, which has released the advertisement,"))
            return .values([])
        default:
            return .error(name: "org.freedesktop.DBus.Error.UnknownMethod", text: "no such method")
        }
    }
}
