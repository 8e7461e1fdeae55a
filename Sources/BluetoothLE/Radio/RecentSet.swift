/// What was seen of late: remembers at least `capacity` / 2 elements and at most `capacity`, those that
/// were seen last. For programs that see new addresses for months.
package struct RecentSet<Element: Hashable & Sendable>: Sendable {
    /// Duplicates of that many advertisers are left out: as many as a scan's stream keeps reports.
    package static var usualCapacity: Int { 65536 }

    // two generations: when the young one is full it becomes the old one, whose elements are forgotten
    // unless they were seen again
    private var young: Set<Element> = []
    private var old: Set<Element> = []
    private let generation: Int

    package init(capacity: Int = usualCapacity) {
        generation = max(1, capacity / 2)
    }

    package var count: Int { young.count + old.count }

    /// Notes an element. Returns whether it was not remembered.
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
