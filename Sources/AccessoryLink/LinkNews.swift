internal import AccessoryConcurrency

/// The state, events and progress of one end of a link, for any number of listeners.
struct LinkNews: Sendable {
    let events = Broadcaster<LinkEvent>()
    let progress = Broadcaster<LinkProgress>()
    let states = Broadcaster<LinkState>(replaying: .absent)
}
