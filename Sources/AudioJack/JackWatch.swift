internal import CAccessoryALSA
import Dispatch
import Synchronization

/// Tells what happens to the jack of a card, from its first to its last day.
final class JackWatch: Sendable {
    // the mutex around it lets one thread at a time use it
    private struct Handle: ~Copyable, @unchecked Sendable {
        let jacks: OpaquePointer

        deinit {
            acc_alsa_jacks_close(jacks)
        }

        func nextEvent() -> AudioPortEvent? {
            var event = acc_alsa_event()
            return acc_alsa_jacks_next_event(jacks, &event) ? AudioPortEvent(event) : nil
        }
    }

    private struct State: ~Copyable, Sendable {
        let handle: Handle
        var watch: FileWatch?
    }

    private let state: Mutex<State>

    /// Nil when the card has no controls. Events are told on `queue`.
    init?(
        _ configuration: ALSAConfiguration,
        on queue: DispatchQueue,
        tell: @escaping @Sendable (AudioPortEvent) -> Void
    ) {
        let jacks = configuration.play.withCString { play in
            withOptionalCString(configuration.jack) { acc_alsa_jacks_open(play, $0) }
        }
        guard let jacks else { return nil }
        state = Mutex(State(handle: Handle(jacks: jacks)))
        if isPlugged == true { tell(.plugged) }
        let watch = FileWatch(acc_alsa_jacks_fd(jacks), on: queue) { [weak self] in
            self?.read(tell)
        }
        state.withLock { $0.watch = watch }
    }

    /// Nil when the card has no jack control.
    var isPlugged: Bool? {
        state.withLock { state in
            let plugged = acc_alsa_jacks_plugged(state.handle.jacks)
            return plugged < 0 ? nil : plugged > 0
        }
    }

    private func read(_ tell: (AudioPortEvent) -> Void) {
        let events = state.withLock { state in
            var events: [AudioPortEvent] = []
            while let event = state.handle.nextEvent() { events.append(event) }
            // a descriptor of a card that is gone stays readable for ever
            if acc_alsa_jacks_is_gone(state.handle.jacks) { state.watch = nil }
            return events
        }
        for event in events { tell(event) }
    }
}
