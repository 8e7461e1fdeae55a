internal import ArgumentParser

/// `accessory beacon`
struct BeaconCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacon",
        abstract: "Beacon modules: shows and sets what they do, one or many, and upgrades them.",
        discussion: """
            accessory beacon show DC:0D:30:11:22:33
            accessory beacon set DC:0D:30:11:22:33 interval=500 name=Door --beacon 0=off
            accessory beacon apply fleet.json
            """,
        subcommands: [
            BeaconShow.self, BeaconSet.self, BeaconSaveCommand.self, BeaconRestore.self,
            BeaconUpgrade.self, BeaconInspect.self, BeaconApply.self,
        ]
    )
}
