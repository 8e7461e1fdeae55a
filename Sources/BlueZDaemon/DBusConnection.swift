internal import AccessoryConcurrency
internal import CAccessoryDBus
internal import Glibc
internal import Synchronization

/// A connection to a bus, on the event loop. One lock guards sd-bus. Handlers are called on the loop's
/// thread, without the lock, in the order of the messages.
final class DBusConnection: Sendable {
    /// Handlers for messages other than replies.
    struct Handlers: Sendable {
        var onSignal: @Sendable (DBusMessage) -> Void
        /// Called first with each PropertiesChanged signal. Returns whether it has handled the signal; if
        /// not, the signal is decoded for `onSignal`.
        var onChange: @Sendable (DBusReader) -> Bool = { _ in false }
        /// Called for method calls to objects of this process; the result is the reply.
        var onCall: @Sendable (DBusMessage) -> CallResult
        var onEnd: @Sendable (DBusError) -> Void
    }

    /// The result of a call to an object of this process.
    enum CallResult: Sendable {
        case values([DBusValue])
        case error(name: String, text: String)
        /// The reply follows later, by one call of `answer`.
        case later(@Sendable (_ answer: @escaping @Sendable (CallResult) -> Void) -> Void)
    }

    private struct State {
        var bus: OpaquePointer?
        var events: CInt = 0
        /// Calls without a reply yet, by serial number.
        var pending: [UInt64: Pending] = [:]
        /// The timer shared by all calls, and when it fires. A timer for each call would take longer than
        /// the call.
        var alarm: (at: Duration, timer: TimeSource.Timer)?
    }

    private struct Pending {
        let deadline: Duration?
        let reply: ReplyHandler
    }

    private typealias ReplyHandler = @Sendable (Result<[DBusValue], DBusError>) -> Void

    /// Default timeout of a call. bluetoothd does not answer every call at once: connecting takes up to
    /// 40 s.
    static let usualTimeout = Duration.seconds(30)

    private let state: Mutex<State>
    private let file: CInt
    private let handlers: Handlers
    private let time: TimeSource

    /// - Parameter address: The bus address in D-Bus syntax, `unix:path=…`.
    init(
        address: String,
        time: TimeSource = TimeSource(ContinuousClock()),
        _ handlers: Handlers
    ) throws(DBusError) {
        var bus: OpaquePointer?
        let status = acc_dbus_open(address, &bus)
        if status == -ELIBACC || status == -ELIBBAD { throw .noLibrary }
        guard status >= 0, let bus else {
            throw .disconnected("the bus \(address): \(String(cString: strerror(-status)))")
        }
        self.handlers = handlers
        self.time = time
        file = acc_dbus_file(bus)
        let events = acc_dbus_events(bus)
        state = Mutex(State(bus: bus, events: events))
        EventLoop.shared.watch(file, for: Self.loopEvents(events)) { [weak self] _ in
            self?.process()
        }
    }

    deinit {
        close()
    }

    /// poll(2) and epoll(7) use the same event bits.
    private static func loopEvents(_ events: CInt) -> EventLoop.Events {
        EventLoop.Events(rawValue: UInt32(max(0, events)))
    }

    /// Closes the connection; pending calls fail.
    func close() {
        end(.disconnected("closed"), reports: false)
    }

    // MARK: Calls

    /// Calls a method.
    ///
    /// - Parameter timeout: Nil: none, so the call waits until the connection ends.
    nonisolated(nonsending) func call(
        _ destination: String,
        _ path: String,
        _ interface: String,
        _ member: String,
        _ body: [DBusValue] = [],
        timeout: Duration? = DBusConnection.usualTimeout
    ) async throws(DBusError) -> [DBusValue] {
        let reply = DBusReply()
        send(destination, path, interface, member, body, timeout: timeout) { reply.complete($0) }
        return try await reply.result().get()
    }

    /// Calls a method. If `onReply` is nil, no reply is requested.
    func send(
        _ destination: String,
        _ path: String,
        _ interface: String,
        _ member: String,
        _ body: [DBusValue] = [],
        timeout: Duration? = nil,
        onReply: (@Sendable (Result<[DBusValue], DBusError>) -> Void)? = nil
    ) {
        let deadline = timeout.map { time.now() + $0 }
        let failure = state.withLock { state -> DBusError? in
            guard let bus = state.bus else {
                return .disconnected("the connection to the bus is closed")
            }
            var message: OpaquePointer?
            var status = acc_dbus_new_call(bus, destination, path, interface, member, &message)
            guard status >= 0, let message else { return Self.failure(status) }
            defer { acc_dbus_free(message) }
            status = Self.write(body, to: message)
            var cookie: UInt64 = 0
            if status >= 0 {
                status =
                    onReply == nil
                    ? acc_dbus_send(bus, message, nil) : acc_dbus_send(bus, message, &cookie)
            }
            if status < 0 { return Self.failure(status) }
            if let onReply {
                state.pending[cookie] = Pending(deadline: deadline, reply: onReply)
                if let deadline { setAlarm(deadline, &state) }
            }
            watch(&state)
            return nil
        }
        if let failure { onReply?(.failure(failure)) }
    }

    /// Sets the timer, unless it fires earlier anyway.
    private func setAlarm(_ deadline: Duration, _ state: inout State) {
        if let alarm = state.alarm {
            guard deadline < alarm.at else { return }
            alarm.timer.cancel()
        }
        let timer = time.schedule(at: deadline) { [weak self] in self?.expire() }
        state.alarm = (deadline, timer)
    }

