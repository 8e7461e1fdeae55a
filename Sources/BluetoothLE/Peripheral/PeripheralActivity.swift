import Synchronization

/// What a `PeripheralManager` receives, for `Options.onActivity`.
public enum PeripheralActivity: Sendable {
    /// A read of a value, or of a part of it.
    case read(ReadRequest)
    /// The writes of one request, which succeed or fail together. Answer each.
    case write([WriteRequest])
    /// An event.
    case event(PeripheralEvent)
    /// There may be room again, after `MutableCharacteristic.tryUpdate` has returned false.
    case room
}

/// A central's read of a characteristic with `passesRequests`. A request released without an answer is
/// rejected with `unlikely`.
public final class ReadRequest: Sendable {
    /// The characteristic.
    public let characteristic: MutableCharacteristic
    /// The central that reads.
    public let central: RemoteCentral
    /// Where in the value the read begins; nonzero for the later parts of a long value.
    public let offset: Int
    private let answer: @Sendable (Result<[UInt8], ATTError>) -> Void
    private let isAnswered = Atomic(false)

    init(
        _ characteristic: MutableCharacteristic,
        _ central: RemoteCentral,
        offset: Int,
        answer: @escaping @Sendable (Result<[UInt8], ATTError>) -> Void
    ) {
        self.characteristic = characteristic
        self.central = central
        self.offset = offset
        self.answer = answer
    }

    /// Answers with the value from `offset` on, or with an error. The answer is sent before this returns.
    /// Only the first answer counts.
    public func respond(_ result: Result<[UInt8], ATTError>) {
        if !isAnswered.exchange(true, ordering: .relaxed) { answer(result) }
    }

    deinit { respond(.failure(.unlikely)) }
}
