import Beacons
import BluetoothLE
import Testing

/// Frames by their descriptions, read to their fields.
@Suite struct AnnouncementTests {
    private func read(_ type: UInt8, _ value: [UInt8]) -> Announcement? {
        let all = Advertisement([UInt8(value.count + 1), type] + value).announcements
        #expect(all.count <= 1)
        return all.first
    }

    private func read(service uuid: UInt16, _ data: [UInt8]) -> Announcement? {
        read(0x16, [UInt8(uuid & 0xFF), UInt8(uuid >> 8)] + data)
    }

    private func texts(_ announcement: Announcement?) -> [String] {
        guard let announcement else { return [] }
        return [announcement.kind.rawValue]
            + announcement.fields.map { field in
                let value =
                    switch field.value {
                    case .number(let number): "\(number)"
                    case .flag(let flag): "\(flag)"
                    case .text(let text): text
                    case .bytes(let bytes): "\(bytes)"
                    }
                return "\(field.name) \(value)\(field.unit)"
            }
    }

    @Test func structures() {
        #expect(texts(read(0x12, [6, 0, 0xFF, 0xFF])) == ["connection-interval", "minimum 7.5ms"])
        #expect(
            texts(read(0x12, [0x10, 0, 0x20, 1]))
                == ["connection-interval", "minimum 20.0ms", "maximum 360.0ms"]
        )
        #expect(
            texts(read(0x1B, [1, 2, 3, 4, 5, 0xC6, 1]))
                == ["device-address", "address C6:05:04:03:02:01", "random true"]
        )
        #expect(texts(read(0x1B, [1, 2, 3, 4, 5, 6, 0])).last == "random false")
        #expect(texts(read(0x1C, [0])) == ["role", "role peripheral"])
        #expect(texts(read(0x1C, [1])) == ["role", "role central"])
        #expect(
            texts(read(0x1C, [3])) == ["role", "role peripheral or central, preferably central"]
        )
        #expect(texts(read(0x30, Array("Bar TV".utf8))) == ["broadcast-name", "name Bar TV"])
        #expect(
            texts(read(0x34, [0x83, 0x20, 1])) == ["shelf-label", "group 3.0", "commands [32, 1]"]
        )
        #expect(
            texts(read(0x31, [1, 2, 3, 4, 5, 6, 7, 8, 9]))
                == ["encrypted-data", "randomizer [1, 2, 3, 4, 5]"]
        )
    }

    @Test func uris() {
        #expect(
            texts(read(0x24, [0x17] + Array("//a.example/é".utf8))) == [
                "uri", "uri https://a.example/é",
            ]
        )
        #expect(texts(read(0x24, [1] + Array("x:y".utf8))) == ["uri", "uri x:y"])
        // the code 0xBA is two bytes in UTF-8
        #expect(texts(read(0x24, [0xC2, 0xBA])) == ["uri", "uri ms-settings-cloudstorage:"])
        for wrong: [UInt8] in [[], [0], [0x17, 0xFF], [0xC2, 0xBB]] {
            #expect(read(0x24, wrong) == nil)
        }
    }

    @Test func broadcasts() {
        #expect(texts(read(service: 0x1852, [3, 2, 1])) == ["audio-broadcast", "id 66051.0"])
        let program: [UInt8] = [4, 3] + Array("TV1".utf8) + [4, 4] + Array("eng".utf8)
        #expect(
            texts(read(service: 0x1856, [5, UInt8(program.count)] + program)) == [
                "public-broadcast", "encrypted true", "standard quality false", "high quality true",
                "program TV1", "language eng",
            ]
        )
        #expect(texts(read(service: 0x1856, [2, 0])).dropFirst(2).first == "standard quality true")
        // metadata that ends too early
        #expect(texts(read(service: 0x1856, [0, 9, 4, 3, 65])).count == 4)
    }

    @Test func trackers() {
        let id = (1...20).map { UInt8($0) }
        #expect(
            texts(read(service: 0xFEAA, [0x41] + id + [0x80]))
                == ["find-hub", "id \(id)", "unwanted tracking protection true"]
        )
        #expect(
            texts(read(service: 0xFEAA, [0x40] + id)).last == "unwanted tracking protection false"
        )
        let long = (1...32).map { UInt8($0) }
        #expect(texts(read(service: 0xFEAA, [0x40] + long + [0])).contains("id \(long)"))
        #expect(
            texts(read(service: 0xFCB2, [2, 1, 7, 8]))
                == ["unwanted-tracker", "network Google", "near owner true", "data [7, 8]"]
        )
        #expect(
            texts(read(service: 0xFCB2, [9, 0])).prefix(3) == [
                "unwanted-tracker", "network 9.0", "near owner false",
            ]
        )
        #expect(
            texts(read(service: 0xFD5A, [0x12] + id[..<19]))
                == [
                    "smarttag", "state offline", "counter [1, 2, 3]",
                    "id [4, 5, 6, 7, 8, 9, 10, 11]",
                ]
        )
        #expect(texts(read(service: 0xFD5A, [0x15] + id[..<19])).dropFirst().first == "state 5.0")
        #expect(texts(read(service: 0xFE33, [1, 2])) == ["chipolo", "data [1, 2]"])
        #expect(texts(read(service: 0xFDAF, [1])) == ["wiliot", "data [1]"])
        #expect(texts(read(service: 0xFCC6, [1])) == ["wiliot", "data [1]"])
    }

    @Test func setup() {
        #expect(
            texts(read(service: 0xFFF6, [0, 0x00, 0x5F, 0xF1, 0xFF, 1, 0x80, 1])) == [
                "matter", "discriminator 3840.0", "vendor 65521.0", "product 32769.0",
                "additional data true",
            ]
        )
        #expect(
            texts(read(service: 0x4677, [2, 1, 0, 0, 0, 0]))
                == ["improv", "state authorized", "identify true"]
        )
        #expect(texts(read(service: 0x4677, [4, 0, 0, 0, 0, 0])).last == "identify false")
    }

    /// A frame that is too short, too long or of another kind announces nothing; each prefix is read without a fault.
    @Test func wrongFrames() {
        let wrong: [(UInt16, [UInt8])] = [
            (0x1852, [1, 2]), (0x1856, [1]), (0x4677, [5, 0, 0, 0, 0, 0]),
            (0x4677, [1, 0, 0, 0, 0]),
            (0xFCB2, [1]), (0xFD5A, [1, 2, 3]), (0xFE33, []), (0xFEAA, [0x40, 1, 2]), (0xFDAF, []),
            (0xFEAA, [0x10] + [UInt8](repeating: 1, count: 20)),
            (0xFEAA, [0x40] + [UInt8](repeating: 1, count: 24)),
            (0xFFF6, [1, 0, 0, 0, 0, 0, 0, 0]), (0xFFF6, [0, 0, 0, 0, 0, 0, 0]), (0x180F, [50]),
        ]
        for (uuid, data) in wrong { #expect(read(service: uuid, data) == nil, "\(uuid) \(data)") }
        #expect(
            read(0x12, [1, 2, 3]) == nil && read(0x1B, [1, 2]) == nil && read(0x1C, [4]) == nil
        )
        #expect(read(0x31, [UInt8](repeating: 0, count: 8)) == nil && read(0x34, [1]) == nil)
        #expect(read(0xFF, [0x4C, 0]) == nil && read(0x16, [1]) == nil)
    }

    @Test func severalInTheirOrder() {
        let bytes: [UInt8] = [2, 1, 6, 2, 0x1C, 1, 6, 0x16, 0x52, 0x18, 1, 0, 0]
        #expect(Advertisement(bytes).announcements.map(\.kind) == [.role, .audioBroadcast])
        #expect(Advertisement(bytes).announcements.last?["id"] == .number(1))
        #expect(Advertisement(bytes).announcements.last?["name"] == nil)
    }
}
