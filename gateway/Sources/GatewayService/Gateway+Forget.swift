internal import AccessoryBase
internal import BluetoothLE
internal import Foundation
internal import GatewayConfiguration
internal import GatewayCore
internal import GatewayMQTT
internal import GatewaySpool
internal import Logging

extension Gateway {
    /// Where the unit of the package has its state, which only the service's environment names.
    private static let serviceState = "/var/lib/accessory-gateway"
    /// Time to reach a broker.
    private static let patience = Duration.seconds(30)

    /// The result of `forget`.
    public enum Forgotten: Sendable {
        /// By the running gateway, which informs the broker.
        case byGateway
        /// From this program's own connection to the broker.
        case byBroker
        /// In the files only: the next start of the gateway informs the broker.
        case inFiles
    }

    /// The 48-bit address in a text such as `A4:C1:38:00:00:01` or `A4C138000001`; nil if it is none.
    static func device(_ text: String) -> UInt64? {
        if text.utf8.count == 12 { return UInt64(text, radix: 16) }
        return BluetoothAddress(text)?.value
    }

    /// Removes what is known of a device, and what the broker retains of it. Asks the running gateway, or connects to the
    /// broker if none runs. The device is a new one when it is received again.
    ///
    /// - Throws: `ConfigurationError` or `FailureReason`.
    public static func forget(_ text: String, _ file: String) async throws -> Forgotten {
        guard let device = device(text) else {
            throw FailureReason(
                "'\(text)' is not an address",
                nextStep: "use one such as A4:C1:38:00:00:01"
            )
        }
        var configuration = try configuration(file)
        let folders = [configuration.state, serviceState]
        for folder in folders
        where try ControlClient.ask("forget \(text)", ControlPart.path(in: folder)) {
            return .byGateway
        }
        LoggingSystem.bootstrap { GatewayLog(label: $0) }
        GatewayLog.setLevel(.error)
        let used = folders.first { FileManager.default.fileExists(atPath: Sinks.spool(in: $0)) }
        configuration.state = used ?? configuration.state
        return try await forget(device, configuration)
    }

    private static func forget(
        _ device: UInt64,
        _ configuration: Configuration
    ) async throws -> Forgotten {
        try Sinks.forget(device, configuration)
        guard let mqtt = configuration.mqtt else {
            throw FailureReason("the configuration has no broker", nextStep: "nothing is retained")
        }
        let (sink, spool) = try Sinks.mqtt(mqtt, configuration, Metrics(), AdapterRadios(), nil)
        defer { spool.close() }
        sink.forget(device)
        return try await withThrowingTaskGroup(of: Forgotten?.self) { group in
            group.addTask {
                try await sink.run()
                return nil
            }
            group.addTask {
                await sink.drain()
                return Task.isCancelled ? nil : .byBroker
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                return .inFiles
            }
            defer { group.cancelAll() }
            for try await result in group {
                if let result { return result }
            }
            return .inFiles
        }
    }
}
