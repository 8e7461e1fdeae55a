import BluetoothLE

/// What a watch learns from a phone.
enum PhoneNews: Equatable, Sendable {
    case time(String)
    case notification(title: String, message: String)
    /// The user has seen the notification.
    case removed
    /// The phone sends nothing more, with the reason.
    case ended(String)
}

/// Offers a watch's battery level to phones. Each phone that connects is also used as a peripheral, on the same
/// link: its time is read, and its notifications are shown. Returns when the adapter is removed.
func runWatch(
    _ manager: PeripheralManager,
    _ central: Central,
    show: @escaping @Sendable (PhoneNews) -> Void
) async throws {
    let events = manager.events
    let battery = MutableCharacteristic(uuid: 0x2A19, properties: [.read, .notify], value: [80])
    try await manager.add(MutableService(uuid: 0x180F, characteristics: [battery]))
    var data = AdvertisementBuilder()
    try data.add(flags: .default)
    // iPhones list devices that solicit their services (Core Specification Supplement, Part A, section 1.10)
    try data.add(type: 0x15, AppleNotifications.service.littleEndian128)
    var response = AdvertisementBuilder()
    try response.add(name: "Watch")
    try await manager.startAdvertising(
        AdvertisingParameters(data: data.bytes) { $0.scanResponse = response.bytes }
    )
    await withDiscardingTaskGroup { group in
        for await event in events {
            guard case .connected(let phone) = event else { continue }
            group.addTask {
                do {
                    try await follow(central.peripheral(phone), show)
                } catch {
                    // a phone may have neither service; it can still read the battery level
                    show(.ended("\(error)"))
                }
            }
        }
    }
}

private func follow(_ phone: Peripheral, _ show: @Sendable (PhoneNews) -> Void) async throws {
    try await phone.connect(timeout: .seconds(30))
    if let clock = try? await phone.characteristic(0x2A2B, in: 0x1805) {
        show(.time(time(from: try await clock.read())))
    }
    let notifications = try await AppleNotifications(of: phone)
    try await notifications.run(show)
}

/// The text of a Current Time (GATT Specification Supplement, section 3.62).
private func time(from value: [UInt8]) -> String {
    guard value.count >= 7 else { return "no time" }
    func two(_ number: UInt8) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = Int(value[0]) | Int(value[1]) << 8
    let date = "\(year)-\(two(value[2]))-\(two(value[3]))"
    return "\(date) \(two(value[4])):\(two(value[5])):\(two(value[6]))"
}

/// A phone's Apple Notification Center Service. The first subscription asks the phone's user to pair.
private struct AppleNotifications {
    static let service = BluetoothUUID("7905F431-B5CE-4E99-A40F-4B1E122D00D0")!
    /// Attributes of a notification, and the longest texts that a watch shows, in bytes.
    private static let (title, message, limit) = (UInt8(1), UInt8(3), UInt8(64))

    private let source: Characteristic
    private let control: Characteristic
    private let data: Characteristic

    init(of phone: Peripheral) async throws {
        func characteristic(_ uuid: String) async throws -> Characteristic {
            try await phone.characteristic(BluetoothUUID(uuid)!, in: Self.service)
        }
        source = try await characteristic("9FBF120D-6301-42D9-8C58-25E699A21DBD")
        control = try await characteristic("69D1D8F3-45E1-49A8-9821-9BBDFDAAD9D9")
        data = try await characteristic("22EAC6E9-24D6-4BB5-BE44-B36ACE7C7BFB")
    }

    func run(_ show: (PhoneNews) -> Void) async throws {
        var answers = try await data.notifications().makeAsyncIterator()
        for try await event in try await source.notifications() {
            // the kind, flags, a category, its count, and the notification's number
            guard event.count == 8 else { continue }
            guard event[0] < 2 else {
                show(.removed)
                continue
            }
            let limit = [Self.limit, 0]
            try await control.write(
                [0] + event[4...] + [Self.title] + limit + [Self.message] + limit
            )
            var answer: [UInt8] = []
            var texts: [UInt8: String]?
            while texts == nil, let part = try await answers.next() {
                answer += part
                texts = Self.texts(in: answer)
            }
            guard let texts else { return }
            show(
                .notification(
                    title: texts[Self.title] ?? "",
                    message: texts[Self.message] ?? ""
                )
            )
        }
    }

    /// The two texts of an answer; nil while parts of it are missing.
    private static func texts(in answer: [UInt8]) -> [UInt8: String]? {
        var texts: [UInt8: String] = [:]
        // after the command and the notification's number
        var rest = answer.dropFirst(5)
        while texts.count < 2 {
            guard rest.count >= 3, let id = rest.popFirst(), let low = rest.popFirst(),
                let high = rest.popFirst()
            else { return nil }
            let count = Int(low) | Int(high) << 8
            guard rest.count >= count else { return nil }
            texts[id] = String(decoding: rest.prefix(count), as: UTF8.self)
            rest = rest.dropFirst(count)
        }
        return texts
    }
}
