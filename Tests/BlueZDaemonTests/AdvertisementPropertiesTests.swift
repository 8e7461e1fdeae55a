import BluetoothLE
import Testing

@testable import BlueZDaemon

@Suite struct AdvertisementPropertiesTests {
    @Test("an iBeacon is a broadcast without Discoverable, which bluetoothd refuses there")
    func broadcast() throws {
        let data: [UInt8] = [2, 0x01, 0x06, 5, 0xFF, 0x4C, 0x00, 0x02, 0x15]
        let properties = try AdvertisementProperties(
            AdvertisingParameters(data: data) { $0.isConnectable = false }
        )
        #expect(properties.values["Type"]?.text == "broadcast")
        #expect(properties.values["Discoverable"] == nil)
        let entry = try #require(properties.values["ManufacturerData"]?.entries?.first)
        #expect(entry.key.number == 0x4C && entry.value.bytes == [0x02, 0x15])
    }
}
