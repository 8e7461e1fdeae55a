import Foundation
import GatewayCommands
import GatewayConfiguration

/// Any text as the gateway's configuration: each mistake is reported with a line of the file, and accepted
/// values are within the documented limits.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGatewayConfiguration(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    let yaml = String(decoding: bytes, as: UTF8.self)
    // a file name could be a device or pipe that never ends
    guard !yaml.contains("/dev"), !yaml.contains("/proc") else { return 0 }
    do throws(ConfigurationError) {
        let (configuration, again) = (try read(yaml), try read(yaml))
        check(configuration)
        precondition(again.throttle == configuration.throttle && again.mqtt == configuration.mqtt)
    } catch {
        let lines = yaml.unicodeScalars.count {
            "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0)
        }
        precondition(!error.faults.isEmpty)
        for fault in error.faults {
            precondition(!fault.reason.isEmpty && 0...lines + 2 ~= fault.line, "\(fault)")
        }
    }
    return 0
}

private func read(_ yaml: String) throws(ConfigurationError) -> Configuration {
    try Configuration(yaml: yaml, folder: "/nonexistent", sections: [CommandSettings.self])
}

private func check(_ configuration: Configuration) {
    precondition(!configuration.name.isEmpty && configuration.name.utf8.count <= 64)
    precondition(configuration.spool.rows >= 100 && configuration.spool.bytes >= 1 << 16)
    precondition(configuration.spool.age >= 0 && configuration.throttle.heartbeat >= 0)
    precondition(Set(configuration.adapters.map(\.name)).count == configuration.adapters.count)
    if let mqtt = configuration.mqtt {
        precondition(!mqtt.brokers.isEmpty)
        for broker in mqtt.brokers {
            precondition(!broker.endpoint.host.isEmpty && 1...65535 ~= broker.endpoint.port)
        }
    }
}
