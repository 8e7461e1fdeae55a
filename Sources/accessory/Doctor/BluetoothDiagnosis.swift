internal import BlueZ
internal import BlueZDaemon

/// The diagnosis for a user of this machine's Bluetooth.
struct BluetoothDiagnosis {
    /// Nil if the kernel has no Bluetooth.
    let survey: BluetoothSurvey?
    /// The services of bluetoothd; nil: not queried.
    var daemon: DaemonSurvey?

    /// Whether this user has a passwd entry, without which the system bus refuses it.
    var hasPasswdEntry = true

    var findings: [Finding] {
        guard let survey, !survey.adapters.isEmpty else {
            // bluetoothd has an adapter that this process cannot see
            if survey == nil, let daemon, daemon.obstacle == nil {
                return [Self.worksByDaemon, Self.namespace]
            }
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
            return [Self.worksByDaemon, Self.rightsAdd, Self.agent]
                + (daemon.hasMonitors ? [] : [Self.monitors])
        }
        return [Self.finding(ofRights: missing), finding(of: obstacle)]
            + (survey.adapters.contains { $0.isPowered } ? [Self.connectsOnly] : [])
    }

    private static let namespace = Finding(
        "note",
        "this process has a network namespace of its own, where no Bluetooth socket opens: attributes go "
            + "through bluetoothd, slower; no channels, no peripherals",
        nextStep: "run the container with the host's network: --net=host"
    )

    private static let agent = Finding(
        "note",
        "pairing that a device requests is answered by the default agent, usually the desktop's; pairing "
            + "that you start asks you here"
    )

    private static let connectsOnly = Finding(
        "note",
        "until then this user can connect to a device by its address, and open channels: "
            + "gatt ADDRESS --address-type public"
    )

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
        "bluetoothd runs without --experimental, so it offers no advertisement monitors for passive scans"
    )

    /// Why bluetoothd does not help an unprivileged user.
    private func finding(of obstacle: DaemonSurvey.Obstacle) -> Finding {
        switch obstacle {
        case .bus where !hasPasswdEntry:
            Finding(
                "note",
                "this user has no passwd entry, so the system bus refuses it",
                nextStep: "run as a user of /etc/passwd"
            )
        case .notPermitted:
            Finding(
                "note",
                "the system bus refuses bluetoothd to this user: BlueZ before 5.51 wants a group",
                nextStep: "type: sudo usermod -aG bluetooth $USER, then log in again"
            )
        case .bus(let reason):
            Finding(
                "note",
                "the system bus cannot be used: \(reason)",
                nextStep: "in a container mount /run/dbus and use --net=host"
            )
        case .noLibrary:
            Finding(
                "note",
                "the system bus cannot be used: libsystemd.so.0 is missing or too old",
                nextStep: "type: sudo apt install libsystemd0"
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
