internal import ArgumentParser

/// Commands for the audio jack.
struct Jack: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jack",
        abstract: "Use accessories on the audio jack: sound files, sound devices, exchanges.",
        subcommands: [
            JackDevices.self, JackProbe.self, JackOpen.self, JackExchange.self, JackSend.self,
            JackListen.self, JackClose.self, JackEncode.self, JackDecode.self, JackSounding.self,
            JackReport.self,
            JackScope.self,
        ]
    )
}
