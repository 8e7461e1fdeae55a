import Foundation
import TestSupport
import Testing

@testable import AudioJack

@Suite struct AudioDiagnosisTests {
    /// On any machine, every problem has a next step, and a missing card is a problem.
    @Test func everyProblemHasANextStep() {
        let findings = AudioDiagnosis.findings()
        #expect(findings.allSatisfy { $0.level != .problem || $0.nextStep != nil })
        let hasCard = AudioDevice.all().contains { $0.card != nil }
        #expect(hasCard || findings.contains { $0.level == .problem })
    }

    private static func device(
        _ name: String,
        card: Int?,
        plays: Bool = true,
        captures: Bool = true,
        jacks: String = ""
    ) -> AudioDevice {
        AudioDevice(
            name: name,
            description: "Card of \(name)",
            card: card,
            plays: plays,
            captures: captures,
            jacks: AudioDevice.jacks(in: jacks)
        )
    }

    private static func lines(_ findings: [AudioFinding]) -> [String] {
        findings.map { "\($0.level): \($0.text)\($0.nextStep == nil ? "" : ".")" }
    }

    @Test func jackControlsAreDecoded() {
        #expect(
            AudioDevice.jacks(in: "Headphone Jack=on,  Mic Jack=off,broken,a=b=on") == [
                .init(name: "Headphone Jack", isPlugged: true),
                .init(name: "Mic Jack", isPlugged: false),
            ]
        )
        #expect(AudioDevice.jacks(in: "") == [])
    }

    @Test func aDeniedDeviceNamesItsGroup() {
        #expect(AudioDiagnosis.permissions(on: [], denied: []) == [])
        #expect(
            Self.lines(AudioDiagnosis.permissions(on: ["/a", "/b"], denied: []))
                == ["fine: this user may use the sound devices in /dev/snd"]
        )
        let one = AudioDiagnosis.permissions(on: ["/a/none", "/b"], denied: ["/a/none"])
        #expect(Self.lines(one) == ["problem: no permission on /a/none."])
        #expect(one[0].nextStep?.hasPrefix("run: sudo usermod -aG audio ") == true)
        let three = AudioDiagnosis.permissions(on: ["/", "/b", "/c"], denied: ["/", "/b", "/c"])
        #expect(Self.lines(three) == ["problem: no permission on / and 2 more."])
        #expect(three[0].nextStep?.hasPrefix("run: sudo usermod -aG root ") == true)
    }

    @Test func eachCardIsReportedOnce() {
        let devices = [
            Self.device("hw:1,0", card: 1), Self.device("default", card: nil),
            Self.device("hw:0,0", card: 0, captures: false), Self.device("hw:1,1", card: 1),
            Self.device("hw:2,0", card: 2, plays: false),
            Self.device("hw:3,0", card: 3, plays: false),
            Self.device("hw:3,1", card: 3, captures: false),
        ]
        #expect(
            Self.lines(AudioDiagnosis.cards(devices)) == [
                "note: card 0, Card of hw:0,0, has no input.",
                "fine: card 1, Card of hw:1,0: hw:1,0, hw:1,1",
                "note: card 2, Card of hw:2,0, has no output.",
                "fine: card 3, Card of hw:3,0: hw:3,0, hw:3,1",
            ]
        )
        #expect(
            Self.lines(AudioDiagnosis.cards([devices[1]]))
                == ["problem: this machine has no sound card that this user can open."]
        )
    }

    @Test func jacksOfEachCardAreReported() {
        let devices = [
            Self.device("default", card: nil), Self.device("hw:0", card: 0),
            Self.device("hw:1,0", card: 1, jacks: "Headphone Jack=on, Line Out=off, Mic Jack=on"),
            Self.device("hw:1,1", card: 1, jacks: "Headphone Jack=off"),
            Self.device("hw:2", card: 2, jacks: "Headphone Jack=off, Mic Jack=off"),
        ]
        #expect(
            Self.lines(AudioDiagnosis.jacks(devices)) == [
                "note: card 0 does not report whether something is plugged in",
                "fine: card 1: plugged in at Headphone Jack, Mic Jack",
                "note: card 2: nothing is plugged in (Headphone Jack, Mic Jack).",
            ]
        )
    }

    @Test func statesLeftByASessionAreReported() throws {
        let folder = try TemporaryFolder()
        for path in ["state/accessory", "home/.local/state/accessory"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(path),
                withIntermediateDirectories: true
            )
        }
        for name in [
            "state/accessory/mixer-PCH.state", "state/accessory/mixer-A.state",
            "state/accessory/mixer-B.new",
            "state/accessory/other.state", "home/.local/state/accessory/mixer-Home.state",
        ] {
            try Data().write(to: URL(fileURLWithPath: folder.file(name)))
        }
        let own = AudioDiagnosis.leftStates([
            "XDG_STATE_HOME": folder.file("state"), "HOME": folder.file("home"),
        ])
        #expect(own.map { $0.text.prefix { $0 != ":" } } == ["A", "PCH"] && own[0].level == .note)
        let home = AudioDiagnosis.leftStates(["HOME": folder.file("home")])
        #expect(home.map { $0.text.prefix { $0 != ":" } } == ["Home"])
        #expect(AudioDiagnosis.leftStates(["HOME": folder.file("none")]) == [])
    }

    @Test func soundServersAreNamed() throws {
        let folder = try TemporaryFolder()
        let fine = ["fine: no sound server holds the cards"]
        #expect(Self.lines(AudioDiagnosis.servers([:])) == fine)
        #expect(Self.lines(AudioDiagnosis.servers(["XDG_RUNTIME_DIR": folder.path])) == fine)
        try Data().write(to: URL(fileURLWithPath: folder.file("pipewire-0")))
        let one = AudioDiagnosis.servers(["XDG_RUNTIME_DIR": folder.path])
        #expect(one.count == 1 && one[0].level == .note && one[0].text.hasPrefix("PipeWire runs"))
        try FileManager.default.createDirectory(
            atPath: folder.file("pulse"),
            withIntermediateDirectories: true
        )
        try Data().write(to: URL(fileURLWithPath: folder.file("pulse/native")))
        let both = AudioDiagnosis.servers(["XDG_RUNTIME_DIR": folder.path])
        #expect(both[0].text.hasPrefix("PulseAudio and PipeWire runs"))
    }

    @Test func settingsOfServersAreFound() throws {
        let folder = try TemporaryFolder()
        let parts = folder.file("pipewire/pipewire-pulse.conf.d")
        try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: true)
        for name in ["b.conf", "a.conf"] {
            try Data().write(to: URL(fileURLWithPath: "\(parts)/\(name)"))
        }
        let own = AudioDiagnosis.serverSettings(["XDG_CONFIG_HOME": folder.path])
        #expect(own.starts(with: ["/etc/pulse/default.pa", folder.file("pulse/default.pa")]))
        #expect(own.suffix(2) == ["\(parts)/a.conf", "\(parts)/b.conf"])
        #expect(AudioDiagnosis.serverSettings(["HOME": "/h"])[1] == "/h/.config/pulse/default.pa")
    }

    @Test func settingsWithAnEchoCancellerAreNamed() throws {
        let folder = try TemporaryFolder()
        let paths = ["with", "without", "absent"].map { folder.file($0) }
        try "a\nload-module module-echo-cancel\n".write(
            toFile: paths[0],
            atomically: true,
            encoding: .utf8
        )
        try "  # load-module module-echo-cancel\nload-module #x\n"
            .write(toFile: paths[1], atomically: true, encoding: .utf8)
        let findings = AudioDiagnosis.echoCancellation(in: paths)
        #expect(findings.count == 1 && findings[0].text.contains(paths[0]))
        #expect(findings.first?.nextStep?.contains("unload-module") == true)
    }

    @Test(
        arguments: [(0, false, false), (0, true, true), (1, false, true), (95, true, true)]
            as [(UInt, Bool, Bool)]
    )
    func theSoundThreadNeedsALimitOrRoot(limit: UInt, isRoot: Bool, isFine: Bool) {
        let findings = AudioDiagnosis.priority(limit: limit, isRoot: isRoot)
        #expect(findings.count == 1 && (findings[0].level == .fine) == isFine)
        #expect((findings[0].nextStep == nil) == isFine)
    }
}
