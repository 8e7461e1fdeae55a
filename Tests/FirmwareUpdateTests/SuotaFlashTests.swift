import Foundation
import Testing

@testable import AccessorySimulators
@testable import FirmwareUpdate

/// The banks of a simulated device, and the bank that it boots.
@Suite struct SuotaFlashTests {
    typealias Family = SuotaFlash.Family

    private func image(
        _ family: Family,
        id: UInt8 = 0,
        time: UInt32 = 1,
        _ version: String
    ) throws -> [UInt8] {
        var bytes = try makeFile(
            .init(rawValue: family.rawValue)!,
            code: 100,
            time: time,
            version: version
        ).bytes
        // DA1458x: signature, valid mark, id
        if family == .da1458x { bytes[3] = id }
        return bytes
    }

    /// Ids increase and wrap: the newer of two is at most 127 ahead.
    @Test(
        arguments: [
            (1, 2, 2), (2, 1, 1), (5, 5, 1), (0, 127, 2), (0, 128, 1), (127, 0, 1), (128, 0, 1),
            (129, 0, 2),
            (255, 0, 2), (0, 255, 1),
        ] as [(UInt8, UInt8, Int)]
    )
    func theNewerIdBoots(_ one: UInt8, _ two: UInt8, _ bank: Int) throws {
        let flash = SuotaFlash(family: .da1458x)
        #expect(flash.put(try image(.da1458x, id: one, "1"), inBank: 1))
        #expect(flash.put(try image(.da1458x, id: two, "2"), inBank: 2))
        #expect(flash.bootBank == bank && flash.bootVersion == "\(bank)")
        #expect(flash.bootImage == flash.bank(bank).prefix(64 + 100).map(\.self))
    }

    @Test(arguments: [Family.da1468x, .da1469x])
    func theLaterTimeBoots(_ family: Family) throws {
        for (one, two, bank) in [(1, 2, 2), (2, 1, 1), (2, 2, 1)] as [(UInt32, UInt32, Int)] {
            let flash = SuotaFlash(family: family)
            #expect(flash.put(try image(family, time: one, "1"), inBank: 1))
            #expect(flash.put(try image(family, time: two, "2"), inBank: 2))
            #expect(flash.bootBank == bank && flash.bootVersion == "\(bank)")
        }
    }

    @Test(arguments: Family.allCases) func onlyAWholeImageBoots(_ family: Family) throws {
        let flash = SuotaFlash(family: family, slotSize: 1 << 13)
        #expect(flash.bootBank == nil && flash.bootVersion == nil && flash.bootImage == nil)
        let bytes = try image(family, "1.2.3")
        for bank in [1, 2] {
            #expect(flash.put(bytes, inBank: bank) && flash.bootBank == bank)
            // a damaged last byte of the code
            let last = bytes.count - 1
            #expect(flash.write([bytes[last] ^ 1], at: last, ofBank: bank))
            #expect(flash.bootBank == nil)
            #expect(flash.write([bytes[last]], at: last, ofBank: bank))
            #expect(flash.bootBank == bank)
            // an erased header
            #expect(flash.write([0xFF, 0xFF], at: 0, ofBank: bank))
            #expect(flash.bootBank == nil)
        }
        // with one damaged image, the other one boots, even if it is older
        #expect(flash.put(try image(family, id: 1, time: 1, "old"), inBank: 2))
        #expect(flash.put(try image(family, id: 2, time: 2, "new"), inBank: 1))
        #expect(flash.bootVersion == "new")
        #expect(flash.write([0, 0], at: 0, ofBank: 1))
        #expect(flash.bootVersion == "old" && flash.bootBank == 2)
    }

