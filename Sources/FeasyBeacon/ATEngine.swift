/// A request to a module's AT engine.
public enum ATRequest: Sendable, Hashable {
    /// Opens the engine, then queries the firmware version. The outcome contains the version.
    case open
    /// Queries a parameter: `AT+NAME`.
    case query(String)
    /// Sets a parameter: queries it, sets the value if it differs (`AT+NAME=value`), and queries
    /// again.
    case set(String, String)
    /// Sends only `AT+NAME` or `AT+NAME=value`, which is answered with OK, such as REBOOT and
    /// RESTORE.
    case command(String)
}

/// The result of a request; `code` is the number in the vendor's library.
public enum ATOutcome: Sendable, Hashable {
    /// The module refused the request, or its value differs from the set one.
    case failed(ATFailure)
    /// Success, with the values of a query.
    case ok([String])
    /// The module already had this value.
    case notNeeded(String)
    /// The module did not answer in time.
    case timedOut

    /// The number in the vendor's library.
    public var code: Int {
        switch self {
        case .failed: 0
        case .ok: 1
        case .notNeeded: 3
        case .timedOut: 4
        }
    }
}

/// Why a request failed.
public enum ATFailure: Sendable, Hashable {
    /// The module answered ERROR.
    case refused
    /// The module has this value after setting.
    case differs(String?)
    /// The name or value cannot be sent in a command.
    case badText
    /// The link was lost.
    case disconnected
}

/// An action of an `ATEngine`.
public enum ATAction: Sendable, Hashable {
    /// Send these bytes to the module.
    case send([UInt8])
    /// The request has ended with this outcome.
    case done(ATRequest, ATOutcome)
}

/// The host's end of a module's AT engine as a state machine. Inputs: requests, bytes and the time.
/// Outputs: actions and a deadline. One request runs at a time. Times count from any fixed moment.
///
/// After every call, and at `deadline`, perform `nextAction(at:)` until it is nil.
public struct ATEngine: Sendable {
    private enum Phase: Equatable {
        /// The answer to an abandoned command may still arrive.
        case draining
        case opening
        case asking
        case comparing
        case setting
        case verifying
        case commanding
    }

    /// The longest pause within an answer.
    private static let silence = Duration.milliseconds(250)

    private let timeout: Duration
    private var request: ATRequest?
    private var phase = Phase.asking
    private var values: [String] = []
    private var reader = ATLineReader()
    private var queue: [ATAction] = []
    /// The deadline of the running command.
    public private(set) var deadline: Duration?
    /// Until then, the answer to an abandoned command may still arrive; and the latest end of an answer that has begun.
    private var lateUntil, lateLimit: Duration?

    /// The bytes that open the engine, without a line end.
    static let opening = "$OpenFscAtEngine$"

    /// - Parameter timeout: The timeout of each command; 3 s in the vendor's library.
    public init(timeout: Duration = .seconds(3)) {
        self.timeout = timeout
    }

    /// Whether a request is running.
    public var isBusy: Bool { request != nil }

    /// Starts a request. Returns false while another one runs. OK and ERROR do not name their commands: after a request
    /// without an answer, the next one is sent when another timeout has passed and the module is silent, at the latest
    /// after a second timeout; what arrives until then is dropped. An answer that a module sends twice is taken as the
    /// answer to the next command, without values if it is that of another parameter.
    @discardableResult
    public mutating func start(_ request: ATRequest, at now: Duration) -> Bool {
        guard self.request == nil else { return false }
        self.request = request
        guard request.isSendable else {
            finish(.failed(.badText))
            return true
        }
        if let lateUntil, now < lateUntil {
            (phase, deadline) = (.draining, lateUntil)
        } else {
            begin(request, at: now)
        }
        return true
    }

    private mutating func begin(_ request: ATRequest, at now: Duration) {
        (lateUntil, lateLimit) = (nil, nil)
        // what arrived before the command does not belong to its answer
        reader = ATLineReader()
        switch request {
        case .open: enter(.opening, sending: Self.opening, lineEnd: "", at: now)
        case .query(let name): enter(.asking, sending: "AT+\(name)", at: now)
        case .set(let name, _): enter(.comparing, sending: "AT+\(name)", at: now)
        case .command(let text): enter(.commanding, sending: "AT+\(text)", at: now)
        }
    }

