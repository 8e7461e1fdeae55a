import Testing

@testable import FeasyBeacon

/// An upgrade's answers, files and versions, step by step.
@Suite struct DFUStepTests {
    private let second = Duration.seconds(1)

    @Test func theModulesDescriptionStartsAnUpgrade() throws {
        let file = try upgradeFile()
        let info = ModuleInfo(version: 120, bootloader: 650, model: 0x15)
        func begin(force: Bool = false) -> DFUUpgrade {
            var upgrade = DFUUpgrade(file, force: force, at: .zero)
            #expect(upgrade.nextAction(at: .zero) == .send(Array("AT+OTA=0\r\n".utf8)))
            return upgrade
        }
        func actions(_ upgrade: inout DFUUpgrade, at now: Duration = .zero) -> [DFUUpgrade.Action] {
            var list: [DFUUpgrade.Action] = []
            while let action = upgrade.nextAction(at: now) { list.append(action) }
            return list
        }
        let started: [DFUUpgrade.Action] = [.info(info), .progress(.begun, fraction: 0)]
        for end in ["\r", "\n"] {
            var upgrade = begin()
            upgrade.receive(("noise\r\n" + info.answer + end).utf8, at: .zero)
            #expect(actions(&upgrade) == started)
            #expect(upgrade.deadline == .milliseconds(800))
        }
        // a line has at most 1024 bytes; later ones are dropped
        for (filling, fits) in [(1024 - 17, true), (1025 - 17, false)] {
            var upgrade = begin()
            let filler = String(repeating: "-", count: filling)
            upgrade.receive(("---012006500021" + filler + "OK\r").utf8, at: .zero)
            #expect(actions(&upgrade) == (fits ? started : []))
        }
        var refused = begin()
        refused.receive("ERR\r\n".utf8, at: .zero)
        #expect(actions(&refused) == [.finished(.noInfo)] && refused.deadline == nil)
        // 3 s, and again from the end of sending
        var silent = begin()
        #expect(silent.deadline == second * 3 && actions(&silent, at: .milliseconds(2999)).isEmpty)
        silent.sent(at: second)
        #expect(silent.deadline == second * 4 && actions(&silent, at: .milliseconds(3999)).isEmpty)
        #expect(actions(&silent, at: second * 4) == [.finished(.noInfo)])
        silent.sent(at: second * 5)
        #expect(silent.deadline == nil)
        silent.receive((info.answer + "\r").utf8, at: .zero)
        silent.disconnected()
        #expect(actions(&silent).isEmpty)
        // a cancellation before and during the transfer
        var early = begin()
        early.cancel()
        early.cancel()
        #expect(actions(&early) == [.send([0x18, 0x18]), .finished(.transfer(.cancelled))])
        var late = begin()
        late.receive((info.answer + "\r").utf8, at: .zero)
        _ = actions(&late)
        late.cancel()
        #expect(
            actions(&late) == [
                .send([0x18, 0x18]), .progress(.failed, fraction: 0),
                .finished(.transfer(.cancelled)),
            ]
        )
        var other = info
        other.model = 1
        var unfit = begin()
        unfit.receive((other.answer + "\r").utf8, at: .zero)
        #expect(
            actions(&unfit) == [
                .info(other), .send([0x18, 0x18]),
                .finished(.refused(.otherModel(file: 0x15, module: 1))),
            ]
        )
        var forced = begin(force: true)
        forced.receive((other.answer + "\r").utf8, at: .zero)
        #expect(actions(&forced) == [.info(other), .progress(.begun, fraction: 0)])
        forced.disconnected()
        #expect(
            actions(&forced) == [.progress(.failed, fraction: 0), .finished(.disconnected)]
        )
        var restoring = DFUUpgrade(file, restoresFactory: true, at: .zero)
        #expect(restoring.nextAction(at: .zero) == .send(Array("AT+OTA=1\r\n".utf8)))
    }

    @Test func anUpgradeReportsFractions() throws {
        let file = try upgradeFile()
        var upgrade = DFUUpgrade(file, at: .zero)
        upgrade.receive("OK+012006500021\rC".utf8, at: .zero)
        var list: [DFUUpgrade.Action] = []
        while let action = upgrade.nextAction(at: .zero) { list.append(action) }
        #expect(list.last == .send(XModem.packet(1, file.bytes[..<1024], withCRC: true)))
        upgrade.receive([0x06], at: .zero)
        #expect(upgrade.nextAction(at: .zero) == .progress(.running, fraction: 0.5))
        #expect(
            upgrade.nextAction(at: .zero)
                == .send(XModem.packet(2, file.bytes[1024...], withCRC: true))
        )
        upgrade.receive([0x06], at: .zero)
        #expect(upgrade.nextAction(at: .zero) == .progress(.running, fraction: 1))
        #expect(upgrade.nextAction(at: .zero) == .send([0x04]))
        var lost = upgrade
        lost.disconnected()
        #expect(lost.nextAction(at: .zero) == .progress(.failed, fraction: 0))
        #expect(lost.nextAction(at: .zero) == .finished(.transfer(.endNotAcknowledged)))
        upgrade.receive([0x06], at: .zero)
        #expect(upgrade.nextAction(at: .zero) == .progress(.done, fraction: 1))
        #expect(upgrade.nextAction(at: .zero) == .finished(nil))
        #expect(upgrade.nextAction(at: second * 9) == nil && upgrade.deadline == nil)
    }

    /// A file of two packets for versions 100 to 200 of model 0x15, with boot loader 651.
    private func upgradeFile() throws -> DFUFile {
        try DFUFile(
            DFUFile.make(
                program: [UInt8](repeating: 9, count: 2048 - 32),
                programCRC: 0x1234,
                bootloader: 651,
                versions: 100...200,
                model: 0x15
            )
        )
    }

    @Test func headersHaveTheirFields() throws {
        let file = try upgradeFile()
        #expect(file.bytes.count == 2048 && file.length == 2016)
        #expect(file.bootloader == 651 && file.programCRC == 0x1234 && file.versions == 100...200)
        #expect(file.model == 0x15 && file.uploadModel == 1)
        // magic, boot loader, CRC, length, versions, model, upload model, little-endian
        #expect(
            file.bytes[..<18]
                == [
                    0xDD, 0x07, 0x8B, 0x02, 0x34, 0x12, 0xE0, 0x07, 0, 0, 100, 0, 200, 0, 0x15, 0,
                    1, 0,
                ]
        )
        #expect(file.bytes[18..<28].allSatisfy { $0 == 0 } && file.bytes[30..<32] == [0xE0, 0x07])
        #expect(file.headerCRC == UInt16(file.bytes[28]) | UInt16(file.bytes[29]) << 8)
        // a program longer than 64 KiB needs the length's high word
        let long = DFUFile.make(
            program: [UInt8](repeating: 0, count: 0x12345),
            programCRC: 0,
            bootloader: 0,
            versions: 5...5,
            model: 0xFF
        )
        #expect(long[6..<10] == [0x45, 0x23, 0x01, 0x00])
        #expect(try DFUFile(long).length == 0x12345 && DFUFile(long).versions == 5...5)
    }

    @Test func versionsAreAdmittedFromBothSides() throws {
        let file = try upgradeFile()
        func refusal(_ version: Int, _ bootloader: Int, _ model: Int) -> DFUError? {
            do throws(DFUError) {
                try file.admit(
                    on: ModuleInfo(version: version, bootloader: bootloader, model: model)
                )
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal(100, 651, 0x15) == nil && refusal(200, 0, 0x15) == nil)
        #expect(refusal(99, 651, 0x15) == .versionOutside(100...200, module: 99))
        #expect(refusal(201, 651, 0x15) == .versionOutside(100...200, module: 201))
        #expect(refusal(100, 652, 0x15) == .olderBootloader(file: 651, module: 652))
        #expect(refusal(100, 651, 0x16) == .otherModel(file: 0x15, module: 0x16))
    }

    @Test func descriptionsOfModulesAreDecoded() {
        let info = ModuleInfo(version: 1, bootloader: 23, model: 4567)
        #expect(info.answer == "OK+000100234567" && ModuleInfo(answer: info.answer) == info)
        #expect(ModuleInfo(version: 12_345, bootloader: 0, model: 9).answer == "OK+234500000009")
        #expect(ModuleInfo(answer: "xxx000100234567OK") == info)
        for text in [
            "OK+00010023456", "xxx000100234567", "OK+/00100234567", "OK+:00100234567",
            "OK+0001x0234567", "OK+00010023456x", "",
        ] {
            #expect(ModuleInfo(answer: text) == nil, "\(text)")
        }
    }
}
