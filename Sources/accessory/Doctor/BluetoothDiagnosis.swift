internal import BlueZ
internal import BlueZDaemon

/// The diagnosis for a user of this machine's Bluetooth.
struct BluetoothDiagnosis {
    /// Nil if the kernel has no Bluetooth.
    let survey: BluetoothSurvey?
    /// The services of bluetoothd; nil: not queried.
    var daemon: DaemonSurvey?

    var findings: [Finding] {
        guard let survey, !survey.adapters.isEmpty else {
            return [
                Finding(
                    "note",
                    "no Bluetooth adapter",
                    nextStep: "plug one in, or work without: --adapter virtual"
                )
            ]
        }
        return survey.adapters.map(Self.finding) + access(survey)
            + (survey.hasDaemon && !usesDaemon(survey) ? [Self.daemonOwns] : [])
            + (survey.mayKernelStopAtHangUp ? [Self.finding(ofKernel: survey.kernel)] : [])
    }

    /// Whether this user's radio is bluetoothd's, in which case adapters that bluetoothd owns are
    /// no obstacle.
    private func usesDaemon(_ survey: BluetoothSurvey) -> Bool {
        !survey.missingRights.isEmpty && daemon.map { $0.obstacle == nil } == true
    }

    private static func finding(of adapter: BluetoothSurvey.Adapter) -> Finding {
        switch adapter.block {
        case .hardware:
            return Finding(
                "problem",
                "\(adapter.name) is blocked by a switch of the machine",
                nextStep: "turn it on: a slide switch or a key with an aerial on it"
            )
        case .software:
            return Finding(
                "problem",
                "\(adapter.name) is blocked by rfkill",
                nextStep: "type: rfkill unblock bluetooth"
            )
        case nil:
            guard !adapter.isPowered else { return Finding("fine", "adapter \(adapter.name)") }
            return Finding(
                "problem",
                "\(adapter.name) is turned off",
                nextStep: "type: bluetoothctl power on"
            )
        }
    }

    /// Whether this process may use the kernel's Bluetooth sockets (capabilities(7)).
    private static func finding(ofRights missing: [String]) -> Finding {
        guard !missing.isEmpty else { return Finding("fine", "this user may use the adapters") }
        return Finding(
            "problem",
            "\(missing.joined(separator: " and ")) missing",
            nextStep:
                "type: sudo setcap cap_net_admin,cap_net_raw+ep $(command -v accessory), or run as root"
        )
    }

    /// The radio that this user gets.
    private func access(_ survey: BluetoothSurvey) -> [Finding] {
        let missing = survey.missingRights
        guard !missing.isEmpty, let daemon else { return [Self.finding(ofRights: missing)] }
        guard let obstacle = daemon.obstacle else {
            return [Self.worksByDaemon, Self.rightsAdd]
                + (daemon.hasMonitors ? [] : [Self.monitors])
        }
        return [Self.finding(ofRights: missing), Self.finding(of: obstacle)]
    }

    private static let worksByDaemon = Finding(
        "fine",
        "this user works through bluetoothd: scan, connect, pair, be a peripheral"
    )

    private static let rightsAdd = Finding(
        "note",
        "rights would add passive scans, every advertisement byte for byte, and connection parameters",
        nextStep: "type: sudo setcap cap_net_admin,cap_net_raw+ep $(command -v accessory)"
    )

    private static let monitors = Finding(
        "note",
        "bluetoothd runs without --experimental, so it offers no advertisement monitors"
    )

    /// Why bluetoothd does not help an unprivileged user.
    private static func finding(of obstacle: DaemonSurvey.Obstacle) -> Finding {
        switch obstacle {
        case .bus(let reason):
            Finding(
                "note",
                "the system bus cannot be used: \(reason); a uid without a passwd entry is refused",
                nextStep:
                    "run as a user of /etc/passwd; in a container mount /run/dbus and use --net=host"
            )
        case .noDaemon:
            Finding(
                "note",
                "bluetoothd does not run; with it this user needs no rights",
                nextStep: "type: sudo systemctl start bluetooth"
            )
        case .noAdapter:
            Finding(
                "note",
                "bluetoothd has no such adapter",
                nextStep: "type: sudo systemctl restart bluetooth"
            )
        }
    }

    /// bluetoothd shares the adapters with this program.
    private static let daemonOwns = Finding(
        "note",
        "bluetoothd runs: it owns pairing, keys and the connections that others make",
        nextStep: "to be a peripheral yourself type: sudo systemctl stop bluetooth"
    )

    private static func finding(ofKernel release: String) -> Finding {
        Finding(
            "note",
            "kernel \(release): Debian 12's 6.1 stops when a device hangs up before we do, since it frees a channel twice",
            nextStep:
                "take a newer one: sudo apt install linux-image-6.12-$(dpkg --print-architecture), and restart"
        )
    }
}

extension Finding {
    fileprivate init(_ rank: String, _ text: String, nextStep: String? = nil) {
        self.init(area: "Bluetooth", rank: rank, text: text, nextStep: nextStep)
    }
}
