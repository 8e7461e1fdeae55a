import AccessoryConcurrency
import BluetoothLE
import CoreBluetooth
import CoreBluetoothTesting
import Synchronization

/// The calls of delegates, one line each.
final class Log: Sendable {
    private struct State {
        var lines: [String] = []
        var isDone: (@Sendable (String) -> Bool)?
        var waiter: CheckedContinuation<[String], Never>?

        /// The lines up to the one that is waited for, if it is there.
        mutating func take() -> (CheckedContinuation<[String], Never>, [String])? {
            guard let isDone, let waiter, let end = lines.firstIndex(where: isDone) else {
                return nil
            }
            let taken = Array(lines[...end])
            lines.removeSubrange(...end)
            (self.isDone, self.waiter) = (nil, nil)
            return (waiter, taken)
        }
    }

    private let state = Mutex(State())

    func add(_ line: String) {
        let ready = state.withLock { state in
            state.lines.append(line)
            return state.take()
        }
        if let (waiter, lines) = ready { waiter.resume(returning: lines) }
    }

    /// Returns the lines since the last wait, up to the first one that begins with `text`.
    @discardableResult
    func wait(for text: String) async -> [String] {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.isDone = { $0.hasPrefix(text) }
                state.waiter = continuation
                return state.take()
            }
            if let (waiter, lines) = ready { waiter.resume(returning: lines) }
        }
    }

    /// The lines that nobody has waited for.
    var rest: [String] {
        state.withLock { state in
            defer { state.lines = [] }
            return state.lines
        }
    }
}

/// The text of an error: its domain's short name and its code.
func short(_ error: (any Error)?) -> String {
    switch error {
    case let error as CBError: " CBError.\(error.code)"
    case let error as CBATTError: " CBATTError.\(error.code)"
    case let error?: " \(error)"
    case nil: ""
    }
}

func text(_ data: Data?) -> String { data.map { "\(Array($0))" } ?? "nil" }

/// A central's delegate and that of its peripherals.
class Watcher: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
    let log = Log()
    private let kept = Mutex<CBPeripheral?>(nil)

    /// The peripheral found last.
    var found: CBPeripheral? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        log.add("state \(central.state)")
    }
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
    func centralManager(
        _ central: CBCentralManager,
        didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any],
        rssi: NSNumber
    ) {
        found = peripheral
        peripheral.delegate = self
        let name = advertisementData[CBAdvertisementDataLocalNameKey] as? String
        let services = advertisementData[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? []
        log.add("found \(name ?? "-") \(services.map(\.uuidString))")
    }
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        log.add("connected")
    }
    func centralManager(
        _ central: CBCentralManager,
        didFailToConnect peripheral: CBPeripheral,
        error: (any Error)?
    ) { log.add("failed" + short(error)) }
    func centralManager(
        _ central: CBCentralManager,
        didDisconnectPeripheral peripheral: CBPeripheral,
        error: (any Error)?
    ) { log.add("disconnected" + short(error) + (peripheral.services == nil ? "" : " services")) }
    func centralManager(
        _ central: CBCentralManager,
        connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral
    ) { log.add("event \(event)") }

    func peripheralDidUpdateName(_ peripheral: CBPeripheral) {
        log.add("name \(peripheral.name ?? "-")")
    }
    func peripheral(_ peripheral: CBPeripheral, didModifyServices services: [CBService]) {
        log.add("modified \(services.map(\.uuid.uuidString))")
    }
    func peripheral(_ peripheral: CBPeripheral, didReadRSSI rssi: NSNumber, error: (any Error)?) {
        log.add("rssi \(rssi)" + short(error))
    }
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        log.add("services \((peripheral.services ?? []).map(\.uuid.uuidString))" + short(error))
    }
    func peripheral(
        _ peripheral: CBPeripheral,
        didDiscoverIncludedServicesFor service: CBService,
        error: (any Error)?
    ) {
        log.add(
            "included \((service.includedServices ?? []).map(\.uuid.uuidString))" + short(error)
        )
    }
    func peripheral(
        _ peripheral: CBPeripheral,
        didDiscoverCharacteristicsFor service: CBService,
        error: (any Error)?
    ) {
        let found = (service.characteristics ?? []).map(\.uuid.uuidString)
        log.add("characteristics \(found)" + short(error))
    }
    func peripheral(
        _ peripheral: CBPeripheral,
        didUpdateValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { log.add("value " + text(characteristic.value) + short(error)) }
    func peripheral(
        _ peripheral: CBPeripheral,
        didWriteValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { log.add("written" + short(error)) }
    func peripheral(
        _ peripheral: CBPeripheral,
        didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { log.add("notifying \(characteristic.isNotifying)" + short(error)) }
    func peripheral(
        _ peripheral: CBPeripheral,
        didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        let found = (characteristic.descriptors ?? []).map(\.uuid.uuidString)
        log.add("descriptors \(found)" + short(error))
    }
    func peripheral(
        _ peripheral: CBPeripheral,
        didUpdateValueFor descriptor: CBDescriptor,
        error: (any Error)?
    ) { log.add("descriptor \(descriptor.value ?? "nil")" + short(error)) }
    func peripheral(
        _ peripheral: CBPeripheral,
        didWriteValueFor descriptor: CBDescriptor,
        error: (any Error)?
    ) { log.add("written descriptor" + short(error)) }
    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
        log.add("ready")
    }
    func peripheral(
        _ peripheral: CBPeripheral,
        didOpen channel: CBL2CAPChannel?,
        error: (any Error)?
    ) { log.add("channel \(channel?.psm ?? 0)" + short(error)) }
}

/// The program that offers the service 180D, with the delegate's calls as iOS programs have them.
class Strap: NSObject, CBPeripheralManagerDelegate, @unchecked Sendable {
    let log = Log()
    let service = CBMutableService(type: CBUUID(string: "180D"), primary: true)
    /// Answered by the delegate.
    let control = CBMutableCharacteristic(
        type: CBUUID(string: "2A39"),
        properties: [.read, .write, .writeWithoutResponse, .notify],
        value: nil,
        permissions: [.readable, .writeable]
    )
    /// Answered by the system.
    let place = CBMutableCharacteristic(
        type: CBUUID(string: "2A38"),
        properties: .read,
        value: Data([1]),
        permissions: .readable
    )
    private let stored = Mutex(Data([7]))
    private let code = Mutex(CBATTError.Code.success)
    private let writes = Mutex<[Data]>([])

    var value: Data {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
    /// The answer to requests.
    var answer: CBATTError.Code {
        get { code.withLock { $0 } }
        set { code.withLock { $0 = newValue } }
    }
    /// What centrals have written.
    var written: [Data] { writes.withLock { $0 } }

    override init() {
        super.init()
        service.characteristics = [control, place]
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        log.add("state \(peripheral.state)")
    }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        willRestoreState dict: [String: Any]
    ) {}
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        didPublishL2CAPChannel psm: CBL2CAPPSM,
        error: (any Error)?
    ) { log.add("published \(psm)" + short(error)) }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        didUnpublishL2CAPChannel psm: CBL2CAPPSM,
        error: (any Error)?
    ) { log.add("unpublished \(psm)" + short(error)) }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        didOpen channel: CBL2CAPChannel?,
        error: (any Error)?
    ) { log.add("open \(channel?.psm ?? 0)" + short(error)) }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        didAdd service: CBService,
        error: (any Error)?
    ) { log.add("added \(service.uuid)" + short(error)) }
    func peripheralManagerDidStartAdvertising(
        _ peripheral: CBPeripheralManager,
        error: (any Error)?
    ) { log.add("advertising \(peripheral.isAdvertising)" + short(error)) }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        central: CBCentral,
        didSubscribeTo characteristic: CBCharacteristic
    ) { log.add("subscribed \(characteristic.uuid) \(central.maximumUpdateValueLength)") }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) { log.add("unsubscribed \(characteristic.uuid)") }
    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
        log.add("ready")
    }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        didReceiveRead request: CBATTRequest
    ) {
        log.add("read at \(request.offset)")
        request.value = value.dropFirst(request.offset)
        peripheral.respond(to: request, withResult: answer)
    }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        didReceiveWrite requests: [CBATTRequest]
    ) {
        writes.withLock { $0 += requests.map { $0.value ?? Data() } }
        log.add(
            "write "
                + requests.map { "\($0.characteristic.uuid)@\($0.offset)+\($0.value?.count ?? -1)" }
                .joined(separator: " ")
        )
        peripheral.respond(to: requests[0], withResult: answer)
    }
}

