/// How a host shows a module that it knows the PIN. The makers keep theirs to themselves: who has
/// it from them puts it here.
public protocol LoginProvider: Sendable {
    /// What to write.
    ///
    /// - Parameters:
    ///   - pin: Six digits.
    ///   - mac: Six bytes, as printed.
    func request(pin: String, mac: [UInt8]) throws -> [UInt8]

    /// Whether the module agrees, by all that it has sent since; nil while that is not whole.
    func verdict(on answer: [UInt8]) -> Bool?
}

/// The module's side of a `LoginProvider`.
public protocol ModuleLogin: Sendable {
    /// What to notify, and whether the host is let in; nil while the request is not whole.
    ///
    /// - Parameter request: All that the host has written since it connected, or since the last
    ///   answer.
    func answer(
        to request: [UInt8],
        pin: String,
        mac: [UInt8]
    ) -> (answer: [UInt8], isLetIn: Bool)?
}

/// A login for modules made of software, of our own: `AUTH` and the PIN as it is, answered by
/// `AUTHOK` or `AUTHERROR`. No module that is sold takes it.
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
    ) -> (answer: [UInt8], isLetIn: Bool)? {
        let expected = self.request(pin: pin, mac: mac)
        guard request.count >= Self.opening.count + 6 else { return nil }
        let isRight = request == expected
        return (Array((isRight ? "AUTHOK\r\n" : "AUTHERROR\r\n").utf8), isRight)
    }
}

/// How far a login is; numbers of the vendor's library.
public enum PINCheck: Int, Sendable {
    case checking = 0
    case accepted = 1
    case refused = 2
    case timedOut = 3
}
