import BlueZ
import BluetoothLE

do {
    let radio = try await BlueZRadio(CommandLine.arguments.dropFirst().first ?? "hci0")
    try await radio.setPower(true)
    let rates = AsyncStream { () -> Int? in
        try? await Task.sleep(for: .seconds(1))
        return Int.random(in: 60...80)
    }
    try await offerHeartRate(of: rates, on: PeripheralManager(radio: radio))
} catch {
    print("HeartRateSensor: \(error)")
}
