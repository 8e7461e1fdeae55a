import BluetoothLE
import Testing

@testable import BlueZ

@Suite struct AdvertisingAddressTests {
    private let own = BluetoothAddress("00:AA:01:00:00:00")!
    private let other = BluetoothAddress("3A:11:22:33:44:55", kind: .random)!
    private let parameters: [UInt8] = [0x06, 0x20, 15, 160, 0, 240, 0, 3]

    @Test("a controller without advertising sets has one address for all")
    func controllerWithoutSets() {
        var addresses = AdvertisingAddresses()
        addresses.handle(command: parameters + [0, 0])
        #expect(addresses.address(ofInstance: 1, public: own) == own)
        addresses.handle(command: [0x05, 0x20, 6] + other.littleEndian)
        #expect(addresses.address(ofInstance: 1, public: own) == own)
        addresses.handle(command: parameters + [1, 0])
        #expect(addresses.address(ofInstance: 1, public: own) == other)
        #expect(addresses.address(ofInstance: 2, public: own) == other)
    }

    @Test("no part of a truncated command is used as an address")
    func prefixes() {
        let set: [UInt8] = [0x35, 0x20, 7, 1] + other.littleEndian
        let extended: [UInt8] = [0x36, 0x20, 25, 1, 0, 0, 160, 0, 0, 240, 0, 0, 7, 1]
        for command in [parameters + [1], [0x05, 0x20, 6] + other.littleEndian, set, extended] {
            for count in 0..<command.count {
                var addresses = AdvertisingAddresses()
                addresses.handle(command: Array(command[..<count]))
                #expect(addresses.address(ofInstance: 1, public: own) == nil)
            }
        }
    }
}
