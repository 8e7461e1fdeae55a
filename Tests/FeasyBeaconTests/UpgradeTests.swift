import AccessoryConcurrency
import Testing

@testable import FeasyBeacon

@Suite struct XModemTests {
    /// Transfers `bytes` over a link that loses or changes one byte in a given number. Returns the
    /// results of both ends.
    private func transfer(
        _ bytes: [UInt8],
        withCRC: Bool = true,
        damage: UInt64? = nil,
        seed: UInt64 = 1
    ) -> (sender: XModemError??, receiver: XModemError??, received: [UInt8], progress: [Int]) {
        var random = SeededRandom(seed: seed)
        var now = Duration.zero
        var sender = XModemSender(bytes, at: now)
        var receiver = XModemReceiver(withCRC: withCRC, limit: 1 << 20, at: now)
        var (sent, received): (XModemError??, XModemError??) = (nil, nil)
        var progress: [Int] = []
        func harm(_ bytes: [UInt8]) -> [UInt8] {
            guard let damage else { return bytes }
            return bytes.compactMap { byte in
                guard random.next() % damage == 0 else { return byte }
                return random.next() % 2 == 0
                    ? nil : byte ^ UInt8(truncatingIfNeeded: random.next())
            }
        }
        while sent == nil || received == nil {
            var idle = true
            while let action = sender.nextAction(at: now) {
                idle = false
                switch action {
                case .send(let bytes): receiver.receive(harm(bytes), at: now)
                case .progress(let done, _): progress.append(done)
                case .finished(let error): sent = .some(error)
                }
            }
            while let action = receiver.nextAction(at: now) {
                idle = false
                switch action {
                case .send(let bytes): sender.receive(harm(bytes), at: now)
                case .finished(let error): received = .some(error)
                }
            }
            guard idle else { continue }
            guard let next = [sender.deadline, receiver.deadline].compactMap(\.self).min() else {
                break
            }
            now = max(now, next)
        }
        return (sent, received, receiver.bytes, progress)
    }

