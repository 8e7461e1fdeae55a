import AccessoryConcurrency
import Testing

@testable import AudioJack

/// A host's line sends to an accessory's, whose received sound is spoiled.
private struct Lines {
    private static let rate = 48_000
    private let host = CableLine(isHost: true, level: 0.5, rate: rate)
    private let accessory = CableLine(isHost: false, level: 0.5, rate: rate)

    /// The host sounds, and has the accessory's report.
    init() throws {
        host.begin(isPolite: false)
        accessory.begin(isPolite: false)
        guard case .own = host.nextTurn() else { throw Missing("no sounding is due") }
        hear(sound(of: []))
        guard case .word(let report) = accessory.nextTurn() else { throw Missing("no report") }
        accessory.wordLeft()
        #expect(!host.take(report, at: .seconds(1)))
        #expect(host.rate != nil)
    }

    /// The sound of the host's line until it falls silent.
    func sound(of frames: [[UInt8]]) -> [Float] {
        var (left, sound) = (frames, [Float]())
        var block = [Float](repeating: 0, count: 480)
        while true {
            let count = block.withUnsafeMutableBufferPointer { block in
                host.render(into: block[...], at: .seconds(1), isLinkBusy: !left.isEmpty) {
                    left.isEmpty ? nil : (left.removeFirst(), false)
                }
            }
            guard count > 0 else { return sound }
            sound += block.prefix(count)
        }
    }

    /// The accessory hears a sound and two seconds of silence. Returns the received frames.
    @discardableResult func hear(_ sound: [Float]) -> [[UInt8]] {
        let heard = sound + [Float](repeating: 0, count: 2 * Self.rate)
        return heard.withUnsafeBufferPointer { accessory.push($0, at: .seconds(1)).frames }
    }

    /// Whether the accessory asks for a new sounding.
    var asksAgain: Bool {
        guard case .word = accessory.nextTurn() else { return false }
        accessory.wordLeft()
        return true
    }
}

struct CableLineTests {
    /// The block that says where a burst ends is lost, three times in a row. What follows is silence, not a bad line.
    @Test func burstsWhoseEndIsLostAreNoReasonToSoundAgain() throws {
        let frame = [UInt8](repeating: 0x20, count: 17)
        var lost = 0
        for back in stride(from: 240, through: 16_000, by: 520) {
            let lines = try Lines()
            for _ in 0..<3 {
                var sound = lines.sound(of: [frame])
                // the preamble and the header stay as they are
                let start = max(6000, sound.count - back)
                for index in start..<min(start + 240, sound.count) { sound[index] = 0 }
                lost += lines.hear(sound).isEmpty ? 1 : 0
            }
            #expect(!lines.asksAgain, "dropouts \(back) samples before the end")
            #expect(lines.hear(lines.sound(of: [frame])) == [frame])
        }
        #expect(lost > 0)
    }

    @Test func manyLostEndsAreAReasonToSoundAgain() throws {
        let lines = try Lines()
        for _ in 0..<12 {
            var sound = lines.sound(of: [[0x20]])
            let start = sound.count - 6480
            for index in start..<start + 240 { sound[index] = 0 }
            lines.hear(sound)
        }
        #expect(lines.asksAgain)
    }

    /// A burst of which each block is damaged while its signal goes on.
    @Test func manyDamagedBlocksAreAReasonToSoundAgain() throws {
        let lines = try Lines()
        let frames = (0..<40).map { [UInt8](repeating: UInt8($0), count: 500) }
        var (sound, random) = (lines.sound(of: frames), SeededRandom(seed: 1))
        for index in 8000..<sound.count {
            sound[index] += Float.random(in: -0.05...0.05, using: &random)
        }
        #expect(lines.hear(sound).count < frames.count)
        #expect(lines.asksAgain)
    }
}

private struct Missing: Error {
    let what: String
    init(_ what: String) { self.what = what }
}
