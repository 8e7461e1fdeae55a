internal import BluetoothLE
internal import BluetoothProfiles

/// A characteristic in the view of `accessory gatt DEVICE watch`.
struct WatchedValue {
    /// Maximum number of values in a sparkline.
    static let length = 32

    let title: String
    let uuid: BluetoothUUID
    let handle: UInt16
    let properties: CharacteristicProperties
    let context: GATTContext
    private(set) var bytes: [UInt8]?
    /// Why there is no value.
    var error: String?
    var isSubscribed = false
    /// The last numbers of each field, oldest first.
    private var history: [String: [Double]] = [:]

    init(
        _ uuid: BluetoothUUID,
        handle: UInt16,
        _ properties: CharacteristicProperties,
        _ context: GATTContext
    ) {
        title = uuid.assignedName ?? context.vendorName ?? uuid.description
        (self.uuid, self.handle) = (uuid, handle)
        (self.properties, self.context) = (properties, context)
    }

    mutating func take(_ bytes: [UInt8]) {
        (self.bytes, error) = (bytes, nil)
        for field in fields {
            guard let number = field.number else { continue }
            history[field.label] = ((history[field.label] ?? []) + [number]).suffix(Self.length)
        }
    }

    var canNotify: Bool { !properties.isDisjoint(with: [.notify, .indicate]) }

    /// Its quantities, else the value in words, else its bytes; else why there is none.
    var text: String {
        guard let bytes else { return error.map { "(\($0))" } ?? "" }
        let quantities = fields.filter { $0.number != nil && !$0.unit.isEmpty }
        // a fraction of a second is nothing without its time
        guard quantities.isEmpty || fields.contains(where: \.isTime) else {
            return quantities.map(\.shown).joined(separator: ", ")
        }
        return ValueText.words(bytes, of: uuid, context) ?? HexText.text(bytes)
    }

    /// The history of the first field with a number.
    var sparkline: String {
        fields.first { $0.number != nil }.map { sparkline(of: $0.label) } ?? ""
    }

    private var fields: [GATTField] {
        bytes.flatMap { try? GATTValue(uuid, bytes: $0, context: context).fields } ?? []
    }

    private func sparkline(of label: String) -> String {
        Columns.sparkline(history[label] ?? [])
    }

    /// All that is known, on lines of at most `width` columns.
    func details(width: Int) -> [String] {
        var rows: [(String, String)] = [
            ("UUID", uuid.description), ("handle", HexText.handle(handle)),
            ("properties", properties.words.joined(separator: ", ")),
            ("notify", isSubscribed ? "on" : "off"),
        ]
        if let error { rows.append(("error", error)) }
        if let bytes { rows.append(("bytes", HexText.text(bytes))) }
        rows += fields.map { ($0.label, $0.shown + "  " + sparkline(of: $0.label)) }
        return [Columns.cut(title, width)]
            + rows.flatMap { label, value in
                Columns.wrap(value.printable, width - 27).enumerated().map { index, part in
                    "  " + Columns.fit(index == 0 ? label : "", 24) + " " + part
                }
            }
    }
}

extension GATTField {
    /// The name, with a number from the second repetition on.
    fileprivate var label: String { instance == 0 ? name : "\(name) \(instance + 1)" }

    fileprivate var number: Double? {
        switch value {
        case .number(let number)? where state == .known: number.doubleValue
        case .real(let number)? where state == .known && number.isFinite: number
        default: nil
        }
    }

    fileprivate var isTime: Bool {
        switch value {
        case .time, .date: true
        default: false
        }
    }

    fileprivate var shown: String {
        let text = value.map { "\($0)" + (unit.isEmpty ? "" : " " + unit) }
        return [text, state == .known ? nil : state.rawValue].compactMap(\.self)
            .joined(separator: ", ")
    }
}

/// The lines of `accessory gatt DEVICE watch`: services, and a line for each characteristic.
struct WatchTable {
    struct Section {
        let title: String
        var values: [WatchedValue]
    }

    var sections: [Section]
    /// The selected characteristic among all of them.
    private(set) var selected = 0

    var values: [WatchedValue] { sections.flatMap(\.values) }
    var selectedValue: WatchedValue? { values.indices.contains(selected) ? values[selected] : nil }

    mutating func move(by step: Int) {
        selected = max(0, min(values.count - 1, selected + step))
    }

    /// Changes the characteristic with this handle.
    mutating func update(_ handle: UInt16, _ change: (inout WatchedValue) -> Void) {
        for section in sections.indices {
            for value in sections[section].values.indices
            where sections[section].values[value].handle == handle {
                change(&sections[section].values[value])
            }
        }
    }

    /// The lines on a terminal of this size, with the selected one in inverse colours.
    func lines(_ size: (columns: Int, rows: Int)) -> [String] {
        var (all, marked, place) = ([String](), 0, 0)
        for section in sections {
            all.append(Columns.fit(section.title, size.columns - 1))
            for value in section.values {
                var line = Self.line(value, size.columns - 1)
                if place == selected {
                    line.mark(columns: size.columns - 1)
                    marked = all.count
                }
                all.append(line)
                place += 1
            }
        }
        return Array(all[LiveScreen.visible(all.count, around: marked, rows: size.rows)])
    }

    /// A mark (● notifies, ○ could), the name, the value; from 60 columns on the history.
    private static func line(_ value: WatchedValue, _ width: Int) -> String {
        let mark = value.isSubscribed ? "●" : value.canNotify ? "○" : " "
        let name = max(10, min(32, width / 3))
        let history = width >= 60 ? WatchedValue.length / 2 + 1 : 0
        let trend = String(value.sparkline.suffix(max(0, history - 1)))
        return "  \(mark) " + Columns.fit(value.title, name) + " "
            + Columns.fit(value.text.printable, width - name - history - 5)
            + (history > 0 ? " " + Columns.fit(trend, history - 1) : "")
    }
}
