import Foundation
import Testing

@testable import accessory

/// `accessory doctor` on machines of all kinds, made of files.
@Suite struct BluetoothDiagnosisTests {
    private static let all = "CapEff:\t000001ffffffffff"

    /// A machine: its files by path.
    private static func findings(
        _ files: [String: String],
        off: Set<String> = []
    ) throws -> [Finding] {
        let scratch = try Scratch()
        for (path, text) in files {
            let file = scratch.url(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data((text + "\n").utf8).write(to: file)
        }
        return BluetoothDiagnosis(root: scratch.folder.path, off: off).findings()
    }

    @Test("without Bluetooth: a note, and what works all the same")
    func nothing() throws {
        for files in [[:], ["proc/self/status": Self.all, "sys/class/bluetooth/x": ""]] {
            let findings = try Self.findings(files)
            #expect(findings.map(\.rank) == ["note"])
            #expect(findings[0].nextStep?.contains("--adapter virtual") == true)
        }
    }

    @Test("adapters, switches, rights and who owns them")
    func adapters() throws {
        let findings = try Self.findings([
            "sys/class/bluetooth/hci0/type": "", "sys/class/bluetooth/hci1/type": "",
            "sys/class/bluetooth/hci2/type": "", "sys/class/bluetooth/hci0:12/type": "",
            "sys/class/rfkill/rfkill0/name": "hci1", "sys/class/rfkill/rfkill0/soft": "1",
            "sys/class/rfkill/rfkill0/hard": "0", "sys/class/rfkill/rfkill1/name": "hci2",
            "sys/class/rfkill/rfkill1/soft": "0", "sys/class/rfkill/rfkill1/hard": "1",
            "proc/self/status": "Name:\taccessory\nCapEff:\t0000000000001000",
            "proc/17/comm": "bluetoothd", "proc/18/comm": "bash",
        ])
        #expect(findings.map(\.rank) == ["fine", "problem", "problem", "problem", "note"])
        #expect(
            findings.map(\.text) == [
                "adapter hci0", "hci1 is blocked by rfkill",
                "hci2 is blocked by a switch of the machine", "CAP_NET_RAW missing",
                "bluetoothd runs: it owns pairing, keys and the connections that others make",
            ]
        )
        #expect(findings[1].nextStep == "type: rfkill unblock bluetooth")
        #expect(findings.dropFirst().allSatisfy { $0.nextStep != nil })
    }

    @Test("all is well, but for the adapter's power")
    func fine() throws {
        let files = [
            "sys/class/bluetooth/hci0/type": "", "proc/self/status": Self.all,
            "proc/18/comm": "bash",
        ]
        #expect(try Self.findings(files).map(\.rank) == ["fine", "fine"])
        let off = try Self.findings(files, off: ["hci0"])
        #expect(off.map(\.rank) == ["problem", "fine"])
        #expect(off[0].nextStep == "type: bluetoothctl power on")
    }
}
