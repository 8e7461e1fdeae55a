import Foundation
import TestSupport
import Testing

/// The scripts of Examples/scripts with the built program, on simulated devices.
@Suite(.timeLimit(.minutes(20))) struct ExampleScriptsTests {
    private let scratch: Scratch
    private let air: [String: String]

    init() throws {
        scratch = try Scratch()
        air = [
            "ACCESSORY": CommandLineTool.program.path, "XDG_RUNTIME_DIR": scratch.folder.path,
            "PATH": "/usr/bin:/bin", "HOME": scratch.folder.path,
        ]
    }

    private func run(
        _ script: String,
        _ arguments: [String],
        adding more: [String: String] = [:]
    ) throws -> CommandLineTool.Result {
        try CommandLineTool.run(
            Repository.top.appending(path: "Examples/scripts/\(script)"),
            arguments,
            environment: air.merging(more) { $1 }
        )
    }

    @Test func aFolderIsConvertedOnce() throws {
        try FileManager.default.createDirectory(
            at: scratch.url("songs"),
            withIntermediateDirectories: true
        )
        let tone = scratch.url("tone.raw")
        try Data((0..<32_000).map { UInt8(truncatingIfNeeded: $0) }).write(to: tone)
        let lame = try CommandLineTool.run(
            URL(filePath: "/usr/bin/lame"),
            ["--quiet", "-r", "-s", "16", "-m", "m", tone.path, scratch.url("songs/a.mp3").path]
        )
        try #require(lame.status == 0)
        let folders = [scratch.url("songs").path, scratch.url("pcm").path]
        let first = try run("convert-folder", folders)
        #expect(first.status == 0 && first.output.contains("a.mp3"), "\(first.errors)")
        #expect(try Data(contentsOf: scratch.url("pcm/a.pcm")).count > 30_000)
        #expect(try run("convert-folder", folders).output.isEmpty)

        try Data("no MP3".utf8).write(to: scratch.url("songs/b.mp3"))
        let bad = try run("convert-folder", folders)
        #expect(bad.status == 65 && bad.errors.contains("1 files failed"))
    }

    @Test func everyDeviceIsUpdatedOnce() throws {
        let target = try RunningTool(
            ["simulate", "suota-target", "--adapter", "virtual"],
            air: scratch
        )
        #expect(target.line()?.hasPrefix("ready ") == true)
        try Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            .write(to: scratch.url("program.bin"))
        let image = scratch.url("image.img").path
        let made = try CommandLineTool.run(
            ["suota", "make", "--version", "1.2.0", scratch.url("program.bin").path, image]
        )
        #expect(made.status == 0)
        func update(_ devices: [String], time: String) throws -> CommandLineTool.Result {
            let options = ["UPDATE_OPTIONS": "--adapter virtual --timeout \(time)"]
            return try run("update-all", [image] + devices, adding: options)
        }
        let first = try update(["suota"], time: "100s")
        #expect(first.output.hasSuffix("suota: updated\n"), "\(first.output)\(first.errors)")
        #expect(target.line { $0 == "booted 1.2.0" } != nil)
        let isUpToDate = { (result: CommandLineTool.Result) in
            result.output.contains("suota: up to date\n")
        }
        let second = try CommandLineTool.search(until: isUpToDate) {
            try update(["suota", "absent"], time: $0)
        }
        #expect(isUpToDate(second), "\(second.output)")
        #expect(second.output.contains("absent: ") && second.status == 1)
    }

    @Test func readingsAreLogged() throws {
        // BTHome: 25.06 degrees Celsius, 50.55 %
        let sensor = try RunningTool(
            ["advertise", "raw", "0201060A16D2FC4002CA0903BF13", "--adapter", "virtual"],
            air: scratch
        )
        _ = sensor.line()
        let isComplete = { (text: String) in
            text.contains("temperature") && text.contains("25.06")
        }
        let text = try CommandLineTool.search(until: isComplete) { time in
            let folder = scratch.url("log \(time)").path
            let result = try run(
                "log-sensors",
                [folder, "--adapter", "virtual"],
                adding: ["SECONDS_PER_FILE": String(time.dropLast())]
            )
            #expect(result.status == 0, "\(result.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.count == 1 && names[0].hasSuffix(".csv"))
            return try String(contentsOfFile: "\(folder)/\(names[0])", encoding: .utf8)
        }
        #expect(isComplete(text), "\(text)")
    }
}
