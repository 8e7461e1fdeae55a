import BeaconTestSupport
import Foundation
import Testing

@testable import FirmwareUpdate

/// Every public vector of SUOTA.
@Suite(.enabled(if: Vectors.areShared, "../shared/facts/vectors is not there"))
struct SharedSuotaTests {
    @Test func memoryWords() throws {
        var found = 0
        for vector in try Vectors.list("suota", "memdev_words") {
            let wire = try vector.needHex("wire")
            let word = UInt32(try vector.needNumber("word"))
            #expect(word.littleEndianBytes == wire)
            guard wire[3] < 0xFD else { continue }
            var configuration = SuotaConfiguration()
            configuration.imageBank = Int(wire[0])
            if wire[3] == 0x12 { configuration.memory = .dialogI2C }
            #expect(configuration.memoryWord == word)
            found += 1
        }
        #expect(found == 3)
        #expect(SuotaConfiguration.feasycom.memoryWord == 0x1300_0000)
    }

    @Test func commandWords() throws {
        let words = try Vectors.list("suota", "memdev_words")
        let named = Dictionary(
            uniqueKeysWithValues: try words.map { ($0.text("meaning")!, try $0.needHex("wire")) }
        )
        var bench = SessionBench(DeviceModel(.da1458x))
        bench.connect()
        try bench.update(makeFile(.da1458x))
        let written = bench.trace.compactMap { action -> [UInt8]? in
            if case .write(.memoryDevice, let bytes) = action { bytes } else { nil }
        }
        #expect(written == [named["SPI flash, bank 0"], named["end of image"], named["reboot"]])
        bench = SessionBench(DeviceModel(.da1458x))
        bench.silentAfter = 8
        bench.connect()
        try bench.update(makeFile(.da1458x))
        #expect(bench.trace.last == .write(.memoryDevice, try #require(named["abort"])))
    }

    @Test func gpioWords() throws {
        for vector in try Vectors.list("suota", "gpio_map_words") {
            let expected = try #require(vector.object("expect"))
            func pin(_ name: String) throws -> GPIOPin {
                try #require(GPIOPin(expected.needText(name)))
            }
            var configuration = SuotaConfiguration()
            configuration.memory =
                try vector.text("kind") == "SPI"
                ? .spi(miso: pin("MISO"), mosi: pin("MOSI"), cs: pin("CS"), sck: pin("SCK"))
                : .i2c(
                    address: UInt16(expected.needInt("device_address")),
                    scl: pin("SCL"),
                    sda: pin("SDA")
                )
            #expect(configuration.gpioWord == UInt32(try vector.needNumber("word")))
            #expect(configuration.gpioWord.littleEndianBytes == (try vector.needHex("wire")))
        }
    }

    @Test func deviceValuesAreDecoded() throws {
        let dump = try #require(try Vectors.load("suota").object("gatt_dump"))
        var device = SuotaDeviceInfo()
        device.store(.version, try dump.needHex("VERSION"))
        device.store(.patchDataSize, try dump.needHex("PATCH_DATA_CHAR_SIZE"))
        device.store(.mtu, try dump.needHex("MTU"))
        #expect(device.version == 13 && device.patchDataSize == 244 && device.mtu == 512)
        #expect(device.chunkSize(linkMTU: 512, usual: 20) == 244)
        #expect(device.chunkSize(linkMTU: 185, usual: 20) == 182)
    }

    @Test func imageHeaders() throws {
        for vector in try Vectors.list("suota", "image_headers_da1469x") {
            let expected = try #require(vector.object("expect"))
            let size = try expected.needInt("size")
            let offset = try expected.needInt("payload_offset")
            #expect(try vector.needInt("file_length") == offset + size)
            guard let header = vector.hex("header") else { continue }
            let image = try #require(SuotaImage(header))
            #expect(image.family == .da1469x)
            #expect(image.codeSize == size && image.codeOffset == offset)
            #expect(String(image.crc, radix: 16) == expected.text("crc32"))
            #expect(image.version == expected.text("version"))
            #expect(Int(image.time) == expected.int("timestamp"))
            // and back
            let built = try SuotaImage.file(
                family: .da1469x,
                version: image.version,
                time: image.time,
                code: [0]
            )
            #expect(Array(built[10..<34]) == Array(header[10..<34]))
        }
    }

    /// Files with the header and length of the public ones, but other code and CRC.
    @Test func imagesLikeThePublicOnesArrive() async throws {
        for vector in try Vectors.list("suota", "image_headers_da1469x") {
            guard let header = vector.hex("header") else { continue }
            let length = try vector.needInt("file_length")
            let like = try #require(SuotaImage(header))
            let bytes = try SuotaImage.file(
                family: .da1469x,
                version: like.version,
                time: like.time,
                code: (0..<like.codeSize).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            )
            #expect(bytes.count == length)
            #expect(bytes[..<6] == header[..<6] && bytes[10..<34] == header[10..<34])
            let bench = try UpdateBench(
                .da1469x,
                slotSize: 1 << 19,
                target: .init { $0.bufferSize = 4096 }
            )
            var configuration = SuotaConfiguration()
            configuration.usesLargestBlock = true
            let file = SuotaFile(name: "like.img", bytes: bytes)
            #expect(try await bench.failure(of: bench.manager(configuration), file) == nil)
            #expect(bench.flash.bootImage == bytes)
        }
    }

    @Test func arithmetic() throws {
        for vector in try Vectors.list("suota", "arithmetic") {
            let expected = try #require(vector.object("expect"))
            let plan = try #require(
                SuotaPlan(
                    fileSize: vector.needInt("file"),
                    block: vector.needInt("block"),
                    chunk: vector.needInt("chunk")
                )
            )
            for (key, value) in [
                ("total_with_xor_byte", plan.total), ("blocks", plan.blocks),
                ("chunks_in_full_block", plan.chunksPerBlock), ("last_block", plan.lastBlock),
                ("chunks_in_last_block", plan.lastBlockChunks),
            ] {
                if let number = expected.int(key) { #expect(value == number, "\(key)") }
            }
        }
    }
}
