import BluetoothLE

@testable import TxRx

/// Calls, acknowledgements, packets and timers in any order: each wait ends once, received data is delivered
/// once and in order, and the machine is idle after the link has ended.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMachine(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    var course = Course()
    for byte in UnsafeRawBufferPointer(start: start, count: count) { course.take(byte) }
    course.end()
    return 0
}

private struct Course {
    private var machine = TxRxMachine(
        device: TxRxDevice(address: BluetoothAddress(value: 1), name: "Reader")
    )
    private let timeouts = TxRxTimeouts()
    private var now = Duration.zero
    private var waits: Set<TxRxMachine.Step> = []
    private var number = 0
    private var sent: UInt8 = 0
    private var heard: UInt8 = 0

    mutating func take(_ byte: UInt8) {
        let value = Int(byte >> 4)
        switch byte & 15 {
        case 0: call([.connect]) { try $0.connect(isScanning: false, at: $1, $2) }
        case 1: call([.disconnect]) { try $0.disconnect(isScanning: false, at: $1, $2) }
        case 2, 3:
            let command = [UInt8](repeating: 1, count: 3 * value)
            call(byte & 1 == 0 ? [.send] : [.answer]) {
                try $0.send(command, limit: 20, isScanning: false, at: $1, $2)
            }
        case 4: call([.mode]) { try $0.setMode(.stream, isScanning: false, at: $1, $2) }
        case 5: input { machine, _, _ in machine.linked() }
        case 6: input { machine, _, _ in machine.opened(.ackMe, hasModes: value > 3) }
        case 7: input { $0.connectFailed(.servicesNotFound, at: $1, $2) }
        case 8: input { machine, _, _ in machine.unlinked() }
        case 9, 10: input { [number] in $0.written(number - value / 14, at: $1, $2) }
        case 11: input { [number] machine, _, _ in machine.writeFailed(number, .system("x")) }
        case 12, 13:
            let isReady = machine.profile != nil
            let packet = (0..<value).map { sent &+ UInt8($0) }
            if isReady { sent &+= UInt8(value) }
            input { $0.received(packet, at: $1, $2) }
        case 14:
            let step = TxRxMachine.Step.allCases[value % 5]
            guard waits.contains(step) else { return }
            input { $0.cancel(step, at: $1, $2) }
            // the manager ends these waits itself
            if step != .connect && step != .disconnect { waits.remove(step) }
        default:
            now += .milliseconds(1 << value)
            input { $0.expire(at: $1, $2) }
            precondition(machine.deadline.map { $0 > now } ?? true)
        }
    }

    private mutating func call(
        _ steps: [TxRxMachine.Step],
        _ body: (inout TxRxMachine, Duration, TxRxTimeouts) throws -> [TxRxMachine.Action]
    ) {
        let before = machine.phase
        do {
            let actions = try body(&machine, now, timeouts)
            precondition(waits.isDisjoint(with: steps))
            waits.formUnion(steps)
            perform(actions)
        } catch {
            precondition(machine.phase == before)
        }
    }

    private mutating func input(
        _ body: (inout TxRxMachine, Duration, TxRxTimeouts) -> [TxRxMachine.Action]
    ) {
        perform(body(&machine, now, timeouts))
    }

    private mutating func perform(_ actions: [TxRxMachine.Action]) {
        for action in actions {
            switch action {
            case .write(let piece, let number):
                precondition((1...15).contains(piece.count) && number > self.number)
                self.number = number
            case .writeMode(_, let number): self.number = number
            case .report(.dataReceived(_, let bytes)):
                precondition(!bytes.isEmpty)
                for byte in bytes {
                    precondition(byte == heard)
                    heard &+= 1
                }
            case .finish(let step, _): waits.remove(step)
            case .link, .unlink, .report: break
            }
        }
        // the link's end discards the received part of an answer with its command
        if machine.profile == nil { heard = sent }
    }

    /// Ends the link and all timers. Then nothing may be pending.
    mutating func end() {
        input { machine, _, _ in machine.unlinked() }
        now += .seconds(3600)
        input { $0.expire(at: $1, $2) }
        precondition(waits.isEmpty && machine.deadline == nil && machine.phase == .idle)
    }
}
