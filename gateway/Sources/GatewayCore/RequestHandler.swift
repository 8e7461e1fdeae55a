/// Executes requests received by a sink, such as MQTT, and answers them.
public protocol RequestHandler: Sendable {
    /// Handles a request. Returns at once.
    ///
    /// - Parameters:
    ///   - request: JSON.
    ///   - device: The device's address as in topics: `A4C138000001`.
    ///   - isRetained: Whether the broker retained the request. Such a request is refused, since it
    ///     would run again at each connection.
    ///   - answer: Called with each answer, on any thread.
    func handle(
        _ request: [UInt8],
        device: String,
        isRetained: Bool,
        answer: @escaping @Sendable (RequestAnswer) -> Void
    )
}

/// An answer to a request. All payloads are JSON.
public enum RequestAnswer: Sendable, Hashable {
    /// Progress, or the result.
    case response([UInt8])
    /// A value that the device sent on a subscription.
    ///
    /// - Parameter characteristic: Its UUID, as in topics.
    case value(characteristic: String, [UInt8])
}
