import BluetoothLE
import CAccessoryBlueZ
import Foundation
import Testing

@testable import BlueZ

/// Computations without a kernel.
@Suite struct BytesTests {
    static let key = try! #require(
        { () -> LongTermKey? in
            let packet: [UInt8] =
                [0x0A, 0, 0, 0, 37, 0, 1] + RadioTests.device + [3, 1, 16] + Array(0..<26)
            guard case .key(let key, true)? = ManagementEvent.read(packet)?.event else {
                return nil
            }
            return key
        }()
    )

    @Test func switchesAreReadFromTheKernelsFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (number, soft, hard) in [(0, "0", "0"), (1, "1", "0"), (2, "0", "1"), (3, "1", "1")] {
            let item = folder.appending(path: "rfkill\(number)")
            try FileManager.default.createDirectory(at: item, withIntermediateDirectories: true)
            for (file, text) in [("name", "hci\(number)"), ("soft", soft), ("hard", hard)] {
                try Data((text + "\n").utf8).write(to: item.appending(path: file))
            }
        }
        let blocks = (0...4).map { BluetoothSurvey.block(of: "hci\($0)", in: folder.path) }
        #expect(blocks == [nil, .software, .hardware, .hardware, nil])
    }

    @Test func readsAKey() {
        #expect(Self.key.device == RadioTests.peer && Self.key.level == .secureConnections)
        #expect(Self.key.isCentral && Self.key.size == 16 && Self.key.diversifier == 0x0100)
        #expect(Self.key.packet == RadioTests.device + [3, 1, 16] + Array(0..<26))
    }

    @Test func damagedEventsAreIgnored() {
        #expect(ManagementEvent.read([]) == nil)
        #expect(ManagementEvent.read([6, 0, 0, 0, 4, 0, 1, 0]) == nil)
        // an ignored event
        #expect(ManagementEvent.read([0x2D, 0, 0, 0, 1, 0, 0]) == nil)
    }

    @Test func newKeysReplaceOldOnes() {
        var bonds = BondList()
        bonds.insert(Self.key)
        var weaker = Self.key
        weaker.kind = 2
        bonds.insert(weaker)
        #expect(bonds.keys == [weaker] && bonds.level(of: RadioTests.peer) == .encrypted)
        var otherRole = Self.key
        otherRole.isCentral = false
        bonds.insert(otherRole)
        #expect(bonds.keys.count == 2 && bonds.devices == [RadioTests.peer])
        #expect(bonds.level(of: RadioTests.peer) == .secureConnections)
        #expect(bonds.remove(RadioTests.peer) && !bonds.remove(RadioTests.peer))
        #expect(bonds == BondList())
    }

    @Test func keepsBondsInAFileOfTheOwner() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/bonds-\(UUID().uuidString)"
        let file = BondFile(folder: folder + "/deep", adapter: FakeKernel.address)
        #expect(file.path.hasSuffix("/deep/bonds-00AA01000000.json"))
        #expect(try file.load() == BondList())
        var bonds = BondList()
        bonds.insert(Self.key)
        try file.save(bonds)
        #expect(try file.load() == bonds)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/deep").count == 1)
        try Data("{".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(throws: RadioError.self) { try file.load() }
    }

    @Test func choosesPhysicalLayers() throws {
        // BR/EDR's basic rate is fixed, LE 1M, 2M and coded can be chosen
        let answer = FakeKernel.bytes(0x7E01) + FakeKernel.bytes(0x7E00) + FakeKernel.bytes(0x0601)
        var selection = try #require(PHYSelection(answer))
        #expect(selection.supportedPHYs == [.le1M, .le2M, .coded])
        #expect(selection.select([.le1M]) == nil)
        #expect(selection.select([.coded]) == FakeKernel.bytes(0x6601))
        #expect(selection.select([.coded]) == nil)
        #expect(selection.select([.le2M]) == FakeKernel.bytes(0x1E01))
        #expect(PHYSelection([1, 2]) == nil)
    }

    @Test func writesAScansTiming() throws {
        let timing = try ScanTiming(ScanParameters { $0.window = .milliseconds(30) })
        #expect(timing.interval == 96 && timing.window == 48)
        #expect(Array(timing.configuration.prefix(10)) == [0x0D, 0, 2, 96, 0, 0x0E, 0, 2, 48, 0])
        #expect(timing.configuration.count == 30)
        #expect(throws: RadioError.self) {
            try ScanTiming(ScanParameters { $0.window = .milliseconds(61) })
        }
        #expect(throws: RadioError.self) {
            try ScanTiming(ScanParameters { $0.interval = .seconds(41) })
        }
    }

    @Test func refusesInvalidConnectionParameters() throws {
        try ConnectionParameters().check()
        for change: (inout ConnectionParameters) -> Void in [
            { $0.interval = .milliseconds(7)...(.milliseconds(30)) },
            { $0.interval = .milliseconds(15)...(.seconds(5)) },
            { $0.latency = 500 },
            { $0.supervisionTimeout = .seconds(33) },
            {
                $0.latency = 99
                $0.supervisionTimeout = .seconds(6)
            },
        ] {
            #expect(throws: RadioError.self) { try ConnectionParameters(change).check() }
        }
    }

    @Test(arguments: [
        (EAFNOSUPPORT, RadioError.noAdapter("hci0")), (ENODEV, .noAdapter("hci0")),
        (EPERM, .notPermitted("CAP_NET_ADMIN and CAP_NET_RAW are needed")),
        (ENETDOWN, .poweredOff), (ETIMEDOUT, .timedOut), (EBUSY, .busy),
        (ECONNREFUSED, .disconnected(.notEstablished)),
    ])
    func namesTheKernelsErrors(code: CInt, error: RadioError) {
        #expect(RadioError(socketError: -code, adapter: "hci0") == error)
    }

    @Test func theKernelsTimeLimitIsNoRefusal() {
        for (error, seconds, wanted) in [
            (-ECONNREFUSED, 40, -ETIMEDOUT), (-ECONNREFUSED, 39, -ETIMEDOUT),
            (-ECONNREFUSED, 38, -ECONNREFUSED), (-ECONNREFUSED, 0, -ECONNREFUSED),
            (-ECONNRESET, 40, -ECONNRESET), (0, 40, 0),
        ] as [(CInt, Int, CInt)] {
            #expect(SocketWait.error(error, after: .seconds(seconds)) == wanted)
        }
    }

    @Test func keepsTheFirstReasonOfALinksEnd() {
        let link = Link(handle: 42)
        link.end(.remoteUser)
        link.end(.localHost)
        #expect(link.endReason == .remoteUser)
    }
}
