internal import Glibc

/// A page of an SVG file under construction.
package struct SVGPage {
    package struct Frame {
        package var x, y, width, height: Double

        package init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// An axis: start, end, unit.
    package typealias Axis = (from: Double, to: Double, unit: String)

    private let width: Int
    private let height: Int
    private var body = ""

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package var document: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
        width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
        font-family="sans-serif" font-size="14">
        <rect width="\(width)" height="\(height)" fill="white"/>
        \(body)</svg>

        """
    }

    package mutating func text(
        _ x: Double,
        _ y: Double,
        _ text: String,
        size: Int = 14,
        anchor: String = "start",
        weight: String = "normal",
        fill: String = "black"
    ) {
        body += """
            <text x="\(Self.number(x, 1))" y="\(Self.number(y, 1))" font-size="\(size)" \
            text-anchor="\(anchor)" font-weight="\(weight)" fill="\(fill)">\(Self.escaped(text))</text>

            """
    }

    package mutating func line(
        _ points: [(Double, Double)],
        stroke: String,
        width: Double = 1,
        opacity: Double = 1
    ) {
        body += """
            <polyline points="\(Self.list(points))" fill="none" stroke="\(stroke)" \
            stroke-width="\(width)" stroke-opacity="\(opacity)"/>

            """
    }

    mutating func polygon(_ points: [(Double, Double)], fill: String, stroke: String) {
        body += """
            <polygon points="\(Self.list(points))" fill="\(fill)" stroke="\(stroke)" \
            stroke-width="0.7"/>

            """
    }

    mutating func box(_ frame: Frame, fill: String, stroke: String = "none") {
        body += """
            <rect x="\(Self.number(frame.x, 2))" y="\(Self.number(frame.y, 2))" \
            width="\(Self.number(frame.width, 2))" height="\(Self.number(frame.height, 2))" \
            fill="\(fill)" stroke="\(stroke)"/>

            """
    }

    mutating func image(_ frame: Frame, png base64: String) {
        body += """
            <image x="\(frame.x)" y="\(frame.y)" width="\(frame.width)" height="\(frame.height)" \
            preserveAspectRatio="none" xlink:href="data:image/png;base64,\(base64)"/>

            """
    }

    /// Draws an empty plot: border, name, and axes with about five tick marks each.
    package mutating func panel(_ frame: Frame, _ name: String, x: Axis, y: Axis) {
        text(frame.x, frame.y - 8, name, weight: "bold")
        for value in Self.marks(x) {
            let at = frame.x + frame.width * (value - x.from) / max(x.to - x.from, 1e-9)
            line([(at, frame.y), (at, frame.y + frame.height)], stroke: "#dddddd")
            text(at, frame.y + frame.height + 16, Self.short(value), size: 12, anchor: "middle")
        }
        for value in Self.marks(y) {
            let at = frame.y + frame.height * (1 - (value - y.from) / max(y.to - y.from, 1e-9))
            line([(frame.x, at), (frame.x + frame.width, at)], stroke: "#dddddd")
            text(frame.x - 6, at + 4, Self.short(value), size: 12, anchor: "end")
        }
        let end = frame.x + frame.width
        text(end - 4, frame.y + frame.height - 5, x.unit, size: 12, anchor: "end")
        text(end, frame.y - 8, y.unit, size: 12, anchor: "end")
        box(frame, fill: "none", stroke: "#555555")
    }

    /// Round tick values for an axis.
    private static func marks(_ axis: Axis) -> [Double] {
        let span = axis.to - axis.from
        guard span > 0 else { return [axis.from] }
        let power = pow(10, floor(log10(span / 5)))
        let step = [1, 2, 5, 10].map { $0 * power }.first { span / $0 <= 6 } ?? span
        // rounding must not lose the last one
        let (first, last) = ((axis.from / step).rounded(.up) * step, axis.to + step / 1000)
        return stride(from: first, through: last, by: step).map { abs($0) < step / 1000 ? 0 : $0 }
    }

    private static func list(_ points: [(Double, Double)]) -> String {
        points.map { "\(number($0, 1)),\(number($1, 1))" }.joined(separator: " ")
    }

    private static func short(_ value: Double) -> String {
        for digits in 0...3 where abs(value - rounded(value, digits)) < 1e-6 {
            return number(value, digits)
        }
        return number(value, 4)
    }

    private static func rounded(_ value: Double, _ digits: Int) -> Double {
        let scale = pow(10, Double(digits))
        return (value * scale).rounded() / scale
    }

    /// Formats a number with at most `digits` decimals.
    static func number(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite else { return "-" }
        let value = rounded(value, digits)
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }

    private static func escaped(_ text: String) -> String {
        var out = ""
        for c in text {
            switch c {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            default: out.append(c)
            }
        }
        return out
    }
}
