internal import AccessoryConcurrency

/// What one end of a link tells any number of listeners.
struct LinkNews: Sendable {
    let events = Broadcaster<LinkEvent>()
    let progress = Broadcaster<LinkProgress>()
    let states = Broadcaster<LinkState>(replaying: .absent)
}
