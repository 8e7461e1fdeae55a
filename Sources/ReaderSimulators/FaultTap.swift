internal import AccessoryLink
internal import Synchronization

/// Corrupts a reader's frames according to its fault. docs/link.md, section 2, has the message
/// types.
final class FaultTap: Sendable {
    private enum MessageType {
        static let response: UInt8 = 0x19
        static let acknowledgement: UInt8 = 0x28
        static let ready: UInt8 = 0x31
        static let cancel: UInt8 = 0x32
        static let close: UInt8 = 0x33
        static let helloAnswer: UInt8 = 0x38
    }

    private struct State {
        var fault: ReaderFault?
        var outgoing = 0
        var acknowledgements = 0
        var isSilent = false
    }

    private let state = Mutex(State())

    func set(_ fault: ReaderFault?) {
        state.withLock { $0 = State(fault: fault) }
    }

    /// Sends nothing from now on.
    func fallSilent() {
        state.withLock { $0.isSilent = true }
    }

    var tap: LinkTap {
        LinkTap { [self] direction, payload in
            state.withLock { state in
                guard let fault = state.fault, let type = payload.first else { return .pass }
                return direction == .incoming
                    ? Self.judgeIncoming(type, fault)
                    : Self.judgeOutgoing(type, payload, fault, &state)
            }
        }
    }

    private static func judgeIncoming(_ type: UInt8, _ fault: ReaderFault) -> LinkTap.Verdict {
        switch (fault, type) {
        case (.deaf, _), (.silentHandshake, MessageType.ready),
            (.ignoresCancel, MessageType.cancel),
            (.ignoresClose, MessageType.close):
            .drop
        default: .pass
        }
    }

    private static func judgeOutgoing(
        _ type: UInt8,
        _ payload: [UInt8],
        _ fault: ReaderFault,
        _ state: inout State
    ) -> LinkTap.Verdict {
        if state.isSilent { return .drop }
        state.outgoing += 1
        switch (fault, type) {
        case (.wrongVersion, MessageType.helloAnswer):
            var other = payload
            other[2] = 0
            return .replace(other)
        case (.answersTooLong, _) where type & 0x3F == MessageType.response:
            // the message length, larger than any buffer
            var other = payload
            other.replaceSubrange(9..<12, with: [0xFF, 0xFF, 0xFF])
            return .replace(other)
        case (.losesAcknowledgements, MessageType.acknowledgement):
            state.acknowledgements += 1
            return state.acknowledgements % 4 == 0 ? .pass : .drop
        case (.damagesFrames, _):
            return state.outgoing % 3 == 0 ? .damage : .pass
        default:
            return .pass
        }
    }
}
