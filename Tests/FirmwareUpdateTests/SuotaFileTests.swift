import Foundation
import Testing

@testable import FirmwareUpdate

@Suite struct SuotaFileTests {
    @Test func onlyTheSameVersionMeansInstalled() {
        let older = SuotaRefusal.olderVersion(image: "1.0.0", device: "2.0.0")
        #expect(SuotaError.refused([.sameVersion("1.0.0")]).meansInstalled)
        #expect(!SuotaError.refused([.sameVersion("1.0.0"), older]).meansInstalled)
        #expect(!SuotaError.notConnected.meansInstalled)
    }

    private func folder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "suota-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test("the list is sorted by name, upper and lower case alike")
    func list() throws {
        try folder { folder in
            let image = try makeFile(.da1469x).bytes
            for name in ["b.img", "A.img", "C.IMG", "a.bin", "notes.txt", ".hidden.img"] {
                let bytes = name == "a.bin" ? [1, 2, 3] : image
                try Data(bytes).write(to: folder.appending(path: name))
            }
            let all = try SuotaFile.list(in: folder)
            #expect(all.map(\.name) == ["a.bin", "A.img", "b.img", "C.IMG"])
            #expect(all[0].image == nil && all[1].image?.version == "1.2.3")
            let images = try SuotaFile.list(in: folder, onlyImages: true)
            #expect(images.map(\.name) == ["A.img", "b.img", "C.IMG"])
            #expect(try SuotaFile(contentsOf: folder.appending(path: "b.img")).bytes == image)
            #expect(throws: SuotaError.self) {
                try SuotaFile(contentsOf: folder.appending(path: "none"))
            }
            #expect(throws: SuotaError.self) {
                try SuotaFile.list(in: folder.appending(path: "none"))
            }
        }
    }

    @Test(
        "every truncation and every flipped bit is refused",
        arguments: SuotaImage.Family.allCases
    )
    func damage(family: SuotaImage.Family) throws {
        let bytes = try makeFile(family, code: 40).bytes
        try SuotaFile(name: "x", bytes: bytes).check()
        for count in 0..<bytes.count {
            #expect(throws: SuotaError.self) {
                try SuotaFile(name: "x", bytes: Array(bytes[..<count])).check()
            }
        }
        for index in bytes.count - 40..<bytes.count {
            var other = bytes
            other[index] ^= 0x10
            #expect(throws: SuotaError.invalidFirmwareCRC) {
                try SuotaFile(name: "x", bytes: other).check()
            }
        }
    }

    @Test func checkByte() throws {
        let file = SuotaFile(name: "x", bytes: [0x12, 0x34, 0x56])
        #expect(file.checkByte == 0x12 ^ 0x34 ^ 0x56)
        #expect(file.transfer == [0x12, 0x34, 0x56, 0x70])
        #expect(file.transfer.reduce(0, ^) == 0)
        #expect(SuotaFile(name: "x", data: Data([7])).bytes == [7])
    }

    @Test func builderRefuses() {
        #expect(throws: SuotaError.self) {
            try SuotaImage.file(family: .da1458x, version: "1", time: 0, code: [])
        }
        #expect(throws: SuotaError.self) {
            try SuotaImage.file(
                family: .da1458x,
                version: "1234567890123456",
                time: 0,
                code: [1]
            )
        }
        #expect(throws: SuotaError.self) {
            try SuotaImage.file(family: .da1469x, version: "é", time: 0, code: [1])
        }
    }

    @Test("pins as text", arguments: ["P0_3", "P3_7", "p2_9", "P0_15"])
    func pins(text: String) {
        #expect(GPIOPin(text)?.description == text.uppercased())
    }

    @Test(
        "invalid pins",
        arguments: ["", "P", "P0", "P0_16", "Q0_1", "P0_-1", "P0_1_2", "P16_0"]
    )
    func noPins(text: String) {
        #expect(GPIOPin(text) == nil)
    }
}

@Suite struct SuotaAdmissionTests {
    private func device(model: String? = nil, software: String? = nil, firmware: String? = nil)
        -> SuotaDeviceInfo
    {
        var device = SuotaDeviceInfo()
        if let model { device.store(.modelNumber, Array(model.utf8)) }
        if let software { device.store(.softwareRevision, Array(software.utf8)) }
        if let firmware { device.store(.firmwareRevision, Array(firmware.utf8)) }
        return device
    }

    @Test("later versions are accepted, equal and older ones are not")
    func versions() throws {
        let image = try #require(makeFile(.da1458x, version: "1.10.0").image)
        #expect(image.refusals(on: device(software: "v_1.9.7")).isEmpty)
        #expect(image.refusals(on: device(software: "unknown", firmware: "1.2")).isEmpty)
        #expect(image.refusals(on: device()).isEmpty)
        #expect(image.refusals(on: device(software: "1.10")) == [.sameVersion("1.10.0")])
        #expect(
            image.refusals(on: device(software: "P81C_1.10.1-beta2"))
                == [.olderVersion(image: "1.10.0", device: "P81C_1.10.1-beta2")]
        )
    }

    @Test("products")
    func products() throws {
        let image = try #require(makeFile(.da1458x).image)
        #expect(image.refusals(on: device(model: "DA14531")).isEmpty)
        #expect(image.refusals(on: device(model: "Beacon"), model: "beacon").isEmpty)
        #expect(
            image.refusals(on: device(model: "DA14695"))
                == [.otherFamily(image: .da1458x, device: "DA14695")]
        )
        #expect(
            image.refusals(on: device(model: "BP108"), model: "BP103")
                == [.otherModel(expected: "BP103", device: "BP108")]
        )
    }

    @Test("force overrides a refusal")
    func force() throws {
        let image = try #require(makeFile(.da1458x).image)
        let other = device(model: "DA14695", software: "9.9")
        try image.admit(on: other, force: true)
        #expect(throws: SuotaError.self) { try image.admit(on: other) }
    }
}
