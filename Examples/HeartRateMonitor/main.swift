import BluetoothLE
import Foundation
import Radios

do {
    let radio = try await openRadio(CommandLine.arguments.dropFirst().first ?? defaultAdapter)
    try await radio.setPower(true)
    try await monitorHeartRate(with: Central(radio: radio)) { print("\($0) beats per minute") }
} catch {
    FileHandle.standardError.write(Data("HeartRateMonitor: \(error)\n".utf8))
    exit(1)
}
