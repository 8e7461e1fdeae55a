import BluetoothLE

@testable import ProxyProtocol

/// Plaintext frames and messages from any bytes. The first byte determines where the rest is cut; the
/// result must not depend on it. The bytes are also sent as an advertisement's data.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProxyMessages(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard let seed = bytes.first else { return 0 }
    let rest = bytes.dropFirst()
    let whole = receive([rest])
    precondition(whole == receive(rest.pieces(seed)))
    for case .message(let type, let payload) in whole.steps {
        if let request = try? ProxyRequest(type: type, payload) { check(request) }
        sendBack(type, payload)
    }
    checkBatch(Array(rest.prefix(1650)), seed: seed)
    return 0
}

private struct Received: Equatable {
    var steps: [ProxyWire.Step] = []
    var fault: ProxyWireFault?
}

private let identity = ProxyIdentity(
    name: "attic",
    friendlyName: "Attic",
    version: "1",
    address: BluetoothAddress(value: 0x02AB_CDEF_0123)
)

private func receive(_ pieces: [ArraySlice<UInt8>]) -> Received {
    var wire = ProxyWire(.plaintext, identity: identity)
    var received = Received()
    for piece in pieces {
        wire.append(piece)
        do {
            while let step = try wire.next() { received.steps.append(step) }
        } catch {
            received.fault = error
        }
    }
    return received
}

/// A request's numbers are in range, and its refusal is a valid message.
private func check(_ request: ProxyRequest) {
    if let address = request.address { precondition(address < 1 << 48) }
    if case .setParameters(_, let numbers) = request {
        for number in [numbers.minimum, numbers.maximum, numbers.latency, numbers.timeout] {
            precondition((0...0xFFFF).contains(number))
        }
    }
    var reader = ProtobufReader(request.refusal(-1).payload[...])
    do {
        while try reader.next() != nil {}
    } catch {
        preconditionFailure("a refusal that is no message")
    }
}

/// A message that is sent is received unchanged.
private func sendBack(_ type: UInt64, _ payload: ArraySlice<UInt8>) {
    guard let type = UInt16(exactly: type), payload.count <= ProxyMessage.limit else { return }
    var wire = ProxyWire(.plaintext, identity: identity)
    let received = receive([wire.encode(ProxyMessage(type, Array(payload)))[...]])
    precondition(received == Received(steps: [.message(type: UInt64(type), payload)]))
}

/// An advertisement in a batch keeps its address, RSSI and data.
private func checkBatch(_ data: [UInt8], seed: UInt8) {
    let address = data.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let rssi = Int(Int8(bitPattern: seed))
    var batch = AdvertisementBatch()
    _ = batch.append(
        AdvertisementReport(
            address: BluetoothAddress(value: address, kind: seed & 1 == 0 ? .public : .random),
            rssi: rssi,
            data: data
        )
    )
    guard case .bytes(let one)? = fields(batch.take().message.payload[...])[1] else {
        preconditionFailure("no advertisement")
    }
    let found = fields(one)
    precondition(found[1] == .number(address) && found[4] == .bytes(data[...]))
    precondition(found[2] == .number(UInt64(rssi < 0 ? -2 * rssi - 1 : 2 * rssi)))
    precondition(found[3] == (seed & 1 == 0 ? nil : .number(1)))
}

private func fields(_ bytes: ArraySlice<UInt8>) -> [UInt64: ProtobufReader.Value] {
    var reader = ProtobufReader(bytes)
    var fields: [UInt64: ProtobufReader.Value] = [:]
    while let (field, value) = try! reader.next() { fields[field] = value }
    return fields
}

extension ArraySlice<UInt8> {
    /// Pieces of 1 to 20 bytes, chosen by `seed`.
    fileprivate func pieces(_ seed: UInt8) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var (start, size) = (startIndex, Int(seed))
        while start < endIndex {
            size = (size * 7 + 3) % 20
            let end = Swift.min(start + size + 1, endIndex)
            pieces.append(self[start..<end])
            start = end
        }
        return pieces
    }
}
