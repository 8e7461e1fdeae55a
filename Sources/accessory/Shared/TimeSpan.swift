internal import ArgumentParser

/// A duration on the command line: `500ms`, `10s`, `2m`, `1h`; a bare number is seconds.
struct TimeSpan: ExpressibleByArgument, Equatable {
    let duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("", 1)]
        guard let (suffix, seconds) = units.first(where: { argument.hasSuffix($0.0) }),
            let first = argument.first, first.isNumber || first == ".",
            let number = Double(argument.dropLast(suffix.count)),
            // larger values overflow a Duration of whole nanoseconds
            case let total = number * seconds, total >= 0, total < 1e9
        else { return nil }
        // 10.24 s is not exact in binary
        duration = .nanoseconds(Int64((total * 1e9).rounded()))
    }

    var defaultValueDescription: String {
        let milliseconds = Int((duration / .milliseconds(1)).rounded())
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}
