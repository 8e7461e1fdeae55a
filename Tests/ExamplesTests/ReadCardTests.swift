import AudioJack
import ReaderSimulators
import Testing

@testable import ReadCard

/// The example with a simulated reader at the other end of a cable.
@Suite(.timeLimit(.minutes(5))) struct ReadCardTests {
    @Test func theAnswerIsReturned() async throws {
        let cable = VirtualCable()
        let reader = ReaderSimulator(cable.accessory) { request, _ in
            Array("card 42 for \(String(decoding: request, as: UTF8.self))".utf8)
        }
        try await reader.start()
        #expect(try await readCard(on: cable.host) == "card 42 for read card")
    }
}
