@testable import FeasyBeacon

/// Any bytes as a `.dfu` file and as a module's answers during an upgrade. If the first byte is odd, the
/// header's magic numbers, checksum and length are corrected, so that the checks after them are reached.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDFU(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    let content = first & 1 == 1 ? mended(rest) : rest
    if let file = try? DFUFile(content) { check(file, content) }
    if let file = try? DFUFile(padded: content) {
        precondition(content.starts(with: file.bytes))
    }
    let text = String(decoding: rest.prefix(64), as: UTF8.self)
    if let info = ModuleInfo(answer: text) {
        precondition(ModuleInfo(answer: info.answer) == info)
    }
    upgrade(answers: rest, force: first & 2 == 2)
    return 0
}

private func check(_ file: DFUFile, _ content: [UInt8]) {
    precondition(file.bytes == content && file.length == content.count - 32)
    let made = DFUFile.make(
        program: Array(content[32...]),
        programCRC: file.programCRC,
        bootloader: UInt16(file.bootloader),
        versions: UInt16(file.versions.lowerBound)...UInt16(file.versions.upperBound),
        model: UInt16(file.model)
    )
    let again = try! DFUFile(made)
    precondition(again.model == file.model && again.versions == file.versions)
    precondition(again.length == file.length && again.programCRC == file.programCRC)
    let module = ModuleInfo(
        version: file.versions.lowerBound,
        bootloader: file.bootloader,
        model: file.model
    )
    precondition((try? file.admit(on: module)) != nil)
    let padded = try? DFUFile(padded: content + [0x1A, 0, 0])
    precondition(padded == file)
}

private func mended(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 32 else { return bytes }
    var bytes = bytes
    func put(_ word: UInt16, _ offset: Int) {
        bytes[offset] = UInt8(truncatingIfNeeded: word)
        bytes[offset + 1] = UInt8(word >> 8)
    }
    put(0x07DD, 0)
    put(UInt16(truncatingIfNeeded: bytes.count - 32), 6)
    put(UInt16((bytes.count - 32) >> 16), 8)
    put(crc16(bytes[2..<28]), 28)
    put(0x07E0, 30)
    return bytes
}

/// An upgrade of a module with these answers ends exactly once. If the module refuses the file, no part of
/// the file is sent.
private func upgrade(answers: [UInt8], force: Bool) {
    let file = try! DFUFile(
        DFUFile.make(
            program: [UInt8](repeating: 7, count: 1500),
            programCRC: 0,
            bootloader: 600,
            versions: 800...830,
            model: 20
        )
    )
    var upgrade = DFUUpgrade(file, force: force, at: .zero)
    var (now, ends, packets, info) = (Duration.zero, 0, 0, ModuleInfo?.none)
    func perform() {
        while let action = upgrade.nextAction(at: now) {
            precondition(ends == 0)
            switch action {
            case .send(let bytes): packets += bytes.count > 1000 ? 1 : 0
            case .info(let said): info = said
            case .progress(_, let fraction): precondition(0...1 ~= fraction)
            case .finished: ends += 1
            }
        }
    }
    for byte in answers {
        upgrade.receive([byte], at: now)
        perform()
        now += .milliseconds(Int(byte & 0x0F))
    }
    while ends == 0, let deadline = upgrade.deadline {
        now = max(now, deadline)
        perform()
    }
    precondition(ends == 1)
    let isRight = info.map { (try? file.admit(on: $0)) != nil } ?? false
    precondition(packets == 0 || isRight || force)
}
