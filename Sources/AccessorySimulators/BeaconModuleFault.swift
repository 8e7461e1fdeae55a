internal import AccessoryConcurrency
internal import FeasyBeacon
import Synchronization

/// What a simulated beacon module does wrong. Commands count from 1 since the start, the opening of
/// the AT engine included.
public enum BeaconModuleFault: Sendable, Hashable {
    /// That command, and those after it, are neither performed nor answered.
    case silent(from: Int)
    /// That command is not performed, and this is answered: `ERROR`, or what no module would say.
    case answers(String, at: Int)
    /// The link is lost at that command, before it is performed.
    case linkLost(at: Int)
    /// That command is performed, and the link is lost before its answer.
    case linkLostAfter(Int)
    /// It refuses every PIN; only of a module that asks for one.
    case refusesPIN
    /// It goes down once, without a word, when so many bytes of an upgrade have come.
    case reset(afterUpgradeBytes: Int)
    /// Each answer, so also each ACK of an upgrade, comes `late`; during an upgrade one byte of
    /// `lossOneIn` is lost, in both directions. 0: none is. `seed` chooses which.
    case badLine(late: Duration, lossOneIn: UInt64 = 0, seed: UInt64 = 1)
}

/// Counts the commands of a module, and says what becomes of each.
final class BeaconModuleFaultPlan: Sendable {
    private struct State {
        var fault: BeaconModuleFault?
        var commands = 0
        /// The link is to be lost at once.
        var cuts = false
        /// Which bytes a bad line loses.
        var random = SeededRandom(seed: 1)

        init(fault: BeaconModuleFault?) {
            self.fault = fault
            if case .badLine(_, _, let seed) = fault { random = SeededRandom(seed: seed) }
        }
    }

    private let state: Mutex<State>

    init(_ fault: BeaconModuleFault?) {
        state = Mutex(State(fault: fault))
    }

    /// Another fault from now on; commands count anew.
    func set(_ fault: BeaconModuleFault?) {
        state.withLock { $0 = State(fault: fault) }
    }

    func reaction() -> BeaconModuleCore.Reaction {
        state.withLock { state in
            state.commands += 1
            switch state.fault {
            case .silent(let first) where state.commands >= first: return .ignore
            case .answers(let text, state.commands): return .answer(text)
            case .linkLost(state.commands):
                state.cuts = true
                return .ignore
            case .linkLostAfter(state.commands):
                state.cuts = true
                return .perform
            default: return .perform
            }
        }
    }

    /// Whether the link is to be lost now; asked once.
    func takeCut() -> Bool {
        state.withLock { state in
            defer { state.cuts = false }
            return state.cuts
        }
    }

    /// How late answers are.
    var lateness: Duration {
        state.withLock { state in
            if case .badLine(let late, _, _) = state.fault { late } else { .zero }
        }
    }

    /// What is left of an upgrade's bytes behind the line.
    func carry(_ bytes: [UInt8]) -> [UInt8] {
        state.withLock { state in
            guard case .badLine(_, let loss, _) = state.fault, loss > 0 else { return bytes }
            return bytes.filter { _ in state.random.next() % loss != 0 }
        }
    }

    var refusesPIN: Bool { state.withLock { $0.fault == .refusesPIN } }

    /// Whether it goes down, that many bytes of an upgrade having come; once.
    func takeReset(at count: Int) -> Bool {
        state.withLock { state in
            guard case .reset(let limit) = state.fault, count >= limit else { return false }
            state.fault = nil
            return true
        }
    }
}

/// A login that can be made to refuse.
struct FaultyLogin: ModuleLogin {
    let base: any ModuleLogin
    let plan: BeaconModuleFaultPlan

    func answer(
        to request: [UInt8],
        pin: String,
        mac: [UInt8]
    ) -> (answer: [UInt8], isLetIn: Bool)? {
        // no PIN is empty
        base.answer(to: request, pin: plan.refusesPIN ? "" : pin, mac: mac)
    }
}
