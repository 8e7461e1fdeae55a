public import AccessoryLink

/// What happens at a reader, in order. The first five are the callbacks of the reader interface.
public enum CommunicationEvent: Sendable, Equatable {
    /// `onSendOK`: the device has the whole request, or message.
    case sent
    /// `onReceive`: the whole answer; in duplex mode what the device sends, at any time.
    case received([UInt8])
    /// `onTimeout`: the time of the exchange is over.
    case timedOut
    /// `onError`: the exchange or message failed.
    case failed(LinkError)
    /// `onProgress`: a progress message of the device.
    case progress([UInt8])
    /// The link was disturbed while nothing was under way: codes 15, 16 and 17; or lost while a
    /// session was open: 14 on the jack and a serial port, 20 on Bluetooth.
    case disturbed(LinkError)
    /// The device sent what nobody had asked for, and it was dropped (master-slave mode).
    case dropped
    /// What happened to the transport; on the jack the value is an `AudioPortEvent`.
    case transport(TransportEvent)

    /// Whether it may be an exchange's. In duplex mode what the device sends answers nothing.
    func isOfExchange(in mode: LinkMode) -> Bool {
        switch self {
        case .sent, .timedOut, .failed, .progress: true
        case .received: mode == .masterSlave
        case .disturbed, .dropped, .transport: false
        }
    }

    /// Nil for what states report, or does not happen to a host.
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
/// `CommunicationManager.events`, or just the outcome of `exchange`.
///
/// Calls come one after the other, in the order of the events, on a task of the manager's own.
public protocol CommunicationCallBack: Sendable {
    /// The device has the whole request, or message.
    func onSendOK()
    /// The answer has come; in duplex mode, what the device sends.
    func onReceive(_ data: [UInt8])
    /// The time of the exchange is over.
    func onTimeout()
    /// The exchange failed; codes 3 to 17 and 20. While none runs: the carrier was disturbed (15, 16,
    /// 17) or lost (14, 20).
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
        // 8 is the interface's own "unknown"
        case .failed(let error), .disturbed(let error):
            onError(error.code ?? 8, message: "\(error)")
        case .progress(let message): onProgress(message)
        case .dropped, .transport: break
        }
    }
}