    @Test("every size near a packet's length", arguments: [1, 1023, 1024, 1025, 300_000])
    func sizes(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for withCRC in [true, false] {
            let result = transfer(bytes, withCRC: withCRC)
            #expect(result.sender == .some(nil) && result.receiver == .some(nil))
            #expect(Array(result.received.prefix(count)) == bytes)
            #expect(result.received.count % 1024 == 0)
            if count % 1024 != 0 { #expect(result.received[count] == 0x1A) }
            #expect(result.received.dropFirst(count + 1).allSatisfy { $0 == 0 })
            #expect(result.progress.last == count)
        }
    }

    @Test("with lost and changed bytes, the transfer is complete or one end reports an error")
    func damage() {
        let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var whole = 0
        for seed in UInt64(1)...150 {
            let result = transfer(bytes, damage: 3000, seed: seed)
            if result.sender == .some(nil), result.receiver == .some(nil) {
                #expect(Array(result.received.prefix(bytes.count)) == bytes, "seed \(seed)")
                whole += 1
            }
        }
        #expect(whole > 50, "\(whole) of 150 arrived")
    }

    /// Transfers over a line with delays. Of the pieces of `piece` bytes and of the answers, one in
    /// `loss` is lost; 0: none.
    private func lateTransfer(
        _ bytes: [UInt8],
        late: Duration,
        jitter: Duration = .zero,
        piece: Int = 20,
        loss: UInt64,
        seed: UInt64
    ) -> (sender: XModemError?, receiver: XModemError??, received: [UInt8], now: Duration) {
        var random = SeededRandom(seed: seed)
        var now = Duration.zero
        var sender = XModemSender(bytes, at: now)
        var receiver = XModemReceiver(limit: 1 << 20, at: now)
        var received: XModemError??
        var answers: [(due: Duration, bytes: [UInt8])] = []
        while true {
            while answers.first.map({ $0.due <= now }) == true {
                sender.receive(answers.removeFirst().bytes, at: now)
            }
            while let action = sender.nextAction(at: now) {
                switch action {
                case .send(let bytes):
                    for start in stride(from: 0, to: bytes.count, by: piece)
                    where loss == 0 || random.next() % loss != 0 {
                        receiver.receive(bytes[start..<min(start + piece, bytes.count)], at: now)
                    }
                case .progress: break
                case .finished(let error): return (error, received, receiver.bytes, now)
                }
            }
            while let action = receiver.nextAction(at: now) {
                switch action {
                case .send(let bytes) where loss > 0 && random.next() % loss == 0: _ = bytes
                case .send(let bytes):
                    // in order: a later answer never overtakes an earlier one
                    let due = now + late + jitter * random.unit()
                    answers.append((max(due, answers.last?.due ?? due), bytes))
                case .finished(let error): received = .some(error)
                }
            }
            let next = [sender.deadline, receiver.deadline, answers.first?.due]
            now = max(now, next.compactMap(\.self).min() ?? now)
        }
    }

    @Test(
        "with late ACKs and losses, an incomplete file never succeeds",
        arguments: [
            (Duration.seconds(1), Duration.zero, 20), (.seconds(1), .zero, 1),
            (.milliseconds(1500), .zero, 20), (.milliseconds(100), .seconds(3), 20),
            (.seconds(5), .zero, 20),
        ]
    )
    func lateAcknowledgements(late: Duration, jitter: Duration, piece: Int) {
        let bytes = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        var whole = 0
        for seed in UInt64(1)...1000 {
            let result = lateTransfer(
                bytes,
                late: late,
                jitter: jitter,
                piece: piece,
                loss: 1000,
                seed: seed
            )
            guard result.sender == nil else { continue }
            #expect(result.receiver == .some(nil), "seed \(seed)")
            #expect(Array(result.received.prefix(bytes.count)) == bytes, "seed \(seed)")
            whole += 1
        }
        // a lost ACK of the end is no success
        #expect(whole > 950, "\(whole) of 1000 arrived")
    }

    @Test("late answers without loss delay the transfer, but do not end it")
    func lateOnly() {
        let bytes = [UInt8](repeating: 7, count: 20 * 1024)
        for late in [Duration.milliseconds(999), .seconds(1), .milliseconds(1001), .seconds(4)] {
            let result = lateTransfer(bytes, late: late, loss: 0, seed: 1)
            #expect(result.sender == nil && result.received.count == bytes.count, "\(late)")
            #expect(result.now < .seconds(100), "\(late): \(result.now)")
        }
    }

    @Test("an ACK for each copy of a packet; the next packet follows the last of them")
    func duplicateAcknowledgements() {
        var sender = XModemSender([UInt8](repeating: 1, count: 1500), at: .zero)
        var sent: [UInt8] = []
        func pump(at now: Duration) {
            while let action = sender.nextAction(at: now) {
                if case .send(let bytes) = action {
                    sent.append(bytes.count > 2 ? bytes[1] : bytes[0])
                }
            }
        }
        sender.receive([XModem.crcRequest], at: .zero)
        pump(at: .zero)
        pump(at: .seconds(1))  // the ACK is late
        sender.receive([XModem.ack], at: .seconds(1.5))
        pump(at: .seconds(1.5))
        #expect(sent == [1, 1])
        sender.receive([XModem.ack], at: .seconds(2.5))
        pump(at: .seconds(2.5))
        #expect(sent == [1, 1, 2])
        sender.receive([XModem.ack], at: .seconds(4))
        pump(at: .seconds(4))
        #expect(sent == [1, 1, 2, XModem.eot])
        var end: XModemSender.Action?
        while let deadline = sender.deadline {
            while let action = sender.nextAction(at: deadline) { end = action }
        }
        #expect(end == .finished(.endNotAcknowledged))
    }

    @Test("a NAK resends at once; one right after a copy is an answer to the copy before")
    func staleNAK() {
        var sender = XModemSender([UInt8](repeating: 1, count: 3000), at: .zero)
        func packets(at now: Duration) -> [UInt8] {
            var numbers: [UInt8] = []
            while let action = sender.nextAction(at: now) {
                if case .send(let bytes) = action { numbers.append(bytes[1]) }
            }
            return numbers
        }
        sender.receive([XModem.crcRequest], at: .zero)
        #expect(packets(at: .zero) == [1])
        sender.receive([XModem.ack], at: .milliseconds(900))
        #expect(packets(at: .milliseconds(900)) == [2])
        sender.receive([XModem.ack], at: .milliseconds(1100))  // the fastest: 200 ms
        #expect(packets(at: .milliseconds(1100)) == [3])
        sender.receive([XModem.nak], at: .milliseconds(1101))
        #expect(packets(at: .milliseconds(1101)) == [3])
        sender.receive([XModem.nak], at: .milliseconds(1300))
        #expect(packets(at: .milliseconds(1300)) == [])
        sender.receive([XModem.nak], at: .milliseconds(1301))
        #expect(packets(at: .milliseconds(1301)) == [3])
    }

    @Test("an end that is refused at once, as some receivers do, is sent again at once")
    func refusedEnd() {
        var sender = XModemSender([1], at: .zero)
        var actions: [XModemSender.Action] = []
        func pump(at now: Duration) {
            while let action = sender.nextAction(at: now) { actions.append(action) }
        }
        sender.receive([XModem.crcRequest], at: .zero)
        pump(at: .zero)
        sender.receive([XModem.ack], at: .milliseconds(200))
        pump(at: .milliseconds(200))
        actions = []
        sender.receive([XModem.nak], at: .milliseconds(201))
        pump(at: .milliseconds(201))
        #expect(actions == [.send([XModem.eot])])
        // the answer to the first end again, then to the second
        sender.receive([XModem.nak], at: .milliseconds(202))
        sender.receive([XModem.ack], at: .milliseconds(203))
        pump(at: .milliseconds(203))
        #expect(actions == [.send([XModem.eot]), .finished(nil)])
    }

    @Test func nobodyAnswers() {
        var sender = XModemSender([1], at: .zero)
        var now = Duration.zero
        var action: XModemSender.Action?
        while let deadline = sender.deadline {
            now = deadline
            action = sender.nextAction(at: now)
        }
        #expect(action == .finished(.noAnswer) && now == .milliseconds(16 * 800))
        now = .zero
        var receiver = XModemReceiver(limit: 10, at: now)
        var asked = 0
        while let deadline = receiver.deadline {
            while let action = receiver.nextAction(at: now) {
                if action == .send([0x43]) { asked += 1 }
            }
            now = max(now, deadline)
        }
        #expect(asked == 8 && now == .seconds(27))
    }

    @Test func cancelled() {
        var sender = XModemSender([1, 2], at: .zero)
        sender.receive([0x43], at: .zero)
        _ = sender.nextAction(at: .zero)
        sender.receive([0x18, 0x06, 0x18], at: .zero)
        sender.receive([0x18], at: .zero)
        var last: XModemSender.Action?
        while let action = sender.nextAction(at: .zero) { last = action }
        #expect(last == .finished(.cancelled))
    }

    @Test("a packet is sent up to 25 times, the end up to three times")
    func tries() {
        var sender = XModemSender([1], at: .zero)
        sender.receive([0x43], at: .zero)
        var (packets, ends, now) = (0, 0, Duration.zero)
        while true {
            while let action = sender.nextAction(at: now) {
                if case .send(let bytes) = action, bytes.count > 2 { packets += 1 }
            }
            guard let deadline = sender.deadline else { break }
            now = deadline
        }
        #expect(packets == 25)
        sender = XModemSender([1], at: now)
        sender.receive([0x43, 0x06], at: now)
        while true {
            while let action = sender.nextAction(at: now) {
                if action == .send([0x04]) { ends += 1 }
            }
            guard let deadline = sender.deadline else { break }
            now = deadline
        }
        #expect(ends == 3)
    }

    @Test("a receiver ends for any input and stores no more than its limit")
    func garbage() {
        for seed in UInt64(1)...300 {
            var random = SeededRandom(seed: seed)
            var receiver = XModemReceiver(limit: 3000, at: .zero)
            var now = Duration.zero
            for _ in 0..<200 where receiver.deadline != nil {
                let bytes =
                    random.next() % 3 == 0
                    ? XModem.packet(Int(random.next() % 4), [1, 2, 3], withCRC: true)
                    : (0..<random.next() % 40).map { _ in
                        UInt8(truncatingIfNeeded: random.next() % 8)
                    }
                receiver.receive(bytes, at: now)
                now += .milliseconds(Int64(random.next() % 900))
                while receiver.nextAction(at: now) != nil {}
            }
            #expect(receiver.bytes.count <= 3000, "seed \(seed)")
        }
    }
}

@Suite struct UpgradeTests {
    private func file(model: UInt16 = 0x15, bootloader: UInt16 = 651) throws -> DFUFile {
        try DFUFile(
            DFUFile.make(
                program: (0..<5000).map { UInt8(truncatingIfNeeded: $0) },
                programCRC: 0x1234,
                bootloader: bootloader,
                versions: 800...830,
                model: model
            )
        )
    }

