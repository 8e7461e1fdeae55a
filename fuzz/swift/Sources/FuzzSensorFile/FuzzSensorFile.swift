import Beacons
import BluetoothLE
import Foundation

/// Any text as a file of a user's sensor formats: it is refused with a reason, or compiles to a table that
/// decodes any advertisement to the same values each time. The advertisement's data is the text itself, with
/// the companies and services that such files often name.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSensorFile(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard
        let definitions = try? JSONDecoder().decode([SensorDefinition].self, from: Data(bytes))
    else { return 0 }
    let table: SensorTable
    do throws(SensorFault) {
        table = try SensorTable(definitions)
    } catch {
        precondition(!error.cause.isEmpty && !error.nextStep.isEmpty)
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
