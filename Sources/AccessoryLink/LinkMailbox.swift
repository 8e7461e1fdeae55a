import Synchronization

/// Messages to a core that do not wait for it. The core reads them at each step.
final class LinkMailbox: Sendable {
    struct Mail {
        var cancelledExchange: Int?
        var cancelledOpeners: Set<Int> = []
        /// Whether the last reference to the end was released; never reset.
        var isAbandoned = false
    }

    private let mail = Mutex(Mail())

    func cancelExchange(_ number: Int) {
        mail.withLock { $0.cancelledExchange = number }
    }

    func cancelOpener(_ number: Int) {
        mail.withLock { _ = $0.cancelledOpeners.insert(number) }
    }

    func abandon() {
        mail.withLock { $0.isAbandoned = true }
    }

    func take() -> Mail {
        mail.withLock { mail in
            defer { mail = Mail(isAbandoned: mail.isAbandoned) }
            return mail
        }
    }
}
