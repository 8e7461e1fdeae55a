internal import AccessoryBase
internal import CAccessoryALSA
internal import FoundationEssentials
internal import Glibc

/// Checks this machine for problems with the audio jack.
public enum AudioDiagnosis {
    /// Returns all findings: cards, permissions, jacks, volumes, sound servers, priority.
    public static func findings() -> [AudioFinding] {
        let devices = AudioDevice.all()
        let environment = ProcessInfo.processInfo.environment
        let nodes = names(in: "/dev/snd").map { "/dev/snd/\($0)" }
            .filter { !$0.hasSuffix("/by-path") }
        let denied = nodes.filter { access($0, R_OK | W_OK) != 0 && errno == EACCES }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(__RLIMIT_RTPRIO.rawValue), &limit)
        return permissions(on: nodes, denied: denied) + cards(devices) + jacks(devices)
            + volumes(devices) + leftStates(environment) + servers(environment)
            + echoCancellation(in: serverSettings(environment))
            + priority(limit: limit.rlim_cur, isRoot: geteuid() == 0)
    }

    /// The sorted names of the files in a folder; empty without the folder.
    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    static func permissions(on nodes: [String], denied: [String]) -> [AudioFinding] {
        guard !nodes.isEmpty else { return [] }
        guard let first = denied.first else {
            return [AudioFinding(.fine, "this user may use the sound devices in /dev/snd")]
        }
        let group = (try? FileManager.default.attributesOfItem(atPath: first))?[
            .groupOwnerAccountName
        ]
        return [
            AudioFinding(
                .problem,
                "no permission on \(first)"
                    + (denied.count > 1 ? " and \(denied.count - 1) more" : ""),
                nextStep:
                    "run: sudo usermod -aG \(group as? String ?? "audio") \(ProcessInfo.processInfo.userName), "
                    + "then log in again"
            )
        ]
    }

    static func cards(_ devices: [AudioDevice]) -> [AudioFinding] {
        let hardware = Dictionary(grouping: devices.filter { $0.card != nil }) { $0.card ?? 0 }
        guard !hardware.isEmpty else {
            return [
                AudioFinding(
                    .problem,
                    "this machine has no sound card that this user can open",
                    nextStep: "plug in a USB sound card with a headset jack, or try without one: "
                        + "--device virtual"
                )
            ]
        }
        return hardware.sorted { $0.key < $1.key }.map { number, devices in
            let name = devices[0].description
            let plays = devices.contains { $0.plays }
            let captures = devices.contains { $0.captures }
            guard plays && captures else {
                return AudioFinding(
                    .note,
                    "card \(number), \(name), has no \(plays ? "input" : "output")",
                    nextStep: "use another card for it: --play and --capture take different devices"
                )
            }
            let names = devices.map(\.name).joined(separator: ", ")
            return AudioFinding(.fine, "card \(number), \(name): \(names)")
        }
    }

    static func jacks(_ devices: [AudioDevice]) -> [AudioFinding] {
        var seen: Set<Int> = []
        return devices.compactMap { device in
            guard let card = device.card, seen.insert(card).inserted else { return nil }
            guard !device.jacks.isEmpty else {
                return AudioFinding(
                    .note,
                    "card \(card) does not report whether something is plugged in"
                )
            }
            let plugged = device.jacks.filter(\.isPlugged).map(\.name)
            guard plugged.isEmpty else {
                return AudioFinding(
                    .fine,
                    "card \(card): plugged in at \(plugged.joined(separator: ", "))"
                )
            }
            return AudioFinding(
                .note,
                "card \(card): nothing is plugged in "
                    + "(\(device.jacks.map(\.name).joined(separator: ", ")))",
                nextStep: "plug the accessory in"
            )
        }
    }

    private static func volumes(_ devices: [AudioDevice]) -> [AudioFinding] {
        Set(devices.compactMap(\.card)).sorted().flatMap { card in
            var off: [AudioFinding] = []
            withUnsafeMutablePointer(to: &off) { list in
                _ = acc_alsa_each_control(
                    CInt(card),
                    { control, list in
                        let control = control.pointee
                        guard control.value != control.wanted else { return }
                        let name = String(cString: control.name)
                        let text =
                            "card \(String(cString: control.card)): \(name) is \(control.value), "
                            + "a session sets \(control.wanted) and restores it"
                        list!.assumingMemoryBound(to: [AudioFinding].self).pointee
                            .append(AudioFinding(.note, text))
                    },
                    list
                )
            }
            return off.isEmpty ? [AudioFinding(.fine, "card \(card): volumes are right")] : off
        }
    }

    static func leftStates(_ environment: [String: String]) -> [AudioFinding] {
        names(in: UserFolders.state { environment[$0] } + "/accessory").filter {
            $0.hasPrefix("mixer-") && $0.hasSuffix(".state")
        }.map {
            AudioFinding(
                .note,
                "\($0.dropFirst(6).dropLast(6)): volumes are set for a session that runs or crashed",
                nextStep: "nothing; the session's end, or the next session, restores them"
            )
        }
    }

    static func servers(_ environment: [String: String]) -> [AudioFinding] {
        let runtime = UserFolders.runtime { environment[$0] }
        let sockets = [
            ("PulseAudio", "/pulse/native"), ("PipeWire", "/pipewire-0"),
        ]
        let running = sockets.filter { socket in
            runtime.map { access($0 + socket.1, F_OK) == 0 } ?? false
        }.map(\.0)
        guard !running.isEmpty else {
            return [AudioFinding(.fine, "no sound server holds the cards")]
        }
        return [
            AudioFinding(
                .note,
                "\(running.joined(separator: " and ")) runs and may hold the card; "
                    + "a server that converts the sample rate slows the cable modem down",
                nextStep: "use --device pulse or default; for hw: devices, and for the cable "
                    + "modem at full speed, end the server first"
            )
        ]
    }

    /// The settings files of sound servers: those of the machine and of this user.
    static func serverSettings(_ environment: [String: String]) -> [String] {
        let own = UserFolders.configuration { environment[$0] }
        let folders = ["/etc/pipewire", own + "/pipewire"].flatMap { folder in
            ["pipewire.conf.d", "pipewire-pulse.conf.d"].map { "\(folder)/\($0)" }
        }
        let parts = folders.flatMap { folder in names(in: folder).map { "\(folder)/\($0)" } }
        return ["/etc/pulse/default.pa", own + "/pulse/default.pa"] + parts
    }

    /// Reports settings that load an echo canceller, whose gain varies.
    package static func echoCancellation(in paths: [String]) -> [AudioFinding] {
        paths.compactMap { path in
            guard let data = FileManager.default.contents(atPath: path) else { return nil }
            let isLoaded = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
                .contains { line in
                    line.contains("echo-cancel") && line.first { !$0.isWhitespace } != "#"
                }
            guard isLoaded else { return nil }
            return AudioFinding(
                .note,
                "\(path) loads an echo canceller, whose gain moves: the cable modem needs a steady one",
                nextStep: "run: pactl unload-module module-echo-cancel, or use --device plughw:CARD"
            )
        }
    }

    /// - Parameter limit: The highest real-time priority that this process may set; 0 for none.
    static func priority(limit: UInt, isRoot: Bool) -> [AudioFinding] {
        guard !isRoot && limit == 0 else {
            return [AudioFinding(.fine, "the sound thread may run in real time")]
        }
        return [
            AudioFinding(
                .note,
                "the sound thread may not run in real time; a busy machine may lose samples",
                nextStep: "put \"@audio - rtprio 95\" into /etc/security/limits.d/audio.conf "
                    + "and log in again"
            )
        ]
    }
}
