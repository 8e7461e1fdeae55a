internal import Yams

/// Collects the errors of a file, which are reported together.
final class FaultList {
    private var unordered: [ConfigurationFault] = []

    /// The errors in the order of the file.
    var faults: [ConfigurationFault] {
        unordered.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    func add(_ node: Node?, _ reason: String) {
        let mark = node?.mark
        unordered.append(
            ConfigurationFault(line: mark?.line ?? 0, column: mark?.column ?? 0, reason)
        )
    }
}

/// A mapping of the file with access by member name. Unknown members are errors.
public struct Section {
    let faults: FaultList
    /// The path for messages: `mqtt.tls`.
    let path: String
    private let node: Node?
    private let members: [(name: Node, value: Node)]

    /// - Parameter node: Nil or null: an empty section.
    init(_ node: Node?, path: String, faults: FaultList) {
        (self.node, self.path, self.faults) = (node, path, faults)
        guard let node, !node.isNull else {
            members = []
            return
        }
        if case .mapping(let mapping) = node {
            members = mapping.map { ($0.key, $0.value) }
            for (name, value) in members where value.isNull {
                let setting = (path.isEmpty ? "" : path + ".") + (name.string ?? "?")
                faults.add(name, "\(setting) has no value; give one, or remove the line")
            }
        } else {
            faults.add(node, "\(path.isEmpty ? "the file" : path) must have members: name: value")
            members = []
        }
    }

    /// Reports members that are not in the list as errors.
    package func allow(_ known: String...) { allow(known) }

    package func allow(_ known: [String]) {
        for (name, _) in members where !known.contains(name.string ?? "") {
            let text = name.string ?? "?"
            let near = known.min { distance($0, text) < distance($1, text) }
            let advice =
                near.flatMap { distance($0, text) <= 2 ? "; did you mean \($0)?" : nil }
                ?? "; use \(known.sorted().joined(separator: ", "))"
            faults.add(
                name,
                "unknown setting '\(text)'\(path.isEmpty ? "" : " in \(path)")\(advice)"
            )
        }
    }

    /// Whether the member is present.
    package func has(_ name: String) -> Bool { value(name) != nil }

    /// Reports an error at the member's position.
    package func fault(_ name: String, _ reason: String) {
        faults.add(value(name) ?? node, "\(full(name)): \(reason)")
    }

    package func section(_ name: String) -> Section {
        Section(value(name), path: full(name), faults: faults)
    }

    /// The elements of a list; a single value is a list of one.
    func list(_ name: String) -> [Node] {
        guard let value = value(name), !value.isNull else { return [] }
        if case .sequence(let sequence) = value { return Array(sequence) }
        return [value]
    }

    /// The elements of a list of mappings.
    package func sections(_ name: String) -> [Section] {
        list(name).enumerated().map {
            Section($1, path: "\(full(name))[\($0)]", faults: faults)
        }
    }

    /// A text; nil if the member is absent.
    package func text(_ name: String) -> String? {
        guard let value = value(name), !value.isNull else { return nil }
        guard let text = value.string else {
            fault(name, "must be text")
            return nil
        }
        return text
    }

    /// The elements of a list of texts, each parsed by `read`.
    ///
    /// - Parameter expected: The expected kind of element, for the message if `read` refuses one.
    package func values<Value>(
        _ name: String,
        _ expected: String,
        _ read: (String) -> Value?
    ) -> [Value] {
        texts(name).compactMap { text, node in
            if let value = read(text) { return value }
            faults.add(node, "\(full(name)): '\(text)' must be \(expected)")
            return nil
        }
    }

    func texts(_ name: String) -> [(text: String, node: Node)] {
        list(name).compactMap { node in
            guard let text = node.string else {
                faults.add(node, "\(full(name)) must be a list of texts")
                return nil
            }
            return (text, node)
        }
    }

    /// True or false; `standard` if the member is absent.
    package func flag(_ name: String, _ standard: Bool) -> Bool {
        guard let value = value(name) else { return standard }
        guard let flag = value.bool else {
            fault(name, "must be true or false")
            return standard
        }
        return flag
    }

    /// An integer in a range.
    package func number(_ name: String, _ standard: Int, in range: ClosedRange<Int>) -> Int {
        guard let value = value(name) else { return standard }
        guard let number = value.int, range.contains(number) else {
            fault(name, "must be a number from \(range.lowerBound) to \(range.upperBound)")
            return standard
        }
        return number
    }

    /// A number of at least 0.
    package func decimal(_ name: String, _ standard: Double) -> Double {
        guard let value = value(name) else { return standard }
        guard let number = value.float, number.isFinite, number >= 0 else {
            fault(name, "must be a number, 0 or more")
            return standard
        }
        return number
    }

    /// A time in milliseconds.
    package func time(_ name: String, _ standard: Int64) -> Int64 {
        guard let text = text(name) else { return standard }
        guard let time = Quantities.milliseconds(text) else {
            fault(name, "must be a time such as 500ms, 10s, 5min, 2h or 7d")
            return standard
        }
        return time
    }

    /// A size in bytes.
    package func size(_ name: String, _ standard: Int) -> Int {
        guard let text = text(name) else { return standard }
        guard let size = Quantities.bytes(text) else {
            fault(name, "must be a size such as 512MiB or 2GB")
            return standard
        }
        return Int(size)
    }

    package func choice<Value: RawRepresentable & CaseIterable>(_ name: String, _ standard: Value)
        -> Value
    where Value.RawValue == String {
        guard let text = text(name) else { return standard }
        guard let value = Value(rawValue: text) else {
            fault(name, "must be one of " + Value.allCases.map(\.rawValue).joined(separator: ", "))
            return standard
        }
        return value
    }

    /// The members' names in order, for sections with names chosen by the user.
    package var names: [String] { entries.map(\.name) }

    /// The members in order, for sections with names chosen by the user.
    var entries: [(name: String, node: Node)] { members.map { ($0.name.string ?? "", $0.name) } }

    func value(_ name: String) -> Node? { members.first { $0.name.string == name }?.value }

    private func full(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// The edit distance: insertions, deletions and replacements between two words.
    private func distance(_ one: String, _ other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (at, character) in one.enumerated() {
            var diagonal = row[0]
            row[0] = at + 1
            for column in other.indices {
                let replaced = diagonal + (character == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
            }
        }
        return row[other.count]
    }
}

extension Node {
    /// Whether the node is `null`, `~` or empty.
    var isNull: Bool {
        guard case .scalar(let scalar) = self else { return false }
        return scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
    }
}