    /// Fails the calls that have timed out.
    private func expire() {
        let now = time.now()
        let late = state.withLock { state in
            let late = state.pending.filter { $0.value.deadline.map { $0 <= now } ?? false }
            for number in late.keys { state.pending[number] = nil }
            state.alarm = nil
            if let next = state.pending.values.compactMap(\.deadline).min() {
                setAlarm(next, &state)
            }
            return late.values
        }
        for call in late { call.reply(.failure(.timedOut)) }
    }

    /// Emits a signal.
    func emit(_ path: String, _ interface: String, _ member: String, _ body: [DBusValue]) {
        state.withLock { state in
            guard let bus = state.bus else { return }
            var message: OpaquePointer?
            guard acc_dbus_new_signal(bus, path, interface, member, &message) >= 0, let message
            else { return }
            defer { acc_dbus_free(message) }
            if Self.write(body, to: message) >= 0 { _ = acc_dbus_send(bus, message, nil) }
            watch(&state)
        }
    }

    private static func write(_ body: [DBusValue], to message: OpaquePointer) -> CInt {
        for value in body {
            let status = value.write(to: message)
            if status < 0 { return status }
        }
        return 0
    }

    private static func failure(_ status: CInt) -> DBusError {
        status == -EINVAL ? .malformed : .disconnected(String(cString: strerror(-status)))
    }

    private func watch(_ state: inout State) {
        guard let bus = state.bus else { return }
        let events = acc_dbus_events(bus)
        guard events != state.events else { return }
        state.events = events
        EventLoop.shared.change(file, to: Self.loopEvents(events))
    }

    // MARK: Receiving

    private func process() {
        var read: OpaquePointer?
        while true {
            let next = state.withLock { [read] state -> Result<Incoming?, DBusError> in
                if let read { acc_dbus_free(read) }
                let next = receive(&state)
                watch(&state)
                return next
            }
            read = nil
            switch next {
            case .success(nil): return
            case .success(.change(let raw)?):
                handle(change: raw)
                // the connection owns its memory and frees it under its lock
                read = raw
            case .success(.message(let message, let call, let onReply)?):
                handle(message, call, onReply)
            case .failure(let error): return end(error, reports: true)
            }
        }
    }

    private enum Incoming {
        /// A PropertiesChanged signal, not decoded; owned.
        case change(OpaquePointer)
        /// - Parameter call: A call that expects a reply; owned.
        case message(DBusMessage, call: OpaquePointer?, ReplyHandler?)
    }

    /// The next available message; nil: none for now.
    private func receive(_ state: inout State) -> Result<Incoming?, DBusError> {
        guard let bus = state.bus else { return .success(nil) }
        while true {
            var raw: OpaquePointer?
            let status = acc_dbus_next(bus, &raw)
            if status < 0 { return .failure(.disconnected(String(cString: strerror(-status)))) }
            guard status > 0, let raw else { return .success(nil) }
            let reader = DBusReader(raw)
            if reader.isChange { return .success(.change(raw)) }
            defer { acc_dbus_free(raw) }
            let number = reader.head.reply_to
            let onReply = number == 0 ? nil : state.pending.removeValue(forKey: number)?.reply
            // drop a malformed signal; report a malformed reply to its caller
            guard let message = try? DBusMessage(reader) else {
                if let onReply { Task { onReply(.failure(.malformed)) } }
                continue
            }
            guard case .call(wantsReply: true) = message.kind else {
                return .success(.message(message, call: nil, onReply))
            }
            acc_dbus_keep(raw)
            return .success(.message(message, call: raw, nil))
        }
    }

    private func handle(change raw: OpaquePointer) {
        let reader = DBusReader(raw)
        if handlers.onChange(reader) { return }
        reader.rewind()
        // drop a malformed signal
        if let message = try? DBusMessage(reader) { handlers.onSignal(message) }
    }

    private func handle(_ message: DBusMessage, _ call: OpaquePointer?, _ onReply: ReplyHandler?) {
        switch message.kind {
        case .return: onReply?(.success(message.body))
        case .error(_, let name, let text): onReply?(.failure(.refused(name: name, text: text)))
        case .signal: handlers.onSignal(message)
        case .call:
            let result = handlers.onCall(message)
            if let call { reply(to: Call(pointer: call), result) }
        }
    }

    /// A received call, freed by the reply.
    private struct Call: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private func reply(to call: Call, _ result: CallResult) {
        if case .later(let work) = result {
            return work { [weak self] result in self?.reply(to: call, result) }
        }
        state.withLock { state in
            defer { acc_dbus_free(call.pointer) }
            guard let bus = state.bus else { return }
            var message: OpaquePointer?
            switch result {
            case .values(let body):
                if acc_dbus_new_return(call.pointer, &message) >= 0, let message,
                    Self.write(body, to: message) >= 0
                {
                    _ = acc_dbus_send(bus, message, nil)
                }
            case .error(let name, let text):
                if acc_dbus_new_error(call.pointer, name, text, &message) >= 0, let message {
                    _ = acc_dbus_send(bus, message, nil)
                }
            case .later: break
            }
            if let message { acc_dbus_free(message) }
            watch(&state)
        }
    }

    private func end(_ error: DBusError, reports: Bool) {
        let pending = state.withLock { state -> [Pending]? in
            guard let bus = state.bus else { return nil }
            state.bus = nil
            EventLoop.shared.forget(file)
            acc_dbus_close(bus)
            state.alarm?.timer.cancel()
            defer { (state.pending, state.alarm) = ([:], nil) }
            return Array(state.pending.values)
        }
        guard let pending else { return }
        for call in pending { call.reply(.failure(error)) }
        if reports { handlers.onEnd(error) }
    }
}
