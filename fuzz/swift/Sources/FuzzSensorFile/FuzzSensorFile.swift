import Beacons
import BluetoothLE
import Foundation

/// A user's sensor formats out of any text: a file is refused with a reason, or compiles to a table
/// that reads any advertisement, each time to the same values. The advertisement is the text itself,
/// behind the companies and services that files often name.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSensorFile(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard
        let definitions = try? JSONDecoder().decode([SensorDefinition].self, from: Data(bytes))
    else { return 0 }
    let table: SensorTable
    do throws(SensorTable.Fault) {
        table = try SensorTable(definitions)
    } catch {
        precondition(!error.reason.isEmpty && !error.description.isEmpty)
        return 0
    }
    precondition(table.models.count == definitions.count)
    precondition(definitions.count <= SensorTable.limits.definitions)
    for head: [UInt8] in [[0xFF, 0xFF, 0xFF], [0xFF, 0x4C, 0x00], [0x16, 0x0A, 0x18]] {
        for length in [0, 1, 4, 20] {
            let value = head + bytes.prefix(length)
            let advertisement = Advertisement([UInt8(value.count)] + value)
            let reading = SensorReading(advertisement, name: "Sensor 1", sensors: table)
            precondition(
                reading == SensorReading(advertisement, name: "Sensor 1", sensors: table)
            )
            if let reading, reading.format == .user {
                precondition(reading.measurements.count <= SensorTable.limits.fields)
                precondition(reading.model.map(table.models.contains) ?? false)
            }
        }
    }
    return 0
}
