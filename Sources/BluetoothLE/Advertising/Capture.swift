internal import CAccessory

/// The advertising reports in a packet capture: btsnoop (Android's snoop log, `btmon -w`), pcap or
/// pcapng with a Bluetooth link type, Apple's PacketLogger, or hcidump. A capture is a sequence, and
/// also an asynchronous sequence, which can replace a radio's reports. Times are those of the
/// capture, since 1970.
public struct Capture: Sequence, AsyncSequence, Sendable {
    public typealias Element = AdvertisementReport
    public typealias AsyncIterator = Iterator

    private let bytes: [UInt8]

    /// - Parameter bytes: The whole file.
    public init(_ bytes: [UInt8]) throws(CaptureError) {
        self.bytes = bytes
        var capture: acc_capture = zeroed()
        let status = bytes.withUnsafeBufferPointer { buffer -> Status in
            guard let start = buffer.baseAddress else { return .malformed }
            return acc_capture_open(&capture, start, buffer.count)
        }
        switch status {
        case .ok: break
        case .truncated: throw .truncated
        case .unsupported: throw .unsupported(linkType: capture.datalink)
        default: throw .notACapture
        }
    }

    public func makeIterator() -> Iterator { Iterator(bytes) }
    public func makeAsyncIterator() -> Iterator { Iterator(bytes) }

    /// Decodes the packets in order.
    public struct Iterator: IteratorProtocol, AsyncIteratorProtocol {
        private final class State {
            let bytes: [UInt8]
            var decoder = AdvertisementReportDecoder()
            var capture: acc_capture = zeroed()
            var waiting: [AdvertisementReport] = []
            var isDamaged = false

            init(_ bytes: [UInt8]) {
                self.bytes = bytes
            }
        }

        private let state: State

        fileprivate init(_ bytes: [UInt8]) {
            state = State(bytes)
            state.bytes.withUnsafeBufferPointer { buffer in
                _ = acc_capture_open(&state.capture, buffer.baseAddress!, buffer.count)
            }
        }

        /// Whether the file ends inside a packet or contains a malformed packet. Complete packets
        /// are delivered in any case.
        public var isDamaged: Bool { state.isDamaged }

        public mutating func next() -> AdvertisementReport? { advance() }

        private func advance() -> AdvertisementReport? {
            while state.waiting.isEmpty {
                let goesOn = state.bytes.withUnsafeBufferPointer { buffer -> Bool in
                    // the array does not move, but its address is valid only in this closure
                    state.capture.bytes = buffer.baseAddress!
                    var packet: acc_capture_packet = zeroed()
                    guard acc_capture_next(&state.capture, &packet) else { return false }
                    let isWhole = state.decoder.read(
                        acc_packet_kind(UInt32(packet.kind)),
                        UnsafeBufferPointer(start: packet.bytes, count: Int(packet.length)),
                        rssi: Int32(packet.rssi) == ACC_RSSI_NONE ? nil : Int(packet.rssi),
                        time: .microseconds(packet.time)
                    ) { state.waiting.append($0) }
                    if !isWhole { state.isDamaged = true }
                    return true
                }
                guard goesOn else {
                    if state.capture.status != .ok { state.isDamaged = true }
                    return nil
                }
            }
            return state.waiting.removeFirst()
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async -> AdvertisementReport? {
            advance()
        }
    }
}
