import CAccessory
import Dispatch
import Foundation
import Synchronization

@testable import AccessoryConcurrency
@testable import BluetoothLE

/// A GATT client's procedures with a server that answers with any bytes: each ends, with a value or an
/// error. The input is a list of packets, each after its length (1 byte). The link ends after the last
/// one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzClient(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bearer = ScriptedBearer(Array(UnsafeRawBufferPointer(start: start, count: count)))
    let done = DispatchSemaphore(value: 0)
    Task {
        let link = GATTLink(bearer: bearer, time: TimeSource(ContinuousClock()))
        link.start()
        await explore(GATTClient(link: link))
        link.close()
        done.signal()
    }
    done.wait()
    return 0
}

private func explore(_ client: GATTClient) async {
    do {
        _ = try await client.link.exchangeMTU(100)
    } catch {}
    precondition((23...100).contains(client.link.mtu))
    let services = (try? await client.services()) ?? []
    _ = try? await client.services(0x180F)
    _ = try? await client.databaseHash()
    for service in services.prefix(3) {
        precondition(service.handles.lowerBound > 0)
        _ = try? await client.includedServices(of: service)
        for characteristic in ((try? await client.characteristics(of: service)) ?? []).prefix(3) {
            _ = try? await client.descriptors(of: characteristic)
            if let value = try? await client.read(characteristic.valueHandle) {
                // the value may exceed 512 bytes by the rest of the last packet
                precondition(value.count < 512 + client.link.mtu)
            }
        }
    }
    if let values = try? await client.read([1, 2, 3]) { precondition(values.count == 3) }
    try? await client.write([UInt8](repeating: 7, count: 200), to: 1)
    try? await client.writeReliably([(1, [1]), (2, [2])])
    try? await client.writeWithoutResponse([1], to: 1)
}

/// Answers each request with the next packet of a script, and ends after the last packet.
private final class ScriptedBearer: PacketBearer {
    private struct State {
        var script: ArraySlice<UInt8>
        var onPacket: (@Sendable ([UInt8]) -> Void)?
        var onEnd: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "bearer")

    init(_ script: [UInt8]) {
        state = Mutex(State(script: script[...]))
    }

    func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        state.withLock { ($0.onPacket, $0.onEnd) = (onPacket, onEnd) }
    }

    func send(_ packet: [UInt8]) {
        // commands and confirmations have no answer
        guard let opcode = packet.first, opcode & 0x41 == 0, opcode != 0x1E else { return }
        queue.async { [self] in answer(opcode) }
    }

    /// Delivers packets up to the one that ends the request; those before it are unsolicited.
    private func answer(_ request: UInt8) {
        while true {
            let next = state.withLock { state -> ([UInt8], (@Sendable ([UInt8]) -> Void)?)? in
                guard let size = state.script.popFirst() else { return nil }
                let packet = Array(state.script.prefix(Int(size)))
                state.script = state.script.dropFirst(Int(size))
                return (packet, state.onPacket)
            }
            guard let (packet, onPacket) = next else { return close() }
            onPacket?(packet)
            let isResponse = acc_att_kind_of(packet.first ?? 0) == .response
            // the client ignores the error of another request
            let isOther = packet.count == 5 && packet[0] == 0x01 && packet[1] != request
            if isResponse, !isOther { return }
        }
    }

    func drained() async {}

    func close() {
        let onEnd = state.withLock { state in
            defer { (state.onPacket, state.onEnd) = (nil, nil) }
            return state.onEnd
        }
        onEnd?()
    }
}