    /// Abandons the running request, without an outcome.
    mutating func cancel(at now: Duration) {
        guard request != nil else { return }
        abandon(at: now)
        queue = []
    }

    private mutating func abandon(at now: Duration) {
        if phase != .draining { (lateUntil, lateLimit) = (now + timeout, now + timeout * 2) }
        request = nil
        deadline = nil
    }

    /// Handles received bytes.
    public mutating func receive(_ bytes: some Sequence<UInt8>, at now: Duration) {
        if let lateUntil, let lateLimit {
            // the late answer has begun: its rest is late, too
            self.lateUntil = max(lateUntil, min(now + Self.silence, lateLimit))
            if request != nil { deadline = self.lateUntil }
        }
        for line in reader.push(bytes) { handle(line, at: now) }
        // the answer to the opening may lack a line end
        if phase == .opening, reader.rest == "OK" || reader.rest.contains("Opened"),
            let line = reader.takeRest()
        {
            handle(line, at: now)
        }
    }

    /// Records that the last bytes have been sent; the command's timeout starts now.
    public mutating func sent(at now: Duration) {
        if deadline != nil, phase != .draining { deadline = now + timeout }
    }

    /// Handles link loss.
    public mutating func disconnected() {
        if request != nil { finish(.failed(.disconnected)) }
        (lateUntil, lateLimit) = (nil, nil)
        reader = ATLineReader()
    }

    /// Returns the next action to perform; nil if there is none.
    public mutating func nextAction(at now: Duration) -> ATAction? {
        if let deadline, let request, now >= deadline {
            if phase == .draining {
                begin(request, at: now)
            } else {
                abandon(at: now)
                queue.append(.done(request, .timedOut))
            }
        }
        return queue.isEmpty ? nil : queue.removeFirst()
    }

    private mutating func enter(
        _ phase: Phase,
        sending text: String,
        lineEnd: String = "\r\n",
        at now: Duration
    ) {
        self.phase = phase
        values = []
        deadline = now + timeout
        queue.append(.send(Array((text + lineEnd).utf8)))
    }

    private mutating func finish(_ outcome: ATOutcome) {
        guard let request else { return }
        self.request = nil
        deadline = nil
        queue.append(.done(request, outcome))
    }

    private mutating func handle(_ line: ATLine, at now: Duration) {
        guard let request else { return }  // an unsolicited line
        switch (line, phase) {
        case (_, .draining): break
        case (.opened, .opening), (.ok, .opening): enter(.asking, sending: "AT+VER", at: now)
        case (.value(let name, let value), _):
            if name == request.name { values.append(value) }
        case (.ok, .asking): finish(.ok(values))
        case (.ok, .commanding): finish(.ok(values))
        case (.ok, .comparing), (.error, .comparing):
            guard case .set(let name, let value) = request else { return }
            if case .ok = line, values.first == value {
                finish(.notNeeded(value))
            } else {
                enter(.setting, sending: "AT+\(name)=\(value)", at: now)
            }
        case (.ok, .setting):
            guard case .set(let name, _) = request else { return }
            enter(.verifying, sending: "AT+\(name)", at: now)
        case (.ok, .verifying):
            guard case .set(_, let value) = request else { return }
            finish(values.first == value ? .ok(values) : .failed(.differs(values.first)))
        case (.error, _): finish(.failed(.refused))
        case (.opened, _), (.other, _): break
        }
    }
}

extension ATRequest {
    /// The PIN of the module after this request; nil if it does not change.
    var pin: String? {
        switch self {
        case .set("PIN", let pin): pin
        case .command("RESTORE"): BeaconConfiguration.factoryPIN
        case .command(let text) where text.hasPrefix("PIN="): String(text.dropFirst(4))
        case .open, .query, .set, .command: nil
        }
    }

    /// The parameter's name in its answers.
    fileprivate var name: String {
        switch self {
        case .open: "VER"
        case .query(let text), .command(let text): String(text.prefix { $0 != "=" })
        case .set(let name, _): name
        }
    }

    /// Whether the request can be written as one line.
    fileprivate var isSendable: Bool {
        let text =
            switch self {
            case .open: "VER"
            case .query(let text), .command(let text): text
            case .set(let name, let value): "\(name)=\(value)"
            }
        return !name.isEmpty && name.utf8.allSatisfy { 0x21..<0x7F ~= $0 }
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            && text.utf8.count <= ATLineReader.limit - 8
    }
}
