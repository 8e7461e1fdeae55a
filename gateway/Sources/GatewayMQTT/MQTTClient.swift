internal import AccessoryBase
internal import CMosquitto
internal import GatewayConfiguration
internal import Glibc

/// One libmosquitto connection to one broker. Used by one thread.
final class MQTTClient {
    enum Event {
        case connected
        case refused(Int32)
        case acknowledged(id: Int32, reason: Int32)
        case received(Received)
    }

    /// A message from the broker.
    struct Received {
        let topic: String
        let payload: [UInt8]
        let isRetained: Bool
        let reply: ReplyPath
    }

    /// Maximum packet length; longer messages match no subscription. Also the maximum number of
    /// received bytes without a complete packet.
    static let longestPacket = 1 << 20

    private let handle: OpaquePointer
    private let isVersion5: Bool
    private let session: UInt32
    private(set) var events: [Event] = []
    /// Why the broker ended the connection (MQTT 5).
    private var endReason: Int32 = 0
    private var tls = TLSReport()
    private var bytesAtLastPacket: UInt64 = 0
    private var polled = [pollfd(), pollfd()]

    /// - Parameter session: Time for which the broker keeps the session after the end of the connection, seconds. MQTT 3.1.1
    ///   has no limit but 0.
    init(
        _ mqtt: Configuration.MQTT,
        id: String,
        isVersion5: Bool,
        will: String,
        session: UInt32 = 0
    ) throws(MQTTFailure) {
        guard let handle = mosquitto_new(id, session == 0, nil) else {
            throw MQTTFailure("no memory for a connection")
        }
        (self.handle, self.isVersion5, self.session) = (handle, isVersion5, session)
        mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        let version = isVersion5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version)
        mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
        // the window is managed here, so libmosquitto must not queue messages
        mosquitto_int_option(handle, MOSQ_OPT_SEND_MAXIMUM, 65535)
        mosquitto_int_option(handle, MOSQ_OPT_RECEIVE_MAXIMUM, 20)
        let offline = Array("offline".utf8)
        mosquitto_will_set(handle, will, Int32(offline.count), offline, 1, true)
        if let user = mqtt.user { mosquitto_username_pw_set(handle, user, mqtt.password) }
        setCallbacks()
    }

    deinit { mosquitto_destroy(handle) }

    func useTLS(_ tls: Configuration.MQTT.TLS) throws(MQTTFailure) {
        var code: Int32
        if let authority = tls.authority {
            code = mosquitto_tls_set(handle, authority, nil, tls.certificate, tls.key, nil)
        } else {
            code = mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
            if code == 0, tls.certificate != nil {
                let folder = "/etc/ssl/certs"
                code = mosquitto_tls_set(handle, nil, folder, tls.certificate, tls.key, nil)
            }
        }
        if code == 0, tls.isInsecure {
            // 0: SSL_VERIFY_NONE
            code = mosquitto_tls_opts_set(handle, 0, nil, nil)
            if code == 0 { code = mosquitto_tls_insecure_set(handle, true) }
        }
        if code != 0 { throw failure("TLS cannot be set up", code) }
    }

    /// Blocks during the name lookup and the connection.
    func connect(_ endpoint: Configuration.Endpoint, keepAlive: Int) throws(MQTTFailure) {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if isVersion5, session > 0 {
            let name = Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue)
            mosquitto_property_add_int32(&properties, name, session)
        }
        let code = mosquitto_connect_bind_v5(
            handle,
            endpoint.host,
            Int32(endpoint.port),
            Int32(keepAlive),
            nil,
            properties
        )
        if code != MOSQ_ERR_SUCCESS.rawValue { throw failure("cannot connect", code) }
    }

    private func failure(_ what: String, _ code: Int32) -> MQTTFailure {
        tls.failure(what) ?? MQTTFailure(what, code)
    }

    /// Waits until the socket is readable or writable, `wake` is signalled, or the timeout; then
    /// reads, writes, and calls `work`, which publishes. The socket is corked: libmosquitto writes
    /// each packet separately, which would need a segment and a wake-up of the broker for each.
    func turn(
        wake: Int32,
        milliseconds: Int32,
        _ work: () throws(MQTTFailure) -> Void = {}
    ) throws(MQTTFailure) {
        let socket = mosquitto_socket(handle)
        guard socket >= 0 else {
            throw .ended(endReason) ?? MQTTFailure("the broker closed the connection")
        }
        let ready = wait(socket, wake, milliseconds)
        gateway_cork(socket, 1)
        defer { gateway_cork(socket, 0) }
        if ready & Int16(POLLIN | POLLERR | POLLHUP) != 0 {
            try check(mosquitto_loop_read(handle, 1))
            try refuseOversize(socket)
        }
        if ready & Int16(POLLOUT) != 0 { try check(mosquitto_loop_write(handle, 1)) }
        try check(mosquitto_loop_misc(handle))
        try work()
    }

    /// Waits, and returns poll's events for the socket.
    private func wait(_ socket: Int32, _ wake: Int32, _ milliseconds: Int32) -> Int16 {
        let wanted = mosquitto_want_write(handle) ? POLLIN | POLLOUT : POLLIN
        polled[0] = pollfd(fd: socket, events: Int16(wanted), revents: 0)
        polled[1] = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        poll(&polled, 2, milliseconds)
        if polled[1].revents != 0 {
            var count: UInt64 = 0
            read(wake, &count, MemoryLayout.size(ofValue: count))
        }
        return polled[0].revents
    }

    /// Limits the packet length, as libmosquitto allocates any length that a broker states, up to
    /// 256 MB.
    private func refuseOversize(_ socket: Int32) throws(MQTTFailure) {
        let received = gateway_bytes_received(socket)
        if !events.isEmpty { bytesAtLastPacket = received }
        guard received - min(received, bytesAtLastPacket) <= Self.longestPacket else {
            throw MQTTFailure("the broker sent a packet of more than \(Self.longestPacket) bytes")
        }
    }

    private func check(_ code: Int32) throws(MQTTFailure) {
        guard code != MOSQ_ERR_SUCCESS.rawValue else { return }
        // the broker's reason is in the event, not in the return code
        if case .refused(let reason)? = events.last { throw MQTTFailure.refusal(reason) }
        throw .ended(endReason) ?? failure("the connection was lost", code)
    }

    func takeEvents() -> [Event] {
        guard !events.isEmpty else { return [] }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Publishes a message. Returns its id, which its acknowledgement repeats.
    ///
    /// - Parameter correlation: Correlation data; sent if it is not empty and this is MQTT 5.
    func publish(
        _ topic: String,
        _ payload: [UInt8],
        qos: Int32,
        isRetained: Bool,
        correlation: [UInt8] = []
    ) throws(MQTTFailure) -> Int32 {
        var id: Int32 = 0
        let count = Int32(payload.count)
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if isVersion5, !correlation.isEmpty {
            let name = Int32(MQTT_PROP_CORRELATION_DATA.rawValue)
            let length = UInt16(clamping: correlation.count)
            mosquitto_property_add_binary(&properties, name, correlation, length)
        }
        let code = mosquitto_publish_v5(
            handle,
            &id,
            topic,
            count,
            payload,
            qos,
            isRetained,
            properties
        )
        guard code == MOSQ_ERR_SUCCESS.rawValue else {
            throw MQTTFailure("a message of \(count) bytes to \(topic) cannot be sent", code)
        }
        return id
    }

    func subscribe(_ filter: String, qos: Int32 = 1) {
        mosquitto_subscribe(handle, nil, filter, qos)
    }

    func disconnect() {
        mosquitto_disconnect(handle)
        mosquitto_loop_write(handle, 1)
    }

    private func setCallbacks() {
        mosquitto_log_callback_set(handle) { handle, object, level, line in
            guard level == MOSQ_LOG_ERR, let handle, let line else { return }
            let fault = gateway_certificate_fault(handle).map { String(cString: $0) }
            MQTTClient.of(object).tls.note(String(cString: line), certificateFault: fault)
        }
        mosquitto_connect_v5_callback_set(handle) { _, object, code, _, _ in
            MQTTClient.of(object).events.append(code == 0 ? .connected : .refused(code))
        }
        mosquitto_publish_v5_callback_set(handle) { _, object, id, reason, _ in
            MQTTClient.of(object).events.append(.acknowledged(id: id, reason: reason))
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, object, reason, _ in
            // a second call has libmosquitto's own code
            if reason >= 0x80 { MQTTClient.of(object).endReason = reason }
        }
        mosquitto_message_v5_callback_set(handle) { _, object, message, properties in
            guard let message = message?.pointee, let topic = message.topic else { return }
            let payload = UnsafeRawBufferPointer(
                start: message.payload,
                count: Int(message.payloadlen)
            )
            MQTTClient.of(object).events.append(
                .received(
                    Received(
                        topic: String(cString: topic),
                        payload: Array(payload.prefix(MQTTClient.longestPacket)),
                        isRetained: message.retain,
                        reply: ReplyPath(properties)
                    )
                )
            )
        }
    }

    private static func of(_ object: UnsafeMutableRawPointer?) -> MQTTClient {
        Unmanaged<MQTTClient>.fromOpaque(object!).takeUnretainedValue()
    }
}

