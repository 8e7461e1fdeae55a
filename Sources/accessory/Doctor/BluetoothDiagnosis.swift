internal import FoundationEssentials

/// What this machine has of Bluetooth, and what stands in the way of using it, as the kernel's files
/// tell. Needs no rights.
struct BluetoothDiagnosis {
    /// Where the kernel's files are; another folder in tests.
    private let root: String
    /// Adapters that are turned off, which no file tells.
    private let off: Set<String>

    init(root: String = "", off: Set<String> = []) {
        self.root = root
        self.off = off
    }

    func findings() -> [Finding] {
        let adapters = names(in: "/sys/class/bluetooth")
            // a connection is listed beside its adapter as hci0:12
            .filter { $0.hasPrefix("hci") && !$0.contains(":") }.sorted()
        guard !adapters.isEmpty else {
            return [
                Finding(
                    "note",
                    "no Bluetooth adapter",
                    nextStep: "plug one in, or work without: --adapter virtual"
                )
            ]
        }
        return adapters.map(finding) + [rights] + (owner.map { [$0] } ?? [])
    }

    private func finding(of adapter: String) -> Finding {
        if let block = block(of: adapter) {
            let text = "\(adapter) is blocked by \(block.what)"
            return Finding("problem", text, nextStep: block.nextStep)
        }
        guard off.contains(adapter) else { return Finding("fine", "adapter \(adapter)") }
        return Finding(
            "problem",
            "\(adapter) is turned off",
            nextStep: "type: bluetoothctl power on"
        )
    }

    /// Which switch keeps an adapter off.
    private func block(of adapter: String) -> (what: String, nextStep: String)? {
        let folder = "/sys/class/rfkill"
        for item in names(in: folder) where line("\(folder)/\(item)/name") == adapter {
            if line("\(folder)/\(item)/hard") == "1" {
                return (
                    "a switch of the machine",
                    "turn it on: a slide switch or a key with an aerial on it"
                )
            }
            if line("\(folder)/\(item)/soft") == "1" {
                return ("rfkill", "type: rfkill unblock bluetooth")
            }
        }
        return nil
    }

    /// Whether this process may use the kernel's Bluetooth sockets (capabilities(7)).
    private var rights: Finding {
        let effective = lines("/proc/self/status").first { $0.hasPrefix("CapEff:") }
        let mask = effective.flatMap { UInt64($0.dropFirst(7).filter(\.isHexDigit), radix: 16) }
        let missing = [("CAP_NET_ADMIN", 12), ("CAP_NET_RAW", 13)]
            .filter { (mask ?? 0) >> UInt64($0.1) & 1 == 0 }.map(\.0)
        guard !missing.isEmpty else { return Finding("fine", "this user may use the adapters") }
        return Finding(
            "problem",
            "\(missing.joined(separator: " and ")) missing",
            nextStep:
                "type: sudo setcap cap_net_admin,cap_net_raw+ep $(command -v accessory), or run as root"
        )
    }

    /// Whether bluetoothd runs, which shares the adapters with us.
    private var owner: Finding? {
        let runs = names(in: "/proc").contains { process in
            process.first?.isNumber == true && line("/proc/\(process)/comm") == "bluetoothd"
        }
        guard runs else { return nil }
        return Finding(
            "note",
            "bluetoothd runs: it owns pairing, keys and the connections that others make",
            nextStep: "to be a peripheral yourself type: sudo systemctl stop bluetooth"
        )
    }

    private func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
    }

    private func lines(_ path: String) -> [String] {
        guard let data = FileManager.default.contents(atPath: root + path) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func line(_ path: String) -> String? { lines(path).first }
}

extension Finding {
    fileprivate init(_ rank: String, _ text: String, nextStep: String? = nil) {
        self.init(area: "Bluetooth", rank: rank, text: text, nextStep: nextStep)
    }
}
