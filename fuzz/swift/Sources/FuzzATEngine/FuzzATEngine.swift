@testable import FeasyBeacon

/// Any bytes as a module's answers, in any pieces. The first byte selects the request, the second the
/// sizes of the pieces. With an odd first byte, the rest is the host's request to a simulated module, and
/// the module's answers are cut into pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzATEngine(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard bytes.count >= 2 else { return 0 }
    let rest = Array(bytes[2...])
    if bytes[0] & 1 == 0 {
        let request = requests[Int(bytes[0] / 2) % requests.count]
        let whole = answer(request, [rest[...]])
        let cut = answer(request, rest.pieces(bytes[1]))
        // the answer to opening may lack a line end; the result then depends on the pieces
        if request != .open { precondition(whole == cut) }
    } else {
        talk(rest, cut: bytes[1])
    }
    return 0
}

private let requests: [ATRequest] = [
    .open, .query("NAME"), .query("BADVDATA"), .set("NAME", "a"), .set("ADVIN", "152"),
    .command("REBOOT"), .command("BADVDATA=1,0201,1"),
]

/// An engine's actions when its request is answered with these pieces.
private func answer(_ request: ATRequest, _ pieces: [ArraySlice<UInt8>]) -> [ATAction] {
    var engine = ATEngine()
    var actions: [ATAction] = []
    precondition(engine.start(request, at: .zero) && !engine.start(.open, at: .zero))
    for piece in pieces {
        engine.receive(piece, at: .zero)
        while let action = engine.nextAction(at: .zero) { actions.append(action) }
    }
    if let deadline = engine.deadline {
        while let action = engine.nextAction(at: deadline) { actions.append(action) }
    }
    guard case .done(request, _)? = actions.last else { preconditionFailure("it does not end") }
    precondition(!engine.isBusy && engine.deadline == nil)
    precondition(actions.count <= 4)  // query, set, query, done
    for action in actions.dropLast() {
        guard case .send(let line) = action else { preconditionFailure("done twice") }
        precondition(line.isLine || line == Array(ATEngine.opening.utf8))
    }
    return actions
}

/// Sets a module's parameter from the input. A value that was set successfully is stored, and all stored
/// values are in range.
private func talk(_ text: [UInt8], cut: UInt8) {
    var module = BeaconModuleCore(
        configuration: BeaconConfiguration(model: 0x15, features: [.gSensor, .led]),
        info: ModuleInfo(version: 830, bootloader: 600, model: 0x15),
        mac: [0xDC, 0x0D, 0x30, 1, 2, 3]
    )
    var engine = ATEngine()
    module.receive(Array(ATEngine.opening.utf8), at: .zero)
    while module.nextAction(at: .zero) != nil {}
    let parts = text.split(separator: UInt8(ascii: "="), maxSplits: 1).map {
        String(decoding: $0, as: UTF8.self)
    }
    guard parts.count == 2, parts[0] != "OTA", parts[0] != "BADVDATA" else {
        // any other text must not crash the module
        return module.receive(text, at: .zero)
    }
    let request = ATRequest.set(parts[0], parts[1])
    engine.start(request, at: .zero)
    while let action = engine.nextAction(at: .zero) {
        switch action {
        case .done(_, .ok), .done(_, .notNeeded):
            // the module does not store values that it computes itself
            precondition(module.values[parts[0]] ?? parts[1] == parts[1])
        case .done(_, .failed): precondition(module.values[parts[0]] != parts[1])
        case .done(_, .timedOut): preconditionFailure("the module did not answer")
        case .send(let line):
            module.receive(line, at: .zero)
            while case .notify(let bytes)? = module.nextAction(at: .zero) {
                for piece in bytes.pieces(cut) { engine.receive(piece, at: .zero) }
            }
        }
    }
    for parameter in module.configuration.parameters {
        guard let wire = module.values[parameter.key] else { continue }
        let value = parameter.range.value(wire)!
        precondition((try? parameter.range.wire(value, name: parameter.name)) == wire)
    }
}

extension [UInt8] {
    /// Pieces of 1 to 20 bytes, chosen by `seed`.
    fileprivate func pieces(_ seed: UInt8) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var (start, size) = (0, Int(seed))
        while start < count {
            size = (size * 7 + 3) % 20
            let end = Swift.min(start + size + 1, count)
            pieces.append(self[start..<end])
            start = end
        }
        return pieces
    }

    /// `AT+`, printable text, and one line end.
    fileprivate var isLine: Bool {
        starts(with: "AT+".utf8) && suffix(2) == [0x0D, 0x0A]
            && dropLast(2).allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
