import BluetoothLE
import Foundation

/// Uses every function of another implementation's server and prints the results as JSON.
enum Client {
    /// The results; nil for those not reached before the link was lost.
    struct Report: Encodable {
        var mtu: Int?
        var services: [String]?
        var characteristics: [String: [String]]?
        var included: [String]?
        var description: String?
        var writtenBack: Bool?
        var long: Bool?
        var longWritten: Bool?
        var reliablyWritten: Bool?
        var multiple: Bool?
        var refusal: String?
        var notifications: Int?
        var indications: Int?
        var commands: Int?
        var error: String?
    }

    static func run(at path: String) async {
        var report = Report()
        do {
            let central = Central(radio: SocketRadio(path: path))
            let peripheral = try await central.connect(to: BluetoothAddress(value: 0x01))
            try await tryAll(peripheral, &report)
            await peripheral.disconnect()
        } catch {
            report.error = "\(error)"
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        if let json = try? encoder.encode(report) { print(String(decoding: json, as: UTF8.self)) }
    }

    private static func tryAll(_ peripheral: Peripheral, _ report: inout Report) async throws {
        report.mtu = peripheral.mtu
        let services = try await peripheral.discoverServices()
        report.services = services.map { "\($0.uuid)" }
        report.characteristics = [:]
        for service in services {
            report.characteristics?["\(service.uuid)"] = try await service.characteristics()
                .map { "\($0.uuid)" }
        }
        let main = try await peripheral.service(0xFFF0)
        report.included = try await main.includedServices().map { "\($0.uuid)" }
        let text = try await main.characteristic(0xFFF1)
        let big = try await main.characteristic(0xFFF2)
        let note = try await text.descriptors().first { $0.uuid == 0x2901 }
        if let note { report.description = String(decoding: try await note.read(), as: UTF8.self) }
        try await values(peripheral, text, big, &report)
        do {
            _ = try await main.characteristic(0xFFF5).read()
        } catch GATTError.att(let error, _) {
            report.refusal = "\(error)"
        }
        try await streams(main, &report)
    }

    private static func values(
        _ peripheral: Peripheral,
        _ text: Characteristic,
        _ big: Characteristic,
        _ report: inout Report
    ) async throws {
        try await text.write(Array("written".utf8))
        report.writtenBack = try await text.read() == Array("written".utf8)
        report.long = try await big.read() == Server.pattern
        let long = Array(Server.pattern.reversed())
        try await text.write(long)
        report.longWritten = try await text.read() == long
        try await peripheral.writeReliably([(text, Array("reliable".utf8))])
        report.reliablyWritten = try await text.read() == Array("reliable".utf8)
        let both = try await peripheral.read([text, text])
        report.multiple = both == [Array("reliable".utf8), Array("reliable".utf8)]
    }

    private static func streams(_ main: Service, _ report: inout Report) async throws {
        report.notifications = try await count(main.characteristic(0xFFF4))
        report.indications = try await count(main.characteristic(0xFFFB))
        let command = try await main.characteristic(0xFFF3)
        for number in 0..<1000 {
            try await command.writeWithoutResponse(
                [UInt8](repeating: UInt8(number % 251), count: 244)
            )
        }
        let counts = try await main.characteristic(0xFFF6).read()
        report.commands = counts.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Values, each of which begins with its number, until they end with an empty one.
    private static func count(_ characteristic: Characteristic) async throws -> Int {
        var count = 0
        for try await value in try await characteristic.notifications() {
            if value.isEmpty { break }
            let number = value.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            guard number == count else { throw GATTError.malformedAnswer }
            count += 1
        }
        return count
    }
}
