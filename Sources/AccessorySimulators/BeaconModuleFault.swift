internal import AccessoryConcurrency
internal import FeasyBeacon
import Synchronization

/// A fault of a simulated beacon module. Commands count from 1 since the start, including the
/// opening of the AT engine.
public enum BeaconModuleFault: Sendable, Hashable {
    /// This command and later ones are neither performed nor answered.
    case silent(from: Int)
    /// This command is not performed, and is answered with this text, such as `ERROR`.
    case answers(String, at: Int)
    /// The link is lost at this command, before it is performed.
    case linkLost(at: Int)
    /// This command is performed, and the link is lost before its answer.
    case linkLostAfter(Int)
    /// Every PIN is refused; only for a module with a PIN.
    case refusesPIN
    /// The module resets once, without notice, after this many bytes of an upgrade.
    case reset(afterUpgradeBytes: Int)
    /// Each answer, including each ACK of an upgrade, is delayed by `late`. During an upgrade, one
    /// of `lossOneIn` bytes is lost in both directions; 0: none. `seed` selects the lost bytes.
    case badLine(late: Duration, lossOneIn: UInt64 = 0, seed: UInt64 = 1)
}

/// Counts a module's commands and applies the fault.
final class BeaconModuleFaultPlan: Sendable {
    private struct State {
        var fault: BeaconModuleFault?
        var commands = 0
        /// Whether the link must be lost now.
        var cuts = false
        /// Selects the bytes that a bad line loses.
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

    /// Sets another fault; commands count from 1 again.
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

    /// Returns whether the link must be lost now; true once.
    func takeCut() -> Bool {
        state.withLock { state in
            defer { state.cuts = false }
            return state.cuts
        }
    }

    /// The delay of answers.
    var lateness: Duration {
        state.withLock { state in
            if case .badLine(let late, _, _) = state.fault { late } else { .zero }
        }
    }

    /// Returns the bytes of an upgrade that pass the line.
    func carry(_ bytes: [UInt8]) -> [UInt8] {
        state.withLock { state in
            guard case .badLine(_, let loss, _) = state.fault, loss > 0 else { return bytes }
            return bytes.filter { _ in state.random.next() % loss != 0 }
        }
    }

    var refusesPIN: Bool { state.withLock { $0.fault == .refusesPIN } }

    /// Whether the module resets after this many bytes of an upgrade; true once.
    func takeReset(at count: Int) -> Bool {
        state.withLock { state in
            guard case .reset(let limit) = state.fault, count >= limit else { return false }
            state.fault = nil
            return true
        }
    }
}

/// A login that refuses while the fault requires it.
struct FaultyLogin: ModuleLogin {
    let base: any ModuleLogin
    let plan: BeaconModuleFaultPlan

    func answer(
        to request: [UInt8],
        pin: String,
        mac: [UInt8]
    ) -> (answer: [UInt8], isAuthenticated: Bool)? {
        // refuses, because no PIN is empty
        base.answer(to: request, pin: plan.refusesPIN ? "" : pin, mac: mac)
    }
}
