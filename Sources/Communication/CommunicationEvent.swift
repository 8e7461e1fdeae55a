public import AccessoryLink

/// An event of a reader; events arrive in order. The first five cases are the callbacks of the
/// reader interface.
public enum CommunicationEvent: Sendable, Equatable {
    /// `onSendOK`: the device has the whole request or message.
    case sent
    /// `onReceive`: the whole answer; in duplex mode a message from the device, at any time.
    case received([UInt8])
    /// `onTimeout`: the timeout of the exchange expired.
    case timedOut
    /// `onError`: the exchange or message failed.
    case failed(LinkError)
    /// `onProgress`: a progress message of the device.
    case progress([UInt8])
    /// The link had a fault while idle: codes 15, 16 and 17. Or it was lost while a session was
    /// open: code 14 on the jack and a serial port, 20 on Bluetooth.
    case disturbed(LinkError)
    /// The device sent unsolicited data, which was dropped (master-slave mode).
    case dropped
    /// A transport event; on the jack the value is an `AudioPortEvent`.
    case transport(TransportEvent)

    /// Whether the event may belong to an exchange. In duplex mode, messages from the device are
    /// not answers.
    func isOfExchange(in mode: LinkMode) -> Bool {
        switch self {
        case .sent, .timedOut, .failed, .progress: true
        case .received: mode == .masterSlave
        case .disturbed, .dropped, .transport: false
        }
    }

    /// Converts a link event; nil for events that the states report, or that a host never receives.
    init?(_ event: LinkEvent) {
        switch event {
        case .sent: self = .sent
        case .received(let data): self = .received(data)
        case .timedOut: self = .timedOut
        case .failed(let error): self = .failed(error)
        case .progress(let message): self = .progress(message)
        case .fault(let error): self = .disturbed(error)
        case .dropped: self = .dropped
        case .opened, .closed, .asleep: return nil
        }
    }
}

/// The callbacks of the reader interface, for ported code. New code reads
/// `CommunicationManager.events`, or just the result of `exchange`.
///
/// Calls are made one after the other, in the order of the events, on the manager's own task.
public protocol CommunicationCallBack: Sendable {
    /// The device has the whole request or message.
    func onSendOK()
    /// The answer was received; in duplex mode, a message from the device.
    func onReceive(_ data: [UInt8])
    /// The timeout of the exchange expired.
    func onTimeout()
    /// The exchange failed: codes 3 to 17 and 20. Without an exchange, the carrier had a fault (15,
    /// 16, 17) or was lost (14, 20).
    func onError(_ code: Int, message: String)
    /// A progress message of the device.
    func onProgress(_ data: [UInt8])
}

extension CommunicationCallBack {
    func call(_ event: CommunicationEvent) {
        switch event {
        case .sent: onSendOK()
        case .received(let data): onReceive(data)
        case .timedOut: onTimeout()
        // 8 is the interface's code for "unknown"
        case .failed(let error), .disturbed(let error):
            onError(error.code ?? 8, message: "\(error)")
        case .progress(let message): onProgress(message)
        case .dropped, .transport: break
        }
    }
}
