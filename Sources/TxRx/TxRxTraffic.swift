/// The traffic on one device's link: the running command, its answer, and unsolicited data.
struct TxRxTraffic {
    typealias Action = TxRxMachine.Action

    enum Operation: Equatable {
        case sending(rest: ArraySlice<[UInt8]>)
        case awaiting
        case settingMode(TxRxMode)
    }

    private enum Timer: CaseIterable { case write, firstPacket, silence, eventSilence }

    /// Maximum bytes of one delivery: longer data is delivered in parts, for a device that never
    /// stops sending.
    static let largestPart = 1 << 20

    private let device: TxRxDevice
    private(set) var operation: Operation?
    private var deadlines: [Timer: Duration] = [:]
    private var buffer: [UInt8] = []
    private var eventBuffer: [UInt8] = []
    private var writes = 0

    init(device: TxRxDevice) {
        self.device = device
    }

    /// The time of the next call of `expire`.
    var deadline: Duration? { deadlines.values.min() }

    // MARK: Commands

    /// - Parameter limit: Maximum bytes of a write on the current link.
    mutating func send(
        _ command: [UInt8],
        _ profile: TxRxProfile,
        limit: Int,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) throws(TxRxError) -> [Action] {
        switch operation {
        case .sending: throw .alreadySendingData
        case .awaiting: throw .waitingForAnswer
        case .settingMode: throw .alreadySettingMode
        case nil: break
        }
        guard !command.isEmpty else { throw .invalidData }
        return write(profile.pieces(of: command, limit: limit)[...], at: now, timeouts)
    }

    private mutating func write(
        _ pieces: ArraySlice<[UInt8]>,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        writes += 1
        operation = .sending(rest: pieces.dropFirst())
        deadlines[.write] = now + timeouts.sendPackets
        return pieces.prefix(1).map { .write($0, number: writes) }
    }

    mutating func setMode(
        _ mode: TxRxMode,
        hasModes: Bool,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) throws(TxRxError) -> [Action] {
        switch operation {
        case .sending, .awaiting: throw .setModeDuringOperation
        case .settingMode: throw .alreadySettingMode
        case nil: break
        }
        guard hasModes else { throw .noModeCharacteristic }
        writes += 1
        operation = .settingMode(mode)
        deadlines[.write] = now + timeouts.sendPackets
        return [.writeMode(mode, number: writes)]
    }

    /// Handles an acknowledged write. Acknowledgements that are no longer awaited are ignored.
    mutating func written(
        _ number: Int,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        guard number == writes else { return [] }
        switch operation {
        case .sending(let rest) where !rest.isEmpty: return write(rest, at: now, timeouts)
        case .sending:
            operation = .awaiting
            deadlines[.write] = nil
            let sent: [Action] = [.report(.dataSent(device)), .finish(.send, .success([]))]
            // an answer may start, and even end, before the acknowledgement of the command arrives
            if !buffer.isEmpty { return sent + (deadlines[.silence] == nil ? deliver() : []) }
            deadlines[.firstPacket] = now + timeouts.receiveFirstPacket
            return sent
        case .settingMode(let mode):
            operation = nil
            deadlines[.write] = nil
            return [.report(.modeChanged(device, mode)), .finish(.mode, .success([]))]
        case .awaiting, nil: return []
        }
    }

    /// Handles a failed write.
    mutating func writeFailed(_ number: Int, _ error: TxRxError) -> [Action] {
        number == writes ? fail(error) : []
    }

    /// Ends the running command.
    private mutating func fail(_ error: TxRxError) -> [Action] {
        defer { forgetOperation() }
        let failure = Result<[UInt8], TxRxError>.failure(error)
        switch operation {
        case .sending:
            let event =
                error == .sendingTimedOut
                ? TxRxEvent.dataSendTimeout(device) : .dataSendError(device, error)
            return [.report(event), .finish(.send, failure), .finish(.answer, failure)]
        case .awaiting:
            return [.report(.dataReceiveError(device, error)), .finish(.answer, failure)]
        case .settingMode:
            return [.report(.modeChangeError(device, error)), .finish(.mode, failure)]
        case nil: return []
        }
    }

    /// Drops the running command: the rest is not written, and a late answer is unsolicited data.
    mutating func forgetOperation() {
        operation = nil
        deadlines[.write] = nil
        deadlines[.firstPacket] = nil
        writes += 1
        // data that waited for the acknowledgement is no longer an answer
        if !buffer.isEmpty, deadlines[.silence] == nil { deadlines[.silence] = .zero }
    }

    // MARK: Answers and events

    /// Handles a packet from the device.
    mutating func received(
        _ packet: [UInt8],
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        buffer += packet
        deadlines[.firstPacket] = nil
        deadlines[.silence] = now + timeouts.receivePackets
        return buffer.count < Self.largestPart ? [] : deliver()
    }

    /// Handles a packet of the device's event characteristic.
    mutating func eventReceived(
        _ packet: [UInt8],
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        eventBuffer += packet
        deadlines[.eventSilence] = now + timeouts.receivePackets
        return eventBuffer.count < Self.largestPart ? [] : deliverEvent()
    }

    private mutating func deliver() -> [Action] {
        let bytes = buffer
        buffer = []
        deadlines[.silence] = nil
        guard operation == .awaiting else { return [.report(.dataReceived(device, bytes))] }
        forgetOperation()
        return [.report(.dataReceived(device, bytes)), .finish(.answer, .success(bytes))]
    }

    private mutating func deliverEvent() -> [Action] {
        let bytes = eventBuffer
        eventBuffer = []
        deadlines[.eventSilence] = nil
        return [.report(.eventDataReceived(device, bytes))]
    }

    /// Handles the end of the link. The running command fails. Unsolicited data is complete,
    /// because nothing more can arrive.
    mutating func end(_ error: TxRxError) -> [Action] {
        var actions: [Action] = []
        if operation != nil {
            actions = fail(error)
            buffer = []
        }
        if !buffer.isEmpty { actions += deliver() }
        if !eventBuffer.isEmpty {
            actions.append(.report(.eventDataReceiveError(device, error)))
            eventBuffer = []
        }
        deadlines = [:]
        return actions
    }

    // MARK: Time

    /// Handles expired deadlines.
    mutating func expire(at now: Duration) -> [Action] {
        var actions: [Action] = []
        for timer in Timer.allCases {
            guard let deadline = deadlines[timer], deadline <= now else { continue }
            deadlines[timer] = nil
            actions += expire(timer)
        }
        return actions
    }

    private mutating func expire(_ timer: Timer) -> [Action] {
        switch timer {
        case .write:
            if case .settingMode = operation { return fail(.setModeTimedOut) }
            return fail(.sendingTimedOut)
        case .firstPacket: return fail(.receivingTimedOut)
        case .silence:
            // data since the last packet was sent is the answer, once that packet is acknowledged
            if case .sending(let rest) = operation, rest.isEmpty { return [] }
            return deliver()
        case .eventSilence: return deliverEvent()
        }
    }
}
