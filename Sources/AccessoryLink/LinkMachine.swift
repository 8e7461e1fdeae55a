internal import CAccessory

/// One end's state machine (`acc_link`), with its memory. Not thread-safe.
struct LinkMachine: ~Copyable {
    /// An action requested by the machine.
    enum Action {
        case frame([UInt8])
        case tone(Duration)
        case state(LinkState)
        case event(LinkEvent)
        case openFailed(LinkError)
        case progressDelivered
    }

    private let link: UnsafeMutablePointer<acc_link>
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private let kind: TransportKind
    /// The outgoing message; the machine reads it until it is delivered.
    private var message = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
    private var progressMessage = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    init(role: LinkRole, carrier: CarrierProperties, options: LinkOptions) {
        kind = carrier.kind
        let capacity = min(max(options.largestMessage, 1), Int(ACC_LINK_MAX_MESSAGE))
        buffer = .allocate(capacity: capacity)
        var config = acc_link_config_make(
            role == .host ? .host : .accessory,
            carrier.kind.loss == .unplugged ? .jack : .bluetooth
        )
        config.mode = options.mode == .duplex ? .duplex : .masterSlave
        config.carrier.payload = UInt16(carrier.payload)
        config.carrier.frame_overhead = UInt16(carrier.frameOverhead)
        config.carrier.send_rate = UInt32(carrier.sendRate)
        config.carrier.receive_rate = UInt32(carrier.receiveRate)
        config.carrier.latency_us = UInt32(clamping: carrier.latency.microseconds)
        config.carrier.full_duplex = carrier.isFullDuplex
        config.carrier.reliable = carrier.isReliable
        config.carrier.wake_tone = carrier.wakesByTone
        config.carrier.features = carrier.features
        config.plug_detect = carrier.detectsPlug
        config.buffer = buffer.baseAddress
        config.capacity = UInt32(capacity)
        let window = options.window ?? carrier.window ?? (carrier.isFullDuplex ? 32 : 8)
        config.window = UInt8(min(max(window, 1), Int(ACC_LINK_MAX_WINDOW)))
        config.tries = UInt8(min(max(options.tries, 1), 30))
        config.seed = options.seed ?? .random(in: 0 ... .max)
        config.wake_us = UInt32(clamping: options.wakeTone.microseconds)
        config.boot_us = UInt32(clamping: options.bootTime.microseconds)
        config.poll_us = UInt32(clamping: options.pollInterval?.microseconds ?? 0)
        config.sleep_us = UInt32(clamping: options.sleepAfter?.microseconds ?? 0)
        link = .allocate(capacity: 1)
        acc_link_init(link, &config)
    }

    deinit {
        link.deallocate()
        buffer.deallocate()
        message.deallocate()
        progressMessage.deallocate()
    }

    // MARK: Received data

    func receive(_ payload: Span<UInt8>, at now: UInt64) {
        acc_link_receive(link, now, payload)
    }

    func sent(at now: UInt64) {
        acc_link_sent(link, now)
    }

    func garbled(_ error: LinkError) {
        acc_link_garbled(link, Self.code(of: error))
    }

    func detect(at now: UInt64) {
        acc_link_detect(link, now)
    }

    func lost(at now: UInt64) {
        acc_link_lost(link, now)
    }

    func fault(_ error: LinkError, at now: UInt64) {
        acc_link_fault(link, now, Self.code(of: error))
    }

    func wake(at now: UInt64) {
        acc_link_wake(link, now)
    }

    func pace(rate: Int, latency: Duration) {
        acc_link_pace(link, UInt32(clamping: rate), UInt32(clamping: latency.microseconds))
    }

    func tick(at now: UInt64) {
        acc_link_tick(link, now)
    }

    // MARK: Actions

    func poll(at now: UInt64) -> Action? {
        var action = acc_link_action()
        guard acc_link_poll(link, now, &action) else { return nil }
        switch action.kind {
        case .frame:
            return .frame(Array(UnsafeBufferPointer(start: action.bytes, count: action.len)))
        case .tone:
            return .tone(.microseconds(Int64(action.tone_us)))
        case .event:
            return self.action(for: action.event)
        }
    }

    var deadline: UInt64? {
        let deadline = acc_link_deadline(link)
        return deadline == UInt64.max ? nil : deadline
    }

    var isBusy: Bool { acc_link_is_busy(link) }

    var features: UInt8 { acc_link_features(link) }

    var progress: LinkProgress {
        let outgoing = acc_link_outgoing(link)
        let incoming = acc_link_incoming(link)
        var progress = LinkProgress()
        progress.sent = Int(outgoing.done)
        progress.toSend = Int(outgoing.total)
        progress.received = Int(incoming.done)
        progress.toReceive = Int(incoming.total)
        return progress
    }

    var statistics: LinkStatistics {
        let counted = acc_link_get_statistics(link)
        var statistics = LinkStatistics()
        statistics.framesSent = Int(counted.frames_sent)
        statistics.framesReceived = Int(counted.frames_received)
        statistics.retransmitted = Int(counted.retransmitted)
        statistics.duplicates = Int(counted.duplicates)
        statistics.dropped = Int(counted.dropped)
        statistics.ignored = Int(counted.ignored)
        statistics.garbled = Int(counted.garbled)
        statistics.roundTrip = .microseconds(Int64(counted.round_trip_us))
        return statistics
    }

