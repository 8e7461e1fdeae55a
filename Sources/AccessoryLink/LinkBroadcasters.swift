package import AccessoryConcurrency

/// The state, events and progress of one end of a link, for any number of listeners.
package struct LinkBroadcasters: Sendable {
    package let events = Broadcaster<LinkEvent>()
    package let progress = Broadcaster<LinkProgress>()
    package let states = Broadcaster<LinkState>(replaying: .absent)
}
