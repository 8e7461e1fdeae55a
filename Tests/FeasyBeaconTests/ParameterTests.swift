import Beacons
import BluetoothLE
import Testing

@testable import FeasyBeacon

@Suite struct ParameterTests {
    private let configuration = BeaconConfiguration(
        model: 0x15,
        features: [.gSensor, .key, .led, .buzzer]
    )

    @Test(
        "values in range, as the module writes them",
        arguments: [
            ("name", ParameterValue.text("Door"), "Door"), ("pin", .text("012345"), "012345"),
            ("interval", .number(100), "100"), ("interval", .number(10_000), "10000"),
            ("interval", .number(0), "0"), ("power", .decibels(-21), "0"),
            ("power", .decibels(5), "12"), ("led", .flag(true), "1"),
            ("connectable", .flag(true), "0"),
            ("gSensor", .burst(interval: 0, duration: 100), "0,100"),
            ("key", .burst(interval: 100, duration: 65_535), "100,65535"),
        ]
    )
    func inRange(name: String, value: ParameterValue, wire: String) throws {
        #expect(try configuration.wire(value, for: name) == wire)
        #expect(configuration[name]?.range.value(wire) == value)
    }

    @Test(
        "values out of range, of another kind, or of no parameter",
        arguments: [
            ("name", ParameterValue.text("")), ("name", .text("nineteen characters")),
            ("name", .text("a,b")), ("name", .text("a\nb")), ("pin", .text("12345")),
            ("pin", .text("12345x")), ("interval", .number(99)), ("interval", .number(10_001)),
            ("power", .decibels(6)), ("key", .burst(interval: 99, duration: 100)),
            ("key", .burst(interval: 100, duration: 99)), ("led", .number(1)),
            ("model", .text("21")), ("colour", .text("red")),
        ]
    )
    func outOfRange(name: String, value: ParameterValue) {
        #expect(throws: BeaconParameterError.self) { try configuration.wire(value, for: name) }
    }

    @Test("a module must advertise in at least one state")
    func neverAdvertises() throws {
        let off = ParameterValue.burst(interval: 0, duration: 100)
        #expect(throws: BeaconParameterError.neverAdvertises) {
            try configuration.check(["interval": .number(0), "gSensor": off, "key": off])
        }
        try configuration.check([
            "interval": .number(0), "gSensor": off,
            "key": .burst(interval: 100, duration: 100),
        ])
        // without sensor and key, the interval may not be 0
        #expect(throws: BeaconParameterError.self) {
            try BeaconConfiguration(model: 0x15).wire(.number(0), for: "interval")
        }
    }

    @Test("powers of the models")
    func powers() throws {
        func wire(_ model: Int, _ decibels: Double) throws -> String {
            try BeaconConfiguration(model: model).wire(.decibels(decibels), for: "power")
        }
        #expect(try wire(0x1E, 10) == "10")
        #expect(try wire(0x27, -19.5) == "0" && wire(0x24, 2.5) == "11")
        #expect(try wire(0x1F, -20) == "-200" && wire(0x1F, 20) == "200")
        #expect(throws: BeaconParameterError.self) { try wire(0x15, 2.5) }
    }

    @Test("features in a module's advertisement")
    func features() {
        let data: [UInt8] = [
            0xF0, 0xFF, 0x15, 0x02, 0x19, 0xF1, 0xDC, 0x0D, 0x30, 0x11, 0x22, 0x33, 0x65,
        ]
        let module = BeaconModule(serviceData: data.span)!
        let configuration = BeaconConfiguration(module)
        #expect(configuration.features == [.led, .buzzer, .gSensor, .key])
        #expect(configuration.paramKeys.contains("gSensor"))
        #expect(!BeaconConfiguration(model: 0x15).paramKeys.contains("gSensor"))
    }

    @Test("slots of every kind of beacon decode to the same beacon")
    func slots() throws {
        let beacon = Beacon.eddystoneUID(
            EddystoneUID(powerAt0m: -20, namespace: Array(0..<10), instance: Array(0..<6))
        )
        let made = try BeaconSlot(number: 9, beacon: beacon)
        let slot = try #require(made)
        #expect(BeaconSlot(wire: slot.wire) == slot && slot.beacon == beacon)
        for text in ["", "1", "10,00,1", "1,0,1", "1,0g,1", "1,00,2", "a,00,1", ",,00,1"] {
            #expect(BeaconSlot(wire: text) == nil, "\(text)")
        }
        #expect(BeaconSlot(number: 0, advertisement: [UInt8](repeating: 0, count: 32)) == nil)
    }
}
