internal import CAccessory

/// A parser that finds frames in a byte stream. Not thread-safe.
package struct FrameReader: ~Copyable {
    /// A finding in the stream.
    package enum Finding {
        case frame(payload: [UInt8])
        /// A damaged frame.
        case badFrame
    }

    private var reader = acc_frame_reader()

    package init() {
        acc_frame_reader_init(&reader)
    }

    /// Parses bytes, split anywhere.
    package mutating func push(_ bytes: [UInt8]) -> [Finding] {
        var findings: [Finding] = []
        var taken = 0
        while true {
            var used = 0
            let rest = bytes.span.extracting(taken..<bytes.count)
            let status = acc_frame_reader_push(&reader, rest, &used)
            taken += used
            switch status {
            case .ok: findings.append(.frame(payload: payload))
            case .badCheck: findings.append(.badFrame)
            default: return findings
            }
        }
    }

    private var payload: [UInt8] {
        mutating get {
            var size = 0
            let start = acc_frame_reader_payload(&reader, &size)
            return Array(UnsafeBufferPointer(start: start, count: size))
        }
    }

    /// Returns a whole frame with `payload`; with a wrong checksum if `isDamaged`.
    package static func frame(_ payload: [UInt8], isDamaged: Bool) -> [UInt8] {
        var frame = [UInt8](repeating: 0, count: payload.count + Int(ACC_FRAME_OVERHEAD))
        var room = frame.mutableSpan
        let size = acc_frame_write(0, payload.span, &room)
        precondition(size == frame.count, "a payload has at most 512 bytes")
        if isDamaged { frame[size - 1] ^= 1 }
        return frame
    }
}
