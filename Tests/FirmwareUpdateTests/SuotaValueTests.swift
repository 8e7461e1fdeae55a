import BluetoothLE
import Testing

@testable import FirmwareUpdate

/// Values, texts and arithmetic without a device.
@Suite struct SuotaValueTests {
    @Test func deviceInformationIsStored() {
        var info = SuotaDeviceInfo()
        #expect(info == SuotaDeviceInfo() && info.psm == nil && info.version == nil)
        let text = Array("v1\0rest".utf8)
        info.store(.manufacturerName, text)
        #expect(info.manufacturer == "v1" && info.model == nil)
        info.store(.modelNumber, Array("DA14531".utf8))
        info.store(.firmwareRevision, Array("f".utf8))
        info.store(.softwareRevision, Array("s".utf8))
        #expect(info.model == "DA14531" && info.firmwareRevision == "f")
        #expect(info.softwareRevision == "s")
        info.store(.version, [13])
        info.store(.patchDataSize, [0xF4, 0x01])
        info.store(.mtu, [0xF7, 0x00, 0xFF])
        info.store(.psm, [0x81, 0x00])
        #expect(info.version == 13 && info.patchDataSize == 500 && info.mtu == 247)
        #expect(info.psm == 0x81)
        let before = info
        for ignored in [SuotaCharacteristic.status, .serialNumber, .memoryInfo, .patchData] {
            info.store(ignored, [1, 2, 3, 4])
        }
        #expect(info == before)
        // too short, or no channel
        for short in [SuotaCharacteristic.mtu, .patchDataSize, .psm] { info.store(short, [9]) }
        info.store(.version, [])
        #expect(info.mtu == nil && info.patchDataSize == nil && info.psm == nil)
        #expect(info.version == nil)
        info.store(.psm, [0, 0])
        #expect(info.psm == nil)
    }

    /// 3 bytes of the MTU are the header of a write (Core 5.4, Vol 3, Part F, section 3.4.5).
    @Test(
        arguments: [
            (nil, nil, 247, 20, 20), (nil, nil, 247, 300, 244), (nil, nil, 23, 300, 20),
            (500, nil, 247, 20, 244), (100, nil, 247, 20, 100), (500, 100, 247, 20, 97),
            (500, 300, 247, 20, 244), (500, 10, 247, 30, 20), (0, nil, 247, 20, 1),
            (nil, nil, 247, 0, 1),
        ] as [(Int?, Int?, Int, Int, Int)]
    )
    func writesFitTheirLimits(_ patch: Int?, _ mtu: Int?, _ link: Int, _ usual: Int, _ size: Int) {
        var info = SuotaDeviceInfo()
        if let patch { info.store(.patchDataSize, UInt16(patch).littleEndianBytes) }
        if let mtu { info.store(.mtu, UInt16(mtu).littleEndianBytes) }
        #expect(info.chunkSize(linkMTU: link, usual: usual) == size)
    }

    @Test func wordsAreThoseOfDialog() {
        #expect(UInt32(0x0102_0304).littleEndianBytes == [4, 3, 2, 1])
        #expect(UInt16(0x0102).littleEndianBytes == [2, 1] && UInt8(7).littleEndianBytes == [7])
        var configuration = SuotaConfiguration()
        #expect(configuration.memoryWord == 0x1300_0000)
        #expect(configuration.gpioWord == 0x0506_0300)
        configuration.imageBank = 2
        #expect(configuration.memoryWord == 0x1300_0002)
        configuration.memory = .dialogI2C
        #expect(configuration.memoryWord == 0x1200_0002)
        #expect(configuration.gpioWord == 0x0050_0203)
        #expect(SuotaConfiguration.feasycom.gpioWord == 0x0300_0104)
        #expect(SuotaConfiguration.feasycom.imageBank == 0)
        #expect(SuotaMemory.dialogI2C.pins == ["P0_2", "P0_3"])
        #expect(SuotaMemory.dialogSPI.pins == ["P0_5", "P0_6", "P0_3", "P0_0"])
        #expect(SuotaMemory.feasycomSPI.pins == ["P0_3", "P0_0", "P0_1", "P0_4"])
    }

