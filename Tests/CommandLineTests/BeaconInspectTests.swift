import FeasyBeacon
import Foundation
import Testing

/// `accessory beacon inspect`
@Suite struct BeaconInspectTests {
    private let bytes = DFUFile.make(
        program: [UInt8](repeating: 7, count: 3000),
        programCRC: 0x0ABC,
        bootloader: 651,
        versions: 800...830,
        model: 0x15
    )

    @Test("inspect shows the header of a .dfu file without a module")
    func shows() throws {
        let result = try CommandLineTool.run(["beacon", "inspect", "-"], input: Data(bytes))
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output.split(separator: "\n").prefix(4) == [
                "model       21 (BP102)", "replaces    800 to 830", "bootloader  651",
                "program     3000 bytes, CRC 0abc (the module checks it)",
            ]
        )
        let json = try CommandLineTool.run(
            ["beacon", "inspect", "-", "--json"],
            input: Data(bytes)
        )
        let object = try JSONSerialization.jsonObject(with: json.data) as? [String: Any]
        #expect(
            object?["lowestVersion"] as? Int == 800 && object?["modelName"] as? String == "BP102"
        )
        #expect(object?["programBytes"] as? Int == 3000 && object?["uploadModel"] as? Int == 1)
    }

    @Test("a damaged file exits with 65 and the reason")
    func refuses() throws {
        var damaged = bytes
        damaged[12] ^= 1
        let rows: [([UInt8], String)] = [
            (damaged, "damaged"), (Array(bytes.dropLast()), "length differs"),
            ([], "not a .dfu file"),
            (Array("hello".utf8), "not a .dfu file"),
        ]
        for (bytes, says) in rows {
            let result = try CommandLineTool.run(["beacon", "inspect", "-"], input: Data(bytes))
            #expect(result.status == 65 && result.output.isEmpty)
            #expect(result.errors.contains("standard input: ") && result.errors.contains(says))
        }
        #expect(try CommandLineTool.run(["beacon", "inspect", "/none"]).status == 66)
    }

    @Test("simulate beacon-module refuses unused options")
    func simulateRefuses() throws {
        for arguments in [
            ["--flash", "/tmp/none"], ["--silent-from", "3", "--late", "1s"],
            ["--silent-from", "3", "--loss", "100"],
        ] {
            let result = try CommandLineTool.run(["simulate", "beacon-module"] + arguments)
            #expect(result.status == 64, "\(arguments)")
        }
    }
}
