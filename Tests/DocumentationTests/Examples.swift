// The documents' examples that need hardware or objects of the caller. They are compiled, but not run.
// Each is a verbatim copy from its document.

import AccessoryBase
import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import AirBroker
import AudioConversion
import AudioJack
import Beacons
import BlueZ
import BluetoothLE
import BluetoothSerial
import Communication
import FeasyBeacon
import Foundation
import Modem
import RequestTransfer
import TxRx

// MARK: README.md

private func readmeRecording() throws {
    var recording = try WAVReader("reader.wav")
    var demodulator = try Demodulator(.reader, rate: recording.format.sampleRate)
    while case let sound = try recording.read(4096), !sound.isEmpty {
        for case .frame(let payload) in demodulator.push(sound) { print(payload) }
    }
    for case .frame(let payload) in demodulator.finish() { print(payload) }
}

private func modemCable(_ payload: [UInt8], _ report: CableReport) throws {
    var sender = CableSender()
    try sender.startSounding(id: 1)
    let sounding = sender.render()  // play it; the receiver's `push` returns `.sounded(report)`
    try sender.start(payload, for: report)
    let burst = sender.render()
    _ = (sounding, burst)
}

func showBeacons(with central: Central) async throws {
    let browser = BeaconBrowser(central, kind: .beacon)
    try await browser.startScanning()
    for await event in await browser.events {
        guard case .added(let item) = event else { continue }
        print(item.displayedName, item.beacons, item.distance() ?? -1)  // metres
    }
}

// MARK: Porting guides

private func feasycomConfigurator(
    _ item: PeripheralItem,
    _ central: Central,
    _ options: BeaconModuleSession.Options
) async throws {
    let configurator = BeaconConfigurator(item, central: central, pin: "123456", options: options)
    try await configurator.loadParameters()
    try await configurator.set(.text("Door 4"), for: "name")
    try await configurator.saveParameters()
    await configurator.close()
}

private func mposJack(_ command: [UInt8]) async throws {
    let jack = HostLink(over: ALSAPort())
    try await jack.open()
    let answer = try await jack.exchange(command, timeout: .seconds(10))
    await jack.close()
    print(answer)
}

private func mposBluetooth(_ radio: any Radio, _ command: [UInt8]) async throws {
    let transport = BluetoothSerialTransport(Central(radio: radio))
    let manager = CommunicationManager(transport)
    for await case .found(let device) in try await manager.search()
    where device.advertisesProfile {
        try await manager.open(device.identifier)
        break
    }
    let answer = try await manager.exchange(command, timeout: .seconds(10))
    await manager.close()
    print(answer)
}

private func tertium(_ radio: any Radio, _ device: TxRxDevice) async throws {
    let manager = TxRxManager(central: Central(radio: radio))
    try await manager.startScan()
    try await manager.stopScan()
    try await manager.connect(to: device)
    let answer: String = try await manager.send("$:06000F", to: device)
    print(answer)
}

private func topstepConversion(_ mp3Path: String, _ pcmPath: String) async throws {
    let report = try await AudioConverter().convert(
        mp3Path,
        to: pcmPath,
        format: PCMFormat(sampleRate: 16_000, depth: .bits16)
    )
    print(report.frames, report.clippedSamples, report.damage)
}

private func topstepRequests(_ link: any ByteLink, _ folder: String, _ pcm: String) async throws {
    let transfer = RequestTransferManager(over: link, folder: folder)
    for await request in transfer.requests {
        try await transfer.respond(
            to: request,
            with: TransferAnswer(to: request, localFilePaths: [pcm])
        )
    }
}

// MARK: Articles

func show(_ error: any Error) {
    guard let error = error as? any AccessoryError else { return print(error) }
    print("Failed: \(error.cause).")
    if let nextStep = error.nextStep { print("Next: \(nextStep).") }
}

private func concurrency() async throws {
    let clock = VirtualClock()
    let spent = try await clock.run {
        let begin = clock.now
        try await clock.sleep(for: .seconds(3600))
        return begin.duration(to: clock.now)
    }
    print(spent)
}

private func airBroker(_ path: String) async throws {
    let broker = try VirtualAirBroker(air: VirtualAir(), path: path)
    let service = Task { await broker.run() }

    let phone = try await BrokerRadio.connect(to: path)
    for try await report in try await phone.scan(ScanParameters()) {
        print(report.address, report.rssi ?? 0)
    }
    service.cancel()
}

private func scan(_ radio: any Radio) async throws {
    let central = Central(radio: radio)
    for try await report in try await central.scan(.services(0x180D) && .rssi(atLeast: -80)) {
        print(report.address, report.rssi ?? 0, report.advertisement.name ?? "")
    }
}

