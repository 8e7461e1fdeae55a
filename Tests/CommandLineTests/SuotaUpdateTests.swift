import Foundation
import Testing

/// An update between two processes on one air.
@Suite(.timeLimit(.minutes(20))) struct SuotaUpdateTests {
    private let scratch: Scratch
    private let target: RunningTool

    init() throws {
        try self.init([])
    }

    private init(_ arguments: [String]) throws {
        scratch = try Scratch()
        target = try RunningTool(
            ["simulate", "suota-target", "--adapter", "virtual", "--buffer", "4096"] + arguments,
            air: scratch
        )
        #expect(target.line()?.hasPrefix("ready ") == true)
        try Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            .write(to: scratch.url("payload.bin"))
        let made = try CommandLineTool.run(
            ["suota", "make", "--version", "1.2.0"]
                + [scratch.url("payload.bin").path, scratch.url("image.img").path]
        )
        #expect(made.status == 0)
    }

    private func update(_ arguments: [String]) throws -> CommandLineTool.Result {
        try CommandLineTool.run(
            CommandLineTool.program,
            ["suota", "update", "suota", scratch.url("image.img").path, "--adapter", "virtual"]
                + arguments,
            environment: ["XDG_RUNTIME_DIR": scratch.folder.path]
        )
    }

    @Test func theDeviceBootsTheImageAndRefusesItOnce() throws {
        let result = try update(["--largest-block"])
        try #require(result.status == 0, "\(result.errors)")
        #expect(target.line { $0 == "booted 1.2.0" } != nil)
        let again = try update(["--json"])
        #expect(again.status == 65)
        #expect(again.errors.contains("already runs version 1.2.0"))
    }

    @Test func aModuleRequiresItsPIN() throws {
        let tests = try SuotaUpdateTests(["--pin", "123456"])
        let without = try tests.update([])
        #expect(without.status == 77, "\(without.errors)")
        let wrong = try tests.update(["--pin", "000001"])
        #expect(wrong.status == 77, "\(wrong.errors)")
        let right = try tests.update(["--pin", "123456"])
        try #require(right.status == 0, "\(right.errors)")
        #expect(tests.target.line { $0 == "booted 1.2.0" } != nil)
    }

    @Test func aDamagedImageIsNotSent() throws {
        var bytes = try Data(contentsOf: scratch.url("image.img"))
        bytes[100] ^= 1
        try bytes.write(to: scratch.url("image.img"))
        let result = try update([])
        #expect(result.status == 65)
        #expect(result.errors.contains("checksum is wrong"))
    }

    @Test func wrongOptionsAreRefused() throws {
        #expect(try update(["--bank", "3"]).status == 64)
        #expect(try update(["--pins", "P9_9"]).status == 64)
        for (options, fault) in [
            (
                ["--bank", "1"],
                "bank 1 may have the running firmware; add --running-bank, or leave"
            ),
            (["--bank", "2", "--running-bank", "2"], "bank 2 has the running firmware; leave out"),
        ] {
            let result = try update(options)
            #expect(result.status == 64 && result.errors.contains(fault), "\(result.errors)")
        }
    }
}
