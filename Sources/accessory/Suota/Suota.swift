internal import ArgumentParser

/// Firmware of Dialog and Renesas chips.
struct Suota: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Firmware images of Dialog and Renesas chips (SUOTA).",
        subcommands: [SuotaInspect.self, SuotaList.self, SuotaMake.self, SuotaUpdate.self]
    )
}
