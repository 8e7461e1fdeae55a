@testable import FeasyBeacon

/// XMODEM with any bytes. The first byte selects a sender, a receiver, or both with a bad link between them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXModem(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let rest = bytes.dropFirst()
    switch first % 3 {
    case 0: send(2500, answers: rest, step: .milliseconds(Int(first)))
    case 1: receive(rest, withCRC: first & 4 == 0, step: .milliseconds(Int(first)))
    default: transfer(faults: Array(rest))
    }
    return 0
}

/// Runs a sender whose receiver sends these bytes, one every `step`, and then nothing.
private func send(_ size: Int, answers: ArraySlice<UInt8>, step: Duration) {
    var sender = XModemSender([UInt8](repeating: 0x55, count: size), at: .zero)
    var (now, done, isOver) = (Duration.zero, 0, false)
    func perform() {
        while let action = sender.nextAction(at: now) {
            precondition(!isOver)
            switch action {
            case .send(let bytes): precondition([1, 2, 1028, 1029].contains(bytes.count))
            case .progress(let count, let total):
                precondition(count > done && count <= total && total == size)
                done = count
            case .finished(let error):
                precondition(error != nil || done == size)
                isOver = true
            }
        }
    }
    for byte in answers {
        sender.receive([byte], at: now)
        perform()
        now += step
    }
    while let deadline = sender.deadline {
        now = max(now, deadline)
        perform()
    }
    precondition(isOver)
    sender.receive([XModem.ack], at: now)
    sender.cancel()
    perform()
}

private func receive(_ bytes: ArraySlice<UInt8>, withCRC: Bool, step: Duration) {
    var receiver = XModemReceiver(withCRC: withCRC, limit: 3000, at: .zero)
    var (now, isOver) = (Duration.zero, false)
    func perform() {
        while let action = receiver.nextAction(at: now) {
            precondition(!isOver)
            if case .finished = action { isOver = true }
        }
    }
    // random bytes rarely have a right checksum, so a byte below 8 stands for the whole packet of that number
    for byte in bytes {
        let isPacket = byte < 8 && byte != XModem.eot
        receiver.receive(
            isPacket ? XModem.packet(Int(byte), [byte], withCRC: withCRC) : [byte],
            at: now
        )
        perform()
        precondition(receiver.bytes.count <= 3000)
        now += step
    }
    while let deadline = receiver.deadline {
        now = max(now, deadline)
        perform()
    }
    precondition(isOver)
}

/// Each byte of the input selects the fault of a message: the message is lost, loses a byte or has a changed
/// byte; answers can only be lost. If both ends report success, the file is complete.
private func transfer(faults: [UInt8]) {
    let latency = Duration.milliseconds(40)
    let file = (0..<2600).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var fault = faults[...]
    var sender = XModemSender(file, at: .zero)
    var receiver = XModemReceiver(limit: 10_000, at: .zero)
    var (sent, received): (XModemError??, XModemError??) = (nil, nil)
    var now = Duration.zero
    var under = [(at: Duration, toReceiver: Bool, bytes: [UInt8])]()
    func post(_ bytes: [UInt8], toReceiver: Bool) {
        guard let bytes = harm(bytes, by: fault.popFirst() ?? 0, mayChange: toReceiver) else {
            return
        }
        under.append((now + latency, toReceiver, bytes))
    }
    for _ in 0..<10_000 {
        while let action = sender.nextAction(at: now) {
            switch action {
            case .send(let bytes): post(bytes, toReceiver: true)
            case .finished(let error): sent = .some(error)
            case .progress: break
            }
        }
        while let action = receiver.nextAction(at: now) {
            switch action {
            case .send(let bytes): post(bytes, toReceiver: false)
            case .finished(let error): received = .some(error)
            }
        }
        let times = [sender.deadline, receiver.deadline, under.first?.at].compactMap(\.self)
        guard let next = times.min() else { break }
        now = max(now, next)
        while let first = under.first, first.at <= now {
            under.removeFirst()
            if first.toReceiver {
                receiver.receive(first.bytes, at: now)
            } else {
                sender.receive(first.bytes, at: now)
            }
        }
    }
    guard let sent, let received else { preconditionFailure("it does not end") }
    if sent == nil && received == nil {
        precondition(Array(receiver.bytes.prefix(file.count)) == file)
    }
}

private func harm(_ bytes: [UInt8], by fault: UInt8, mayChange: Bool) -> [UInt8]? {
    var bytes = bytes
    let place = Int(fault) * 37 % bytes.count
    switch fault % 8 {
    case 1: return nil
    case 2 where mayChange && bytes.count > 1: bytes[place] ^= fault | 1
    case 3 where mayChange && bytes.count > 1: bytes.remove(at: place)
    default: break
    }
    return bytes
}
