// The code of docs/tutorials/talk-to-a-bluetooth-reader.md, run on a virtual air.

import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import BluetoothLE
import BluetoothSerial
import Communication
import Radios
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct BluetoothReaderTutorialTests: VirtualExamples {
    let clock = VirtualClock()

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func BluetoothSerialTransport(
        _ central: BluetoothLE.Central
    ) -> BluetoothSerial.BluetoothSerialTransport {
        .init(central, clock: clock)
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func BluetoothReaderSimulator(
        _ manager: BluetoothLE.PeripheralManager,
        handler: @escaping ReaderSimulator.Handler
    ) -> AccessorySimulators.BluetoothReaderSimulator {
        .init(manager, clock: clock, handler: handler)
    }

    @Test func aReaderIsFoundAndAnswers() async throws {
        try await clock.run {
            let shown = Mutex<[String]>([])
            // swift-format-ignore: AlwaysUseLowerCamelCase
            @Sendable func print(_ line: String) { shown.withLock { $0.append(line) } }

            func readers(with central: Central) -> CommunicationManager {
                CommunicationManager(BluetoothSerialTransport(central))
            }

            func findReader(with manager: CommunicationManager) async throws -> FoundDevice? {
                for await case .found(let device) in try await manager.search(timeout: .seconds(30))
                where device.advertisesProfile {
                    return device
                }
                return nil
            }

            func readCard(
                with manager: CommunicationManager,
                show: @escaping @Sendable (String) -> Void
            ) async throws -> String? {
                guard let reader = try await findReader(with: manager) else { return nil }
                try await manager.open(reader.identifier)
                let watch = Task { [events = manager.events] in
                    for await case .progress(let message) in events {
                        show(String(decoding: message, as: UTF8.self))
                    }
                }
                defer { watch.cancel() }
                do {
                    let answer = try await manager.exchange(
                        Array("read card".utf8),
                        timeout: .seconds(30)
                    )
                    await manager.close()
                    return String(decoding: answer, as: UTF8.self)
                } catch {
                    await manager.close()
                    throw error
                }
            }

            func advice(for error: any Error) -> String {
                switch error {
                case DeviceSearchError.poweredOff, DeviceOpenError.poweredOff: "turn Bluetooth on"
                case LinkError.timedOut: "the reader did not answer in time; try again"
                case LinkError.disconnected: "the reader is out of range or off"
                default: "\(error)"
                }
            }

            func startReader(on radio: any Radio) async throws -> BluetoothReaderSimulator {
                let reader = BluetoothReaderSimulator(PeripheralManager(radio: radio)) {
                    request,
                    work in
                    try await work.progress(Array("hold the card to the reader".utf8))
                    await work.wait(.seconds(2))
                    return Array("card 1234".utf8)
                }
                try await reader.start()
                return reader
            }

            func runKiosk() async {
                do {
                    let radio = try await openRadio()
                    try await radio.setPower(true)
                    let manager = readers(with: Central(radio: radio))
                    print(
                        try await readCard(with: manager, show: { print($0) })
                            ?? "no reader in range"
                    )
                } catch {
                    print(advice(for: error))
                }
            }

            let air = VirtualAir()
            let reader = try await startReader(on: air.addAdapter())
            let host = readers(with: Central(radio: air.addAdapter()))
            if let answer = try await readCard(with: host, show: { print($0) }) { print(answer) }
            await reader.stop()
            #expect(shown.withLock { $0 } == ["hold the card to the reader", "card 1234"])

            // nothing to find; an adapter that is off; an error of the radio
            #expect(try await readCard(with: host, show: { print($0) }) == nil)
            let off = air.addAdapter()
            try off.setPower(false)
            do {
                _ = try await readCard(
                    with: readers(with: Central(radio: off)),
                    show: { print($0) }
                )
                Issue.record("a search on an adapter that is off")
            } catch {
                #expect(advice(for: error) == "turn Bluetooth on")
            }
            #expect(
                advice(for: RadioError.noAdapter("hci0")).hasPrefix("there is no Bluetooth adapter")
            )
            _ = runKiosk
        }
    }
}