    // MARK: Commands

    func open(at now: UInt64) throws(LinkError) {
        try check(acc_link_open(link, now))
    }

    mutating func exchange(
        _ request: [UInt8],
        timeout: Duration?,
        at now: UInt64
    ) throws(LinkError) {
        let limit = timeout.map { UInt64(max($0.microseconds, 1)) } ?? 0
        try Self.hand(request, in: &message) { [link] in
            acc_link_exchange(link, now, $0, $1, limit)
        }
    }

    mutating func send(_ bytes: [UInt8], at now: UInt64) throws(LinkError) {
        try Self.hand(bytes, in: &message) { [link] in
            acc_link_send(link, now, $0, $1)
        }
    }

    mutating func respond(_ answer: [UInt8], at now: UInt64) throws(LinkError) {
        try Self.hand(answer, in: &message) { [link] in
            acc_link_respond(link, now, $0, $1)
        }
    }

    mutating func progress(_ bytes: [UInt8], at now: UInt64) throws(LinkError) {
        try Self.hand(bytes, in: &progressMessage) { [link] in
            acc_link_progress(link, now, $0, $1)
        }
    }

    func refuse(with error: LinkError, at now: UInt64) throws(LinkError) {
        try check(acc_link_refuse(link, now, Self.code(of: error)))
    }

    func cancel(at now: UInt64) throws(LinkError) {
        try check(acc_link_cancel(link, now), whenNothingRuns: .nothingToCancel)
    }

    func close(at now: UInt64) throws(LinkError) {
        try check(acc_link_close(link, now))
    }

    func closeResource(at now: UInt64) throws(LinkError) {
        try check(acc_link_close_resource(link, now))
    }

    func sleep(at now: UInt64) throws(LinkError) {
        try check(acc_link_sleep(link, now))
    }
}

extension LinkMachine {
    /// Calls `command` with a copy of `bytes`. An accepted copy stays valid until the next one.
    private static func hand(
        _ bytes: [UInt8],
        in place: inout UnsafeMutableBufferPointer<UInt8>,
        _ command: (UnsafePointer<UInt8>?, Int) -> acc_link_result
    ) throws(LinkError) {
        guard bytes.count <= Int(ACC_LINK_MAX_MESSAGE) else { throw .tooLong }
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        let result = command(copy.baseAddress, copy.count)
        guard result == .accepted else {
            copy.deallocate()
            throw error(for: result)
        }
        place.deallocate()
        place = copy
    }

    private func check(
        _ result: acc_link_result,
        whenNothingRuns refusal: LinkError = .busy
    ) throws(LinkError) {
        switch result {
        case .accepted: return
        case .notComplete: throw refusal
        default: throw Self.error(for: result)
        }
    }

    private static func error(for result: acc_link_result) -> LinkError {
        switch result {
        case .accepted, .notComplete: .busy
        case .notOpen: .notOpen
        case .cancelling: .alreadyCancelling
        case .noDevice: .noDevice
        }
    }

    private func action(for event: acc_link_event) -> Action {
        let bytes = { Array(UnsafeBufferPointer(start: event.bytes, count: Int(event.len))) }
        switch event.kind {
        case .state: return .state(LinkState(event.state))
        case .opened: return .event(.opened(resumed: event.code == 1))
        case .openFailed: return .openFailed(openError(event.code))
        case .sendOK: return .event(.sent)
        case .progress: return .event(.progress(bytes()))
        case .progressOK: return .progressDelivered
        case .received: return .event(.received(bytes()))
        case .timeout: return .event(.timedOut)
        case .error: return .event(.failed(Self.error(forCode: event.code)))
        case .fault: return .event(.fault(Self.error(forCode: event.code)))
        case .closed: return .event(.closed(.init(rawValue: event.code) ?? .oneSided))
        case .dropped: return .event(.dropped)
        case .asleep: return .event(.asleep)
        }
    }

    private func openError(_ code: Int32) -> LinkError {
        switch code {
        case -1: .cancelled
        case -4: .noDevice
        default: kind.failedOpening
        }
    }

    private static let codes: [(acc_link_error, LinkError)] = [
        (.decode, .decodingFailed), (.memory, .outOfMemory), (.silent, .deviceSilent),
        (.byte, .byteFormat), (.frame, .frameFormat), (.unknown, .unknown),
        (.write, .writeFailed), (.read, .readFailed), (.state, .wrongState),
        (.cancelled, .cancelled), (.cancelFailed, .cancelFailed), (.noDevice, .unplugged),
        (.focus, .focusLost), (.service, .serviceEnded), (.interrupted, .interrupted),
        (.disconnected, .disconnected),
    ]

    private static func error(forCode code: Int32) -> LinkError {
        codes.first { Int32($0.0.rawValue) == code }?.1 ?? .unknown
    }

    private static func code(of error: LinkError) -> acc_link_error {
        codes.first { $0.1 == error }?.0 ?? .unknown
    }
}
