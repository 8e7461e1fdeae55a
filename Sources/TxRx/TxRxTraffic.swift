/// The traffic on one device's link: the running command, its answer, and unsolicited data.
struct TxRxTraffic {
    typealias Action = TxRxMachine.Action

    enum Operation: Equatable {
        /// The command is sent when the line is silent.
        case draining(ArraySlice<[UInt8]>)
        case sending(rest: ArraySlice<[UInt8]>)
        case awaiting
        case settingMode(TxRxMode)
    }

    /// Which data answers a command.
    enum Answer {
        /// Nobody waits for it.
        case event
        /// The next data. Answers have no numbers, so what belongs to an earlier command must have
        /// arrived before this one is sent.
        case next
        /// The next data that this function recognises; other data are events.
        case matching(@Sendable ([UInt8]) -> Bool)
    }

    private enum Timer: CaseIterable {
        case write, firstPacket, silence, eventSilence
        /// The end of `lateUntil`, and of the patience with a device that is never silent.
        case quiet, patience
    }

    /// Maximum bytes of one delivery: longer data is delivered in parts, for a device that never
    /// stops sending.
    static let largestPart = 1 << 20

    private let device: TxRxDevice
    private(set) var operation: Operation?
    private var deadlines: [Timer: Duration] = [:]
    private var buffer: [UInt8] = []
    private var eventBuffer: [UInt8] = []
    private var writes = 0
    private var answer = Answer.event
    /// The time until which `answer` may arrive.
    private var answerDeadline = Duration.zero
    /// The time until which the answer to an abandoned command may still arrive.
    private var lateUntil = Duration.zero

    init(device: TxRxDevice) {
        self.device = device
    }

    /// The time of the next call of `expire`.
    var deadline: Duration? { deadlines.values.min() }

    // MARK: Commands

    /// Sends a command, at once or when the line is silent: data from before the command is never its
    /// answer.
    ///
    /// - Parameter limit: Maximum bytes of a write on the current link.
    mutating func send(
        _ command: [UInt8],
        _ profile: TxRxProfile,
        limit: Int,
        answer: Answer,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) throws(TxRxError) -> [Action] {
        switch operation {
        case .draining, .sending: throw .alreadySendingData
        case .awaiting: throw .waitingForAnswer
        case .settingMode: throw .alreadySettingMode
        case nil: break
        }
        guard !command.isEmpty else { throw .invalidData }
        self.answer = answer
        let pieces = profile.pieces(of: command, limit: limit)[...]
        if case .next = answer, !buffer.isEmpty || now < lateUntil {
            operation = .draining(pieces)
            if now < lateUntil { deadlines[.quiet] = lateUntil }
            deadlines[.patience] = max(now, lateUntil) + timeouts.receiveFirstPacket
            return []
        }
        return flush() + write(pieces, at: now, timeouts)
    }

    /// Delivers what has arrived before a command.
    private mutating func flush() -> [Action] { buffer.isEmpty ? [] : deliver(at: .zero) }

    private mutating func sendIfSilent(at now: Duration, _ timeouts: TxRxTimeouts) -> [Action] {
        guard buffer.isEmpty, now >= lateUntil else { return [] }
        return sendAnyway(at: now, timeouts)
    }

    private mutating func sendAnyway(at now: Duration, _ timeouts: TxRxTimeouts) -> [Action] {
        guard case .draining(let pieces) = operation else { return [] }
        deadlines[.quiet] = nil
        deadlines[.patience] = nil
        return flush() + write(pieces, at: now, timeouts)
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
        case .draining, .sending, .awaiting: throw .setModeDuringOperation
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
            answerDeadline = now + timeouts.receiveFirstPacket
            // an answer may start, and even end, before the acknowledgement of the command arrives
            if !buffer.isEmpty {
                return sent + (deadlines[.silence] == nil ? deliver(at: now) : [])
            }
            deadlines[.firstPacket] = answerDeadline
            return sent
        case .settingMode(let mode):
            operation = nil
            deadlines[.write] = nil
            return [.report(.modeChanged(device, mode)), .finish(.mode, .success([]))]
        case .draining, .awaiting, nil: return []
        }
    }

    /// Handles a failed write.
    mutating func writeFailed(
        _ number: Int,
        _ error: TxRxError,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        number == writes ? fail(error, at: now, timeouts) : []
    }

    /// Ends the running command.
    private mutating func fail(
        _ error: TxRxError,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        defer { abandonOperation(at: now, timeouts) }
        let failure = Result<[UInt8], TxRxError>.failure(error)
        switch operation {
        case .draining, .sending:
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
    mutating func abandonOperation(at now: Duration, _ timeouts: TxRxTimeouts) {
        switch operation {
        case .sending, .awaiting: lateUntil = now + timeouts.receiveFirstPacket
        case .draining, .settingMode, nil: break
        }
        endOperation()
    }

    private mutating func endOperation() {
        operation = nil
        for timer in [Timer.write, .firstPacket, .quiet, .patience] { deadlines[timer] = nil }
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
        return buffer.count < Self.largestPart ? [] : deliver(at: now)
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

    private mutating func deliver(at now: Duration) -> [Action] {
        let bytes = buffer
        buffer = []
        deadlines[.silence] = nil
        guard operation == .awaiting else { return [.report(.dataReceived(device, bytes))] }
        if case .matching(let isAnswer) = answer, !isAnswer(bytes) {
            deadlines[.firstPacket] = max(now, answerDeadline)
            return [.report(.dataReceived(device, bytes))]
        }
        endOperation()
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
    mutating func end(
        _ error: TxRxError,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        var actions: [Action] = []
        if operation != nil {
            let isDraining = if case .draining = operation { true } else { false }
            actions = fail(error, at: now, timeouts)
            if !isDraining { buffer = [] }
        }
        actions += flush()
        if !eventBuffer.isEmpty {
            actions.append(.report(.eventDataReceiveError(device, error)))
            eventBuffer = []
        }
        deadlines = [:]
        return actions
    }

    // MARK: Time

    /// Handles expired deadlines.
    mutating func expire(at now: Duration, _ timeouts: TxRxTimeouts) -> [Action] {
        var actions: [Action] = []
        for timer in Timer.allCases {
            guard let deadline = deadlines[timer], deadline <= now else { continue }
            deadlines[timer] = nil
            actions += expire(timer, at: now, timeouts)
        }
        return actions
    }

    private mutating func expire(
        _ timer: Timer,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        switch timer {
        case .write:
            if case .settingMode = operation { return fail(.setModeTimedOut, at: now, timeouts) }
            return fail(.sendingTimedOut, at: now, timeouts)
        case .firstPacket: return fail(.receivingTimedOut, at: now, timeouts)
        case .silence:
            // data since the last packet was sent is the answer, once that packet is acknowledged
            if case .sending(let rest) = operation, rest.isEmpty { return [] }
            return deliver(at: now) + sendIfSilent(at: now, timeouts)
        case .eventSilence: return deliverEvent()
        case .quiet: return sendIfSilent(at: now, timeouts)
        case .patience: return sendAnyway(at: now, timeouts)
        }
    }
}
