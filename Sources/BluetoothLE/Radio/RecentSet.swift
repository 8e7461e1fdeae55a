/// A set of recently seen elements: the last ones seen, at least `capacity` / 2 and at most
/// `capacity`. Its size is bounded even for programs that see new addresses for months.
package struct RecentSet<Element: Hashable & Sendable>: Sendable {
    /// Default number of advertisers whose duplicates are filtered; equal to the reports that a
    /// scan's stream buffers.
    package static var usualCapacity: Int { 65536 }

    // two generations: a full young one replaces the old one and so drops elements not seen again
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
