import FirmwareUpdate
import Testing

/// The examples of the documentation, run as they stand there.
@Suite struct DocumentationTests {
    @Test func exampleOfFirmwareUpdate() throws {
        let code = [UInt8](repeating: 0x5A, count: 4000)
        let image = try SuotaImage.file(
            family: .da1458x,
            version: "1.1.0",
            time: 1_700_000_000,
            code: code
        )
        let file = SuotaFile(name: "blinky.img", bytes: image)
        try file.check()

        var device = SuotaDeviceInfo()
        device.take(.modelNumber, Array("DA14531".utf8))
        device.take(.softwareRevision, Array("1.0.4".utf8))
        try file.image?.admit(on: device)

        var configuration = SuotaConfiguration.feasycom
        configuration.usesLargestBlock = true
        var session = SuotaSession(configuration: configuration)
        session.handle(.connected, at: .zero)
        session.handle(.discovered(SuotaCharacteristic.required), at: .zero)
        while let action = session.nextAction(at: .zero) {
            print(action)
        }
        try session.start(file, at: .zero)

        #expect(session.isUpdating && session.deadline == .seconds(30))
    }
}
