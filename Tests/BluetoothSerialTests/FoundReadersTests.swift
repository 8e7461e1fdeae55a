import BluetoothLE
import Testing

@testable import BluetoothSerial

@Suite struct FoundReadersTests {
    private func report(
        _ number: UInt64 = 1,
        _ properties: AdvertisementReport.Properties = [.legacy, .connectable],
        _ data: [UInt8] = []
    ) -> AdvertisementReport {
        let address = BluetoothAddress(value: number, kind: number == 0 ? .anonymous : .random)
        return AdvertisementReport(address: address, properties: properties, data: data)
    }

    private static let name: [UInt8] = [3, 0x09, UInt8(ascii: "T"), UInt8(ascii: "7")]
    private static let service: [UInt8] = [3, 0x03, 0xF0, 0xFF]

    @Test func aDeviceIsReportedAgainWhenMoreIsKnown() {
        var found = FoundReaders(profiles: [.fff0])
        let first = found.add(report())
        #expect(first?.name == nil && first?.advertisesProfile == false)
        #expect(first?.identifier == "00:00:00:00:00:01/random")
        #expect(found.add(report()) == nil)
        // a scan response does not state that its sender is connectable
        let second = found.add(report(1, [.legacy, .scanResponse], Self.name))
        #expect(second?.name == "T7" && second?.advertisesProfile == false)
        let third = found.add(report(1, [.legacy], Self.service))
        #expect(third?.name == "T7" && third?.advertisesProfile == true)
        #expect(found.add(report()) == nil)
    }

    @Test func onlyConnectableDevicesAreReported() {
        var found = FoundReaders(profiles: [.nordicUART])
        #expect(found.add(report(0)) == nil)
        #expect(found.add(report(1, [.legacy], Self.name)) == nil)
        let device = found.add(report(1, [.legacy, .connectable], Self.service))
        #expect(device?.name == "T7" && device?.advertisesProfile == false)
    }

    @Test func aLongSearchRestartsAfterThousandsOfDevices() {
        var found = FoundReaders(profiles: [])
        for number in 1...4096 as ClosedRange<UInt64> { #expect(found.add(report(number)) != nil) }
        #expect(found.add(report(1)) == nil)
        #expect(found.add(report(4097)) != nil)
        #expect(found.add(report(1)) != nil)
    }
}
