internal import ArgumentParser

/// Firmware of Dialog and Renesas chips.
struct Suota: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suota",
        abstract:
            "Make, inspect and send firmware images of Dialog and Renesas chips (SUOTA: software update over the air).",
        subcommands: [SuotaInspect.self, SuotaList.self, SuotaMake.self, SuotaUpdate.self]
    )
}