    private func upgrade(
        _ file: DFUFile,
        force: Bool = false,
        restore: Bool = false,
        lossAfter: Int = .max
    ) -> (actions: [DFUUpgrade.Action], module: [BeaconModuleCore.Action], bench: ModuleBench) {
        var bench = ModuleBench()
        _ = bench.run(.open)
        _ = bench.run(.set("NAME", "old"))
        var host = DFUUpgrade(file, restoresFactory: restore, force: force, at: bench.now)
        var actions: [DFUUpgrade.Action] = []
        var told: [BeaconModuleCore.Action] = []
        var sends = 0
        while true {
            var idle = true
            while let action = host.nextAction(at: bench.now) {
                idle = false
                actions.append(action)
                guard case .send(let bytes) = action else { continue }
                sends += 1
                if sends > lossAfter {
                    host.disconnected()
                    bench.module.disconnected()
                } else {
                    bench.module.receive(bytes, at: bench.now)
                }
            }
            while let action = bench.module.nextAction(at: bench.now) {
                idle = false
                if case .notify(let bytes) = action {
                    host.receive(bytes, at: bench.now)
                } else {
                    told.append(action)
                }
            }
            guard idle else { continue }
            guard let next = [host.deadline, bench.module.deadline].compactMap(\.self).min() else {
                return (actions, told, bench)
            }
            bench.now = max(bench.now, next)
        }
    }

