@testable import BluetoothLE

/// A GATT server's state machine with any packets, answers of the application, indications, changes
/// of security and jumps of the clock. Each request gets one answer, of its own type and within the
/// MTU.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzServer(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    var run = ServerRun()
    var input = UnsafeRawBufferPointer(start: start, count: count)[...]
    while let head = input.popFirst() {
        let size = min(Int(head >> 3), input.count)
        let bytes = Array(input.prefix(size))
        input = input.dropFirst(size)
        run.step(head & 7, bytes)
    }
    return 0
}

private struct ServerRun {
    private static let table = makeTable()

    private var server = ATTServer(limits: limits)
    private var now = Duration.zero
    /// Opcodes of requests without an answer, oldest first.
    private var open: [UInt8] = []
    private var question: Question?
    private var hasDropped = false
    /// The MTU before the current step: the first answer of the step may still use it.
    private var mtu = 23

    private enum Question {
        case read
        case write(ATTServer.Write)
    }

    private static let limits = ATTServer.Limits(mtu: 64, preparedWrites: 4, queuedRequests: 3)

    /// Every kind of attribute.
    private static func makeTable() -> AttributeTable {
        var table = AttributeTable()
        let long = (0..<100 as Range<UInt8>).map { $0 }
        let guarded: [AttributePermissions] = [
            [.readEncryptionRequired, .writeEncryptionRequired],
            [.readAuthenticationRequired, .writeAuthenticationRequired],
            [.readAuthorizationRequired, .writeAuthorizationRequired],
        ]
        let plain = ServiceDefinition(
            0x180F,
            characteristics: [
                CharacteristicDefinition(
                    0x2A19,
                    properties: [.read, .write, .notify, .indicate],
                    permissions: [.readable, .writeable],
                    value: nil,
                    descriptors: [DescriptorDefinition(0x2901, value: Array("text".utf8))]
                ),
                CharacteristicDefinition(0xFFF2, properties: .read, value: long),
            ]
        )
        let secret = ServiceDefinition(
            BluetoothUUID("6E400001-B5A3-F393-E0A9-E50E24DCCA9E")!,
            characteristics: guarded.map {
                CharacteristicDefinition(
                    0xFFF3,
                    properties: [.read, .write],
                    permissions: $0,
                    value: nil
                )
            }
        )
        let first = try! table.add(plain)
        _ = try! table.add(secret, included: [first.range])
        return table
    }

    mutating func step(_ kind: UInt8, _ bytes: [UInt8]) {
        guard !hasDropped else { return }
        mtu = server.mtu
        switch kind {
        case 0, 1, 2: receive(bytes)
        case 3: answer(bytes)
        case 4: perform(server.indicate(bytes, handle: 3, now: now))
        case 5:
            now += .seconds(Int(bytes.first ?? 0))
            perform(server.timeOut(now: now))
        case 6:
            let levels: [LinkSecurity] = [.none, .encrypted, .authenticated]
            server.security = levels[Int(bytes.first ?? 0) % 3]
            server.isAuthorized = bytes.count & 1 == 1
        default:
            let packet = server.notification(of: bytes, handle: 3)
            precondition(packet.count <= server.mtu)
        }
    }

    private mutating func receive(_ packet: [UInt8]) {
        let opcode = packet.first ?? 0
        // bit 6: a command; others that are even are requests, but for the confirmation
        if opcode & 0x41 == 0, opcode != 0x1E { open.append(opcode) }
        perform(server.receive(packet, table: Self.table))
        if !hasDropped { precondition(open.count <= Self.limits.queuedRequests + 1) }
    }

    private mutating func answer(_ bytes: [UInt8]) {
        guard let asked = question else { return }
        question = nil
        let error = bytes.first.flatMap { $0 & 1 == 1 ? ATTError(code: $0) : nil }
        switch asked {
        case .read:
            let result: Result<[UInt8], ATTError> = error.map { .failure($0) } ?? .success(bytes)
            perform(server.respondToRead(result, table: Self.table))
        case .write(let write):
            perform(server.respondToWrites(error, failedHandle: write.handle, table: Self.table))
        }
    }

    private mutating func perform(_ actions: ATTServer.Actions) {
        for action in actions {
            switch action {
            case .send(let packet): check(packet)
            case .read:
                precondition(question == nil)
                question = .read
            case .write(let writes, let wantsResponse):
                precondition(!writes.isEmpty)
                for write in writes { precondition(write.offset + write.value.count <= 512) }
                if wantsResponse {
                    precondition(question == nil)
                    question = .write(writes[0])
                }
            case .subscription(let handle, let subscription):
                precondition(handle == 3 && subscription.rawValue <= 3)
            case .confirmed: perform(server.nextIndication(now: now))
            case .drop: hasDropped = true
            }
        }
    }

    private mutating func check(_ packet: [UInt8]) {
        precondition(packet.count <= max(mtu, server.mtu))
        let pdu = try! PDU(packet: packet)
        switch pdu.fields.opcode {
        case 0x01: precondition(pdu.fields.request == open.removeFirst())
        case 0x1D: break
        default: precondition(pdu.fields.opcode == open.removeFirst() + 1)
        }
    }
}
