import Beacons
import BluetoothLE
import Foundation
import Testing

/// Readings from the built-in table, and from a user's formats.
@Suite struct SensorTableTests {
    private static let greenhouse = """
        [{"id": "greenhouse", "brand": "Mine", "name": "greenhouse", "models": ["G1"],
          "match": {"all": [{"company": "FFFF"}, {"in": "mfr", "at": 0, "hex": "4757"}, {"len": "mfr", "op": ">=", "bytes": 7}]},
          "fields": [
            {"quantity": "temperature", "unit": "°C", "in": "mfr", "at": 2, "type": "i16le", "scale": 0.1, "invalid": ["0080"]},
            {"quantity": "humidity", "in": "mfr", "at": 4, "type": "u8", "max": 100},
            {"quantity": "voltage", "in": "mfr", "at": 5, "type": "u16le", "scale": 0.001,
             "when": {"not": {"in": "mfr", "at": 7, "bit": 0}}}]}]
        """

    private func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).map { start in
            let from = hex.index(hex.startIndex, offsetBy: start)
            return UInt8(hex[from..<hex.index(from, offsetBy: 2)], radix: 16)!
        }
    }

    private func table(_ json: String) throws -> SensorTable {
        try SensorTable(JSONDecoder().decode([SensorDefinition].self, from: Data(json.utf8)))
    }

    private func reading(_ hex: String, _ name: String? = nil, _ table: SensorTable? = nil)
        -> SensorReading?
    {
        SensorReading(Advertisement(bytes(hex)), name: name, sensors: table, isLoose: true)
    }

    @Test func theModelIsReported() throws {
        let nameless = try #require(reading("09FF88EC000394475800"))
        #expect(nameless.temperature == 23.4 && nameless.humidity == 56.7 && nameless.battery == 88)
        #expect(nameless.model?.brand == "Govee" && nameless.model?.model == "H5072/H5075")
        let named = try #require(reading("09FF88EC000394475800", "GVH5075_1234"))
        #expect(named.model?.title == "Govee H5075" && named.format == .table)
        // selected by the byte of its device type
        let air = try #require(reading("1116CDFD080C1122334455660104D7009001"))
        #expect(air.model?.model == "CGD1")
    }

    @Test func missingPartsAreReported() throws {
        let victron = try #require(
            reading("1AFFE102100089A302B040AF925D09A4D89AA0128BDEF4925D09A4")
        )
        #expect(victron.missing == .key && victron.isEncrypted && victron.measurements.isEmpty)
        #expect(try #require(reading("07FF340311223344")).missing == .connection)
        let cut = try #require(reading("1316CDFD080C1122334455660104D70090010204"))
        #expect(cut.isPartial && cut.unknownObjects == 0 && cut.humidity == 40)
        let unknown = try #require(reading("1716CDFD080C1122334455660104D7009001770100020164"))
        #expect(unknown.isPartial && unknown.unknownObjects == 1 && unknown.battery == 100)
        #expect(reading("07FFC2F0003C0200") == nil)
        #expect(reading("07FFC2F0003C0200", "TP357 (12AB)")?.temperature == 24)
    }

    @Test func everyModelHasNames() {
        let models = SensorModel.builtIn
        #expect(Set(models.map(\.id)).count == models.count)
        #expect(models.allSatisfy { !$0.brand.isEmpty && !$0.name.isEmpty && !$0.models.isEmpty })
        #expect(Set(models.filter(\.hasReadings).flatMap(\.models)).count >= 340)
    }

    @Test func aUsersFormatIsRead() throws {
        let table = try table(Self.greenhouse)
        let frame = "0BFFFFFF4757D70028C20B00"
        #expect(reading(frame) == nil)
        let found = try #require(reading(frame, nil, table))
        #expect(
            found.format == .user && found.model?.id == "greenhouse" && found.model?.model == "G1"
        )
        #expect(found.temperature == 21.5 && found.humidity == 40)
        #expect(found.measurements.map(\.quantity) == ["temperature", "humidity", "voltage"])
        #expect(found.measurements[2].number == 3.01)
        // marker, limit and condition exclude all fields, so there is no reading
        #expect(reading("0BFFFFFF4757008065C20B01", nil, table)?.measurements.isEmpty == true)
        // below zero
        #expect(reading("0BFFFFFF4757F6FF28C20B00", nil, table)?.temperature == -1)
        // another company's data and the built-in formats are decoded as before
        #expect(reading("09FF88EC000394475800", nil, table)?.format == .table)
    }

    /// A definition may contain any offset: bytes outside an advertisement are not read.
    @Test func placesOutsideAreNotRead() throws {
        for at in [-128, -9, -8, 7, 8, 9, 127] {
            let json = """
                [{"id": "far", "match": {"any": [{"in": "mfr", "at": \(at), "hex": "00"}, {"company": "FFFF"}]},
                  "fields": [{"quantity": "count", "in": "record", "at": \(at), "type": "u32be"}]}]
                """
            let found = try #require(reading("0AFFFFFF4757D70028C20B00", nil, table(json)))
            #expect(found.measurements.isEmpty == !(-9 ... -4).contains(at))
        }
    }

    @Test(arguments: [
        (#"[{"id": "a", "match": {"company": "XY"}, "fields": []}]"#, "hexadecimal"),
        (#"[{"id": "a", "match": {"companies": "FFFF"}, "fields": []}]"#, "companies"),
        (
            #"[{"id": "a", "match": {"company": "FFFF"}, "fields": [{"quantity": "heat-index", "in": "mfr", "at": 0, "type": "u8"}]}]"#,
            "heat-index"
        ),
        (
            #"[{"id": "a", "match": {"company": "FFFF"}, "fields": [{"quantity": "pressure", "unit": "psi", "in": "mfr", "at": 0, "type": "u8"}]}]"#,
            "hPa"
        ),
        (
            #"[{"id": "a", "match": {"company": "FFFF"}, "fields": [{"quantity": "count", "in": "mfr", "at": 0, "type": "u7"}]}]"#,
            "u7"
        ),
        (#"[{"id": "a", "match": {"all": []}, "fields": []}]"#, "empty"),
    ])
    func aFaultIsNamed(_ json: String, _ word: String) {
        let fault = #expect(throws: (any Error).self) { try table(json) }
        #expect(fault.map { "\($0)".contains(word) } == true, "\(fault as Any)")
    }

    @Test func tablesBeyondTheLimitsAreRefused() throws {
        let one = #"{"id": "a", "match": {"company": "FFFF"}, "fields": []}"#
        _ = try table("[" + Array(repeating: one, count: 64).joined(separator: ",") + "]")
        #expect(throws: SensorFault.self) {
            try table("[" + Array(repeating: one, count: 65).joined(separator: ",") + "]")
        }
        let markers = Array(repeating: #""00""#, count: 65_535).joined(separator: ",")
        let field =
            #"{"quantity": "count", "in": "mfr", "at": 0, "type": "u8", "invalid": [\#(markers)]}"#
        let marked = #"[{"id": "a", "match": {"company": "FFFF"}, "fields": [\#(field)]}]"#
        aFaultIsNamed(marked, "markers")
        // 252 conditions of 252 terms on fields, then 56 on definitions
        func terms(_ number: Int) -> String {
            let first = String(0x1000 + number, radix: 16)
            return ([first] + Array(repeating: "FFFF", count: 251)).map { "\"\($0)\"" }
                .joined(separator: ",")
        }
        func fields(_ number: Int) -> String {
            (0..<31).map { index in
                let company = "{\"company\": [\(terms(31 * number + index))]}"
                return
                    #"{"quantity": "count", "in": "mfr", "at": 0, "type": "u8", "when": \#(company)}"#
            }.joined(separator: ",")
        }
        let long = (0..<64).map {
            #"{"id": "a", "match": {"company": [\#(terms(1000 + $0))]}, "fields": [\#($0 < 7 ? fields($0) : "")]}"#
        }
        aFaultIsNamed("[" + long.joined(separator: ",") + "]", "too many conditions")
    }
}
