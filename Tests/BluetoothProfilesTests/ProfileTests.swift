import BluetoothLE
import BluetoothProfiles
import Testing

@Suite struct ProfileTests {
    @Test func everyInitialValueRoundTripsAsText() throws {
        for service in ProfileManager.readyMade.services {
            for profile in service.characteristics {
                guard let value = profile.initialValue else { continue }
                let text = try #require(profile.stringValue(value), "\(profile.name)")
                #expect(profile.bytes(text) == value, "\(profile.name)")
            }
        }
    }

    @Test func noTwoServicesShareAUUID() {
        let all = StandardProfiles.all + Gnosus.all + Nordic.all + TISensorTag.all
        #expect(ProfileManager.readyMade.services.count == all.count)
        #expect(all.count == 15)
        let uuids = all.flatMap { $0.characteristics.map(\.uuid) }
        #expect(Set(uuids).count == uuids.count)
    }

    @Test func uuidsMatchTheVendorsDocuments() {
        #expect(
            TISensorTag.AccelerometerService.uuid.description
                == "F000AA10-0451-4000-B000-000000000000"
        )
        #expect(
            Gnosus.LocationService.LatitudeAndLongitude.uuid.description
                == "2F0A0017-69AA-F316-3E78-4194989A6C1A"
        )
    }

    @Test func unknownServicesAndCharacteristicsHaveProfiles() {
        let profile = ProfileManager.readyMade[0xFFF7]
        #expect(profile.name == "Unknown" && profile.tag == "Miscellaneous")
        #expect(profile[0xFFF8].stringValue([0x0A, 0xFF]) == ["Unknown": "0AFF"])
        #expect(profile[0xFFF8].bytes(["Unknown": "0AFF"]) == [0x0A, 0xFF])
        #expect(profile[0xFFF8].bytes(["Unknown": "0AF"]) == nil)
        #expect(profile[0xFFF8].bytes(["Unknown": "+1"]) == nil)
    }

    @Test func locationIsInHundredths() throws {
        let place = try #require(
            Gnosus.LocationService.LatitudeAndLongitude(latitude: 37.75276, longitude: -122.413234)
        )
        #expect(place.rawValue == [3775, -12241])
        #expect(Serde.serialize(place) == [0xBF, 0x0E, 0x2F, 0xD0])
        #expect(
            Gnosus.LocationService.LatitudeAndLongitude(latitude: 328, longitude: 0) == nil
        )
    }

    @Test func servicesAreMadeFromProfiles() {
        let service = MutableService(profile: ProfileManager.readyMade[0x180F])
        #expect(service.characteristics.isEmpty)
        service.setCharacteristicsFromProfile()
        #expect(service[0x2A19]?.value == [100])
        #expect(service[0x2A19]?.stringValue == ["Battery Level": "100"])
        #expect(service[0x2A19]?.properties == [.read, .notify])
    }

    /// Two arrays of different lengths.
    private struct Uneven: RawArrayPairDeserializable, Equatable {
        static let size1 = 2
        static let size2 = 6
        let rawValue1: [UInt8]
        let rawValue2: [Int16]
    }

    @Test func arraysOfAPairMayDifferInSize() {
        let value = Uneven(rawValue1: [1, 2], rawValue2: [-1, 256, 7])
        let bytes: [UInt8] = [1, 2, 0xFF, 0xFF, 0, 1, 7, 0]
        #expect(Serde.serialize(value) == bytes)
        #expect(Serde.deserialize(bytes) == value)
        #expect(Serde.deserialize(Array(bytes.dropLast())) as Uneven? == nil)
    }

    @Test func numbersAreLittleEndian() {
        #expect(Serde.serialize(UInt32(0x0102_0304)) == [4, 3, 2, 1])
        #expect(Serde.deserialize([4, 3, 2, 1]) == UInt32(0x0102_0304))
        #expect(Serde.deserialize([0xFE]) == Int8(-2))
        #expect(Serde.deserialize([1]) as UInt16? == nil)
        #expect(Serde.deserialize([1, 0, 2, 0, 3]) == [UInt16(1), 2])
        #expect(Serde.deserialize([0xC3, 0x28]) as String? == nil)
        #expect(Serde.deserialize([2]) == true)
    }
}
