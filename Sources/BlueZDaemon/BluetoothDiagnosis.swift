package import BlueZ

/// Checks whether this user can use the machine's Bluetooth.
package struct BluetoothDiagnosis {
    /// Nil if the kernel has no Bluetooth.
    private let survey: BluetoothSurvey?
    /// The availability of bluetoothd; nil if not queried.
    package var daemon: DaemonSurvey?

    /// Whether this user has a passwd entry, without which the system bus refuses it.
    package var hasPasswdEntry = true

    package init(survey: BluetoothSurvey?, daemon: DaemonSurvey? = nil) {
        (self.survey, self.daemon) = (survey, daemon)
    }

    package var findings: [Finding] {
        guard let survey, !survey.adapters.isEmpty else {
            // bluetoothd has an adapter that this process cannot see
            if survey == nil, let daemon, daemon.obstacle == nil {
                return [Self.worksByDaemon, Self.namespace]
            }
            return [
                Finding(
                    "note",
                    "no Bluetooth adapter",
                    nextStep: "plug one in, or use a simulated one: --adapter virtual"
                )
            ]
        }
        return survey.adapters.map(Self.finding) + access(survey)
            + (survey.hasDaemon && !usesDaemon(survey) ? [Self.daemonOwns] : [])
            + (survey.mayKernelStopAtHangUp ? [Self.finding(ofKernel: survey.kernel)] : [])
    }

    /// Whether this user's radio goes through bluetoothd. Adapters owned by bluetoothd are no obstacle then.
    private func usesDaemon(_ survey: BluetoothSurvey) -> Bool {
        !survey.missingRights.isEmpty && daemon.map { $0.obstacle == nil } == true
    }

    private static func finding(of adapter: BluetoothSurvey.Adapter) -> Finding {
        switch adapter.block {
        case .hardware:
            return Finding(
                "problem",
                "\(adapter.name) is blocked by a switch of the machine",
                nextStep: "turn it on: a slide switch or a key with an antenna symbol"
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

    /// Findings about the radio that `openRadio` selects for this user.
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
        "this process is in a separate network namespace, which has no Bluetooth sockets: GATT goes "
            + "through bluetoothd and is slower, and channels are not available",
        nextStep: "run the container with the host's network: --net=host"
    )

    private static let agent = Finding(
        "note",
        "the default agent, usually the desktop's, answers pairing requests of devices; this program asks "
            + "you only when you start pairing"
    )

    private static let connectsOnly = Finding(
        "note",
        "until then this user can connect to a device by its address, and open channels: "
            + "gatt ADDRESS --address-type public"
    )

    private static let worksByDaemon = Finding(
        "fine",
        "this user works through bluetoothd: scans, connections, pairing and the peripheral role"
    )

    private static let rightsAdd = Finding(
        "note",
        "capabilities would add passive scans, unchanged advertisements and connection parameters",
        nextStep: "type: sudo setcap cap_net_admin,cap_net_raw+ep $(command -v accessory)"
    )

    private static let monitors = Finding(
        "note",
        "bluetoothd runs without --experimental, so it offers no advertisement monitors for passive scans"
    )

    /// The finding for a reason that bluetoothd is not available to an unprivileged user.
    private func finding(of obstacle: DaemonSurvey.Obstacle) -> Finding {
        switch obstacle {
        case .bus where !hasPasswdEntry:
            Finding(
                "note",
                "this user has no passwd entry, so the system bus refuses it",
                nextStep: "run as a user with an entry in /etc/passwd"
            )
        case .notPermitted:
            Finding(
                "note",
                "the system bus denies this user access to bluetoothd: BlueZ before 5.51 requires a group",
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
                "bluetoothd is not running: with it, this user would need no capabilities",
                nextStep: "type: sudo systemctl start bluetooth"
            )
        case .noAdapter:
            Finding(
                "note",
                "bluetoothd does not have this adapter",
                nextStep: "type: sudo systemctl restart bluetooth"
            )
        }
    }

    /// bluetoothd shares the adapters with this program.
    private static let daemonOwns = Finding(
        "note",
        "bluetoothd runs: it owns pairing, keys and the connections that others make",
        nextStep: "to use the peripheral role, stop it: sudo systemctl stop bluetooth"
    )

    private static func finding(ofKernel release: String) -> Finding {
        Finding(
            "note",
            "kernel \(release): Debian 12's 6.1 crashes when a device disconnects first, because it frees a channel twice",
            nextStep:
                "install a newer one: sudo apt install linux-image-6.12-$(dpkg --print-architecture), then restart"
        )
    }
}

extension BluetoothDiagnosis {
    /// The result of one check.
    package struct Finding: Equatable {
        /// "fine", "note" or "problem".
        package let rank: String
        package let text: String
        package let nextStep: String?

        fileprivate init(_ rank: String, _ text: String, nextStep: String? = nil) {
            (self.rank, self.text, self.nextStep) = (rank, text, nextStep)
        }
    }
}
