/// A fault of a simulated reader.
public enum ReaderFault: Sendable, Hashable, CaseIterable {
    /// Receives nothing and does not answer the boot signal.
    case deaf
    /// Answers the boot signal, but not the handshake after it.
    case silentHandshake
    /// Uses another version of the protocol.
    case wrongVersion
    /// Loses three of four of its acknowledgements.
    case losesAcknowledgements
    /// Damages every third frame it sends.
    case damagesFrames
    /// Stops answering once it has a request.
    case silentInExchange
    /// Receives requests, but reports another state.
    case wrongState
    /// Sends an answer that is longer than the host's buffer.
    case answersTooLong
    /// Loses its session once it has a request, as after a reset of its keypad.
    case resets
    /// Does not answer a cancel request.
    case ignoresCancel
    /// Does not answer the close signal.
    case ignoresClose
}
