import Beacons
import BluetoothLE
import Foundation
import Testing

/// The model that a reading states.
@Suite struct SensorModelTests {
    private func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).map { start in
            let from = hex.index(hex.startIndex, offsetBy: start)
            return UInt8(hex[from..<hex.index(from, offsetBy: 2)], radix: 16)!
        }
    }

    private func model(_ hex: String, _ name: String? = nil, _ table: SensorTable? = nil)
        -> SensorModel?
    {
        SensorReading(Advertisement(bytes(hex)), name: name, sensors: table, isLoose: true)?.model
    }

    /// Frames that state their model, and names that do.
    @Test(
        arguments: [
            ("121695FE505075630133221138C1A47B480101", nil, "Xiaomi SJWS02LM"),
            ("1216 95FE505098000133221138C1A4081001 37", nil, "HHCCJCY01"),
            ("0716D2FC44000101", "SBHT-003C", "Shelly BLU H&T"),
            ("0716D2FC44000101", "prst", "b-parasite"),
            ("0716D2FC44000101", "ATC_010203", "Xiaomi Temperature/Humidity sensor"),
            ("0716D2FC44000101", "WATC", "BTHome sensor"),
            ("0716D2FC44000101", "SBXX-003C", "BTHome sensor"),
            ("0716D2FC44000101", nil, "BTHome sensor"),
            ("06161C18020163", nil, "BTHome sensor"),
            ("13FF49240812005E0000FFFFFF00640800000000", nil, "Inkbird pool and room thermometers"),
            ("13FF49240812005E0000FFFFFF00640800000000", "ith-11-b", "Inkbird ITH-11-B"),
            (
                "1EFFFFFF 4A384A3804D2 00 4B65670000000000000000000000000000000000", nil,
                "Kegtron KT-100"
            ),
            (
                "1EFFFFFF 4A384A3804D2 41 4B65670000000000000000000000000000000000", nil,
                "Kegtron KT-200"
            ),
            ("0EFFDC00067103200001010101 0004", nil, "Oral-B Genius X D706"),
            ("0FFF0000 0000AABBCCDDEEFF 0401 0501", "xBBQ", "Inkbird xBBQ-2"),
            ("0FFF0000 0000AABBCCDDEEFF 0401 0501", "iBBQ", "Inkbird iBBQ-2"),
            ("09FF88EC000394475800", nil, "Govee H5072/H5075"),
            ("07FFC2D600312A002C", "TP357S (2142)", "ThermoPro TP357S"),
        ] as [(String, String?, String)]
    )
    func theModelIsExact(_ hex: String, _ name: String?, _ title: String) {
        #expect(model(hex.filter { $0 != " " }, name)?.title == title)
    }

    /// Products that nobody knows have no model; BTHome names the format.
    @Test func unknownProductsHaveNone() {
        #expect(model("121695FE5050FEFF0133221138C1A47B480101") == nil)
        #expect(model("0716D2FC44000101")?.id == "bthome")
    }

    /// A user's format: a mask, names of which the longest counts, and the model without either.
    @Test func ownFormatsSelectModels() throws {
        let json = #"""
            [{"id": "a", "brand": "B", "models": ["M", "MX"], "match": {"company": "FFFF"},
              "device_type": {"in": "mfr", "at": 0, "mask": 64, "values": {"64": "two"}, "names": {"code": "M"}, "otherwise": "M/MX"},
              "fields": [{"quantity": "count", "in": "mfr", "at": 0, "type": "u8"}]}]
            """#
        let table = try SensorTable(
            JSONDecoder().decode([SensorDefinition].self, from: Data(json.utf8))
        )
        #expect(model("04FFFFFFC1", "MX", table)?.model == "two")
        #expect(model("04FFFFFF81", "a MX 1", table)?.model == "MX")
        #expect(model("04FFFFFF81", "code", table)?.model == "M")
        #expect(model("04FFFFFF81", nil, table)?.model == "M/MX")
        #expect(table.models[0].otherNames == ["code"])
        let placeless = json.replacingOccurrences(
            of: #""in": "mfr", "at": 0, "mask""#,
            with: #""mask""#
        )
        #expect(throws: SensorFault.self) {
            try JSONDecoder().decode([SensorDefinition].self, from: Data(placeless.utf8))
        }
    }
}
