/// The faults of a simulated reader.
public enum ReaderFault: Sendable, Hashable, CaseIterable {
    /// Receives nothing: no boot signal is answered.
    case deaf
    /// Answers the boot signal, but not the handshake after it.
    case silentHandshake
    /// Uses another version of the protocol.
    case wrongVersion
    /// Loses three of four of its acknowledgements.
    case losesAcknowledgements
    /// Damages every third frame it sends.
    case damagesFrames
    /// Stops answering when it has a request.
    case silentInExchange
    /// Receives requests and reports another state.
    case wrongState
    /// Answers with more than the host's buffer holds.
    case answersTooLong
    /// Loses its session when it has a request, as after a reset of its keypad.
    case resets
    /// Does not answer a cancel request.
    case ignoresCancel
    /// Does not answer the close signal.
    case ignoresClose
}
