internal import TxRx

/// Prints the events of a connection to a TxRx device on standard output: data as text, line by
/// line, other events in words.
struct TxRxDisplay: Sendable {
    private let isJSON: Bool
    private let isQuiet: Bool
    private let isHex: Bool

    init(_ options: CommonOptions, isHex: Bool) {
        isJSON = options.json
        isQuiet = options.quiet
        self.isHex = isHex
    }

    func show(_ event: TxRxEvent) throws {
        if isJSON {
            try Console.print(json: EventRecord(event))
        } else {
            for line in lines(event) { Console.print(line) }
        }
    }

    /// The lines for an event.
    func lines(_ event: TxRxEvent) -> [String] {
        switch event {
        case .dataReceived(_, let bytes): text(bytes)
        case .eventDataReceived(_, let bytes): text(bytes).map { "event: " + $0 }
        case _ where isQuiet: []
        case .deviceReady(let device, let profile):
            ["ready: \(device.name.printable) (\(device.address)), \(profile.name)"]
        case .deviceDisconnected: ["disconnected"]
        case .canChangeMode: ["the device has several modes"]
        case .modeChanged(_, let mode): ["mode \(mode.rawValue) is set"]
        case .dataSendTimeout: ["\(TxRxError.sendingTimedOut)"]
        case .scanError(let error), .deviceError(_, let error), .deviceConnectError(_, let error),
            .dataSendError(_, let error), .dataReceiveError(_, let error),
            .modeChangeError(_, let error), .eventDataReceiveError(_, let error),
            .deviceInternalError(_, let error):
            ["\(error)"]
        case .scanBegan, .scanEnded, .deviceFound, .deviceConnected, .dataSent: []
        }
    }

    private func text(_ bytes: [UInt8]) -> [String] {
        if isHex { return [HexText.text(bytes)] }
        return bytes.split { $0 == 0x0D || $0 == 0x0A }
            .map { String(decoding: $0, as: UTF8.self).printable }
    }
}

/// An event as JSON.
private struct EventRecord: Encodable {
    let event: String
    var device: String?
    var profile: String?
    /// The data as text; invalid UTF-8 is replaced.
    var data: String?
    var hex: String?
    var mode: UInt8?
    var code: Int?

    init(_ event: TxRxEvent) {
        self.event = event.notificationName
        switch event {
        case .scanBegan, .scanEnded: break
        case .scanError(let error): code = error.code
        case .deviceFound(let device), .deviceConnected(let device),
            .deviceDisconnected(let device), .dataSent(let device), .dataSendTimeout(let device),
            .canChangeMode(let device):
            self.device = "\(device.address)"
        case .deviceReady(let device, let profile):
            self.device = "\(device.address)"
            self.profile = profile.name
        case .dataReceived(let device, let bytes), .eventDataReceived(let device, let bytes):
            self.device = "\(device.address)"
            data = String(decoding: bytes, as: UTF8.self)
            hex = HexText.text(bytes)
        case .modeChanged(let device, let mode):
            self.device = "\(device.address)"
            self.mode = mode.rawValue
        case .deviceError(let device, let error), .deviceConnectError(let device, let error),
            .dataSendError(let device, let error), .dataReceiveError(let device, let error),
            .modeChangeError(let device, let error), .eventDataReceiveError(let device, let error),
            .deviceInternalError(let device, let error):
            self.device = "\(device.address)"
            code = error.code
        }
    }
}
