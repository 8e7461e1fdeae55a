import Testing

@testable import GatewayMQTT

@Suite struct StateRepeatsTests {
    /// The times at which the state of device 1 is due, which has states at some times; its discovery is sent at 1000.
    private func due(states: [Int64]) -> [Int64] {
        var repeats = StateRepeats()
        var times: [Int64] = []
        for now in stride(from: Int64(0), to: 20_000, by: 100) {
            if now == 1000 { repeats.announced(1) }
            let found = repeats.due(at: now) { _ in states.count { $0 <= now } }
            if found == [1] { times.append(now) }
        }
        return times
    }

    @Test func aConstantSensorsStateIsRepeatedOnce() {
        #expect(due(states: [900]) == [6000])
        // Home Assistant may not have received this one
        #expect(due(states: [900, 3900]) == [6000])
    }

    @Test func aNewerStateIsEnough() {
        #expect(due(states: [900, 4100]) == [])
        #expect(due(states: [900, 1100, 2100, 3100, 4100, 5100]) == [])
    }
}
