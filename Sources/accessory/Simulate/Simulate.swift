internal import ArgumentParser

/// Simulators of accessories.
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract:
            "Simulate an accessory on a cable or a Bluetooth link, to test a host.",
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
