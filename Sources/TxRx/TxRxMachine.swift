/// One device's connection, and the command that is under way on it. Calls, acknowledgements, packets
/// and the time go in; what is to be done comes out.
struct TxRxMachine {
    enum Action: Equatable {
        /// Connect, and look for the service.
        case link
        /// End the link, or the attempt to make one.
        case unlink
        /// Write to Rx. The acknowledgement states the number.
        case write([UInt8], number: Int)
        case writeMode(TxRxMode, number: Int)
        case tell(TxRxEvent)
        /// What a caller waits for has ended.
        case finish(Step, Result<[UInt8], TxRxError>)
    }

    /// What callers wait for.
    enum Step: Hashable, CaseIterable { case connect, disconnect, send, answer, mode }

    enum Phase: Equatable {
        case idle
        case connecting
        case discovering
        case ready(TxRxProfile, hasModes: Bool)
        /// - failure: What becomes of a `connect` that still waits.
        case disconnecting(hadLink: Bool, failure: TxRxError?)
    }

    enum Operation: Equatable {
        case sending(rest: ArraySlice<[UInt8]>)
        case awaiting
        case settingMode(TxRxMode)
    }

    enum Timer: CaseIterable { case link, write, firstPacket, silence, eventSilence }

    /// A device that never falls silent has its data delivered in parts of this many bytes.
    static let largestPart = 1 << 20

    let device: TxRxDevice
    private(set) var phase = Phase.idle
    private(set) var operation: Operation?
    private var deadlines: [Timer: Duration] = [:]
    private var buffer: [UInt8] = []
    private var eventBuffer: [UInt8] = []
    private var writes = 0

    init(device: TxRxDevice) {
        self.device = device
    }

    /// When `expire` is to be called next.
    var deadline: Duration? { deadlines.values.min() }

    var profile: TxRxProfile? {
        guard case .ready(let profile, _) = phase else { return nil }
        return profile
    }

    // MARK: Connection

    mutating func connect(
        isScanning: Bool,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) throws(TxRxError) -> [Action] {
        if isScanning { throw .unableToPerformDuringScan }
        switch phase {
        case .idle: break
        case .connecting, .discovering: throw .alreadyConnecting
        case .ready: throw .alreadyConnected
        case .disconnecting: throw .alreadyDisconnecting
        }
        phase = .connecting
        deadlines[.link] = now + timeouts.connect
        return [.link]
    }

    /// There is a link.
    mutating func linked() -> [Action] {
        guard phase == .connecting else { return [] }
        phase = .discovering
        return [.tell(.deviceConnected(device))]
    }

    /// The device's profile is known, and its answers can come.
    mutating func opened(_ profile: TxRxProfile, hasModes: Bool) -> [Action] {
        guard phase == .discovering else { return [] }
        phase = .ready(profile, hasModes: hasModes)
        deadlines[.link] = nil
        return [.tell(.deviceReady(device, profile))]
            + (hasModes ? [.tell(.canChangeMode(device))] : [])
            + [.finish(.connect, .success([]))]
    }

    /// There is no link, or nothing to use on it.
    mutating func connectFailed(
        _ error: TxRxError,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        switch phase {
        case .connecting:
            phase = .idle
            deadlines = [:]
            return [
                .tell(.deviceConnectError(device, error)), .finish(.connect, .failure(error)),
            ]
        case .discovering: return giveUp(error, at: now, timeouts)
        case .idle, .ready, .disconnecting: return []
        }
    }

    /// `connect` ends once the link has.
    private mutating func giveUp(
        _ error: TxRxError,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        phase = .disconnecting(hadLink: phase == .discovering, failure: error)
        deadlines = [.link: now + timeouts.connect]
        return [.tell(.deviceConnectError(device, error)), .unlink]
    }

    mutating func disconnect(
        isScanning: Bool,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) throws(TxRxError) -> [Action] {
        if isScanning { throw .unableToPerformDuringScan }
        let hadLink: Bool
        var failure: TxRxError?
        switch phase {
        case .idle: throw .notConnected
        case .disconnecting: throw .alreadyDisconnecting
        case .connecting: (hadLink, failure) = (false, .notConnected)
        case .discovering: (hadLink, failure) = (true, .notConnected)
        case .ready: hadLink = true
        }
        let ends = endTraffic(.notConnected)
        phase = .disconnecting(hadLink: hadLink, failure: failure)
        deadlines = [.link: now + timeouts.connect]
        return ends + [.unlink]
    }

    /// There is no link any more, whoever ended it.
    mutating func unlinked() -> [Action] {
        let ends = endTraffic(.bluetoothNotReadyOrLost)
        defer {
            phase = .idle
            deadlines = [:]
        }
        switch phase {
        case .idle: return []
        case .connecting, .discovering:
            let error = TxRxError.bluetoothNotReadyOrLost
            return [.tell(.deviceConnectError(device, error))]
                + (phase == .discovering ? [.tell(.deviceDisconnected(device))] : [])
                + [.finish(.connect, .failure(error))]
        case .ready: return ends + [.tell(.deviceDisconnected(device))]
        case .disconnecting(let hadLink, let failure):
            return (hadLink ? [.tell(.deviceDisconnected(device))] : [])
                + finishDisconnect(.success([]), failure)
        }
    }

    private func finishDisconnect(
        _ result: Result<[UInt8], TxRxError>,
        _ failure: TxRxError?
    ) -> [Action] {
        [.finish(.disconnect, result)] + (failure.map { [.finish(.connect, .failure($0))] } ?? [])
    }

