import Foundation
import Testing

@testable import AudioConversion

/// The level over time and the spectrum of a plot.
@Suite struct SoundCourseTests {
    private static func format(
        _ depth: PCMFormat.Depth = .bits16,
        channels: Int = 1
    ) -> PCMFormat {
        PCMFormat(sampleRate: 8000, depth: depth, channels: channels, container: .raw)
    }

    /// 16-bit samples.
    private static func bytes(_ samples: [Double]) -> [UInt8] {
        samples.flatMap { x -> [UInt8] in
            let value = UInt16(bitPattern: Int16(x * 32_768))
            return [UInt8(value & 0xFF), UInt8(value >> 8)]
        }
    }

    private func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-3 }

    /// A step of 10 ms has 80 frames at 8000 Hz; half of full scale is -6.02 dB.
    @Test func levels() throws {
        var course = SoundCourse(Self.format())
        // in parts that divide samples
        let pcm = Self.bytes(
            [Double](repeating: 0.5, count: 80) + [Double](repeating: -0.25, count: 80)
                + [Double](repeating: 0, count: 40)
        )
        course.append(Array(pcm[..<101]))
        course.append(Array(pcm[101..<102]))
        course.append([])
        course.append(Array(pcm[102...]))
        #expect(course.levels.count == 2 && course.peak == 0.5 && course.seconds == 0.025)
        course.finish()
        let levels = course.levels
        try #require(levels.count == 3)
        #expect(near(levels[0].0, 0.005) && near(levels[1].0, 0.015) && near(levels[2].0, 0.025))
        #expect(near(levels[0].1, -6.0206) && near(levels[1].1, -12.0412) && levels[2].1 == -140)
    }

    /// The mean of both channels' powers.
    @Test func stereo() throws {
        var course = SoundCourse(Self.format(channels: 2))
        course.append(Self.bytes((0..<160).map { $0 % 2 == 0 ? 0.5 : 0 }))
        try #require(course.levels.count == 1)
        #expect(near(course.levels[0].1, -9.0309) && course.seconds == 0.01)
    }

    @Test func depths() {
        let halves: [(PCMFormat.Depth, Bool, [UInt8])] = [
            (.bits8, false, [0xC0]), (.bits16, false, [0, 0x40]), (.bits24, false, [0, 0, 0x40]),
            (.bits24, true, [0, 0, 0x40, 0]), (.bits32, false, [0, 0, 0, 0x40]),
        ]
        for (depth, isPadded, sample) in halves {
            var format = Self.format(depth)
            format.isPadded24 = isPadded
            var course = SoundCourse(format)
            course.append(sample + sample)
            #expect(course.peak == 0.5 && course.seconds == 0.00025, "\(depth)")
        }
    }

    /// After 4096 steps, pairs of steps are merged.
    @Test func longSoundsHaveLongerSteps() throws {
        var course = SoundCourse(Self.format(.bits8))
        let quiet = [UInt8](repeating: 0x80, count: 80)
        let loud = [UInt8](repeating: 0xC0, count: 80)
        for step in 0..<4095 { course.append(step % 2 == 0 ? loud : quiet) }
        #expect(course.levels.count == 4095)
        course.append(quiet)
        try #require(course.levels.count == 2048)
        #expect(near(course.levels[0].0, 0.01) && near(course.levels[2047].0, 40.95))
        #expect(course.levels.allSatisfy { near($0.1, -9.0309) })
        course.append(loud)
        #expect(course.levels.count == 2048)
        course.append(loud)
        #expect(course.levels.count == 2049 && near(course.levels[2048].1, -6.0206))
    }

    /// A sine of 1000 Hz with the power 1/8, by Parseval's theorem; bands of 10 Hz.
    @Test func spectrum() throws {
        let sine = (0..<8192).map { 0.5 * sin(2 * Double.pi * Double($0) / 8) }
        for channels in [1, 2] {
            var course = SoundCourse(Self.format(channels: channels))
            course.append(Self.bytes(sine.flatMap { [Double](repeating: $0, count: channels) }))
            course.finish()
            let density = course.density
            try #require(density.count == 2048)
            let width = 8000.0 / 4096
            #expect(near(density[0].0, width / 2) && near(density[2047].0, 4000 - width / 2))
            let loudest = try #require(density.max { $0.1 < $1.1 })
            #expect(abs(loudest.0 - 1000) < 2 * width)
            let power = density.reduce(0) { $0 + pow(10, $1.1 / 10) } * width / 10
            #expect(abs(power - 0.125) < 0.003, "\(power)")
        }
        // a sound of less than one block
        var short = SoundCourse(Self.format())
        short.append(Self.bytes(Array(sine[..<2048])))
        #expect(short.density.allSatisfy { $0.1 == -140 })
        short.finish()
        #expect(short.density.contains { $0.1 > -40 })
    }
}
