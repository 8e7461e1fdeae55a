import AccessoryConcurrency
import Testing

@testable import AccessorySimulators
@testable import FeasyBeacon

/// The faults of a simulated module, command by command.
@Suite struct ModuleFaultTests {
    private typealias Reaction = BeaconModuleCore.Reaction

    private static let reactions: [(BeaconModuleFault?, [BeaconModuleCore.Reaction], cut: Int?)] = [
        (nil, [.perform, .perform, .perform, .perform], nil),
        (.silent(from: 1), [.ignore, .ignore, .ignore, .ignore], nil),
        (.silent(from: 3), [.perform, .perform, .ignore, .ignore], nil),
        (.answers("ERROR", at: 2), [.perform, .answer("ERROR"), .perform, .perform], nil),
        (.linkLost(at: 3), [.perform, .perform, .ignore, .perform], 3),
        (.linkLostAfter(2), [.perform, .perform, .perform, .perform], 2),
        (.refusesPIN, [.perform, .perform, .perform, .perform], nil),
        (.reset(afterUpgradeBytes: 1), [.perform, .perform, .perform, .perform], nil),
        (.badLine(late: .zero), [.perform, .perform, .perform, .perform], nil),
    ]

    @Test(arguments: reactions.indices) func commandsCountFromOne(_ row: Int) {
        let (fault, expected, cut) = Self.reactions[row]
        let plan = BeaconModuleFaultPlan(fault)
        for repetition in 1...2 {
            var found: [Reaction] = []
            for number in 1...4 {
                found.append(plan.reaction())
                // the link is cut once
                #expect(plan.takeCut() == (number == cut), "\(number)")
                #expect(!plan.takeCut())
            }
            #expect(found == expected, "\(repetition)")
            // commands count from 1 again
            plan.set(fault)
        }
    }

    @Test func onlyABadLineDelaysAndLoses() {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        for fault in [nil, .silent(from: 1), .badLine(late: .seconds(2))]
            as [BeaconModuleFault?]
        {
            let plan = BeaconModuleFaultPlan(fault)
            #expect(plan.carry(bytes) == bytes)
            #expect(plan.lateness == (fault == .badLine(late: .seconds(2)) ? .seconds(2) : .zero))
        }
        var kept: [[UInt8]] = []
        for seed in [1, 1, 2] as [UInt64] {
            let plan = BeaconModuleFaultPlan(.badLine(late: .zero, lossOneIn: 10, seed: seed))
            kept.append(plan.carry(bytes))
        }
        // a tenth, within five standard deviations
        #expect(kept.allSatisfy { 850...950 ~= $0.count })
        #expect(kept[0] == kept[1] && kept[0] != kept[2])
        let all = BeaconModuleFaultPlan(.badLine(late: .zero, lossOneIn: 1))
        #expect(all.carry(bytes).isEmpty)
        // the order stays
        let order = BeaconModuleFaultPlan(.badLine(late: .zero, lossOneIn: 2)).carry(Array(0..<200))
        #expect(order == order.sorted() && !order.isEmpty)
    }

    @Test func aResetHappensOnce() {
        let plan = BeaconModuleFaultPlan(.reset(afterUpgradeBytes: 100))
        #expect(!plan.takeReset(at: 99) && plan.takeReset(at: 100) && !plan.takeReset(at: 101))
        plan.set(.reset(afterUpgradeBytes: 100))
        #expect(plan.takeReset(at: 101))
        #expect(!BeaconModuleFaultPlan(nil).takeReset(at: 101))
        #expect(!BeaconModuleFaultPlan(.silent(from: 1)).takeReset(at: 101))
    }

    @Test func aFaultyLoginRefusesTheRightPIN() throws {
        for (fault, isRight) in [
            (nil, true), (.refusesPIN, false), (.silent(from: 1), true),
        ] as [(BeaconModuleFault?, Bool)] {
            let plan = BeaconModuleFaultPlan(fault)
            #expect(plan.refusesPIN == !isRight)
            let login = FaultyLogin(base: PlainLogin(), plan: plan)
            let request = PlainLogin().request(pin: "123456", mac: [])
            #expect(login.answer(to: request.dropLast(), pin: "123456", mac: []) == nil)
            let verdict = try #require(login.answer(to: request, pin: "123456", mac: []))
            #expect(verdict.isAuthenticated == isRight)
        }
    }
}
