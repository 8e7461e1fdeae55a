internal import Synchronization

/// A counter, or a gauge that can be set.
public final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    public init() {}

    public var value: Int { count.load(ordering: .relaxed) }

    public func add(_ amount: Int = 1) { count.wrappingAdd(amount, ordering: .relaxed) }

    public func set(_ value: Int) { count.store(value, ordering: .relaxed) }
}

/// A histogram of durations.
public final class Histogram: Sendable {
    /// Upper bounds, seconds: from a broker on loopback to one that was down.
    public static let bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600]

    private struct State {
        var counts = [Int](repeating: 0, count: bounds.count + 1)
        var sum = 0.0
    }

    private let state = Mutex(State())

    public func record(seconds: Double) {
        let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.counts[index] += 1
            state.sum += seconds
        }
    }

    fileprivate func lines(_ name: String) -> [String] {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        var total = 0
        var lines = zip(Self.bounds, counts).map { bound, count in
            total += count
            return "\(name)_bucket{le=\"\(bound)\"} \(total)"
        }
        total += counts[Self.bounds.count]
        lines += ["\(name)_bucket{le=\"+Inf\"} \(total)", "\(name)_sum \(sum)"]
        return lines + ["\(name)_count \(total)"]
    }
}

/// All metrics, with their text for Prometheus (exposition format 0.0.4).
public final class Metrics: Sendable {
    public enum Kind: String, Sendable { case counter, gauge }

    private struct Family {
        var kind: Kind
        var help: String
        var members: [String: Counter] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var histograms: [String: (help: String, histogram: Histogram)] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// The counter with this name and label, created on first use.
    public func counter(
        _ name: String,
        _ label: (String, String)? = nil,
        help: String
    ) -> Counter {
        member(.counter, name, label, help)
    }

    /// The gauge with this name and label, created on first use.
    public func gauge(_ name: String, _ label: (String, String)? = nil, help: String) -> Counter {
        member(.gauge, name, label, help)
    }

    /// The histogram with this name.
    public func histogram(_ name: String, help: String) -> Histogram {
        state.withLock { state in
            if let known = state.histograms[name] { return known.histogram }
            let histogram = Histogram()
            state.histograms[name] = (help, histogram)
            return histogram
        }
    }

    private func member(
        _ kind: Kind,
        _ name: String,
        _ label: (String, String)?,
        _ help: String
    ) -> Counter {
        let labels = label.map { "{\($0.0)=\"\(Self.escaped($0.1))\"}" } ?? ""
        return state.withLock { state in
            var family = state.families[name] ?? Family(kind: kind, help: help)
            let counter = family.members[labels] ?? Counter()
            family.members[labels] = counter
            state.families[name] = family
            return counter
        }
    }

    private static func escaped(_ text: String) -> String {
        text.flatMap { character -> [Character] in
            switch character {
            case "\"", "\\": ["\\", character]
            case "\n": ["\\", "n"]
            default: [character]
            }
        }.reduce(into: "") { $0.append($1) }
    }

    /// The current value of a counter or gauge.
    public struct Value: Sendable {
        /// The name without the prefix used in `/metrics`.
        public let name: String
        /// `{adapter="hci0"}`, or empty.
        public let labels: String
        public let value: Int
        public let help: String
    }

    /// All counters and gauges, by name.
    public var values: [Value] {
        state.withLock { $0.families }.sorted { $0.key < $1.key }.flatMap { name, family in
            family.members.sorted { $0.key < $1.key }.map {
                Value(name: name, labels: $0.key, value: $0.value.value, help: family.help)
            }
        }
    }

    /// The text of `/metrics`.
    public var text: String {
        let prefix = "accessory_gateway_"
        var lines: [String] = []
        let (families, histograms) = state.withLock { ($0.families, $0.histograms) }
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            lines.append("# HELP \(prefix)\(name) \(family.help)")
            lines.append("# TYPE \(prefix)\(name) \(family.kind.rawValue)")
            for (labels, counter) in family.members.sorted(by: { $0.key < $1.key }) {
                lines.append("\(prefix)\(name)\(labels) \(counter.value)")
            }
        }
        for (name, known) in histograms.sorted(by: { $0.key < $1.key }) {
            lines.append("# HELP \(prefix)\(name) \(known.help)")
            lines.append("# TYPE \(prefix)\(name) histogram")
            lines += known.histogram.lines(prefix + name)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
