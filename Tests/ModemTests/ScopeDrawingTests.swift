import CAccessory
import Foundation
import Testing

@testable import Modem

/// What the picture of a recording draws.
@Suite struct ScopeDrawingTests {
    @Test("numbers have at most the requested decimals")
    func numbers() {
        for (value, digits, text) in [
            (1.25, 1, "1.3"), (2, 1, "2"), (-0.049, 1, "0"), (3.14159, 3, "3.142"),
            (1e15, 0, "1000000000000000.0"),
            (999_999_999_999_999, 0, "999999999999999"), (.nan, 1, "-"), (.infinity, 0, "-"),
            (149.6, 0, "150"),
        ] as [(Double, Int, String)] {
            #expect(SVGPage.number(value, digits) == text)
        }
    }

    @Test("elements have their attributes")
    func elements() {
        var page = SVGPage(width: 30, height: 20)
        page.text(1.26, 2, "<&>")
        page.text(3, 4, "b", size: 9, anchor: "end", weight: "bold", fill: "red")
        page.line([(0, 1), (2.34, 5)], stroke: "blue")
        page.line([], stroke: "blue", width: 0.5, opacity: 0.25)
        page.polygon([(0, 0), (1, 1)], fill: "a", stroke: "b")
        page.box(SVGPage.Frame(x: 1.234, y: 2, width: 3, height: 4.567), fill: "c")
        page.image(SVGPage.Frame(x: 1, y: 2, width: 3, height: 4), png: "QUJD")
        let lines = page.document.split(separator: "\n")
        #expect(lines[0].contains(#"width="30" height="20" viewBox="0 0 30 20""#))
        #expect(lines[1] == #"<rect width="30" height="20" fill="white"/>"#)
        #expect(
            Array(lines.dropFirst(2)) == [
                #"<text x="1.3" y="2" font-size="14" text-anchor="start" font-weight="normal" fill="black">&lt;&amp;&gt;</text>"#,
                #"<text x="3" y="4" font-size="9" text-anchor="end" font-weight="bold" fill="red">b</text>"#,
                #"<polyline points="0,1 2.3,5" fill="none" stroke="blue" stroke-width="1.0" stroke-opacity="1.0"/>"#,
                #"<polyline points="" fill="none" stroke="blue" stroke-width="0.5" stroke-opacity="0.25"/>"#,
                #"<polygon points="0,0 1,1" fill="a" stroke="b" stroke-width="0.7"/>"#,
                #"<rect x="1.23" y="2" width="3" height="4.57" fill="c" stroke="none"/>"#,
                #"<image x="1.0" y="2.0" width="3.0" height="4.0" preserveAspectRatio="none" xlink:href="data:image/png;base64,QUJD"/>"#,
                "</svg>",
            ]
        )
    }

    /// A panel from (100, 50) to (400, 150) with this x axis.
    private static func panel(_ from: Double, _ to: Double) -> Drawing {
        var page = SVGPage(width: 500, height: 200)
        let frame = SVGPage.Frame(x: 100, y: 50, width: 300, height: 100)
        page.panel(frame, "name", x: (from, to, "s"), y: (0, 4, "dB"))
        return Drawing(page.document)
    }

    @Test("a panel has its border, names and marks")
    func panel() {
        let panel = Self.panel(-1, 2)
        #expect(
            panel.texts == [
                "100,42 name",
                "100,166 -1", "150,166 -0.5", "200,166 0", "250,166 0.5", "300,166 1",
                "350,166 1.5", "400,166 2",
                "94,154 0", "94,129 1", "94,104 2", "94,79 3", "94,54 4",
                "396,145 s", "400,42 dB",
            ]
        )
        #expect(panel.elements["polyline"]?.first?["points"] == "100,50 100,150")
        #expect(panel.elements["polyline"]?.last?["points"] == "100,50 400,50")
        let border = panel.elements["rect"]?.last
        #expect(
            border?["stroke"] == "#555555" && border?["x"] == "100" && border?["height"] == "100"
        )
    }

    @Test(
        "marks are round: 1, 2 or 5, at most seven",
        arguments: [
            (0, 6, ["0", "1", "2", "3", "4", "5", "6"]), (0, 6.1, ["0", "2", "4", "6"]),
            (0, 12, ["0", "2", "4", "6", "8", "10", "12"]), (0, 13, ["0", "5", "10"]),
            (0, 31, ["0", "10", "20", "30"]), (3.2, 4.1, ["3.2", "3.4", "3.6", "3.8", "4"]),
            (0, 0.05, ["0", "0.01", "0.02", "0.03", "0.04", "0.05"]), (5, 5, ["5"]),
            (0, 0.0006, ["0", "0.0001", "0.0002", "0.0003", "0.0004", "0.0005", "0.0006"]),
            (0, 0.006, ["0", "0.001", "0.002", "0.003", "0.004", "0.005", "0.006"]),
        ]
    )
    func marks(from: Double, to: Double, marks: [String]) {
        let texts = Self.panel(from, to).elements["text"]?.filter { $0["y"] == "166" } ?? []
        #expect(texts.map { $0["body"] } == marks)
    }

    @Test(
        "a picture file can be decoded",
        arguments: [(1, 1), (3, 2), (255, 256), (4, 5), (260, 260)]
    )
    func pngFiles(width: Int, height: Int) throws {
        let pixels = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 * 31 + $0 / 7) }
        let palette = (0..<768).map { UInt8(truncatingIfNeeded: $0) }
        let image = PNGImage(width: width, height: height, pixels: pixels, palette: palette)
        let decoded = try PNGPicture(bytes: image.bytes)
        #expect(decoded.width == width && decoded.height == height && decoded.palette == palette)
        #expect(decoded.rows.flatMap { $0 } == pixels)
        #expect(image.base64 == Data(image.bytes).base64EncodedString())
    }

    @Test("a recording without a signal shows all figures")
    func figures() throws {
        let picture = ScopePicture(
            samples: [Float](repeating: 0, count: 1040),
            rate: 8000,
            title: "t"
        )
        let drawing = Drawing(picture.svg)
        for text in [
            "60,34 t", "60,60 level -120 dBFS, peak -120 dBFS", "60,80 noise at rest -120 dBFS",
            "60,100 SNR not known", "60,120 no clipping", "440,60 band 0 to 0 Hz",
            "440,80 DC offset 0 % of full scale",
            "440,100 clock not known, polarity not known", "440,120 0.13 s at 8000 Hz",
            "820,60 found: no known signal",
            "820,80 ", "820,100 recommended: --profile bell202 --fec", "820,120 (no signal)",
            "60,152 waveform", "650,152 first 10 ms", "60,342 spectrogram",
            "60,542 spectrum while sending",
            "600,542 eye", "960,542 decisions", "620,670 no symbols known:",
            "620,690 name the --profile to see them",
        ] {
            #expect(drawing.texts.contains(text), "\(text)")
        }
        // nothing is louder than silence: all pixels are the darkest
        #expect(drawing.curves.count == 2)
        let image = try #require(drawing.images().first)
        #expect(image.width == 370 && image.height == 128)
    }

    @Test("a waveform shows the extremes of each column")
    func waveform() {
        // two samples for each of the 520 columns
        let samples = (0..<1040).map { i -> Float in
            let level = Float(i) / 1040
            return i % 2 == 0 ? level : -level
        }
        let drawing = Drawing(ScopePicture(samples: samples, rate: 8000, title: "t").svg)
        let points = Drawing.points(drawing.elements["polygon"]?.first)
        #expect(points.count == 1040)
        for column in [0, 1, 100, 519] {
            let (upper, lower) = (points[column], points[1039 - column])
            #expect(upper[0] == 60.5 + Double(column) && lower[0] == upper[0])
            let heights = samples[(2 * column)...].prefix(2).map { 235 - 75 * Double($0) }
            #expect(abs(upper[1] - heights[0]) < 0.051 && abs(lower[1] - heights[1]) < 0.051)
        }
        // more than full scale stays inside the frame, and fewer samples than columns fill it
        let loud = Drawing(ScopePicture(samples: [3, -3, 3], rate: 8000, title: "t").svg)
        let edges = Drawing.points(loud.elements["polygon"]?.first)
        #expect(
            edges.count == 1040 && edges[0][1] == 160 && edges[260][1] == 310
                && edges[519][1] == 160
        )
        #expect(
            Drawing(ScopePicture(samples: [], rate: 8000, title: "t").svg).elements["polygon"]
                == nil
        )
    }

    @Test("the first symbols are drawn sample by sample from the start of the signal")
    func firstSymbols() {
        let silence = [Float](repeating: 0, count: 4000)
        let samples = silence + (0..<4000).map { Float($0 % 7) / 8 - 0.375 }
        let drawing = Drawing(ScopePicture(samples: samples, rate: 8000, title: "t").svg)
        #expect(drawing.texts.contains("650,152 first 10 ms"))
        let curve = drawing.curves[0]
        // 10 ms are 80 samples
        #expect(curve.count == 80)
        for index in [0, 1, 40, 79] {
            #expect(abs(curve[index][0] - (650 + 520 * Double(index) / 80)) < 0.051)
            #expect(abs(curve[index][1] - (235 - 75 * Double(samples[4000 + index]))) < 0.051)
        }
        // the axis: 500 to 510 ms
        #expect(drawing.texts.contains("650,326 500") && drawing.texts.contains("1170,326 510"))
        let asked = Drawing(
            ScopePicture(samples: samples, rate: 8000, title: "t", profile: "bell202").svg
        )
        // 30 symbols of 6.67 samples
        #expect(asked.texts.contains("650,152 first 30 symbols") && asked.curves[0].count == 200)
        let card = Drawing(
            ScopePicture(samples: samples, rate: 8000, title: "t", profile: "track2").svg
        )
        #expect(card.texts.contains("620,670 a card has no bit rate of its own"))
        #expect(!card.texts.contains { $0.hasPrefix("620,690") })
    }

    @Test("spectrogram and spectrum show a tone at its frequency and level")
    func spectra() throws {
        // band 40 of 128 at 48000 samples/s
        let samples = (0..<9600).map { Float(0.5 * sin(2 * .pi * 7500 * Double($0) / 48_000)) }
        let drawing = Drawing(ScopePicture(samples: samples, rate: 48_000, title: "t").svg)
        let images = try drawing.images()
        let spectrogram = images[0]
        for column in [0, 200, 350] {
            let pixels = spectrogram.rows.map { $0[column] }
            #expect(pixels[127 - 40] == 255, "column \(column)")
            #expect(pixels[127 - 45] == 0 && pixels[127 - 35] == 0)
            // a Hann window's neighbours are 6 dB lower: 255 - 255 * 6 / 70
            #expect(abs(Int(pixels[127 - 41]) - 233) <= 1 && abs(Int(pixels[127 - 39]) - 233) <= 1)
        }
        // 0.5 * 0.5 / 2 / 1.5 = -10.8 dBFS in the band; the colours reach 70 dB down
        #expect(drawing.texts.contains("1125,360 -11") && drawing.texts.contains("1125,500 -81"))
        #expect(drawing.texts.contains("1120,342 dBFS"))
        let frame = drawing.elements["image"]?[1]
        #expect(frame?["x"] == "1105.0" && frame?["width"] == "15.0" && frame?["height"] == "150.0")
        #expect(
            images[1].width == 1
                && images[1].rows.map { $0[0] } == (0...255).reversed().map { UInt8($0) }
        )
        // white, the middle of the blue part, its end, the darkest red
        let palette = images[1].palette
        func colour(_ index: Int) -> [UInt8] { Array(palette[(3 * index)..<(3 * index + 3)]) }
        #expect(
            colour(0) == [255, 255, 255] && colour(153) == [20, 114, 180]
                && colour(255) == [220, 20, 30]
        )
        #expect(colour(51) == [176, 208, 230])

        let curve = drawing.curves[1]
        #expect(curve.count == 1024)
        let peak = try #require(curve.min { $0[1] < $1[1] })
        // 7500 of 24000 Hz, half a band further
        #expect(abs(peak[0] - (60 + 480 * 320.5 / 1024)) < 0.06)
        #expect(abs(peak[1] - (550 + 260 * 10.8 / 120)) < 0.3)
        #expect(curve[10][1] > 750 && curve.allSatisfy { $0[1] <= 810 })
        #expect(abs(curve[0][0] - (60 + 480 * 0.5 / 1024)) < 0.06)
    }

    /// A frame of the profile `reader` with much data.
    private static func frame(noise: Float = 0) -> [Float] {
        var profile = ModemProfile.reader.parameters
        var modulator = acc_modulator()
        #expect(acc_modulator_init(&modulator, &profile, 48_000, 0.5) == .ok)
        let payload = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 167 + 13) }
        var frame = [UInt8](repeating: 0, count: Int(ACC_FRAME_MAX_SIZE))
        let size = acc_frame_write(0, payload, payload.count, &frame, frame.count)
        #expect(acc_modulator_send_frame(&modulator, frame, size) == .ok)
        var sound = [Float](repeating: 0, count: 48_000)
        sound.withUnsafeMutableBufferPointer {
            _ = acc_modulator_render(&modulator, $0.baseAddress! + 9600, $0.count - 9600)
        }
        return sound
    }

    @Test("eye and histogram show two decisions")
    func symbols() throws {
        let picture = ScopePicture(samples: Self.frame(), rate: 48_000, title: "t")
        let drawing = Drawing(picture.svg)
        #expect(
            drawing.texts.contains("820,60 found: reader")
                && drawing.texts.contains("820,80 1 read, 0 damaged")
        )
        #expect(
            drawing.texts.contains(
                "440,100 clock \(SVGPage.number(picture.report.clock!, 0)) ppm, polarity upright"
            )
        )
        // first symbols, spectrum, and 160 traces of two symbols
        let traces = drawing.curves.dropFirst(2)
        #expect(traces.count == 160)
        for trace in traces {
            #expect(trace.count == 33)
            #expect(trace[0][0] == 600 && trace[32][0] == 900 && trace[16][0] == 750)
            // about 1 or -1 in the middle, of -2 to 2
            #expect(abs(abs(trace[16][1] - 680) - 65) < 20)
            #expect(trace.allSatisfy { $0[1] >= 550 && $0[1] <= 810 })
        }
        // bars of 3.5 from 960: those of -1 and 1 are 15 and 45; the highest fills the frame
        let bars = (drawing.elements["rect"] ?? []).filter { $0["fill"] == "#2a6f97" }
        #expect(bars.allSatisfy { $0["width"] == "3.5" })
        #expect(bars.contains { $0["height"] == "260" && $0["y"] == "550" })
        for bar in bars {
            let index = (Double(bar["x"]!)! - 960) / 3.5
            #expect(index == index.rounded() && (abs(index - 15) < 6 || abs(index - 45) < 6))
            #expect(abs(Double(bar["y"]!)! + Double(bar["height"]!)! - 810) < 0.02)
        }
        #expect(
            bars.contains { Double($0["x"]!)! < 1050 } && bars.contains { Double($0["x"]!)! > 1080 }
        )
    }

    @Test("a track needs a bit rate and forty symbols, and finds the clock")
    func tracks() throws {
        let sound = Self.frame()[14_400..<20_000]
        let reader = ModemProfile.reader.parameters
        let known = try #require(SymbolTrack(sound, rate: 48_000, profile: reader, clock: 0))
        // 3675 symbols/s: 428.75 in 5600 samples, two fewer with a whole symbol on both sides
        #expect(
            (425...428).contains(known.decisions.count)
                && known.courses.count == known.decisions.count
        )
        let mean = known.decisions.reduce(0) { $0 + abs($1) } / Float(known.decisions.count)
        #expect(abs(mean - 1) < 1e-3)
        for (course, decision) in zip(known.courses, known.decisions) {
            #expect(course.count == 33 && course[16] == decision)
        }
        let measured = try #require(SymbolTrack(sound, rate: 48_000, profile: reader, clock: nil))
        #expect(measured.decisions.allSatisfy { abs(abs($0) - 1) < 0.35 })
        // the same sound at another rate has another clock: 1 % slower
        let slow = try #require(SymbolTrack(sound, rate: 48_480, profile: reader, clock: nil))
        #expect(slow.decisions.count { abs(abs($0) - 1) < 0.4 } > slow.decisions.count * 9 / 10)
        #expect(SymbolTrack(sound.prefix(500), rate: 48_000, profile: reader, clock: 0) == nil)
        #expect(SymbolTrack(sound.prefix(600), rate: 48_000, profile: reader, clock: 0) != nil)
        let card = try ModemProfile("track2").parameters
        #expect(SymbolTrack(sound, rate: 48_000, profile: card, clock: 0) == nil)
        let fsk = ModemProfile.bell202.parameters
        let silence = try #require(
            SymbolTrack(
                [Float](repeating: 0, count: 9600)[...],
                rate: 48_000,
                profile: fsk,
                clock: 0
            )
        )
        #expect(silence.decisions.allSatisfy { $0 == 0 } && !silence.decisions.isEmpty)
        // a steady mark is 1 at every decision, a steady space -1
        for (hertz, sign) in [(1200.0, Float(1)), (2200, -1)] {
            let tone = (0..<9600).map { Float(sin(2 * .pi * hertz * Double($0) / 48_000)) }
            let track = try #require(SymbolTrack(tone[...], rate: 48_000, profile: fsk, clock: 0))
            #expect(track.decisions.allSatisfy { abs($0 - sign) < 0.2 })
        }
    }
}