    @Test func defaultsAreThoseOfDialog() {
        let defaults = SuotaConfiguration()
        #expect(defaults.blockSize == 240 && defaults.chunkSize == 20 && defaults.imageBank == 0)
        #expect(defaults.memory == .dialogSPI && !defaults.usesLargestBlock)
        #expect(!defaults.usesChannel && defaults.uploadTimeout == .seconds(30))
        #expect(defaults.scanTimeout == .seconds(10) && defaults.channelTimeout == .seconds(5))
        #expect(defaults.checksHeaderCRC && defaults.rebootsAutomatically)
        #expect(!defaults.disconnectsWithoutReboot && !defaults.readsAllDeviceInfo)
        #expect(defaults.readsDeviceInfo && defaults.readsDeviceInfoFirst)
        #expect(defaults.reportsStatistics && defaults.reportsLog && defaults.reportsProgress)
        #expect(!defaults.reportsChunkLog && !defaults.reportsBlockLog)
        #expect(defaults.reportsChunks && defaults.reportsBlocks)
    }

    @Test func pinsAreLimitedFromBothSides() {
        #expect(
            GPIOPin(port: 0, number: 15)?.byte == 0x0F && GPIOPin(port: 15, number: 0)?.byte == 0xF0
        )
        for (port, number) in [(-1, 0), (0, -1), (16, 0), (0, 16)] {
            #expect(GPIOPin(port: port, number: number) == nil)
        }
        let right: GPIOPin = "P1_2"
        #expect(right.isValid && right.port == 1 && right.number == 2 && "\(right)" == "P1_2")
        let wrong: GPIOPin = "P0_16"
        #expect(!wrong.isValid && "\(wrong)" == "P0_16" && wrong != "P0_17")
    }

    @Test func everyErrorHasItsNumber() {
        let rows: [(SuotaError, Int?, cause: String, next: String)] = [
            (.device(.crcError), 4, "the device reports 0x04 CRC_ERR", "try again, nearer"),
            (.notSupported, 0xFFFF, "does not offer SUOTA", "update mode"),
            (.serviceDiscoveryFailed, 0xFFFE, "services could not be read", "closer to the device"),
            (
                .gattOperationFailed(.gpioMap), 0xFFFD, "the pins could not be sent",
                "closer to the device"
            ),
            (
                .gattOperationFailed(.gpioMap, .insufficientEncryption), 0xFFFD,
                "the device refused the pins: ", "log in with its PIN"
            ),
            (
                .gattOperationFailed(.end, .invalidHandle), 0xFFFD,
                "the device refused the end of the image: ", "check what it allows"
            ),
            (.mtuRequestFailed, 0xFFFC, "larger packets", "closer to the device"),
            (.firmwareLoadFailed("why"), 0xFFFB, "why", "choose another file"),
            (.invalidFirmwareCRC, 0xFFFA, "checksum is wrong", "get the file again"),
            (.timedOut(.block), 0xFFF9, "did not answer a block in time", "closer to the device"),
            (
                .protocolError(.ok, .channel), 0xFFF8, "answered the channel with 0x02",
                "closer to the device"
            ),
            (.notConnected, 0xFFF7, "the connection was lost", "closer to the device"),
            (.aborted, nil, "was aborted", "start again"),
            (.preparationFailed("why"), nil, "prepared: why", "nothing was sent"),
            (.badParameter("why"), nil, "why", "choose another value"),
            (
                .refused([.sameVersion("1"), .otherModel(expected: "a", device: "b")]), nil,
                "the device already runs version 1, and the device is a b, not a a",
                "force the update"
            ),
        ]
        for (error, code, cause, next) in rows {
            #expect(error.code == code, "\(error)")
            #expect(
                error.cause.contains(cause) && error.nextStep?.contains(next) == true,
                "\(error)"
            )
        }
    }

    @Test func refusalsAreDescribed() {
        #expect(SuotaRefusal.bankRuns(1).description == "bank 1 has the running firmware")
        #expect(SuotaRefusal.bankMayRun(2).description == "bank 2 may have the running firmware")
        #expect(SuotaError.refused([.bankMayRun(2)]).nextStep?.contains("choose the bank") == true)
        let both = SuotaError.refused([.bankMayRun(2), .sameVersion("1")])
        #expect(both.nextStep == "choose another image, or force the update")
        let older = SuotaRefusal.olderVersion(image: "1", device: "2")
        #expect(older.description == "the image's version 1 is older than the device's 2")
        let family = SuotaRefusal.otherFamily(image: .da1469x, device: "DA14531")
        #expect(family.description == "the image is for DA1469x, the device is a DA14531")
    }

    @Test func onlySomeRefusalsNeedALogin() {
        let login: [ATTError] = [
            .insufficientAuthentication, .insufficientAuthorization, .insufficientEncryption,
            .encryptionKeyTooShort,
        ]
        for error in login { #expect(error.requiresLogin) }
        #expect(!ATTError.invalidHandle.requiresLogin && !ATTError.writeNotPermitted.requiresLogin)
    }

    @Test func statusesHaveTheirNumbers() {
        let statuses: [SuotaStatus] = [
            .serviceStarted, .ok, .serviceExit, .crcError, .patchLengthError,
            .externalMemoryWriteError, .internalMemoryError, .invalidMemoryType, .applicationError,
        ]
        #expect(statuses.map(\.rawValue) == Array(1...9))
        let image: [SuotaStatus] = [
            .imageStarted, .invalidImageBank, .invalidImageHeader, .invalidImageSize,
            .invalidProductHeader, .sameImage, .externalMemoryReadError,
        ]
        #expect(image.map(\.rawValue) == Array(0x10...0x16))
        #expect(Set((statuses + image).compactMap(\.name)).count == 16)
        let other = SuotaStatus(rawValue: 0x77)
        #expect(other.name == nil && "\(other)" == "0x77" && other.nextStep == "try again")
        let steps: [(SuotaStatus, String)] = [
            (.serviceExit, "nothing else is connected"), (.crcError, "nearer"),
            (.patchLengthError, "nearer"), (.externalMemoryWriteError, "pins"),
            (.externalMemoryReadError, "pins"), (.internalMemoryError, "smaller block"),
            (.invalidMemoryType, "memory type"), (.invalidImageBank, "bank 0, 1 or 2"),
            (.invalidImageHeader, "for this chip"), (.invalidImageSize, "smaller image"),
            (.invalidProductHeader, "prepared"), (.sameImage, "already"),
        ]
        for (status, text) in steps { #expect(status.nextStep.contains(text)) }
    }

    @Test func eventNumbersAreThoseOfDialog() {
        #expect(SuotaConnectionStatus.connected.rawValue == 0)
        #expect(SuotaConnectionStatus.disconnected.rawValue == 1)
        #expect(SuotaDeviceInfoStatus.noDeviceInfo.rawValue == 0)
        #expect(SuotaDeviceInfoStatus.success.rawValue == 1)
        let states: [SuotaProtocolState] = [
            .enableNotifications, .setMemoryDevice, .setGPIOMap, .sendBlock, .endSignal, .error,
        ]
        #expect(states.map(\.rawValue) == Array(0...5))
        #expect([SuotaLogType.info, .block, .chunk].map(\.rawValue) == [0, 1, 2])
        let groups: [SuotaCharacteristicGroup] = [.deviceInfo, .suotaInfo, .other]
        #expect(groups.map(\.rawValue) == [0, 1, 2])
        #expect(SuotaEvent.unknownTime == .seconds(-1))
    }

    @Test func characteristicsHaveTheirServiceAndUUID() {
        let info = SuotaCharacteristic.deviceInformation
        #expect(info.count == 9 && SuotaCharacteristic.allCases.count == 19)
        for characteristic in SuotaCharacteristic.allCases {
            #expect(SuotaCharacteristic(characteristic.uuid) == characteristic)
            let isInfo = info.contains(characteristic)
            #expect(characteristic.group == (isInfo ? .deviceInfo : .suotaInfo))
            #expect(characteristic.service == (isInfo ? 0x180A : 0xFEF5))
        }
        #expect(SuotaCharacteristic(0x2A00) == nil)
        // the numbers of Bluetooth's Assigned Numbers, section 3.8
        let numbers: [BluetoothUUID] = [
            0x2A29, 0x2A24, 0x2A25, 0x2A27, 0x2A26, 0x2A28, 0x2A23, 0x2A2A, 0x2A50,
        ]
        #expect(info.map(\.uuid) == numbers)
        #expect(SuotaCharacteristic.required.count == 6)
        #expect(SuotaCharacteristic.updateInformation == [.version, .patchDataSize, .mtu, .psm])
        #expect(
            SuotaCharacteristic.usualDeviceInformation == [
                .manufacturerName, .modelNumber, .firmwareRevision, .softwareRevision,
            ]
        )
    }

    @Test func versionsAreComparedNumberByNumber() {
        func version(_ text: String) -> SuotaVersion? { SuotaVersion(text) }
        #expect(version("") == nil && version("none") == nil && version(".") == nil)
        #expect(version("v_6.0.14")! == version("6.0.14")!)
        #expect(version("P81C_0.0.32")! == version("0.0.32")!)
        #expect(version("1.2")! == version("1.2.0")! && version("1.2")! < version("1.2.1")!)
        #expect(version("1.9")! < version("1.10")! && version("2")! > version("1.99")!)
        #expect(!(version("1.2")! < version("1.2")!) && version("1.2")! != version("1.3")!)
        // of two runs with as many numbers, the first counts
        #expect(version("1.2-3.4")! == version("1.2")!)
    }

    @Test func chipsHaveTheirFamily() {
        let rows: [(String, SuotaImage.Family?)] = [
            ("DA14585", .da1458x), ("da14531", .da1458x), ("DA14683", .da1468x),
            ("DA14699", .da1469x), ("DA1459", nil), ("", nil), ("xDA14585", nil),
        ]
        for (chip, family) in rows { #expect(SuotaImage.Family(chip: chip) == family) }
    }

    /// 10 bytes and their check byte: blocks of 4, 4 and 3 bytes, in chunks of 3 bytes.
    @Test func aPlanDividesTheFile() throws {
        let plan = try #require(SuotaPlan(fileSize: 10, block: 4, chunk: 3))
        #expect(plan.total == 11 && plan.block == 4 && plan.chunk == 3 && plan.blocks == 3)
        #expect(plan.chunksPerBlock == 2 && plan.lastBlock == 3 && plan.lastBlockChunks == 1)
        #expect(plan.chunks == 5)
        #expect((0..<3).map(plan.size(ofBlock:)) == [4, 4, 3])
        #expect((0..<3).map(plan.chunks(ofBlock:)) == [2, 2, 1])
        var cursor = SuotaPlan.Cursor()
        var ranges: [Range<Int>] = []
        var ends: [Bool] = []
        while let chunk = cursor.next(of: plan) {
            ranges.append(chunk.range)
            ends.append(chunk.endsBlock)
            #expect(cursor.offset == chunk.range.upperBound)
            #expect(cursor.block == ends.filter { $0 }.count)
        }
        #expect(ranges == [0..<3, 3..<4, 4..<7, 7..<8, 8..<11])
        #expect(ends == [false, true, false, true, true])
        for (size, block, chunk) in [
            (-1, 1, 1), (1, 65_536, 1), (1, 1, 65_536), (1, -1, 1), (0, 1, 1),
        ] {
            #expect(SuotaPlan(fileSize: size, block: block, chunk: chunk) == nil)
        }
        #expect(SuotaPlan(fileSize: 10, block: 4, chunk: 3) == plan)
        for other in [(11, 4, 3), (10, 5, 3), (10, 4, 2)] {
            #expect(SuotaPlan(fileSize: other.0, block: other.1, chunk: other.2) != plan)
        }
    }
}
