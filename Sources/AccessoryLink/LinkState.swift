internal import CAccessory

/// State of either end.
package enum LinkState: Sendable {
    case absent, present, idle, exchanging

    init(_ state: acc_link_state) {
        self =
            switch state {
            case .absent: .absent
            case .present: .present
            case .idle: .idle
            case .exchanging: .exchanging
            }
    }

    package var isOpen: Bool { self == .idle || self == .exchanging }
}
