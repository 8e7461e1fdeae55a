public import BluetoothLE
internal import CAccessoryBlueZ
internal import FoundationEssentials

/// The Bluetooth adapters of this machine, and the obstacles to using them.
///
///     let survey = try await BluetoothSurvey()
///     for adapter in survey.adapters { print(adapter.name, adapter.isPowered) }
public struct BluetoothSurvey: Sendable, Hashable {
    /// A Bluetooth adapter.
    public struct Adapter: Sendable, Hashable {
        /// The adapter's name, such as `hci0`.
        public var name: String
        /// The adapter's address.
        public var address: BluetoothAddress
        /// Whether the adapter is on.
        public var isPowered: Bool
        /// The switch that keeps the adapter off; nil: none.
        public var block: Block?
        /// The adapter's features.
        public var features: RadioFeatures
    }

    /// A switch that keeps an adapter off.
    public enum Block: Sendable, Hashable {
        /// The software switch, set by `rfkill block`.
        case software
        /// The hardware switch: a slide switch or key on the machine.
        case hardware
    }

    /// All adapters that support Bluetooth LE.
    public var adapters: [Adapter]
    /// Whether bluetoothd runs.
    public var hasDaemon: Bool
    /// The capabilities that this process lacks, named as in capabilities(7).
    public var missingRights: [String]
    /// The kernel release, as printed by `uname -r`.
    public var kernel: String

    /// Whether the kernel may crash when a peer ends a link whose socket is still open, because it
    /// frees a channel of the link twice. True for Linux 6.1; observed with 6.1.192.
    public var mayKernelStopAtHangUp: Bool {
        kernel.split { !$0.isNumber }.prefix(2) == ["6", "1"]
    }

    init(
        adapters: [Adapter],
        hasDaemon: Bool = false,
        missingRights: [String] = [],
        kernel: String
    ) {
        self.adapters = adapters
        self.hasDaemon = hasDaemon
        self.missingRights = missingRights
        self.kernel = kernel
    }

    /// Surveys the machine. Requires no rights.
    ///
    /// - Throws: `noAdapter` when the kernel has no Bluetooth support.
    public init() async throws(RadioError) {
        let channel = try ManagementChannel(
            adapter: "bluetooth",
            index: UInt16(ACC_MGMT_NO_INDEX)
        )
        channel.start { _ in }
        defer { channel.end() }
        var reader = ByteReader(try await channel.send(ACC_MGMT_OP_READ_INDEX_LIST))
        let count = reader.read(UInt16.self) ?? 0
        var adapters: [Adapter] = []
        for _ in 0..<count {
            guard let index = reader.read(UInt16.self) else { break }
            if let adapter = try await Self.adapter(index) { adapters.append(adapter) }
        }
        self.init(
            adapters: adapters.sorted { $0.name < $1.name },
            hasDaemon: Self.isDaemonRunning,
            missingRights: Self.missingRights,
            kernel: Self.line("/proc/sys/kernel/osrelease") ?? ""
        )
    }

    private static func adapter(_ index: UInt16) async throws(RadioError) -> Adapter? {
        let name = "hci\(index)"
        let channel = try ManagementChannel(adapter: name, index: index)
        channel.start { _ in }
        defer { channel.end() }
        // skip adapters that were just removed or lack LE
        guard let information = try? await AdapterInformation.read(channel) else { return nil }
        return Adapter(
            name: name,
            address: information.address,
            isPowered: information.isPowered,
            block: block(of: name),
            features: information.features
        )
    }

    package static var missingRights: [String] {
        let missing = acc_bluez_missing_rights()
        return [(1, "CAP_NET_ADMIN"), (2, "CAP_NET_RAW")].filter { missing & $0.0 != 0 }.map(\.1)
    }

    /// Whether a bluetoothd process runs.
    static var isDaemonRunning: Bool { daemon != nil }

    /// The start time of bluetoothd, in clock ticks since boot.
    static var daemonStart: UInt64? { daemon.flatMap(KernelNotes.startTime) }

    private static var daemon: Int32? {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.first { process in
            process.first?.isNumber == true && line("/proc/\(process)/comm") == "bluetoothd"
        }.flatMap { Int32($0) }
    }

    /// The rfkill switch that blocks an adapter; nil: none.
    ///
    /// - Parameter folder: The kernel's list of rfkill switches.
    package static func block(of adapter: String, in folder: String = "/sys/class/rfkill") -> Block?
    {
        let switches = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for item in switches where line("\(folder)/\(item)/name") == adapter {
            if line("\(folder)/\(item)/hard") == "1" { return .hardware }
            if line("\(folder)/\(item)/soft") == "1" { return .software }
        }
        return nil
    }

    private static func line(_ path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return String(decoding: data.prefix { $0 != 10 }, as: UTF8.self)
    }
}
