internal import ArgumentParser

/// The other end, made of software.
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract:
            "Be an accessory: the far end of a cable or of a Bluetooth link, for tests of a host.",
        subcommands: [
            SimulateBeacon.self,
            SimulateBeaconModule.self,
            SimulateReader.self,
            SimulateSensorTag.self,
            SimulateSuotaTarget.self,
            SimulateTxRx.self,
            SimulateWatch.self,
        ]
    )
}
