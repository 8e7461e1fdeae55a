/// What a simulated reader does wrong.
public enum ReaderFault: Sendable, Hashable, CaseIterable {
    /// Hears nothing: no boot signal is answered.
    case deaf
    /// Answers the boot signal, and not the handshake that follows.
    case silentHandshake
    /// Speaks another version of the protocol.
    case wrongVersion
    /// Loses its own acknowledgements, three of four.
    case losesAcknowledgements
    /// Every third frame it sends is damaged.
    case damagesFrames
    /// Stops answering as soon as it has a request.
    case silentInExchange
    /// Receives requests and says that it is in another state.
    case wrongState
    /// Answers with more than the host's memory holds.
    case answersTooLong
    /// Loses its session as soon as it has a request, as after a reset of its keypad.
    case resets
    /// Does not answer a request to cancel.
    case ignoresCancel
    /// Does not answer the close signal.
    case ignoresClose
}
