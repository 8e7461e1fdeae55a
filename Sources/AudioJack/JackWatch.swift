internal import CAccessoryALSA
import Synchronization

/// Reports the jack events of a card, for as long as the card exists.
final class JackWatch: Sendable {
    // the mutex around the handle admits one thread at a time
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
        /// The handle; nil once the card has been removed.
        var handle: Handle?
        var watch: FileWatch?
    }

    private let state: Mutex<State>
    private let report: @Sendable (AudioPortEvent) -> Void

    /// Returns nil when the card has no controls.
    init?(
        _ configuration: ALSAConfiguration,
        report: @escaping @Sendable (AudioPortEvent) -> Void
    ) {
        let jacks = configuration.play.withCString { play in
            withOptionalCString(configuration.jack) { acc_alsa_jacks_open(play, $0) }
        }
        guard let jacks else { return nil }
        state = Mutex(State(handle: Handle(jacks: jacks)))
        self.report = report
        if isPlugged == true { report(.plugged) }
        let watch = FileWatch(acc_alsa_jacks_fd(jacks)) { [weak self] in
            self?.read()
        }
        state.withLock { $0.watch = watch }
    }

    /// Whether a plug is in the jack; nil when the card has no jack control.
    var isPlugged: Bool? {
        state.withLock { state in
            guard let jacks = state.handle?.jacks else { return nil }
            let plugged = acc_alsa_jacks_plugged(jacks)
            return plugged < 0 ? nil : plugged > 0
        }
    }

    /// Reports all pending events. Called when the descriptor is readable, and by the port when it
    /// has lost the card, which not every driver reports on the descriptor.
    func read() {
        let events = state.withLock { state in
            var events: [AudioPortEvent] = []
            while let event = state.handle?.nextEvent() { events.append(event) }
            // the kernel keeps a removed card until its last user releases it
            if let jacks = state.handle?.jacks, acc_alsa_jacks_is_gone(jacks) {
                state.watch = nil
                state.handle = nil
            }
            return events
        }
        for event in events { report(event) }
    }
}