    /// As long as the bank, and one byte longer.
    @Test(arguments: Family.allCases) func anImageMustFitItsBank(_ family: Family) throws {
        let bytes = try image(family, "1")
        let exact = SuotaFlash(family: family, slotSize: bytes.count)
        #expect(exact.put(bytes, inBank: 1) && exact.bootBank == 1)
        let small = SuotaFlash(family: family, slotSize: bytes.count - 1)
        #expect(!small.put(bytes, inBank: 1))
        #expect(small.bank(1).allSatisfy { $0 == 0xFF })
        // the end of the code is beyond the bank
        #expect(small.write(Array(bytes.dropLast()), at: 0, ofBank: 1) && small.bootBank == nil)
    }

    @Test func aFactoryErasesTheBankFirst() {
        let flash = SuotaFlash(family: .da1469x, slotSize: 64)
        #expect(flash.slotSize == 64 && flash.family == .da1469x)
        #expect(flash.put(Array(0..<64), inBank: 2))
        #expect(flash.put([1, 2, 0, 4], inBank: 2))
        #expect(flash.bank(2) == [1, 2, 0, 4] + Array(repeating: 0xFF, count: 60))
        #expect(flash.bank(1) == Array(repeating: 0xFF, count: 64))
    }

    /// Bit 1 of the flags marks an image of the DA1468x as valid.
    @Test func aFactoryMarksTheImage() {
        for (family, marked) in [(Family.da1458x, 0), (.da1468x, 2), (.da1469x, 0)] {
            let flash = SuotaFlash(family: family, slotSize: 64)
            #expect(flash.put([0, 0, 0, 0], inBank: 1))
            #expect(flash.bank(1).prefix(4) == [0, 0, UInt8(marked), 0])
            #expect(flash.put([0, 0], inBank: 1))
            #expect(flash.bank(1).prefix(3) == [0, 0, 0xFF])
        }
    }

    @Test func writesStayInTheirBank() {
        let flash = SuotaFlash(family: .da1458x, slotSize: 64)
        #expect(flash.write([1, 2], at: 62, ofBank: 1))
        #expect(!flash.write([3, 4], at: 63, ofBank: 1))
        #expect(flash.bank(1).suffix(3) == [0xFF, 1, 2])
        #expect(flash.erase(63, ofBank: 1))
        #expect(flash.bank(1).suffix(2) == [0xFF, 2])
        #expect(flash.erase(64, ofBank: 1) && !flash.erase(65, ofBank: 1))
        #expect(flash.bank(1).last == 0xFF)
        #expect(SuotaFlash(family: .da1458x).slotSize == 262_144)
    }

    @Test func filesHaveTheBanks() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ number: Int) throws -> [UInt8] {
            Array(try Data(contentsOf: folder.appending(path: "bank\(number).bin")))
        }
        do {
            let flash = try SuotaFlash(family: .da1458x, slotSize: 64, folder: folder.path)
            #expect(flash.slotSize == 64 && flash.family == .da1458x)
            #expect(try file(1) == Array(repeating: 0xFF, count: 64))
            #expect(flash.write([1, 2], at: 10, ofBank: 2))
            #expect(flash.write([3], at: 0, ofBank: 1))
            #expect(try file(2)[9...12] == [0xFF, 1, 2, 0xFF])
            #expect(try file(1).prefix(2) == [3, 0xFF])
        }
        // the bytes remain; a short file is filled
        try Data([7, 8]).write(to: folder.appending(path: "bank1.bin"))
        let flash = try SuotaFlash(family: .da1458x, slotSize: 64, folder: folder.path)
        #expect(flash.bank(2)[9...12] == [0xFF, 1, 2, 0xFF])
        #expect(flash.bank(1) == [7, 8] + Array(repeating: 0xFF, count: 62))
        #expect(try file(1).count == 64)
    }

    @Test func aFileThatCannotBeUsedIsNamed() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "bank2.bin"),
            withIntermediateDirectories: true
        )
        do {
            _ = try SuotaFlash(family: .da1458x, slotSize: 64, folder: folder.path)
            Issue.record("a folder is a bank")
        } catch {
            let path = folder.appending(path: "bank2.bin").path
            #expect(error.path == path)
            #expect(error.cause == "\(path) cannot be used as a flash bank")
        }
    }
}
