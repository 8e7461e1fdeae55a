/// The login of a host with a PIN. The vendors do not publish their login; implement this protocol
/// if you have it.
public protocol LoginProvider: Sendable {
    /// Returns the bytes to write.
    ///
    /// - Parameters:
    ///   - pin: Six digits.
    ///   - mac: Six bytes, in the printed order.
    func request(pin: String, mac: [UInt8]) throws -> [UInt8]

    /// Returns whether the module accepted the login. `answer` is all data that the module has sent
    /// since the request; nil while it is incomplete.
    func verdict(on answer: [UInt8]) -> Bool?
}

/// The module's end of a `LoginProvider`.
public protocol ModuleLogin: Sendable {
    /// Returns the bytes to notify, and whether the host is logged in; nil while the request is
    /// incomplete.
    ///
    /// - Parameters:
    ///   - request: All data that the host has written since it connected, or since the last
    ///     answer.
    ///   - pin: The module's PIN.
    ///   - mac: The module's six bytes, in the printed order.
    func answer(
        to request: [UInt8],
        pin: String,
        mac: [UInt8]
    ) -> (answer: [UInt8], isAuthenticated: Bool)?
}

/// A login of this project for simulated modules: `AUTH` and the plain PIN, answered by `AUTHOK` or
/// `AUTHERROR`. No real module accepts it.
public struct PlainLogin: LoginProvider, ModuleLogin {
    private static let opening = Array("AUTH".utf8)

    public init() {}

    public func request(pin: String, mac: [UInt8]) -> [UInt8] { Self.opening + pin.utf8 }

    public func verdict(on answer: [UInt8]) -> Bool? {
        let text = String(decoding: answer, as: UTF8.self)
        return text.contains("AUTHOK") ? true : text.contains("AUTHERROR") ? false : nil
    }

    public func answer(
        to request: [UInt8],
        pin: String,
        mac: [UInt8]
    ) -> (answer: [UInt8], isAuthenticated: Bool)? {
        let expected = self.request(pin: pin, mac: mac)
        guard request.count >= Self.opening.count + 6 else { return nil }
        let isRight = request == expected
        return (Array((isRight ? "AUTHOK\r\n" : "AUTHERROR\r\n").utf8), isRight)
    }
}

/// The progress of a login, with the numbers of the vendor's library.
public enum PINCheck: Int, Sendable {
    /// The login is running.
    case checking = 0
    /// The module accepted the PIN.
    case accepted = 1
    /// The module refused the PIN.
    case refused = 2
    /// The module did not answer in time.
    case timedOut = 3
}