/// Why a connection failed.
struct MQTTFailure: AccessoryError {
    let cause: String
    let nextStep: String?
    /// Whether the message is too long for the broker; others can be sent.
    let isOversize: Bool

    init(_ what: String, _ code: Int32? = nil, nextStep: String? = nil) {
        isOversize = code == MOSQ_ERR_OVERSIZE_PACKET.rawValue
        switch code {
        case nil: (cause, self.nextStep) = (what, nextStep)
        case MOSQ_ERR_TLS.rawValue:
            (cause, self.nextStep) = ("\(what): TLS failed", "see 'ca', 'certificate' and 'key'")
        case MOSQ_ERR_ERRNO.rawValue:
            (cause, self.nextStep) = ("\(what): \(systemMessage(errno))", nextStep)
        case let code?:
            let reason = mosquitto_strerror(code).map { String(cString: $0) }
            (cause, self.nextStep) = ("\(what): \(reason ?? "error \(code)")", nextStep)
        }
    }

    /// The failure for the reason with which a broker ended a connection; nil if it is none that has a remedy.
    static func ended(_ reason: Int32) -> MQTTFailure? {
        // 0x8E: session taken over
        guard reason == 0x8E else { return nil }
        return MQTTFailure(
            "another client with the same client id took over the session",
            nextStep: "give each gateway its own name, or set client_id"
        )
    }

    /// The failure for a broker's refusal.
    static func refusal(_ code: Int32) -> MQTTFailure {
        switch code {
        case 4, 5, 134, 135:
            MQTTFailure("the broker refused the user", nextStep: "see user and password_file")
        case 2, 133: MQTTFailure("the broker refused the client id", nextStep: "set client_id")
        case 1, 132: MQTTFailure("the broker does not support this version of MQTT")
        default:
            MQTTFailure(
                "the broker refused the connection: "
                    + String(cString: mosquitto_reason_string(code))
            )
        }
    }
}
