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
        /// The answer to an abandoned command, or a line that has begun, may still arrive.
        case draining
        case opening
        case asking
        case comparing
        case setting
        case verifying
        case commanding
    }

    /// The last answer, which a module may send again, or the one to an abandoned command.
    private struct Answer {
        let name: String
        /// Nil: not known.
        let values: [String]?
        /// Only OK.
        let isBare: Bool

        func hasValue(_ value: String) -> Bool { values?.contains(value) ?? true }
    }

    /// The longest pause within an answer.
    private static let silence = Duration.milliseconds(250)

    private let timeout: Duration
    private var request: ATRequest?
    private var phase = Phase.asking
    private var values: [String] = []
    /// Whether a line of the running command's answer has arrived.
    private var hasLines = false
    private var previous: Answer?
    /// A value of `previous` has arrived again; an OK until then is that of the copy.
    private var copyUntil: Duration?
    /// An OK that is either the answer to the running query or the copy of an answer.
    private var isInDoubt = false
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
    /// after a second timeout; what arrives until then is dropped.
    ///
    /// An answer that a module sends twice is dropped if it has the value of another parameter. After an OK without a
    /// value, another one does not answer a query unless the command's timeout passes without a value. These copies
    /// are taken as the answer to the next command: OK without a value if that command sets a parameter, ERROR, and
    /// the value of the same parameter.
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
        } else if reader.isInLine {
            // the line that has begun is no answer to this command
            (lateUntil, lateLimit) = (now + Self.silence, now + timeout)
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
        if phase != .draining {
            (lateUntil, lateLimit) = (now + timeout, now + timeout * 2)
            if let request {
                let isQuery = [.asking, .comparing, .verifying].contains(phase)
                previous = Answer(name: request.name, values: nil, isBare: !isQuery)
            }
        }
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
        if let copyUntil { self.copyUntil = now <= copyUntil ? now + Self.silence : nil }
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
        (previous, copyUntil) = (nil, nil)
        reader = ATLineReader()
    }

    /// Returns the next action to perform; nil if there is none.
    public mutating func nextAction(at now: Duration) -> ATAction? {
        if let deadline, let request, now >= deadline {
            if phase == .draining {
                begin(request, at: now)
            } else {
                abandon(at: now)
                queue.append(.done(request, outcomeWithoutEnd))
            }
        }
        return queue.isEmpty ? nil : queue.removeFirst()
    }

    /// The outcome when the time is over. An OK in doubt was the answer, unless a value has to be compared.
    private var outcomeWithoutEnd: ATOutcome {
        switch phase {
        case .asking where isInDoubt: .ok([])
        case .verifying where isInDoubt: .failed(.differs(nil))
        default: .timedOut
        }
    }

    private mutating func enter(
        _ phase: Phase,
        sending text: String,
        lineEnd: String = "\r\n",
        at now: Duration
    ) {
        self.phase = phase
        values = []
        (hasLines, isInDoubt) = (false, false)
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
        guard !isCopy(line, at: now) else { return }
        // an unsolicited line, or one from before the command
        guard let request, phase != .draining, queue.isEmpty else { return }
        switch line {
        case .value(let name, let value):
            if name == request.name {
                values.append(value)
                (copyUntil, isInDoubt) = (nil, false)
            }
            hasLines = true
        case .ok:
            let isQuery = [.asking, .comparing, .verifying].contains(phase)
            if isQuery, !hasLines, previous?.isBare == true {
                isInDoubt = true
            } else {
                answered(line, to: request, at: now)
            }
        case .error: answered(line, to: request, at: now)
        case .opened: if phase == .opening { answered(line, to: request, at: now) }
        case .other: hasLines = true
        }
    }

    /// Whether a line is that of an answer which has arrived before.
    private mutating func isCopy(_ line: ATLine, at now: Duration) -> Bool {
        switch line {
        case .value(let name, let value):
            guard let previous, name == previous.name, previous.hasValue(value) else {
                return false
            }
            // a query of the same parameter has this value, too; a setting has the new one
            let isAwaited = request?.name == name && phase != .draining && queue.isEmpty
            guard !isAwaited || phase == .setting else { return false }
            copyUntil = now + Self.silence
            return true
        case .ok:
            defer { copyUntil = nil }
            return copyUntil != nil
        case .error, .opened, .other: return false
        }
    }

    /// Ends the running command with the last line of its answer.
    private mutating func answered(_ end: ATLine, to request: ATRequest, at now: Duration) {
        previous =
            end == .error ? nil : Answer(name: request.name, values: values, isBare: !hasLines)
        switch (end, phase, request) {
        case (.error, .comparing, .set(let name, let value)):
            enter(.setting, sending: "AT+\(name)=\(value)", at: now)
        case (.error, _, _): finish(.failed(.refused))
        case (_, .opening, _): enter(.asking, sending: "AT+VER", at: now)
        case (_, .comparing, .set(let name, let value)):
            if values.first == value {
                finish(.notNeeded(value))
            } else {
                enter(.setting, sending: "AT+\(name)=\(value)", at: now)
            }
        case (_, .setting, .set(let name, _)): enter(.verifying, sending: "AT+\(name)", at: now)
        case (_, .verifying, .set(_, let value)):
            finish(values.first == value ? .ok(values) : .failed(.differs(values.first)))
        default: finish(.ok(values))
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
