// README.md's examples that end, run on virtual devices, and that of the article Radios.

import AccessoryConcurrency
import AudioJack
import BluetoothLE
import ReaderSimulators
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReadmeTests: VirtualExamples {
    let clock = VirtualClock()
    private let air: BluetoothLE.VirtualAir
    private let printed = Printed()

    /// What an example has printed.
    private final class Printed: Sendable {
        let lines = Mutex<[String]>([])
    }

    init() {
        air = BluetoothLE.VirtualAir(clock: clock)
    }

    private func print(_ items: Any...) {
        let line = items.map { "\($0)" }.joined(separator: " ")
        printed.lines.withLock { $0.append(line) }
    }

    @Test func aReaderOnTheJackAnswers() async throws {
        let cable = VirtualCable()  // on hardware: ALSAPort(ALSAConfiguration(play: "plughw:1"))
        let reader = ReaderSimulator(cable.accessory) { request, _ in request.reversed() }
        try await reader.start()  // on hardware: the accessory itself

        let jack = HostLink(over: cable.host)
        try await jack.open()
        let answer = try await jack.exchange([1, 2, 3], timeout: .seconds(10))
        print(answer)  // [3, 2, 1]
        await jack.close()
        #expect(printed.lines.withLock { $0 } == ["[3, 2, 1]"])
    }

    /// The example, with the adapter of `openRadio`.
    private func readLocation(openRadio: () async throws -> any Radio) async {
        do {
            let radio = try await openRadio()  // hci0, or the adapter that ACCESSORY_ADAPTER names
            try await radio.setPower(true)
            let central = Central(radio: radio)
            for try await report in try await central.scan(.services(0x180D)) {
                let sensor = try await central.connect(to: report.address)
                let location = try await sensor.characteristic(0x2A38, in: 0x180D)
                print(report.advertisement.name ?? "", try await location.read())
                await sensor.disconnect()
                break
            }
        } catch {
            print("Bluetooth: \(error)")
        }
    }

    private func startSensor() async throws -> PeripheralManager {
        let sensor = PeripheralManager(radio: air.addAdapter())
        let location = MutableCharacteristic(uuid: 0x2A38, properties: .read, value: [1])
        try await sensor.add(MutableService(uuid: 0x180D, characteristics: [location]))
        try await sensor.startAdvertising(name: "Heart rate", uuids: [0x180D])
        return sensor
    }

    @Test func aCentralReadsAValue() async throws {
        try await clock.run {
            let sensor = try await startSensor()
            await readLocation { air.addAdapter() }
            #expect(printed.lines.withLock { $0 } == ["Heart rate [1]"])
            try await sensor.stopAdvertising()
        }
    }

    @Test func withoutAnAdapterTheErrorIsPrinted() async {
        await readLocation { throw RadioError.noAdapter("hci0") }
        let line = "Bluetooth: there is no Bluetooth adapter hci0; plug it in, or choose another"
        #expect(printed.lines.withLock { $0 } == [line])
    }

    @Test func theArticleOfRadios() async throws {
        try await clock.run {
            let sensor = try await startSensor()
            let radio = air.addAdapter()
            func openRadio() async throws -> any Radio { radio }

            func heartRateSensors(_ show: (String) throws -> Void) async throws {
                let radio = try await openRadio()
                try await radio.setPower(true)
                for try await report in try await Central(radio: radio).scan(.services(0x180D)) {
                    try show("\(report.address) \(report.rssi ?? 0) dBm")
                }
            }

            struct Enough: Error {}
            await #expect(throws: Enough.self) {
                try await heartRateSensors { line in
                    #expect(line.hasSuffix(" dBm"))
                    throw Enough()
                }
            }
            try await sensor.stopAdvertising()
        }
    }
}
