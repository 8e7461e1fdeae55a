import AccessoryLink
import Foundation
import TestSupport
import Testing

@testable import SerialPort

/// The folder of ports, and the options of a port.
@Suite(.timeLimit(.minutes(20))) struct PortFolderTests {
    /// A folder's path, which does not exist yet.
    private static func newPath() -> String {
        FileManager.default.temporaryDirectory.path + "/ports-\(UUID().uuidString)"
    }

    private static func make(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// The open files of this process in a folder.
    private static func openFiles(in folder: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return files.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }.filter { $0.hasPrefix(folder) }
    }

    @Test func namesAreSortedWithoutHiddenOnes() throws {
        let path = Self.newPath()
        let folder = PortFolder(path)
        #expect(folder.names == [])
        try Self.make(path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        for name in ["b", ".hidden", "a", "c.d"] {
            try Data().write(to: URL(filePath: "\(path)/\(name)"))
        }
        #expect(folder.names == ["a", "b", "c.d"])
        #expect(Self.openFiles(in: path) == [])
    }

    @Test func aFolderThatIsCreatedAgainIsWatchedAgain() async throws {
        let path = Self.newPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = PortFolder(path + "/a/b")
        var names = try folder.additions().makeAsyncIterator()
        for round in 1...3 {
            try Self.make(path + "/a/b")
            try Data().write(to: URL(filePath: "\(path)/a/b/port\(round)"))
            #expect(await names.next() == "port\(round)")
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test func relativeAndRootPathsAreWatched() async throws {
        // nothing to find; the parents of these paths exist
        for path in ["none-\(UUID().uuidString)", "/none-\(UUID().uuidString)"] {
            let folder = PortFolder(path)
            let names = try folder.additions()
            #expect(folder.names == [])
            withExtendedLifetime(names) {}
        }
    }

    @Test func identifiersAreNamesOrPaths() throws {
        let transport = SerialPortTransport(folder: "/ports")
        #expect(try transport.canonicalIdentifier("usb-1") == "/ports/usb-1")
        #expect(try transport.canonicalIdentifier("/dev/ttyS0") == "/dev/ttyS0")
        #expect(try transport.canonicalIdentifier("./x") == "./x")
        for identifier in ["", ".", "..", "a\0"] {
            #expect(throws: DeviceOpenError.illegalAddress(identifier)) {
                try transport.canonicalIdentifier(identifier)
            }
        }
        #expect(
            transport.kind.loss == .unplugged && transport.kind.failedOpening == .connectionFailed
        )
    }

    @Test func whatIsNoPortIsRefused() throws {
        let path = Self.newPath()
        try Self.make(path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data().write(to: URL(filePath: path + "/file"))
        for (name, error) in [
            ("none", .noSuchPort(path + "/none")), ("file", .notSerial(path + "/file")),
            ("file/x", .noSuchPort(path + "/file/x")), ("", .notSerial(path + "/")),
        ] as [(String, SerialPortError)] {
            #expect(throws: error) { try SerialPortLink.open(path + "/" + name) }
        }
        // a refused file is not kept open
        #expect(Self.openFiles(in: path) == [])
    }

    @Test func aPortWithAnUnknownRateIsClosedAgain() throws {
        let modem = try NullModem()
        let port = modem.path("usb-host")
        #expect(throws: SerialPortError.unsupportedBaud(12_345)) {
            try SerialPortLink.open(port, options: SerialPortOptions { $0.baud = 12_345 })
        }
        let link = try SerialPortLink.open(port)
        #expect(link.packetSize == 1024)
        #expect(throws: SerialPortError.busy(port)) { try SerialPortLink.open(port) }
        link.close()
        try SerialPortLink.open(port).close()
    }
}
