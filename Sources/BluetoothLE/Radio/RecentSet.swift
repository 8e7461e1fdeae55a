/// A set of recently seen elements: at least `capacity` / 2 and at most `capacity`, the last ones seen.
/// For programs that see new addresses for months.
package struct RecentSet<Element: Hashable & Sendable>: Sendable {
    /// Default number of advertisers whose duplicates are filtered: as many as a scan's stream buffers
    /// reports.
    package static var usualCapacity: Int { 65536 }

    // two generations: a full young one replaces the old one, dropping elements not seen again
    private var young: Set<Element> = []
    private var old: Set<Element> = []
    private let generation: Int

    package init(capacity: Int = usualCapacity) {
        generation = max(1, capacity / 2)
    }

    package var count: Int { young.count + old.count }

    /// Adds an element. Returns whether it is new.
    package mutating func insert(_ element: Element) -> Bool {
        if young.contains(element) { return false }
        let isNew = old.remove(element) == nil
        if young.count == generation {
            old = young
            young = []
        }
        young.insert(element)
        return isNew
    }
}
