import Foundation
import Testing

@testable import GatewayMQTT

@Suite struct InstanceTests {
    private func announcement(_ boot: String, _ host: String = "kitchen") -> [UInt8] {
        Instance(boot: boot, host: host).payload
    }

    /// A gateway in the attic, and its calls without `mutating`.
    private final class Watched {
        private var instance: Instance

        init(_ boot: String) { instance = Instance(boot: boot, host: "attic") }

        var payload: [UInt8] { instance.payload }
        func isDoubled(at now: Double) -> Bool { instance.isDoubled(at: now) }
        func isDue(at now: Double) -> Bool { instance.isDue(at: now) }
        func received(_ payload: [UInt8], isRetained: Bool, at now: Double) -> String? {
            instance.received(payload, isRetained: isRetained, at: now)
        }
    }

    @Test func aLiveGatewayWithTheSameNameIsNamedOnce() {
        let instance = Watched("1")
        #expect(instance.received(instance.payload, isRetained: false, at: 0) == nil)
        #expect(instance.received(announcement("2"), isRetained: false, at: 1) == "kitchen")
        #expect(instance.received(announcement("2"), isRetained: false, at: 61) == nil)
        #expect(instance.isDoubled(at: 210) && !instance.isDoubled(at: 212))
        // back after it was gone
        #expect(instance.received(announcement("2"), isRetained: false, at: 300) == "kitchen")
    }

    @Test func anEarlierRunIsNoOther() {
        let instance = Watched("2")
        #expect(instance.received(announcement("1", "attic"), isRetained: true, at: 0) == nil)
        // after a restart of the broker
        #expect(instance.received(announcement("1", "attic"), isRetained: true, at: 90) == nil)
        #expect(!instance.isDoubled(at: 90))
    }

    /// Two gateways that disconnect each other see only what the broker retains.
    @Test func aRetainedRunThatBeganLaterIsAnother() {
        let instance = Watched("2")
        #expect(instance.received(announcement("1"), isRetained: true, at: 0) == nil)
        #expect(instance.received(announcement("3"), isRetained: true, at: 1) == "kitchen")
    }

    @Test func theAnswerIsSentAtOnceAndEachMinuteWhileThereIsAnother() {
        let instance = Watched("1")
        #expect(!instance.isDue(at: 5))
        _ = instance.received(announcement("2"), isRetained: false, at: 5)
        #expect(instance.isDue(at: 5) && !instance.isDue(at: 64) && instance.isDue(at: 65))
        #expect(instance.isDue(at: 160) && !instance.isDue(at: 1000))
    }

    @Test func garbageIsIgnored() {
        let instance = Watched("1")
        let whole = announcement("2")
        for count in 0..<whole.count {
            let part = Array(whole.prefix(count))
            #expect(instance.received(part, isRetained: false, at: 0) == nil)
        }
    }

    @Test func threeShortConnectionsAreSuspicious() {
        var watch = SessionWatch()
        let found = [1, 4, 5, 1, 1, 1, 1].map { watch.ended(after: $0) }
        #expect(found == [false, false, false, false, false, true, false])
    }

    /// Copies of one card have the same machine id.
    @Test func theClientIDDependsOnTheNetworkInterface() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func add(_ name: String, _ address: String, isPhysical: Bool) throws {
            let path = "\(folder)/\(name)\(isPhysical ? "/device" : "")"
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
            try "\(address)\n".write(
                toFile: "\(folder)/\(name)/address",
                atomically: true,
                encoding: .utf8
            )
        }
        func id() -> String { ClientID.make("attic", ["hci0"], interfaces: folder) }
        let none = id()
        try add("docker0", "02:42:00:00:00:01", isPhysical: false)
        #expect(id() == none)
        try add("eth0", "b8:27:eb:00:00:01", isPhysical: true)
        let first = id()
        #expect(first != none && id() == first)
        try add("eth0", "b8:27:eb:00:00:02", isPhysical: true)
        #expect(id() != first)
    }
}
