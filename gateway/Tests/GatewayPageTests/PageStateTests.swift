import BluetoothLE
import Foundation
import GatewayCore
import Logging
import Testing

@testable import GatewayPage

/// The state that browsers load, and the events that follow it.
@Suite struct PageStateTests {
    private struct Event: Decodable {
        struct Device: Decodable { let a: String }
        struct Person: Decodable { let name: String, home: Bool }
        let session: String
        let number: Int
        let devices: [Device]
        let forgotten: [String]?
        let presence: [Person]?
    }

    private func state() -> PageState {
        PageState(
            SinkContext(
                gateway: "attic",
                state: "",
                metrics: Metrics(),
                radios: AdapterRadios(),
                log: Logger(label: "page") { _ in SwiftLogNoOpLogHandler() }
            )
        )
    }

    private func note(_ device: Int, _ state: PageState) {
        let address = BluetoothAddress(value: UInt64(device))
        let report = AdvertisementReport(address: address, rssi: -60, data: [])
        state.note(report, adapter: "hci0", at: Int64(device))
    }

    private func snapshot(_ state: PageState) throws -> Event {
        try JSONDecoder().decode(Event.self, from: Data(state.snapshot()))
    }

    /// The next event of a browser.
    private func next(
        _ events: inout AsyncStream<[UInt8]>.Iterator,
        _ state: PageState
    ) async throws -> Event {
        state.tick()
        let line = try #require(await events.next())
        return try JSONDecoder().decode(Event.self, from: Data(line.dropFirst(6)))
    }

    @Test func eventsAreNumberedFromTheStateOn() async throws {
        let state = state()
        note(1, state)
        state.tick()
        #expect(try snapshot(state).number == 0)
        var events = try #require(state.watch()).makeAsyncIterator()
        _ = await events.next()
        #expect(try await next(&events, state).number == 1)
        let whole = try snapshot(state)
        note(2, state)
        let following = try await next(&events, state)
        #expect(whole.number == 1 && following.number == 2)
        #expect(whole.session == following.session)
        #expect(following.devices.map(\.a) == ["000000000002"])
    }

    @Test func anotherRunHasAnotherSession() throws {
        #expect(try snapshot(state()).session != snapshot(state()).session)
    }

    /// Beyond 2000 devices the most silent half is removed, also from browsers.
    @Test func browsersForgetRemovedDevices() async throws {
        let state = state()
        var events = try #require(state.watch()).makeAsyncIterator()
        _ = await events.next()
        for device in 1...2000 { note(device, state) }
        #expect(try await next(&events, state).devices.count == 2000)
        note(2001, state)
        let event = try await next(&events, state)
        #expect(event.devices.map(\.a) == ["0000000007D1"])
        let forgotten = try #require(event.forgotten)
        #expect(forgotten.count == 1001 && forgotten.contains("000000000001"))
        #expect(!forgotten.contains("0000000007D0"))
        #expect(try snapshot(state).devices.count == 1000)
    }

    @Test func presenceFollows() async throws {
        let state = state()
        var events = try #require(state.watch()).makeAsyncIterator()
        _ = await events.next()
        for name in ["ben", "anna"] {
            state.note(PresenceChange(name: name, isHome: name == "anna", rssi: nil, time: 1))
        }
        var event = try await next(&events, state)
        while event.presence == nil { event = try await next(&events, state) }
        #expect(event.presence?.map(\.name) == ["anna", "ben"])
        #expect(event.presence?.map(\.home) == [true, false])
    }
}
