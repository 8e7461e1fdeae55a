internal import BluetoothLE

/// The framing of one connection, without its socket: received bytes in, messages and bytes to send
/// out.
struct ProxyWire {
    /// The protection of messages.
    enum Protection: Equatable, Sendable {
        case plaintext
        /// - Parameter key: 32 bytes.
        case noise(key: [UInt8])
    }

    enum Step: Equatable {
        case send([UInt8])
        case message(type: UInt64, ArraySlice<UInt8>)
    }

    private enum State {
        /// Plaintext frames.
        case plaintext
        /// Waits for the client's hello.
        case hello(key: [UInt8])
        /// Waits for the client's handshake message.
        case handshake(NoiseResponder)
        case encrypted
        /// Failed; nothing more is read.
        case failed
    }

    /// Maximum frame size, bytes: the range of the 16-bit length.
    private static let limit = 65535

    private var state: State
    private var received: ArraySlice<UInt8> = []
    private var receiving: NoiseCipher?
    private var sending: NoiseCipher?
    private let identity: ProxyIdentity

    init(_ protection: Protection, identity: ProxyIdentity) {
        self.identity = identity
        switch protection {
        case .plaintext: state = .plaintext
        case .noise(let key): state = .hello(key: key)
        }
    }

    /// Whether messages may be sent.
    var isOpen: Bool {
        switch state {
        case .plaintext, .encrypted: true
        default: false
        }
    }

    /// Appends received bytes.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        // releases the memory of the data read so far
        if received.isEmpty { received = [] }
        received.append(contentsOf: bytes)
    }

    /// The next message or answer; nil if more bytes are needed.
    ///
    /// - Throws: `ProxyWireFault`: send its bytes and close the connection.
    mutating func next() throws(ProxyWireFault) -> Step? {
        do {
            if case .failed = state { return nil }
            if case .plaintext = state { return try nextPlaintext() }
            return try nextNoise()
        } catch {
            state = .failed
            received = []
            throw error
        }
    }

    /// Encodes a message. The connection must be open.
    mutating func encode(_ message: ProxyMessage) -> [UInt8] {
        let (type, payload) = (message.type, message.payload)
        precondition(isOpen && payload.count <= ProxyMessage.limit)
        guard sending != nil else {
            var frame: [UInt8] = [0]
            frame.reserveCapacity(payload.count + 7)
            frame.append(number: UInt64(payload.count))
            frame.append(number: UInt64(type))
            return frame + payload
        }
        var plain: [UInt8] = []
        plain.reserveCapacity(payload.count + 4)
        for number in [Int(type), payload.count] {
            plain.append(UInt8(number >> 8))
            plain.append(UInt8(truncatingIfNeeded: number))
        }
        plain += payload
        return Self.frame(sending?.seal(plain) ?? [])
    }

    // MARK: Plaintext: 0, varint size, varint type, message

    private mutating func nextPlaintext() throws(ProxyWireFault) -> Step? {
        guard let first = received.first else { return nil }
        // with an answer that starts with 0, a client with a key reports the mismatch
        guard first == 0 else {
            throw ProxyWireFault("it encrypts, and the proxy does not", [0] + Self.badMarker)
        }
        var at = received.startIndex + 1
        guard let size = try Self.varint(received, &at), let type = try Self.varint(received, &at)
        else { return nil }
        guard size <= Self.limit else {
            throw ProxyWireFault("it sent a message of \(size) bytes", [])
        }
        let end = at + Int(size)
        guard end <= received.endIndex else { return nil }
        defer { received = received[end...] }
        return .message(type: type, received[at..<end])
    }

    /// Decodes at most four bytes; nil if incomplete.
    private static func varint(
        _ bytes: ArraySlice<UInt8>,
        _ at: inout Int
    ) throws(ProxyWireFault) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 28, by: 7) {
            guard at < bytes.endIndex else { return nil }
            let byte = bytes[at]
            at += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw ProxyWireFault("it sent a size or type of more than four bytes", [])
    }

    // MARK: Noise: 1, 16-bit size, most significant byte first, content

    private static let badMarker = Array("Bad indicator byte".utf8)

    private static func frame(_ content: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(content.count + 3)
        frame += [1, UInt8(content.count >> 8), UInt8(truncatingIfNeeded: content.count)]
        frame += content
        return frame
    }

    /// A refusal: 1 and the reason.
    private static func refusal(_ reason: String) -> [UInt8] { frame([1] + reason.utf8) }

    private mutating func nextNoise() throws(ProxyWireFault) -> Step? {
        guard let content = try nextFrame() else { return nil }
        switch state {
        case .hello(let key): return greet(content, key)
        case .handshake(let responder): return try shakeHands(content, responder)
        default: return try decrypt(content)
        }
    }

    private mutating func nextFrame() throws(ProxyWireFault) -> ArraySlice<UInt8>? {
        guard let first = received.first else { return nil }
        guard first == 1 else {
            // with this text, a client without a key requests it from the user
            throw ProxyWireFault(
                "it does not encrypt; give it the key",
                Self.frame([1] + Self.badMarker)
            )
        }
        guard received.count >= 3 else { return nil }
        let start = received.startIndex + 3
        let end = start + Int(received[start - 2]) << 8 + Int(received[start - 1])
        guard end <= received.endIndex else { return nil }
        defer { received = received[end...] }
        return received[start..<end]
    }

    private mutating func greet(_ hello: ArraySlice<UInt8>, _ key: [UInt8]) -> Step {
        var prologue = Array("NoiseAPIInit".utf8)
        prologue += [UInt8(hello.count >> 8), UInt8(truncatingIfNeeded: hello.count)]
        prologue += hello
        state = .handshake(NoiseResponder(key: key, prologue: prologue))
        let answer = [1] + identity.name.utf8 + [0] + identity.address.plainDigits.utf8 + [0]
        return .send(Self.frame(Array(answer)))
    }

    private mutating func shakeHands(
        _ content: ArraySlice<UInt8>,
        _ responder: NoiseResponder
    ) throws(ProxyWireFault) -> Step {
        guard content.first == 0 else {
            throw ProxyWireFault("it sent no handshake", Self.refusal("Bad handshake packet"))
        }
        var responder = responder
        do {
            let result = try responder.answer(content.dropFirst())
            (receiving, sending) = (result.receiving, result.sending)
            state = .encrypted
            return .send(Self.frame([0] + result.answer))
        } catch .wrongKey {
            // with exactly this text, Home Assistant requests the key from the user
            throw ProxyWireFault("it has another key", Self.refusal("Handshake MAC failure"))
        } catch {
            throw ProxyWireFault("its handshake is damaged", Self.refusal("Handshake error"))
        }
    }

    private mutating func decrypt(_ content: ArraySlice<UInt8>) throws(ProxyWireFault) -> Step {
        do {
            guard let plain = try receiving?.open(content), plain.count >= 4 else {
                throw NoiseError.malformed
            }
            let size = Int(plain[2]) << 8 | Int(plain[3])
            guard plain.count >= 4 + size else { throw NoiseError.malformed }
            return .message(type: UInt64(plain[0]) << 8 | UInt64(plain[1]), plain[4..<4 + size])
        } catch {
            throw ProxyWireFault("it sent a message that cannot be decrypted", [])
        }
    }
}

/// Why a connection is closed.
struct ProxyWireFault: Error, Equatable {
    /// The fault, as the second part of a sentence.
    let reason: String
    /// The bytes to send before closing.
    let answer: [UInt8]

    init(_ reason: String, _ answer: [UInt8]) { (self.reason, self.answer) = (reason, answer) }
}