    @Test("a whole upgrade, with the module's info first", arguments: [true, false])
    func whole(restore: Bool) throws {
        let file = try file()
        let result = upgrade(file, restore: restore)
        #expect(result.actions.last == .finished(nil))
        #expect(
            result.actions.dropFirst().first
                == .info(ModuleInfo(version: 830, bootloader: 600, model: 0x15))
        )
        #expect(result.actions.contains(.progress(.begun, fraction: 0)))
        #expect(result.actions.contains(.progress(.done, fraction: 1)))
        #expect(result.module == [.installed(file, restoredFactory: restore)])
        #expect(result.bench.module.info.bootloader == 651)
        #expect(result.bench.module.values["NAME"] == (restore ? "Feasycom" : "old"))
    }

    @Test("no byte of a file for another model or an older boot loader is sent")
    func refused() throws {
        for file in try [file(model: 0x14), file(bootloader: 599)] {
            let result = upgrade(file)
            guard case .finished(.refused)? = result.actions.last else {
                Issue.record("\(result.actions.suffix(2))")
                continue
            }
            #expect(
                !result.actions.contains {
                    if case .send(let bytes) = $0 { bytes.count > 1000 } else { false }
                }
            )
            #expect(result.bench.module.info.bootloader == 600)
            // even if forced, the module refuses
            let forced = upgrade(file, force: true)
            guard case .upgradeFailed(.refused)? = forced.module.first else {
                Issue.record("\(forced.module)")
                continue
            }
        }
    }

    @Test("after a link loss at any packet, the old firmware stays")
    func lost() throws {
        let file = try file()
        for sends in 0..<6 {
            let result = upgrade(file, lossAfter: sends)
            #expect(result.actions.last == .finished(.disconnected))
            #expect(result.bench.module.info.bootloader == 600)
            #expect(result.module.allSatisfy { $0 == .upgradeFailed(.disconnected) })
        }
    }

    @Test("every truncation and every changed byte of a header is refused")
    func headers() throws {
        let bytes = try file().bytes
        for count in [0, 1, 2, 31, 32, bytes.count - 1] {
            #expect(throws: DFUError.self) { try DFUFile(Array(bytes[..<count])) }
        }
        for index in 0..<32 {
            var other = bytes
            other[index] ^= 0x04
            #expect(throws: DFUError.self) { try DFUFile(other) }
        }
        #expect(throws: DFUError.truncated) { try DFUFile(bytes + [0]) }
        let file = try file()
        #expect(throws: DFUError.versionOutside(800...830, module: 831)) {
            try file.admit(on: ModuleInfo(version: 831, bootloader: 600, model: 0x15))
        }
        #expect(file.modelName == "BP102" && file.length == 5000)
    }

    @Test("a header without a program and one with impossible versions are refused with the reason")
    func impossibleHeaders() throws {
        let bytes = try file().bytes
        func changed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
            var bytes = bytes
            change(&bytes)
            let crc = crc16(bytes[2..<28])
            bytes.replaceSubrange(28..<30, with: [UInt8(truncatingIfNeeded: crc), UInt8(crc >> 8)])
            return bytes
        }
        let empty = changed { bytes in
            bytes.replaceSubrange(6..<10, with: [0, 0, 0, 0])
            bytes.removeSubrange(32...)
        }
        let inverted = changed { bytes in bytes[11] = 0xFF }  // 65 312 to 830
        for (bytes, error) in [
            (empty, DFUError.noProgram), (inverted, .badVersions(lowest: 0xFF20, highest: 830)),
        ] {
            #expect(throws: error) { try DFUFile(bytes) }
            #expect(throws: ModuleUpgradeError.file(error)) {
                try ModuleFirmware(name: "a.dfu", bytes: bytes)
            }
        }
    }

    @Test("a link lost when only the end's ACK is missing: either firmware may run")
    func lostAtTheEnd() throws {
        var host = DFUUpgrade(try file(), at: .zero)
        host.receive(
            Array((ModuleInfo(version: 830, bootloader: 600, model: 0x15).answer + "\r\n").utf8),
            at: .zero
        )
        host.receive([XModem.crcRequest], at: .zero)
        for _ in 0..<5 {
            while host.nextAction(at: .zero) != nil {}
            host.receive([XModem.ack], at: .zero)
        }
        host.disconnected()
        var last: DFUUpgrade.Action?
        while let action = host.nextAction(at: .zero) { last = action }
        #expect(last == .finished(.transfer(.endNotAcknowledged)))
    }

    @Test func info() {
        let info = ModuleInfo(version: 219, bootloader: 204, model: 20)
        #expect(info.answer == "OK+021902040020" && ModuleInfo(answer: info.answer) == info)
        for text in ["", "OK", "OK+02190204002", "xx+021902040020", "OK+0219020400z0"] {
            #expect(ModuleInfo(answer: text) == nil, "\(text)")
        }
    }
}
