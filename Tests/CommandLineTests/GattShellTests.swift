import BluetoothLE
import Foundation
import Testing

@testable import accessory

/// `accessory gatt DEVICE shell`.
@Suite(.timeLimit(.minutes(20))) struct GattShellTests {
    @Test func wordsMayBeQuoted() {
        #expect(GattShell.split("read \"Battery Level\"  x") == ["read", "Battery Level", "x"])
        #expect(GattShell.split("  a\t\"\" b\"c d\"") == ["a", "", "bc d"])
        #expect(GattShell.split(" ").isEmpty)
    }

    /// No other command of the program helps in a shell that keeps the connection.
    @Test func nextStepsAreThoseOfASession() {
        let errors: [any Error] = [
            CentralError.disconnected(nil), CentralError.readTimeout, CentralError.writeTimeout,
            CentralError.readNotSupported, CentralError.writeNotSupported,
            CentralError.notifyNotSupported, GATTError.att(.readNotPermitted, handle: 3),
            GATTError.att(.writeNotPermitted, handle: 3),
        ]
        for error in errors {
            let failure = Failure(whileConnected: error)
            #expect(failure.cause == Failure(error).cause)
            #expect(failure.nextStep.map { !$0.contains("accessory") } == true, "\(failure)")
        }
        let other = CentralError.connectionTimeout
        #expect(Failure(whileConnected: other).nextStep == Failure(other).nextStep)
    }

    @Test func linesAreCompleted() {
        let names = ["Battery Level", "0x000c", "Battery Level Status"]
        #expect(GattShell.completions(of: "no", names) == ["notify "])
        #expect(GattShell.completions(of: "read 0x", names) == ["read 0x000c "])
        #expect(
            GattShell.completions(of: "read \"bat", names)
                == ["read \"Battery Level\" ", "read \"Battery Level Status\" "]
        )
        #expect(GattShell.completions(of: "xyz", names).isEmpty)
    }

    @Test func aLostLinkIsReported() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        try Data(
            """
            {"name": "Tag", "services": [
              {"uuid": "1802", "characteristics": [
                {"uuid": "2A06", "properties": ["read"], "value": "00"}]}]}
            """.utf8
        ).write(to: scratch.url("f.json"))
        let peripheral = try air.start(["peripheral", scratch.url("f.json").path])
        _ = peripheral.line()
        let shell = try air.start(["gatt", "Tag", "shell"], input: true)
        try shell.type("read 2A06")
        #expect(shell.line(with: "00  No Alert") != nil)
        peripheral.interrupt()
        _ = try peripheral.finish()
        // the first one may be under way when the link is lost
        for line in ["read 2A06", "read 2A06", "quit"] { try shell.type(line) }
        let end = try shell.finish()
        #expect(end.status == 0, "\(end)")
        for error in [
            "\ndisconnected\nnot connected; next attempt in ",
            "not connected; wait until the device is connected again",
        ] {
            #expect(end.errors.contains(error), "\(end.errors)")
        }
    }

    @Test func commandsOfOneConnection() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        try Data(
            """
            {"name": "Tag", "services": [
              {"uuid": "1802", "characteristics": [
                {"uuid": "2A06", "properties": ["read", "write", "notify"], "value": "00"}]}]}
            """.utf8
        ).write(to: scratch.url("f.json"))
        let peripheral = try air.start(["peripheral", scratch.url("f.json").path])
        _ = peripheral.line()
        let shell = try air.start(["gatt", "Tag", "shell"], input: true)
        for (line, answer) in [
            ("read \"Alert Level\"", "00  No Alert"),
            ("write 2A06 high\nread 2A06", "02  High Alert"),
            ("tree", "    Value 02  High Alert"), ("help", "  quit  "),
        ] {
            try shell.type(line)
            #expect(shell.line(with: answer) != nil, "\(line)")
        }
        try shell.type("notify 2A06")
        #expect(peripheral.line(with: "subscribed 2A06") != nil)
        try shell.type("write 2A06 01")
        #expect(shell.line(with: "2A06 Alert Level: 01  Mild Alert") != nil)
        for line in [
            "stop 2A06", "stop 2A06", "raed 2A06", "read", "read 2A19", "write 2A06", "quit",
        ] {
            try shell.type(line)
        }
        let end = try shell.finish()
        #expect(end.status == 0, "\(end)")
        for error in [
            "2A06 has no notify; notify 2A06", "there is no command 'raed'; did you mean read?",
            "read needs an attribute",
            "the device has no characteristic or descriptor 2A19; list its attributes: tree\n",
            "write needs a value",
        ] {
            #expect(end.errors.contains(error), "\(end.errors)")
        }
        #expect(peripheral.line(with: "disconnected by") != nil)
        // the end of the input ends it, too
        let short = try air.run(["gatt", "Tag", "shell"])
        #expect(short.status == 0 && short.lines.isEmpty, "\(short)")
        peripheral.interrupt()
        _ = try peripheral.finish()
    }
}
