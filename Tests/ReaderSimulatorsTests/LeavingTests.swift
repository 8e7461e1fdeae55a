import AccessoryLink
import AudioJack
import ReaderSimulators
import Testing

@Suite("Leaving a session")
struct LeavingTests {
    @Test("The reader reports a delivered answer when the host closes right after it")
    func acknowledges() async throws {
        let cable = VirtualCable()
        let reader = ReaderSimulator(cable.accessory) { request, _ in request }
        let events = reader.link.events
        try await reader.start()
        let host = HostLink(over: cable.host)
        for _ in 0..<2 {
            try await host.open()
            #expect(try await host.exchange([1, 2, 3]) == [1, 2, 3])
            await host.release()
        }
        var delivered = 0
        for await event in events {
            if event == .sent { delivered += 1 }
            if case .failed(let error) = event { Issue.record("the reader failed with \(error)") }
            if delivered == 2 { break }
        }
        await reader.stop()
    }
}
