/// Why a magnetic card's swipe cannot be read.
public enum SwipeFault: Sendable, Hashable, CustomStringConvertible {
    /// The card was too fast for the sample rate.
    case tooFast
    /// There is no start sentinel: the card is not coded as a card, or noise has covered its beginning.
    case noStart
    /// The first wrong character, counted from 1, which is the start sentinel.
    case damaged(character: Int)

    public var description: String {
        switch self {
        case .tooFast: "too fast for the sample rate"
        case .noStart: "no start sentinel, or noise"
        case .damaged(let character): "damaged at character \(character)"
        }
    }
}
