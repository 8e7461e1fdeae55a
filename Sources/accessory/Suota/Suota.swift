internal import ArgumentParser

/// Firmware of Dialog and Renesas chips.
struct Suota: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suota",
        abstract: "Firmware images of Dialog and Renesas chips (SUOTA).",
        subcommands: [SuotaInspect.self, SuotaList.self, SuotaMake.self, SuotaUpdate.self]
    )
}
