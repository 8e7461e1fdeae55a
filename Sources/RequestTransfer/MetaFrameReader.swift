internal import CAccessory

/// Finds frames in packets. Not thread-safe.
struct MetaFrameReader: ~Copyable {
    private var reader = acc_meta_reader()
    private let memory: UnsafeMutableBufferPointer<UInt8>

    init() {
        memory = .allocate(capacity: Int(ACC_META_MAX_FRAME))
        acc_meta_reader_init(&reader, memory.baseAddress!, memory.count)
    }

    deinit {
        memory.deallocate()
    }

    /// Whether a frame is incomplete.
    var isWaiting: Bool {
        mutating get { acc_meta_reader_is_waiting(&reader) }
    }

    /// Adds bytes, split anywhere; returns complete frames.
    mutating func push(_ bytes: [UInt8]) -> [MetaFrame] {
        var frames: [MetaFrame] = []
        var taken = 0
        while true {
            var used = 0
            var header = acc_meta_header()
            let rest = bytes.span.extracting(taken..<bytes.count)
            let status = acc_meta_reader_push(&reader, rest, &used, &header)
            taken += used
            if status == .ok { frames.append(frame(header)) }
            if status == .truncated { return frames }
        }
    }

    /// Drops the incomplete frame.
    mutating func flush() -> [MetaFrame] {
        acc_meta_reader_give_up(&reader)
        return push([])
    }

    private mutating func frame(_ header: acc_meta_header) -> MetaFrame {
        let start = acc_meta_reader_payload(&reader)
        return MetaFrame(
            kind: FrameKind(command: header.command, key: header.key),
            flags: header.flags,
            sequence: header.sequence,
            payload: Array(UnsafeBufferPointer(start: start, count: Int(header.length)))
        )
    }
}

/// Joins objects from the payloads of frames. Not thread-safe.
final class MetaFrameJoiner {
    enum Outcome: Equatable {
        case whole([UInt8])
        case unfinished
        case malformed
        case tooLong
    }

    private var joiner = acc_meta_joiner()
    private let memory: UnsafeMutableBufferPointer<UInt8>

    /// - Parameter capacity: Longest object in bytes.
    init(capacity: Int) {
        memory = .allocate(capacity: max(1, capacity))
        acc_meta_joiner_init(&joiner, memory.baseAddress!, memory.count)
    }

    deinit {
        memory.deallocate()
    }

    func push(_ frame: MetaFrame) -> Outcome {
        switch acc_meta_joiner_push(&joiner, frame.flags, frame.payload.span) {
        case .ok: .whole(Array(memory.prefix(joiner.size)))
        case .truncated: .unfinished
        case .noRoom: .tooLong
        default: .malformed
        }
    }
}
