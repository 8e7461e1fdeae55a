internal import BluetoothLE

/// Error numbers for clients: HCI's for links, the Attribute Protocol's for attributes.
enum GATTFailure {
    static let notConnected = -1
    /// HCI: connection failed to be established.
    static let notEstablished = 0x3E
    /// ESPHome's number for a link that is currently not possible.
    static let busy = 0x85

    static func code(_ error: any Error) -> Int {
        switch error {
        case GATTError.att(let error, _): Int(error.rawValue)
        case GATTError.disconnected, CentralError.disconnected(nil), CentralError.forcedDisconnect:
            notConnected
        case GATTError.valueTooLong: 0x0D
        case GATTError.timedOut, CentralError.readTimeout, CentralError.writeTimeout: 0x08
        case CentralError.disconnected(let reason?): Int(reason.rawValue)
        case CentralError.connectionTimeout: notEstablished
        case CentralError.readNotSupported: Int(ATTError.readNotPermitted.rawValue)
        case CentralError.writeNotSupported: Int(ATTError.writeNotPermitted.rawValue)
        case CentralError.notifyNotSupported: Int(ATTError.requestNotSupported.rawValue)
        case CentralError.servicesChanged: Int(ATTError.databaseOutOfSync.rawValue)
        case CentralError.radio(let error): code(error)
        case RadioError.pairingFailed: Int(DisconnectReason.authenticationFailure.rawValue)
        case RadioError.disconnected(let reason): Int(reason.rawValue)
        case RadioError.invalidParameters: Int(ATTError.valueNotAllowed.rawValue)
        case RadioError.notSupported: Int(ATTError.requestNotSupported.rawValue)
        default: busy
        }
    }
}

extension ProxyRequest {
    /// The device of the request; nil for requests without one.
    var address: UInt64? {
        switch self {
        case .connect(let peer, _): peer.value
        case .device(_, let address), .services(let address), .setParameters(let address, _):
            address
        case .read(let target), .write(let target, _, _), .notify(let target, _): target.address
        default: nil
        }
    }

    /// The message for a refused request.
    func refusal(_ error: Int) -> ProxyMessage {
        switch self {
        case .connect(let peer, _): .disconnected(peer.value, error: error)
        case .device(let action, let address): .done(action, address, error: error)
        case .setParameters(let address, _): .parametersSet(address, error: error)
        case .read(let target), .write(let target, _, _), .notify(let target, _):
            .failed(target, error: error)
        default: .failed(GATTTarget(address: address ?? 0), error: error)
        }
    }
}
