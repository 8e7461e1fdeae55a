import BluetoothLE
import Testing

@testable import BlueZ
@testable import BlueZDaemon

/// `accessory doctor` on machines of all kinds.
@Suite struct BluetoothDiagnosisTests {
    private static func adapter(
        _ number: Int,
        isPowered: Bool = true,
        _ block: BluetoothSurvey.Block? = nil
    ) -> BluetoothSurvey.Adapter {
        BluetoothSurvey.Adapter(
            name: "hci\(number)",
            address: BluetoothAddress(value: UInt64(number)),
            isPowered: isPowered,
            block: block,
            features: RadioFeatures()
        )
    }

    @Test("without Bluetooth, doctor prints a note and the alternative")
    func nothing() throws {
        let empty = BluetoothSurvey(
            adapters: [],
            missingRights: ["CAP_NET_RAW"],
            kernel: "6.1.0-54-amd64"
        )
        for survey in [nil, empty] {
            let findings = BluetoothDiagnosis(survey: survey).findings
            #expect(findings.map(\.rank) == ["note"])
            #expect(findings[0].nextStep?.contains("--adapter virtual") == true)
        }
    }

    @Test("adapters, switches, capabilities and owners")
    func adapters() throws {
        let survey = BluetoothSurvey(
            adapters: [
                Self.adapter(0), Self.adapter(1, isPowered: false, .software),
                Self.adapter(2, isPowered: false, .hardware), Self.adapter(3, isPowered: false),
            ],
            hasDaemon: true,
            missingRights: ["CAP_NET_RAW"],
            kernel: "6.12.117"
        )
        let findings = BluetoothDiagnosis(survey: survey).findings
        #expect(
            findings.map(\.rank) == ["fine", "problem", "problem", "problem", "problem", "note"]
        )
        #expect(
            findings.map(\.text) == [
                "adapter hci0", "hci1 is blocked by rfkill",
                "hci2 is blocked by a switch of the machine", "hci3 is turned off",
                "CAP_NET_RAW missing",
                "bluetoothd runs: it owns pairing, keys and the connections that others make",
            ]
        )
        #expect(findings[1].nextStep == "type: rfkill unblock bluetooth")
        #expect(findings[3].nextStep == "type: bluetoothctl power on")
        #expect(findings.dropFirst().allSatisfy { $0.nextStep != nil })
    }

    @Test(
        "a working adapter has no problems",
        arguments: ["6.12.117+deb12-amd64", "6.10.3", "6.18.44", "5.15.0", ""]
    )
    func fine(kernel: String) throws {
        let survey = BluetoothSurvey(adapters: [Self.adapter(0)], kernel: kernel)
        #expect(BluetoothDiagnosis(survey: survey).findings.map(\.rank) == ["fine", "fine"])
    }

    @Test("without capabilities, bluetoothd suffices, and its absence has a remedy")
    func daemon() throws {
        let survey = BluetoothSurvey(
            adapters: [Self.adapter(0)],
            missingRights: ["CAP_NET_ADMIN"],
            kernel: "6.12.117"
        )
        var diagnosis = BluetoothDiagnosis(survey: survey, daemon: DaemonSurvey())
        #expect(diagnosis.findings.map(\.rank) == ["fine", "fine", "note", "note", "note"])
        #expect(diagnosis.findings[1].text.contains("through bluetoothd"))
        diagnosis.daemon?.hasMonitors = true
        #expect(diagnosis.findings.count == 4)
        let obstacles = [
            DaemonSurvey.Obstacle.bus("refused"), .noLibrary, .noDaemon, .noAdapter, .notPermitted,
        ]
        for obstacle in obstacles {
            diagnosis.daemon?.obstacle = obstacle
            #expect(diagnosis.findings.map(\.rank) == ["fine", "problem", "note", "note"])
            #expect(diagnosis.findings[2].nextStep != nil)
            #expect(diagnosis.findings[3].text.contains("connect to a device by its address"))
        }
        #expect(diagnosis.findings[2].nextStep?.contains("usermod -aG bluetooth") == true)
        diagnosis.daemon?.obstacle = .bus("refused")
        diagnosis.hasPasswdEntry = false
        #expect(diagnosis.findings[2].text.contains("no passwd entry"))
    }

    @Test(
        "in a separate network namespace, doctor finds only bluetoothd and suggests the host's network"
    )
    func namespace() throws {
        let diagnosis = BluetoothDiagnosis(survey: nil, daemon: DaemonSurvey())
        #expect(diagnosis.findings.map(\.rank) == ["fine", "note"])
        #expect(diagnosis.findings[1].nextStep?.contains("--net=host") == true)
    }

    @Test("a kernel that crashes at a link's end", arguments: ["6.1.0-54-amd64", "6.1.192"])
    func kernel(release: String) throws {
        let survey = BluetoothSurvey(adapters: [Self.adapter(0)], kernel: release)
        let findings = BluetoothDiagnosis(survey: survey).findings
        #expect(findings.map(\.rank) == ["fine", "fine", "note"])
        #expect(findings[2].text.hasPrefix("kernel \(release): "))
        #expect(findings[2].nextStep?.contains("linux-image-6.12") == true)
    }
}