private func subscribe(_ central: Central, _ address: BluetoothAddress) async throws {
    let strap = try await central.connect(
        to: address,
        options: ConnectOptions { $0.reconnect = .backoff }
    )
    let battery = try await strap.characteristic(0x2A19, in: 0x180F)
    print("battery", try await battery.read())

    let rate = try await strap.characteristic(0x2A37, in: 0x180D)
    for try await value in try await rate.notifications() {
        print("rate", value[1])
    }
}

private func readManySamples(_ sensor: Characteristic) async throws -> [[UInt8]] {
    var samples: [[UInt8]] = []
    try await withTaskExecutorPreference(SocketBearer.executor) {
        for _ in 0..<1000 { samples.append(try await sensor.read()) }
    }
    return samples
}

private func restore(_ central: Central, _ radio: any Radio, _ file: URL) async throws {
    try central.save(to: file)
    for peripheral in try Central(radio: radio).restore(from: file) {
        try await peripheral.connect()
    }
}

private func centralComment(_ radio: any Radio) async throws {
    let central = Central(radio: radio)
    for try await report in try await central.scan(.services(0x180D)) {
        let peripheral = try await central.connect(to: report.address)
        let rate = try await peripheral.characteristic(0x2A37, in: 0x180D)
        for try await value in try await rate.notifications() { print(value) }
    }
}

private func counter() async throws {
    let clock = VirtualClock()
    let radio = VirtualAir(clock: clock, seed: 1).addAdapter()
    let count = MutableCharacteristic(uuid: 0xFFF1, properties: [.read, .write, .notify])
    let manager = PeripheralManager(radio: radio, clock: clock)
    try await manager.add(MutableService(uuid: 0xFFF0, characteristics: [count]))
    let writes = try count.startRespondingToWriteRequests()
    try await manager.startAdvertising(name: "Counter", uuids: [0xFFF0])
    try await withThrowingTaskGroup { group in
        group.addTask {
            for await request in writes {
                count.respond(
                    to: request,
                    with: request.value.count == 1 ? nil : .invalidValueLength
                )
            }
        }
        group.addTask {
            while !Task.isCancelled {
                try await clock.sleep(for: .seconds(1))
                try count.update([(count.value.first ?? 0) &+ 1])
            }
        }
        try await group.waitForAll()
    }
}

private func savedCounter(_ radio: any Radio) async throws {
    let manager = PeripheralManager(
        radio: radio,
        options: .init { $0.stateFile = "/var/lib/counter.json" }
    )
    if try await manager.whenStateRestored() == nil {
        // start from scratch
    }
}

private func serialLine(
    _ manager: PeripheralManager,
    _ central: Central,
    _ address: BluetoothAddress
) async throws {
    let service = try await SerialService(.nordicUART, on: manager)
    try await manager.startAdvertising(name: "board", uuids: [SerialProfile.nordicUART.service])

    let peripheral = try await central.connect(to: address)
    let line = try await SerialLink.open(.nordicUART, on: peripheral)
    try await line.send(Array("hello".utf8))
    withExtendedLifetime(service) {}
}

private func ownSession(
    _ item: PeripheralItem,
    _ central: Central,
    _ pin: String,
    _ options: BeaconModuleSession.Options
) async throws {
    let session = BeaconModuleSession(item, central: central, pin: pin, options: options)
    let client = ATClient(session)
    try await session.open()
    print("firmware", try await client.openEngine())
    print(try await client.query("VERSION"))
    try await session.write(Array("AT+NAME\r\n".utf8))
    await session.close()
}

private func ownRequest(_ client: ATClient) async throws {
    switch try await client.perform(.set("QOS", "1")) {
    case .ok, .notNeeded: print("set")
    case .failed(.refused): print("this module has no QOS")
    case let outcome: print(outcome)
    }
}

private func txRxCommand(_ radio: any Radio) async throws {
    let manager = TxRxManager(central: Central(radio: radio))
    let events = manager.events
    try await manager.startScan(timeout: .seconds(10))
    for await case .deviceFound(let device) in events where device.name == "Reader" {
        try await manager.stopScan()
        try await manager.connect(to: device)
        let answer: String = try await manager.send("version", to: device)
        print(answer)
        try await manager.disconnect(device)
        break
    }
}

private func ownProfile(_ central: Central) -> TxRxManager {
    let scale = TxRxProfile(
        name: "Scale",
        service: 0xFFE0,
        rx: 0xFFE1,
        tx: 0xFFE2,
        terminator: .cr,
        rxSize: 20
    )
    let manager = TxRxManager(central: central, profiles: [scale] + TxRxProfile.standard)
    return manager
}

private func tertiumReader(_ device: TxRxDevice, _ manager: TxRxManager) async throws {
    let reader = TertiumReader(device, of: manager)
    try await reader.perform(.setStandard)
    for case .tag(let id, _) in try await reader.perform(.epcInventory).lines { print(id) }
}
