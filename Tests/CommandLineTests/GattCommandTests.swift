import BluetoothLE
import Foundation
import Testing

/// `accessory peripheral` in one process, `accessory gatt` in others.
@Suite(.timeLimit(.minutes(20))) struct GattCommandTests {
    private static let service = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
    private static let greeting = "6E400002-B5A3-F393-E0A9-E50E24DCCA9E"

    private static let description = """
        {
          "name": "Thermometer", "appearance": 768,
          "services": [
            {"uuid": "180F", "characteristics": [
              {"uuid": "2A19", "properties": ["read", "notify"], "value": "64"}]},
            {"uuid": "\(service)", "characteristics": [
              {"uuid": "\(greeting)", "text": "hello",
               "properties": ["read", "write-without-response", "write", "notify"],
               "descriptors": [{"uuid": "2901", "text": "Greeting"}]},
              {"uuid": "2A3D", "properties": ["read"], "permissions": ["encrypt-read"],
               "text": "secret"}]}
          ]
        }
        """

    /// A running peripheral, and its first line.
    private static func peripheral(
        on air: TestAir,
        _ scratch: Scratch,
        _ options: [String] = [],
        input: Bool = false
    ) throws -> (RunningTool, String) {
        try Data(description.utf8).write(to: scratch.url("peripheral.json"))
        let tool = try air.start(
            ["peripheral", scratch.url("peripheral.json").path] + options,
            input: input
        )
        return (tool, try #require(tool.line()))
    }

    /// Commands of `gatt` are no names of devices there.
    @Test(arguments: ["decode", "encode", "device", "shell"])
    func aDeviceWithTheNameOfACommand(name: String) async throws {
        let (air, scratch) = (VirtualAir(), try Scratch())
        let file =
            #"{"name": "\#(name)", "services": [{"uuid": "180F", "characteristics": [{"uuid": "2A19", "#
        try Data((file + #""properties": ["read"], "value": "64"}]}]}"#).utf8).write(
            to: scratch.url("p.json")
        )
        let peripheral = LocalTool(
            ["peripheral", scratch.url("p.json").path, "--adapter", "virtual"],
            on: air
        )
        let first = try #require(await peripheral.line(with: "advertising \(name) as "))
        let address = try #require(
            first.split(separator: " ").first { $0.contains(":") }.map(String.init)
        )
        for arguments in [[address], ["device", name]] {
            let read = await LocalTool.run(
                ["gatt"] + arguments + ["read", "2A19", "--adapter", "virtual"],
                on: air
            )
            #expect(read.output.last == "64  100 %", "\(read.failure as Any)")
        }
        peripheral.cancel()
        _ = await peripheral.finish()
    }

    @Test("the tree of a peripheral in another process")
    func tree() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        let (peripheral, first) = try Self.peripheral(on: air, scratch)
        #expect(first.hasPrefix("advertising Thermometer as C0:DE:"))
        let tree = try air.run(["gatt", "Thermometer", "tree"])
        #expect(tree.status == 0 && tree.errors.isEmpty)
        let expected = """
            Service 1800 Generic Access, handles 0x0001-0x0005
              Characteristic 2A00 Device Name, handle 0x0003: read
                Value 546865726d6f6d65746572  "Thermometer"
              Characteristic 2A01 Appearance, handle 0x0005: read
                Value 0003  Thermometer
            Service 1801 Generic Attribute, handles 0x0006-0x000b
              Characteristic 2A05 Service Changed, handle 0x0008: indicate
                Descriptor 2902 Client Characteristic Configuration, handle 0x0009: 0200
              Characteristic 2B2A Database Hash, handle 0x000b: read
                Value 71a54eac4e0cce265c804711bed70ce2
            Service 180F Battery, handles 0x000c-0x000f
              Characteristic 2A19 Battery Level, handle 0x000e: read, notify
                Value 64  100 %
                Descriptor 2902 Client Characteristic Configuration, handle 0x000f: 0000
            Service \(Self.service), handles 0x0010-0x0016
              Characteristic \(Self.greeting) Greeting, handle 0x0012: read, write-without-response, write, notify
                Value 68656c6c6f  "hello"
                Descriptor 2901 Characteristic User Description, handle 0x0013: 4772656574696e67  "Greeting"
                Descriptor 2902 Client Characteristic Configuration, handle 0x0014: 0000
              Characteristic 2A3D, handle 0x0016: read
                Value (insufficient encryption)
            """
        #expect(tree.lines.joined(separator: "\n") == expected)
        #expect(peripheral.line(with: "connected by C0:DE:") != nil)
        #expect(
            peripheral.line(with: "read 2A19 Battery Level by C0:DE:")?.hasSuffix(": 64") == true
        )
        peripheral.interrupt()
        #expect(try peripheral.finish().status == 130)
    }

    @Test("the tree as JSON has the same content, by address and without values")
    func treeAsJSON() throws {
        struct Start: Decodable {
            let address: String
        }
        struct Service: Decodable {
            struct Characteristic: Decodable {
                let uuid: String
                let name: String?
                let handle: Int
                let properties: [String]
            }
            let uuid: String
            let primary: Bool
            let characteristics: [Characteristic]
        }
        let (air, scratch) = (try TestAir(), try Scratch())
        let (peripheral, first) = try Self.peripheral(on: air, scratch, ["--json"])
        let address = try JSONDecoder().decode(Start.self, from: Data(first.utf8)).address
        let tree = try air.run([
            "gatt", address, "--address-type", "public", "--json", "--no-values",
        ])
        #expect(tree.status == 0 && tree.errors.isEmpty)
        let services = try tree.lines.map {
            try JSONDecoder().decode(Service.self, from: Data($0.utf8))
        }
        #expect(services.map(\.uuid) == ["1800", "1801", "180F", Self.service])
        #expect(services.allSatisfy { $0.primary })
        let battery = try #require(services[2].characteristics.first)
        #expect(battery.uuid == "2A19" && battery.name == "Battery Level" && battery.handle == 14)
        #expect(battery.properties == ["read", "notify"])
        peripheral.interrupt()
        let end = try peripheral.finish()
        #expect(!end.lines.contains { $0.contains("\"read\"") }, "no value was asked for")
    }

    @Test("values by UUID, handle and assigned name; as hexadecimal digits, text and JSON")
    func values() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        let (peripheral, _) = try Self.peripheral(on: air, scratch)
        for name in ["2A19", "0x000e", "battery level"] {
            let read = try air.run(["gatt", "Thermometer", "read", name])
            #expect(read.status == 0 && read.lines == ["64  100 %"], "\(read)")
        }
        let written = try air.run(["gatt", "Thermometer", "write", Self.greeting, "0102ff"])
        #expect(written.status == 0 && written.lines.isEmpty, "\(written)")
        let line = peripheral.line(with: "write ")
        #expect(line?.hasPrefix("write \(Self.greeting) by C0:DE:") == true)
        #expect(line?.hasSuffix(": 0102ff") == true)
        let command = try air.run([
            "gatt", "Thermometer", "write", "0x0012", "grüße", "--text", "--without-response",
        ])
        #expect(command.status == 0, "\(command)")
        #expect(peripheral.line(with: "write ")?.contains("\"grüße\"") == true)
        let text = try air.run(["gatt", "Thermometer", "read", Self.greeting, "--text"])
        #expect(text.lines == ["grüße"])
        let json = try air.run(["gatt", "Thermometer", "read", "0x0013", "--json"])
        #expect(
            json.lines == [
                #"{"handle":19,"name":"Characteristic User Description","text":"Greeting","uuid":"2901","value":"4772656574696e67"}"#
            ]
        )
    }

    @Test("a value written by one central is notified to another")
    func notifications() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        let (peripheral, _) = try Self.peripheral(on: air, scratch)
        let listener = try air.start([
            "gatt", "Thermometer", "notify", Self.greeting, "--count", "2",
        ])
        #expect(
            peripheral.line(with: "subscribed \(Self.greeting)")?.hasSuffix(": notify") == true
        )
        for value in ["01", "0203"] {
            #expect(
                try air.run(["gatt", "Thermometer", "write", Self.greeting, value]).status == 0
            )
        }
        let heard = try listener.finish()
        #expect(heard.status == 0 && heard.lines == ["01", "0203"], "\(heard)")

        let patient = try air.start(["gatt", "Thermometer", "notify", "2A19", "--json"])
        #expect(peripheral.line(with: "subscribed 2A19") != nil)
        peripheral.interrupt()
        #expect(try peripheral.finish().status == 130)
        let lost = try patient.finish()
        #expect(
            lost.status == 74 && lost.errors.contains(#""nextStep":"connect again""#),
            "\(lost)"
        )
    }

    @Test("lines of standard input become values for subscribers")
    func updates() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        let (peripheral, _) = try Self.peripheral(on: air, scratch, ["--updates"], input: true)
        try peripheral.type("2a19 63")
        #expect(peripheral.line(with: "update ") == "update 2A19 Battery Level: 63")
        #expect(try air.run(["gatt", "Thermometer", "read", "2A19"]).lines == ["63  99 %"])
        let listener = try air.start(["gatt", "Thermometer", "notify", "2A19", "--count", "3"])
        #expect(peripheral.line(with: "subscribed 2A19") != nil)
        for line in ["", "nothing 1", "Battery Level xyz", "battery level 62", "2A19 \"lo\""] {
            try peripheral.type(line)
        }
        let heard = try listener.finish()
        // the first one waited for it
        #expect(
            heard.status == 0
                && heard.lines == ["63  99 %", "62  98 %", "6c6f  108 % (out of range)"],
            "\(heard)"
        )
        peripheral.interrupt()
        let end = try peripheral.finish()
        #expect(end.status == 130)
        #expect(end.errors.contains("line 3 names no characteristic of the description: nothing 1"))
        #expect(end.errors.contains("the value of line 4 is not hexadecimal: 'xyz'"))
    }

    @Test("values that are typed faster than the link sends them are not lost")
    func manyUpdates() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        let characteristic = #"{"uuid": "FFF1", "properties": ["notify"]}"#
        try Data(
            #"{"name": "Fast", "services": [{"uuid": "FFF0", "characteristics": [\#(characteristic)]}]}"#
                .utf8
        ).write(to: scratch.url("fast.json"))
        let peripheral = try air.start(
            ["peripheral", scratch.url("fast.json").path, "--updates"],
            input: true
        )
        #expect(peripheral.line(with: "advertising ") != nil)
        // the input and the output of so many values fit into a pipe
        let count = 3500
        let listener = try air.start(["gatt", "Fast", "notify", "FFF1", "--count", "\(count)"])
        #expect(peripheral.line(with: "subscribed FFF1") != nil)
        let values = (0..<count).map { String(format: "%02x", $0 % 256) }
        try peripheral.type(values.map { "FFF1 \($0)" }.joined(separator: "\n"))
        var heard: [String] = []
        while let line = listener.line() { heard.append(String(line.prefix(2))) }
        #expect(heard == values)
        peripheral.interrupt()
        #expect(try !peripheral.finish().errors.contains("warning"))
    }

    @Test("a killed peripheral resumes from its saved state")
    func killed() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        let state = scratch.url("state")
        let options = ["--state", state.path]
        for number in 1...3 {
            let (peripheral, first) = try Self.peripheral(on: air, scratch, options)
            #expect(first.hasPrefix("advertising Thermometer"))
            let read = try air.run(["gatt", "Thermometer", "read", Self.greeting, "--text"])
            #expect(read.lines == [number == 1 ? "hello" : "value \(number - 1)"], "\(read)")
            let words = [
                "gatt", "Thermometer", "write", Self.greeting, "value \(number)", "--text",
            ]
            #expect(try air.run(words).status == 0)
            // saved within a second; the file is complete at any time
            var saved = false
            while !saved {
                let data = try Data(contentsOf: state)
                let json = try JSONSerialization.jsonObject(with: data)
                saved = Self.holds(json, Array("value \(number)".utf8))
            }
            peripheral.kill()
        }
        try Data("{".utf8).write(to: state)
        try Data(Self.description.utf8).write(to: scratch.url("peripheral.json"))
        let damaged = try air.run(["peripheral", scratch.url("peripheral.json").path] + options)
        #expect(damaged.status == 65 && damaged.errors.contains(state.path), "\(damaged)")
    }

    /// Whether these bytes are somewhere in a state, as base64 text or numbers.
    private static func holds(_ json: Any, _ bytes: [UInt8]) -> Bool {
        switch json {
        case let object as [String: Any]: object.values.contains { holds($0, bytes) }
        case let list as [Any]:
            list.compactMap { $0 as? Int } == bytes.map(Int.init)
                || list.contains { holds($0, bytes) }
        case let text as String: text == Data(bytes).base64EncodedString()
        default: false
        }
    }

    @Test("devices pair with options or with questions at the terminal")
    func pairing() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        let (peripheral, _) = try Self.peripheral(on: air, scratch, ["--yes"])
        let read = ["gatt", "Thermometer", "read", "2A3D", "--text", "--pair"]
        // no user to ask
        #expect(try air.run(read).errors.contains("no means to authenticate"))
        let agreed = try air.run(read + ["--yes"])
        #expect(agreed.status == 0 && agreed.lines == ["secret"], "\(agreed)")
        #expect(peripheral.line(with: "security by") != nil)

        let asked = try air.runAtTerminal(read, typing: ["y"])
        #expect(asked.status == 0, "\(asked.output)")
        #expect(asked.output.contains("does C0:DE:") && asked.output.contains("[y/N]"))
        #expect(asked.output.contains("secret"))
        let refused = try air.runAtTerminal(read, typing: ["n"])
        #expect(refused.status == 76 && refused.output.contains("pairing failed"))
        peripheral.interrupt()
        _ = try peripheral.finish()
    }

    @Test("a passkey shown by one device is entered at the other")
    func passkey() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        let (peripheral, _) = try Self.peripheral(on: air, scratch, ["--yes"])
        let wrong = try air.run([
            "gatt", "Thermometer", "read", "2A3D", "--pair", "--passkey", "1000000",
        ])
        #expect(wrong.status == 64 && wrong.errors.contains("0 to 999999"))
        let words = ["gatt", "Thermometer", "read", "2A3D", "--pair", "--passkey", "12"]
        let other = try air.run(words)
        #expect(other.status == 76, "one number of a million fits: \(other)")
        peripheral.interrupt()
        let errors = try peripheral.finish().errors
        #expect(errors.contains("enter ") && errors.contains(" on C0:DE:"), "\(errors)")
    }

    @Test("a simulated SensorTag notifies accelerometer values once switched on")
    func sensorTag() throws {
        func uuid(_ number: String) -> String { "F000\(number)-0451-4000-B000-000000000000" }
        let air = try TestAir()
        let tag = try air.start(["simulate", "sensortag"])
        #expect(tag.line()?.hasPrefix("advertising TI SensorTag as C0:DE:") == true)
        let listener = try air.start([
            "gatt", "TI SensorTag", "notify", uuid("AA11"), "--count", "2",
        ])
        #expect(tag.line(with: "subscribed \(uuid("AA11"))") != nil)
        for (number, value) in [("AA13", "0a"), ("AA12", "01")] {
            let words = ["gatt", "TI SensorTag", "write", uuid(number), value]
            #expect(try air.run(words).status == 0)
        }
        let heard = try listener.finish()
        #expect(heard.status == 0 && heard.lines.count == 2, "\(heard)")
        // y is nothing, z is 1 g in steps of 1/64
        #expect(heard.lines.allSatisfy { $0.count == 6 && $0.hasSuffix("0040") })
        tag.interrupt()
        #expect(try tag.finish().status == 130)
    }

    @Test("a server's refusal is reported with its code, text and next step")
    func refusals() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        let (peripheral, _) = try Self.peripheral(on: air, scratch)
        let plain = try air.run(["gatt", "Thermometer", "read", "2A3D", "--json"])
        #expect(plain.status == 76 && plain.errors.contains(#""code":15"#), "\(plain)")
        let encrypted = try air.run([
            "gatt", "Thermometer", "read", "2A3D", "--text", "--encrypt",
        ])
        #expect(encrypted.status == 0 && encrypted.lines == ["secret"], "\(encrypted)")
        let cases: [([String], Int32, String)] = [
            (["write", "2A19", "01"], 76, "cannot be written"),
            (["read", "2A37"], 76, "no characteristic or descriptor 2A37"),
            (["read", "2902"], 64, "name one by its handle: 0x0009, 0x000f, 0x0014"),
            (["notify", "0x0013"], 76, "neither notifies nor indicates"),
            (["write", "0x0013", "00", "--without-response"], 64, "written without a response"),
        ]
        for (words, status, message) in cases {
            let result = try air.run(["gatt", "Thermometer"] + words)
            #expect(result.status == status && result.errors.contains(message), "\(result)")
        }
        peripheral.interrupt()
        #expect(try peripheral.finish().status == 130)
    }

    @Test(
        "an invalid command line does not use the adapter",
        arguments: [
            (["gatt"], "Missing"), (["gatt", "x", "read"], "Name the attribute to read"),
            (["gatt", "x", "write", "2A19"], "Give the value"),
            (["gatt", "x", "tree", "2A19"], "no attribute"),
            (["gatt", "x", "read", "2A19", "00"], "takes no value"),
            (["gatt", "x", "read", "0x0000"], "invalid"),
            (["gatt", "x", "notify", "2A19", "--count", "0"], "at least 1"),
            (["gatt", "x", "--address-type", "random"], "not an address"),
            (["gatt", "x", "--passkey", "1"], "need --encrypt or --pair"),
            (["peripheral", "-", "--updates"], "the description cannot be standard input"),
            (["scan", "--phy", "2M"], "'1M' and 'coded'"),
        ]
    )
    func wrongUse(words: [String], message: String) throws {
        let result = try CommandLineTool.run(words)
        #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }

    @Test("a mistyped name of an existing device")
    func mistypedName() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        let (peripheral, _) = try Self.peripheral(on: air, scratch)
        let isNamed = { (errors: String) in errors.contains("did you mean Thermometer?") }
        let errors = try CommandLineTool.search(until: isNamed) {
            let result = try air.run(["gatt", "Termometer", "--timeout", $0])
            #expect(result.status == 69)
            return result.errors
        }
        #expect(errors.contains("no connectable device matches Termometer; did you mean"))
        peripheral.interrupt()
    }

    @Test("a missing device and a missing adapter")
    func nobody() throws {
        let air = try TestAir()
        let result = try air.run(["gatt", "C0:00:00:00:00:01", "--timeout", "300ms"])
        #expect(result.status == 69, "\(result)")
        #expect(result.errors.contains("no connectable device matches C0:00:00:00:00:01"))
        let value = try air.run(["gatt", "x", "write", "2A19", "xyz"])
        #expect(value.status == 64 && value.errors.contains("no value of 'Battery Level'"))
    }

    @Test(
        "an invalid description reports the error and its place",
        arguments: [
            ("", "not valid JSON"), ("[]", "standard input: it is not an object"),
            ("{}", "services: it is missing"),
            (#"{"services": [], "nmae": "x"}"#, "'nmae' is none of name, appearance"),
            (#"{"services": [], "name": ""}"#, "name: a name has 1 to 248 bytes"),
            (#"{"services": [{"uuid": "180", "characteristics": []}]}"#, "services[0].uuid"),
            (
                #"{"services": [{"uuid": "180F", "characteristics": [{"uuid": "2A19"}]}]}"#,
                "services[0].characteristics[0].properties: at least one"
            ),
            (
                #"{"services": [{"uuid": "180F", "characteristics": [{"uuid": "2A19", "properties": ["reed"]}]}]}"#,
                "'reed' is none of broadcast, read"
            ),
            (
                #"{"services": [{"uuid": "180F", "characteristics": [{"uuid": "2A19", "properties": ["read"], "value": "123"}]}]}"#,
                "characteristics[0].value: it has an odd number"
            ),
            (
                #"{"services": [{"uuid": "180F", "characteristics": [{"uuid": "2A19", "properties": ["notify"], "descriptors": [{"uuid": "2902"}]}]}]}"#,
                "descriptors[0].uuid: 2902 is added automatically"
            ),
        ]
    )
    func badDescriptions(text: String, message: String) throws {
        let result = try CommandLineTool.run(
            ["peripheral", "-", "--adapter", "hci0"],
            input: Data(text.utf8)
        )
        #expect(result.status == 65 && result.errors.contains(message), "\(result.errors)")
        #expect(result.data.isEmpty)
    }

    @Test("a description that is not JSON reports the place of the error")
    func brokenDescription() throws {
        let scratch = try Scratch()
        let file = scratch.url("broken.json")
        try Data("{\n  \"services\": [\n    }\n}\n".utf8).write(to: file)
        let result = try CommandLineTool.run(["peripheral", file.path])
        #expect(result.status == 65)
        #expect(result.errors.contains("line 3, column 5"), "\(result.errors)")
    }
}
