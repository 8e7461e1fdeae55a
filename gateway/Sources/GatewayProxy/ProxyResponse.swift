internal import BluetoothLE

/// A message of the proxy. Numbers and fields are those of ESPHome's native API.
struct ProxyMessage: Equatable {
    /// Maximum payload that fits a frame, bytes.
    static let limit = 65535 - 4 - NoiseCipher.tagSize

    let type: UInt16
    let payload: [UInt8]

    init(_ type: UInt16, _ payload: [UInt8] = []) { (self.type, self.payload) = (type, payload) }

    fileprivate init(_ type: UInt16, _ write: (inout ProtobufWriter) -> Void) {
        var writer = ProtobufWriter()
        write(&writer)
        self.init(type, writer.bytes)
    }

    static let disconnect = ProxyMessage(5)
    static let disconnected = ProxyMessage(6)
    static let ping = ProxyMessage(7)
    static let pong = ProxyMessage(8)
    static let entitiesDone = ProxyMessage(19)

    static func hello(_ identity: ProxyIdentity) -> ProxyMessage {
        ProxyMessage(2) {
            $0.field(1, 1)
            // 1.12: short UUIDs; from 1.15 on, clients would request capabilities separately
            $0.field(2, 12)
            $0.field(3, "accessory-gateway \(identity.version)")
            $0.field(4, identity.name)
        }
    }

    /// Home Assistant compares it with ESPHome's releases and requests an update for older ones.
    static let esphomeVersion = "2026.9.0"
    static let project = "swift-accessories.gateway"

    static func deviceInfo(_ identity: ProxyIdentity, isEncrypted: Bool) -> ProxyMessage {
        ProxyMessage(10) {
            $0.field(2, identity.name)
            $0.field(3, identity.address.description)
            $0.field(4, esphomeVersion)
            $0.field(6, "accessory-gateway")
            $0.field(8, project)
            $0.field(9, identity.version)
            $0.field(12, "swift-accessories")
            $0.field(13, identity.friendlyName)
            $0.field(15, Self.features)
            $0.field(18, identity.adapter.description)
            $0.field(19, isEncrypted)
        }
    }

    /// Passive scan, active connections, remote caching, pairing, cache clearing, raw advertisements, scanner
    /// state and mode, connection parameters.
    static let features = 255

    static func capabilities(_ identity: ProxyIdentity) -> ProxyMessage {
        var proxy = ProtobufWriter()
        proxy.field(1, features)
        proxy.field(2, identity.adapter.description)
        return ProxyMessage(150) { $0.field(1, bytes: proxy.bytes) }
    }

    static func slots(limit: Int, held: [UInt64]) -> ProxyMessage {
        ProxyMessage(81) {
            $0.field(1, max(0, limit - held.count))
            $0.field(2, limit)
            $0.field(3, packed: held)
        }
    }

    static func scanner(_ state: ScannerState) -> ProxyMessage {
        ProxyMessage(126) {
            $0.field(1, state.isRunning ? 2 : 1)
            $0.field(2, state.isActive)
            $0.field(3, state.isConfiguredActive)
        }
    }

    // MARK: Links

    static func connected(_ address: UInt64, mtu: Int) -> ProxyMessage {
        ProxyMessage(69) {
            $0.field(1, address)
            $0.field(2, true)
            $0.field(3, mtu)
        }
    }

    static func disconnected(_ address: UInt64, error: Int) -> ProxyMessage {
        ProxyMessage(69) {
            $0.field(1, address)
            $0.field(4, error)
        }
    }

    static func services(_ address: UInt64, _ services: [ProxyService]) -> [ProxyMessage] {
        let found = services.map { service in
            ProxyMessage(71) {
                $0.field(1, address)
                $0.field(2, bytes: service.encoded)
            }
        }
        return found + [ProxyMessage(72) { $0.field(1, address) }]
    }

    static func value(_ target: GATTTarget, _ value: [UInt8]) -> ProxyMessage {
        valued(74, target, value)
    }

    static func notification(_ target: GATTTarget, _ value: [UInt8]) -> ProxyMessage {
        valued(79, target, value)
    }

    static func written(_ target: GATTTarget) -> ProxyMessage { valued(83, target, []) }

    static func notifies(_ target: GATTTarget) -> ProxyMessage { valued(84, target, []) }

    private static func valued(
        _ type: UInt16,
        _ target: GATTTarget,
        _ value: [UInt8]
    ) -> ProxyMessage {
        ProxyMessage(type) {
            $0.field(1, target.address)
            $0.field(2, UInt64(target.handle))
            if !value.isEmpty { $0.field(3, bytes: value) }
        }
    }

    static func failed(_ target: GATTTarget, error: Int) -> ProxyMessage {
        ProxyMessage(82) {
            $0.field(1, target.address)
            $0.field(2, UInt64(target.handle))
            $0.field(3, error)
        }
    }

    /// The result of pairing (85), unpairing (86) or cache clearing (88).
    ///
    /// - Parameter error: 0 on success.
    static func done(_ action: ProxyRequest.DeviceAction, _ address: UInt64, error: Int) -> Self {
        if action == .disconnect { return .disconnected(address, error: error) }
        let type: UInt16 = action == .pair ? 85 : action == .unpair ? 86 : 88
        return ProxyMessage(type) {
            $0.field(1, address)
            $0.field(2, error == 0)
            $0.field(3, error)
        }
    }

    static func parametersSet(_ address: UInt64, error: Int) -> ProxyMessage {
        ProxyMessage(146) {
            $0.field(1, address)
            $0.field(2, error)
        }
    }
}

/// The scan state of the adapters.
struct ScannerState: Equatable {
    var isRunning = false
    var isActive = true
    /// The configured mode.
    var isConfiguredActive = true
}
