import Foundation
import Testing

@testable import GatewayGroup

/// Simulations of ten minutes. `GROUP_SEEDS` is the number of seeds, `GROUP_SEED` the first one.
@Suite struct SimulationTests {
    private func results(
        _ standard: UInt64,
        kills: Bool,
        pace: ClosedRange<Int64> = 10_000...40_000,
        seconds: Int64 = 600
    ) -> [Simulation.Result] {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["GROUP_SEED"].flatMap(UInt64.init) ?? 1
        let count = environment["GROUP_SEEDS"].flatMap(UInt64.init) ?? standard
        return (first..<first + count).map { seed in
            var simulation = Simulation(seed: seed, kills: kills, pace: pace)
            let result = simulation.run(seconds: seconds)
            // the figures in docs/gateway.md
            print("seed \(seed), kills \(kills): \(result)")
            return result
        }
    }

    @Test func threeGatewaysAreOneSensor() {
        let results = results(2, kills: false)
        for result in results {
            #expect(result.lost.isEmpty && result.doubled.isEmpty && result.forgotten == 0)
            #expect(result.falseAway == 0)
            // one gateway alone takes 50 ms; others receive a frame up to 5 ms later
            #expect(result.late.max()! <= 300 + 50 + 5)
            #expect(Double(result.messages) <= 0.1 * Double(result.reports))
        }
        let wrong = results.map(\.wrongRoom).reduce(0, +)
        #expect(Double(wrong) <= 0.05 * Double(results.map(\.seconds).reduce(0, +)))
    }

    /// A gateway or the broker is killed each 10 s to 40 s, and back after up to 15 s.
    @Test func nothingIsLostWhenGatewaysAndTheBrokerAreKilled() {
        let results = results(2, kills: true)
        for result in results {
            #expect(result.lost.isEmpty && result.doubled.isEmpty && result.falseAway == 0)
            #expect(Double(result.messages) <= 0.1 * Double(result.reports))
        }
        let wrong = results.map(\.wrongRoom).reduce(0, +)
        #expect(Double(wrong) <= 0.1 * Double(results.map(\.seconds).reduce(0, +)))
    }

    /// A kill each 1 s to 12 s: most come while gateways connect and deliver what waited.
    @Test func nothingIsLostInDenseKills() {
        let results = results(10, kills: true, pace: 1_000...12_000, seconds: 150)
        for result in results {
            #expect(result.lost.isEmpty && result.doubled.isEmpty && result.falseAway == 0)
        }
    }
}