/// A central and a peripheral on one virtual air, each written like a program for iOS.
struct Bench: Sendable {
    let clock: VirtualClock
    let air: VirtualAir
    let phone: VirtualRadio
    let sensor: VirtualRadio
    let watcher = Watcher()
    let strap = Strap()
    let central: CBCentralManager
    let peripheral: CBPeripheralManager

    private init(_ clock: VirtualClock) {
        self.clock = clock
        air = VirtualAir(clock: clock, seed: 1)
        phone = air.addAdapter()
        sensor = air.addAdapter()
        let (watcher, strap) = (watcher, strap)
        central = ManagerRadio(phone, clock: clock).use {
            CBCentralManager(delegate: watcher, queue: DispatchQueue(label: "watcher"))
        }
        peripheral = ManagerRadio(sensor, clock: clock).use {
            CBPeripheralManager(delegate: strap, queue: DispatchQueue(label: "strap"))
        }
    }

    /// Performs a test in virtual time. Both managers are on, and the peripheral advertises.
    static func run(
        advertises: Bool = true,
        _ body: @escaping @Sendable (Bench) async throws -> Void
    ) async throws {
        let clock = VirtualClock()
        try await clock.run {
            let bench = Bench(clock)
            await bench.watcher.log.wait(for: "state poweredOn")
            await bench.strap.log.wait(for: "state poweredOn")
            if advertises { await bench.advertise() }
            try await body(bench)
        }
    }

    func advertise() async {
        peripheral.add(strap.service)
        peripheral.startAdvertising([
            CBAdvertisementDataLocalNameKey: "Strap",
            CBAdvertisementDataServiceUUIDsKey: [strap.service.uuid],
        ])
        await strap.log.wait(for: "advertising true")
    }

    /// Finds the peripheral.
    func find() async -> CBPeripheral {
        central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
        await watcher.log.wait(for: "found")
        central.stopScan()
        return watcher.found!
    }

    /// Connects to the peripheral.
    func connect() async -> CBPeripheral {
        let device = await find()
        central.connect(device)
        await watcher.log.wait(for: "connected")
        return device
    }

    /// Connects, and discovers the characteristics 2A39 and 2A38.
    func discover() async -> (
        device: CBPeripheral, control: CBCharacteristic, place: CBCharacteristic
    ) {
        let device = await connect()
        device.discoverServices([CBUUID(string: "180D")])
        await watcher.log.wait(for: "services")
        device.discoverCharacteristics(nil, for: device.services![0])
        await watcher.log.wait(for: "characteristics")
        let found = device.services![0].characteristics!
        return (device, found[0], found[1])
    }
}
