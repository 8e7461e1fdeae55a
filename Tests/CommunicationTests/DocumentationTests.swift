import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import BluetoothLE
import BluetoothSerial
import Communication
import TestSupport
import Testing

/// The example of the documentation, verbatim and run.
@Suite(.timeLimit(.minutes(20))) struct DocumentationTests: ExampleSuite {
    let clock = VirtualClock()

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func VirtualAir() -> BluetoothLE.VirtualAir { .init(clock: clock) }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func PeripheralManager(radio: any Radio) -> BluetoothLE.PeripheralManager {
        .init(radio: radio, clock: clock)
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func Central(radio: any Radio) -> BluetoothLE.Central {
        .init(radio: radio, clock: clock)
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func BluetoothReaderSimulator(
        _ manager: PeripheralManager,
        handler: @escaping ReaderSimulator.Handler
    ) -> AccessorySimulators.BluetoothReaderSimulator {
        .init(manager, clock: clock, handler: handler)
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func BluetoothSerialTransport(
        _ central: Central
    ) -> BluetoothSerial.BluetoothSerialTransport {
        .init(central, clock: clock)
    }

    @Test func exampleOfCommunication() async throws {
        try await clock.run {
            let air = VirtualAir()
            let reader = BluetoothReaderSimulator(PeripheralManager(radio: air.addAdapter())) {
                request,
                work in
                try await work.progress(Array("insert card".utf8))
                return request.reversed()
            }
            try await reader.start()
            let central = Central(radio: air.addAdapter())

            let manager = CommunicationManager(BluetoothSerialTransport(central))
            let search = try await manager.search(timeout: .seconds(30))
            for await case .found(let device) in search where device.advertisesProfile {
                print(device.name ?? "-", device.identifier ?? "the jack")
                try await manager.open(device.identifier)
                break
            }
            let watch = Task { [events = manager.events] in
                for await case .progress(let message) in events {
                    print("the reader says", String(decoding: message, as: UTF8.self))
                }
            }
            let answer = try await manager.exchange(Array("read card".utf8), timeout: .seconds(30))
            await manager.close()
            watch.cancel()

            #expect(answer == Array("drac daer".utf8))
            await reader.stop()
        }
    }

    @Test func theArticleShowsTestedCode() throws {
        try Repository.expectExamples(
            of: "Sources/Communication/Communication.docc/Communication.md",
            in: ["Tests/CommunicationTests/DocumentationTests.swift"]
        )
    }
}
