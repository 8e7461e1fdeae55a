import AirBroker
import BluetoothLE
import Foundation
import Testing

@testable import Radios

/// Which adapter `openRadio` opens. Each test has a process of its own, since it changes the environment.
@Suite(.timeLimit(.minutes(5))) struct OpenRadioTests {
    @Test func theEnvironmentNamesTheAdapter() async {
        await #expect(processExitsWith: .success) {
            for (value, name) in [
                (nil, "hci0"), ("", "hci0"), ("hci7", "hci7"), ("virtual", "virtual"),
            ] {
                if let value {
                    setenv("ACCESSORY_ADAPTER", value, 1)
                } else {
                    unsetenv("ACCESSORY_ADAPTER")
                }
                guard defaultAdapter == name else { exit(1) }
            }
        }
    }

    /// The air that programs share: missing, served by another program, and gone.
    @Test func virtualIsAnAdapterOnTheSharedAir() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "radios-\(getpid())"
            )
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            defer { try? FileManager.default.removeItem(at: folder) }
            setenv("XDG_RUNTIME_DIR", folder.path, 1)
            setenv("ACCESSORY_ADAPTER", "virtual", 1)
            let missing = await #expect(throws: RadioError.noAdapter("virtual")) {
                try await openRadio()
            }
            #expect(
                missing?.description
                    == "there is no Bluetooth adapter virtual; start the air that programs share: accessory air"
            )
            let air = VirtualAir()
            let broker = try VirtualAirBroker(air: air, path: VirtualAirBroker.userPath)
            let service = Task { await broker.run() }
            let (phone, sensor) = (try await openRadio(), try await openRadio("virtual"))
            let set = try await sensor.advertise(AdvertisingParameters(data: [2, 1, 6]))
            for try await report in try await phone.scan(ScanParameters()) {
                #expect(report.address == sensor.address)
                break
            }
            await set.stop()
            service.cancel()
            await service.value
            await #expect(throws: RadioError.noAdapter("virtual")) { try await openRadio() }
            await #expect(throws: RadioError.self) { try await phone.setPower(true) }
        }
    }

    /// An adapter that the machine does not have, by each implementation.
    @Test func aMissingAdapterIsNamed() async {
        for choice in RadioChoice.allCases {
            let error = await #expect(throws: RadioError.self) {
                try await openRadio("hci99", choice)
            }
            #expect(error?.nextStep != nil, "\(choice)")
        }
        await #expect(throws: RadioError.noAdapter("usb0")) { try await openRadio("usb0", .daemon) }
    }
}
