/// An error of a room: what failed and why, what to do next, and its number in the device's or vendor's interface.
/// All public errors conform.
public protocol AccessoryError: Error, CustomStringConvertible {
    /// What failed and why, with the name of the file, device or value.
    var cause: String { get }
    /// The next step for the user; nil if there is none, as after a cancellation.
    var nextStep: String? { get }
    /// The number in the interface that defines the error; nil if it has none.
    var code: Int? { get }
}

extension AccessoryError {
    public var code: Int? { nil }

    /// One line: "cause; next step".
    public var description: String {
        if let nextStep { "\(cause); \(nextStep)" } else { cause }
    }
}

/// Why an operation failed: the error of a lower layer, or words. Two reasons with the same words and the same number
/// are equal. A reason of another process has the words only.
public struct FailureReason: AccessoryError, Hashable {
    /// The error of the lower layer.
    public let error: any Error

    /// - Parameter error: Any error; that of an `AccessoryError` keeps its parts.
    public init(_ error: any Error) {
        self.error = (error as? FailureReason)?.error ?? error
    }

    public init(_ cause: String, nextStep: String? = nil, code: Int? = nil) {
        error = Words(cause: cause, nextStep: nextStep, code: code)
    }

    private struct Words: AccessoryError, Codable {
        let cause: String
        let nextStep: String?
        let code: Int?
    }

    public var cause: String { (error as? any AccessoryError)?.cause ?? "\(error)" }
    public var nextStep: String? { (error as? any AccessoryError)?.nextStep }
    public var code: Int? { (error as? any AccessoryError)?.code }

    public static func == (left: Self, right: Self) -> Bool {
        left.description == right.description && left.code == right.code
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension FailureReason: Codable {
    public init(from decoder: any Decoder) throws { error = try Words(from: decoder) }

    public func encode(to encoder: any Encoder) throws {
        try Words(cause: cause, nextStep: nextStep, code: code).encode(to: encoder)
    }
}

extension FailureReason: ExpressibleByStringInterpolation {
    public init(stringLiteral cause: String) { self.init(cause) }
}
