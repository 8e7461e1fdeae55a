import AccessoryConcurrency

@testable import FeasyBeacon

/// An engine and a module, joined by a link with small packets.
struct ModuleBench {
    var engine = ATEngine()
    var module: BeaconModuleCore
    var now = Duration.zero
    var restarts = 0

    init(features: BeaconConfiguration.Features = [.gSensor, .key, .led]) {
        module = BeaconModuleCore(
            configuration: BeaconConfiguration(model: 0x15, features: features),
            info: ModuleInfo(version: 830, bootloader: 600, model: 0x15),
            mac: [0xDC, 0x0D, 0x30, 0x11, 0x22, 0x33]
        )
    }

    /// Starts a request and performs its actions until it is done.
    mutating func run(_ request: ATRequest) -> ATOutcome? {
        guard engine.start(request, at: now) else { return nil }
        while true {
            while let action = engine.nextAction(at: now) {
                switch action {
                case .done(_, let outcome): return outcome
                case .send(let bytes): write(bytes)
                }
            }
            guard let deadline = engine.deadline else { return nil }
            now = max(now, deadline)
        }
    }

    private mutating func write(_ bytes: [UInt8]) {
        var pacer = WritePacer()
        pacer.append(bytes)
        while let deadline = pacer.deadline(at: now) {
            now = deadline
            module.receive(pacer.nextPiece(at: now)!, at: now)
        }
        while let action = module.nextAction(at: now) {
            switch action {
            case .notify(let bytes):
                // notifications of 20 bytes
                for start in stride(from: 0, to: bytes.count, by: 20) {
                    engine.receive(bytes[start..<min(start + 20, bytes.count)], at: now)
                }
            case .restart: restarts += 1
            case .installed, .upgradeFailed: break
            }
        }
    }
}
