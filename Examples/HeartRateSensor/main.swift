import BluetoothLE
import Foundation
import Radios

do {
    let radio = try await openRadio(CommandLine.arguments.dropFirst().first ?? defaultAdapter)
    try await radio.setPower(true)
    let rates = AsyncStream { () -> Int? in
        try? await Task.sleep(for: .seconds(1))
        return Int.random(in: 60...80)
    }
    try await offerHeartRate(of: rates, on: PeripheralManager(radio: radio))
} catch {
    FileHandle.standardError.write(Data("HeartRateSensor: \(error)\n".utf8))
    exit(1)
}
