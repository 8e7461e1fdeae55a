import Synchronization

/// What may be said to a core without waiting for it. The core looks into it at each step.
final class LinkMailbox: Sendable {
    struct Mail {
        var cancelledExchange: Int?
        var cancelledOpeners: Set<Int> = []
        /// Nobody holds the end any more; stays so.
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
