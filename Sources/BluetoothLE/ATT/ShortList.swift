/// A list that stores its first element inline: it rarely has another, and an array costs an
/// allocation.
struct ShortList<Element> {
    private(set) var first: Element?
    private var rest: [Element] = []

    init(_ first: Element? = nil) {
        self.first = first
    }

    mutating func append(_ element: Element) {
        if first == nil { first = element } else { rest.append(element) }
    }

    static func += (list: inout Self, elements: some Sequence<Element>) {
        for element in elements { list.append(element) }
    }

    /// Removes and returns the first element. Unlike a `for` loop, it copies neither list nor element.
    mutating func popFirst() -> Element? {
        guard let element = first.take() else { return nil }
        if !rest.isEmpty { first = rest.removeFirst() }
        return element
    }

    /// Removes and returns the first element that matches.
    mutating func remove(where matches: (Element) -> Bool) -> Element? {
        guard let first else { return nil }
        if matches(first) { return popFirst() }
        return rest.firstIndex(where: matches).map { rest.remove(at: $0) }
    }
}

extension ShortList: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { first == nil ? 0 : 1 + rest.count }
    subscript(index: Int) -> Element { index == 0 ? first! : rest[index - 1] }
}

extension ShortList: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: Element...) {
        self.init()
        self += elements
    }
}

extension ShortList: Sendable where Element: Sendable {}
extension ShortList: Equatable where Element: Equatable {}
