internal import AccessoryBase
internal import AccessoryLink
internal import CMalloc
internal import GatewayAir
internal import GatewayCommands
public import GatewayConfiguration
internal import GatewayCore
internal import GatewayJack
internal import GatewayProxy
internal import Glibc
internal import Logging
internal import ServiceLifecycle
internal import Synchronization
internal import UnixSignals

/// The complete gateway service.
public struct Gateway: Sendable {
    /// Command-line options that extend the configuration.
    public struct Options: Sendable {
        /// Scans for this duration, delivers, then ends.
        public var once: Duration?
        /// A recording to replay instead of scanning.
        public var source: String?
        /// The replay's speed as a multiple of real time; nil: as fast as possible.
        public var speed: Double?
        /// Prints readings.
        public var prints = false

        public init() {}
    }

    /// The version of the gateway and of the SDK, three decimal numbers.
    public static var version: String { libraryVersion }

    private let file: String
    private let options: Options
    private let metrics = Metrics()
    private let notifier = SystemdNotifier()

    public init(file: String, options: Options) {
        (self.file, self.options) = (file, options)
    }

    /// Reads a configuration with the sections of all modules.
    public static func configuration(_ file: String) throws(ConfigurationError) -> Configuration {
        try Configuration(
            file: file,
            sections: Sinks.kinds + [CommandSettings.self, ReaderSettings.self]
        )
    }

    /// Returns a service file for avahi-daemon, with which Home Assistant discovers the Bluetooth
    /// proxy.
    ///
    /// - Throws: `ConfigurationError` or `FailureReason`.
    public static func serviceFile(_ file: String) throws -> String {
        guard let announcement = ProxyAnnouncement(try configuration(file)) else {
            throw FailureReason(
                "other machines cannot reach the proxy",
                nextStep: "add 'proxy: {}' to \(file), or change proxy.listen"
            )
        }
        return announcement.serviceFile
    }

    /// Runs until a signal, or until a single run has finished.
    ///
    /// - Throws: `ConfigurationError` or `FailureReason`.
    public func run() async throws {
        LoggingSystem.bootstrap { GatewayLog(label: $0) }
        signal(SIGPIPE, SIG_IGN)
        // without it, memory grows by about 100 kB with each outage and reload
        gateway_set_up_allocator()
        let log = Logger(label: "gateway")
        var configuration = try Self.configuration(file)
        while true {
            GatewayLog.setLevel(configuration.logLevel)
            let parts = try GatewayParts(configuration, options, metrics)
            guard let next = try await run(parts, configuration, log) else { return }
            configuration = next
        }
    }

    /// Runs the parts until a signal. Returns a changed configuration that needs other parts; nil
    /// at the end.
    private func run(
        _ parts: GatewayParts,
        _ configuration: Configuration,
        _ log: Logger
    ) async throws -> Configuration? {
        let reload = ReloadPart(
            file: file,
            configuration: configuration,
            notifier: notifier,
            log: log,
            apply: parts.update
        )
        let services: [any Part] = parts.services + [reload, WatchdogPart(notifier: notifier)]
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map {
                    .init(
                        service: $0,
                        successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .gracefullyShutdownGroup
                    )
                },
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "lifecycle") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        log.notice("accessory-gateway '\(configuration.name)' starts")
        notifier.ready()
        defer { parts.close() }
        do {
            try await group.run()
        } catch {
            throw FailureReason(GatewayLog.shortened("\(error)"))
        }
        if reload.next == nil { notifier.stopping() }
        log.notice(reload.next == nil ? "stopped" : "restarting with the changed configuration")
        return reload.next
    }
}

/// Reloads the configuration on SIGHUP.
final class ReloadPart: Part {
    private let file: String
    private let current: Mutex<Configuration>
    private let notifier: SystemdNotifier
    private let log: Logger
    private let apply: @Sendable (Configuration) -> Void
    private let changed = Mutex<Configuration?>(nil)

    /// The new configuration, if it needs other parts.
    var next: Configuration? { changed.withLock { $0 } }

    init(
        file: String,
        configuration: Configuration,
        notifier: SystemdNotifier,
        log: Logger,
        apply: @escaping @Sendable (Configuration) -> Void
    ) {
        self.file = file
        current = Mutex(configuration)
        (self.notifier, self.log, self.apply) = (notifier, log, apply)
    }

    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        for await _ in signals.cancelOnGracefulShutdown() {
            notifier.reloading()
            defer { notifier.ready() }
            guard reload() else { return }
        }
    }

    /// Reloads the configuration. Returns whether the parts continue.
    private func reload() -> Bool {
        do {
            let configuration = try Gateway.configuration(file)
            log.notice("configuration reloaded")
            guard current.withLock({ $0.hasSameParts(as: configuration) }) else {
                changed.withLock { $0 = configuration }
                return false
            }
            current.withLock { $0 = configuration }
            GatewayLog.setLevel(configuration.logLevel)
            apply(configuration)
        } catch {
            log.error("the configuration is unchanged: \(error)")
        }
        return true
    }
}

extension Configuration {
    /// Whether only rules differ, which can change while the parts run.
    fileprivate func hasSameParts(as other: Configuration) -> Bool {
        name == other.name && state == other.state && adapters == other.adapters
            && mqtt == other.mqtt && gateways == other.gateways && metrics == other.metrics
            && sections.count == other.sections.count
            && sections.allSatisfy { name, settings in
                other.sections[name].map(settings.isSame) == true
            }
    }
}

/// Sends keep-alive messages to systemd's watchdog.
struct WatchdogPart: Part {
    let notifier: SystemdNotifier

    func run() async throws {
        guard let interval = notifier.watchdogInterval else {
            try? await gracefulShutdown()
            return
        }
        try? await cancelWhenGracefulShutdown {
            while true {
                notifier.alive()
                try await Task.sleep(for: interval)
            }
        }
    }
}
