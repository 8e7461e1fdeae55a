import AudioJack
import Modem
import ReaderSimulators
import Testing

/// The line faults that a link by the cable modem reports.
@Suite("Faults of a cable modem's line", .timeLimit(.minutes(20))) struct CableFaultTests {
    static let lines: [(faults: Set<LineFault>, line: Impairments)] = [
        ([], Impairments { $0.gain = -10 }),
        (
            [.movingGain],
            Impairments { $0.automaticGain = .init(target: 0.1, time: .milliseconds(150)) }
        ),
        (
            [.clipping],
            Impairments {
                $0.gain = 9
                $0.clipping = 1
            }
        ),
        ([.ownSound], Impairments { $0.crosstalk = -6 }),
        ([.ownSound], Impairments { $0.crosstalk = -12 }),
    ]

    @Test("each fault is reported, and no other", arguments: lines.indices)
    func named(_ index: Int) async throws {
        let (faults, line) = Self.lines[index]
        let bench = try await Bench(change: { $0.offersCable = true })
        for way in VirtualCable.Direction.allCases { bench.cable.impair(way, with: line) }
        try await bench.jack.open()
        for size in [3000, 12_000, 3000] {
            let request = pattern(size)
            #expect(try await bench.jack.exchange(request, timeout: .seconds(300)) == request)
        }
        #expect(Set(bench.transport.quality.lineFaults) == faults)
        await bench.jack.close()
    }
}
