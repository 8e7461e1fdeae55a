import BluetoothLE
import Testing

@testable import TxRx

@Suite struct TxRxDeviceListTests {
    private func address(_ number: Int) -> BluetoothAddress {
        BluetoothAddress(value: UInt64(number), kind: .random)
    }

    @Test func newNamesAreReported() {
        var list = TxRxDeviceList()
        #expect(list.add(address(1), name: nil)?.name == TxRxDevice.unnamed)
        #expect(list.add(address(1), name: nil) == nil)
        #expect(list.add(address(1), name: "Reader")?.name == "Reader")
        #expect(list.add(address(1), name: "Other") == nil)
        #expect(list.add(address(2), name: "reader")?.name == "reader")
        #expect(list[name: "READER"]?.address == address(1))
        #expect(list[address(2)]?.name == "reader" && list[address(3)] == nil)
        #expect(list.indexedName(of: TxRxDevice(address: address(2))) == "reader_1")
        #expect(list[indexedName: "Reader_1"]?.address == address(2))
        #expect(list[indexedName: "Reader_2"] == nil && list[indexedName: "Lamp_1"] == nil)
    }

    /// During a scan of days among devices that change their addresses, memory is bounded and a device
    /// that stays keeps its indexed name.
    @Test func theNewestDevicesAreKept() {
        var list = TxRxDeviceList()
        let count = 100_000
        for number in 0..<count {
            #expect(list.add(address(number), name: "D")?.address == address(number))
            #expect(list.devices.count <= TxRxDeviceList.capacity)
        }
        #expect(list.devices.count > TxRxDeviceList.capacity / 2)
        let last = TxRxDevice(address: address(count - 1))
        #expect(list.devices.last == last && list[last.address] == last)
        #expect(list.indexedName(of: last) == "D_\(count - 1)")
        #expect(list[indexedName: "d_\(count - 1)"] == last)
        #expect(list[address(0)] == nil && list[indexedName: "D_0"] == nil)
        #expect(list.indexedName(of: TxRxDevice(address: address(0))) == nil)
        #expect(list[indexedName: "D_\(count)"] == nil)
        list.removeAll()
        #expect(list.devices.isEmpty && list.add(address(0), name: "D") != nil)
        #expect(list[indexedName: "D_0"]?.address == address(0))
    }
}
