internal import ArgumentParser

/// `accessory beacon`
struct BeaconCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacon",
        abstract: "Configure and upgrade beacon modules, one or many.",
        subcommands: [
            BeaconShow.self, BeaconSaveCommand.self, BeaconSet.self, BeaconWrite.self,
            BeaconFactoryReset.self,
            BeaconUpgrade.self, BeaconInspect.self, BeaconApply.self,
        ]
    )
}
