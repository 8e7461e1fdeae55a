internal import CAccessory

/// The commands and keys of frames (docs/request-transfer.md).
struct FrameKind: Hashable, Sendable {
    let command: UInt8
    let key: UInt8

    static let request = FrameKind(command: 7, key: 0x01)
    static let answer = FrameKind(command: 7, key: 0x02)
    static let withdrawal = FrameKind(command: 7, key: 0x03)
    /// The app requests a file from the device.
    static let ask = FrameKind(command: 6, key: 0x36)

    /// Whether the frame is a part of a file; not every part is answered.
    var isData: Bool { self == FileKinds.toDevice.data || self == FileKinds.toApp.data }
}

/// The four frames of a file transfer in one direction.
struct FileKinds: Sendable {
    let head, data, end, cancel: FrameKind

    static let toDevice = FileKinds(from: 0x21)
    static let toApp = FileKinds(from: 0x25)

    private init(from key: UInt8) {
        head = FrameKind(command: 6, key: key)
        data = FrameKind(command: 6, key: key + 1)
        end = FrameKind(command: 6, key: key + 2)
        cancel = FrameKind(command: 6, key: key + 3)
    }
}

/// One frame of request transfer.
struct MetaFrame: Hashable, Sendable {
    var kind: FrameKind
    var flags: UInt8 = 0
    var sequence: UInt16
    /// The payload, with the fragment header if there is one.
    var payload: [UInt8]

    static let retransmitted = UInt8(ACC_META_RETRANSMITTED)
    static let fragmented = UInt8(ACC_META_FRAGMENTED)

    var isRetransmission: Bool { flags & Self.retransmitted != 0 }

    /// The frame's bytes on the wire.
    var bytes: [UInt8] {
        var header = acc_meta_header()
        header.command = kind.command
        header.key = kind.key
        header.flags = flags
        header.sequence = sequence
        var frame = [UInt8](repeating: 0, count: payload.count + Int(ACC_META_HEADER_SIZE))
        var room = frame.mutableSpan
        let size = acc_meta_frame_write(&header, payload.span, &room)
        precondition(size == frame.count, "a payload has at most 65535 bytes")
        return frame
    }

    /// File bytes for a frame that fills its packets, because a packet with a few bytes costs as
    /// much as a full one.
    ///
    /// - Parameter most: The receiver's limit in bytes.
    static func partSize(most: Int, packetSize: Int) -> Int {
        // 6 bytes for tag and offset, 3 for tag and length
        let around = Int(ACC_META_HEADER_SIZE) + 6 + 3
        let whole = (most + around) / packetSize * packetSize
        return whole > around ? min(most, whole - around) : most
    }

    /// The payloads of an object: the object itself, or its fragments.
    static func fragments(of object: [UInt8]) -> (flags: UInt8, payloads: [[UInt8]]) {
        let most = Int(ACC_META_MAX_DATA)
        guard object.count > most else { return (0, [object]) }
        let total = (object.count + most - 1) / most
        let payloads = (0..<total).map { index in
            var header = acc_meta_fragment(total: UInt32(total), index: UInt32(index))
            var bytes = [UInt8](repeating: 0, count: Int(ACC_META_FRAGMENT_SIZE))
            acc_meta_fragment_write(&header, &bytes)
            return bytes + object[(index * most)..<min(object.count, (index + 1) * most)]
        }
        return (fragmented, payloads)
    }
}
