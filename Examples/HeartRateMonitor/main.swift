import BlueZ
import BluetoothLE

do {
    let radio = try await BlueZRadio(CommandLine.arguments.dropFirst().first ?? "hci0")
    try await radio.setPower(true)
    try await monitorHeartRate(with: Central(radio: radio)) { print("\($0) beats per minute") }
} catch {
    print("HeartRateMonitor: \(error)")
}
