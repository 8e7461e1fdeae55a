internal import ArgumentParser
internal import Beacons
internal import BluetoothLE

/// `accessory advert build`
struct AdvertBuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Build a beacon's advertising data, as hexadecimal digits.",
        subcommands: beaconKinds.map { $0.buildCommand }
    )
}

/// `accessory advert build KIND`
struct BuildBeacon<Options: BeaconOptions>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Options.kind, abstract: Options.abstract)
    }

    @OptionGroup var beacon: Options
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let data = try beacon.advertisementData()
        guard options.json else { return Console.print(HexText.text(data)) }
        Console.print(json: AdvertRecord(Advertisement(data), nil))
    }
}

extension BeaconOptions {
    fileprivate static var buildCommand: any ParsableCommand.Type { BuildBeacon<Self>.self }
}