    /// The command that is under way fails. What came unasked is whole, as nothing more can come.
    private mutating func endTraffic(_ error: TxRxError) -> [Action] {
        var actions: [Action] = []
        if operation != nil {
            actions = fail(error)
            buffer = []
        }
        if !buffer.isEmpty { actions += deliver() }
        if !eventBuffer.isEmpty {
            actions.append(.tell(.eventDataReceiveError(device, error)))
            eventBuffer = []
        }
        return actions
    }

    // MARK: Commands

    /// - Parameter limit: Most bytes of a write on the present link.
    mutating func send(
        _ command: [UInt8],
        limit: Int,
        isScanning: Bool,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) throws(TxRxError) -> [Action] {
        let (profile, _) = try checkReady(isScanning: isScanning)
        switch operation {
        case .sending: throw .alreadySendingData
        case .awaiting: throw .waitingForAnswer
        case .settingMode: throw .alreadySettingMode
        case nil: break
        }
        guard !command.isEmpty else { throw .invalidData }
        return write(profile.pieces(of: command, limit: limit)[...], at: now, timeouts)
    }

    private func checkReady(
        isScanning: Bool
    ) throws(TxRxError) -> (TxRxProfile, hasModes: Bool) {
        if isScanning { throw .unableToPerformDuringScan }
        switch phase {
        case .idle, .connecting, .disconnecting: throw .notConnected
        case .discovering: throw .servicesNotDiscoveredYet
        case .ready(let profile, let hasModes): return (profile, hasModes)
        }
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
        isScanning: Bool,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) throws(TxRxError) -> [Action] {
        let (_, hasModes) = try checkReady(isScanning: isScanning)
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

    /// The device acknowledged a write. One that is not waited for any more says nothing.
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
            // an answer may begin before the acknowledgement is heard
            if buffer.isEmpty { deadlines[.firstPacket] = now + timeouts.receiveFirstPacket }
            return [.tell(.dataSent(device)), .finish(.send, .success([]))]
        case .settingMode(let mode):
            operation = nil
            deadlines[.write] = nil
            return [.tell(.modeChanged(device, mode)), .finish(.mode, .success([]))]
        case .awaiting, nil: return []
        }
    }

    /// A write failed.
    mutating func writeFailed(_ number: Int, _ error: TxRxError) -> [Action] {
        number == writes ? fail(error) : []
    }

    /// Ends the command that is under way.
    private mutating func fail(_ error: TxRxError) -> [Action] {
        defer { forgetOperation() }
        let failure = Result<[UInt8], TxRxError>.failure(error)
        switch operation {
        case .sending:
            let event =
                error == .sendingTimedOut
                ? TxRxEvent.dataSendTimeout(device) : .dataSendError(device, error)
            return [.tell(event), .finish(.send, failure), .finish(.answer, failure)]
        case .awaiting:
            return [.tell(.dataReceiveError(device, error)), .finish(.answer, failure)]
        case .settingMode: return [.tell(.modeChangeError(device, error)), .finish(.mode, failure)]
        case nil: return []
        }
    }

    private mutating func forgetOperation() {
        operation = nil
        deadlines[.write] = nil
        deadlines[.firstPacket] = nil
        writes += 1
    }

    /// The caller waits no longer. What is not written yet is not written; a late answer comes as data
    /// that nobody asked for.
    mutating func cancel(
        _ step: Step,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        switch step {
        case .connect:
            guard phase == .connecting || phase == .discovering else { return [] }
            return (try? disconnect(isScanning: false, at: now, timeouts)) ?? []
        case .send, .answer, .mode:
            forgetOperation()
            return []
        case .disconnect: return []
        }
    }

    // MARK: Answers and events

    /// A packet of the device.
    mutating func received(
        _ packet: [UInt8],
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        guard profile != nil, !packet.isEmpty else { return [] }
        buffer += packet
        deadlines[.firstPacket] = nil
        deadlines[.silence] = now + timeouts.receivePackets
        return buffer.count < Self.largestPart ? [] : deliver()
    }

    /// A packet of the device's event characteristic.
    mutating func eventReceived(
        _ packet: [UInt8],
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        guard profile != nil, !packet.isEmpty else { return [] }
        eventBuffer += packet
        deadlines[.eventSilence] = now + timeouts.receivePackets
        return eventBuffer.count < Self.largestPart ? [] : deliverEvent()
    }

    private mutating func deliver() -> [Action] {
        let bytes = buffer
        buffer = []
        deadlines[.silence] = nil
        guard operation == .awaiting else { return [.tell(.dataReceived(device, bytes))] }
        forgetOperation()
        return [.tell(.dataReceived(device, bytes)), .finish(.answer, .success(bytes))]
    }

    private mutating func deliverEvent() -> [Action] {
        let bytes = eventBuffer
        eventBuffer = []
        deadlines[.eventSilence] = nil
        return [.tell(.eventDataReceived(device, bytes))]
    }

    // MARK: Time

    /// What the time has brought about.
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
        case .link: return linkExpired(at: now, timeouts)
        case .write:
            if case .settingMode = operation { return fail(.setModeTimedOut) }
            return fail(.sendingTimedOut)
        case .firstPacket: return fail(.receivingTimedOut)
        case .silence: return deliver()
        case .eventSilence: return deliverEvent()
        }
    }

    private mutating func linkExpired(at now: Duration, _ timeouts: TxRxTimeouts) -> [Action] {
        switch phase {
        case .connecting, .discovering: return giveUp(.connectTimedOut, at: now, timeouts)
        case .disconnecting(_, let failure):
            phase = .idle
            return [.tell(.deviceError(device, .disconnectTimedOut))]
                + finishDisconnect(.failure(.disconnectTimedOut), failure)
        case .idle, .ready: return []
        }
    }
}
