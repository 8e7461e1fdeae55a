import AccessoryConcurrency
import BluetoothLE
import TestSupport

/// Examples that make radios, centrals and peripherals by the names of the documents. Here these have the clock of the test.
protocol VirtualExamples: ExampleSuite where Clock == VirtualClock {}

// swift-format-ignore: AlwaysUseLowerCamelCase
extension VirtualExamples {
    func VirtualAir() -> BluetoothLE.VirtualAir { .init(clock: clock) }

    func Central(radio: any Radio) -> BluetoothLE.Central { .init(radio: radio, clock: clock) }

    func PeripheralManager(radio: any Radio) -> BluetoothLE.PeripheralManager {
        .init(radio: radio, clock: clock)
    }
}
