import BluetoothLE
import CAccessoryBlueZ
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import BlueZ

/// A program that runs for months: packet 1 000 000 costs the same as the first.
@Suite(.timeLimit(.minutes(20))) struct LongRunTests {
    static let packets = 1_000_000
    /// Maximum growth of the stack. A closure that is wrapped once more for each packet adds 100 bytes each
    /// time; differences between compilers are smaller than this limit.
    static let stackLimit: UInt = 4096

    /// The range of stack depths at which a handler is called, per thread.
    final class Depth: Sendable {
        private struct State {
            var reached: [pthread_t: ClosedRange<UInt>] = [:]
            var count = 0
        }

        private let state = Mutex(State())

        func note() {
            var mark = 0
            let place = withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
            state.withLock { state in
                state.count += 1
                let known = state.reached[pthread_self()] ?? place...place
                state.reached[pthread_self()] =
                    min(known.lowerBound, place)...max(known.upperBound, place)
            }
        }

        var count: Int { state.withLock { $0.count } }

        /// The largest difference between the depths of calls on one thread, bytes.
        var growth: UInt {
            state.withLock { state in
                state.reached.values.map { $0.upperBound - $0.lowerBound }.max() ?? 0
            }
        }
    }

    /// Sends `packet` a million times, `drain` reads; ends early once the stack has grown.
    private func push(_ packet: [UInt8], into file: CInt, _ depth: Depth, _ drain: () -> Void) {
        for _ in 0..<Self.packets {
            while send(file, packet, packet.count, CInt(MSG_DONTWAIT)) < 0 { drain() }
            guard depth.growth <= Self.stackLimit else { return }
        }
        drain()
    }

    private func pair() throws -> (CInt, CInt) {
        let (near, far) = try UnixSocket.pair()
        _ = fcntl(near, F_SETFL, O_NONBLOCK)
        return (near, far)
    }

    @Test func aMillionPacketsOfAControllerCostTheSameEach() throws {
        let (near, far) = try pair()
        defer { close(far) }
        let (events, depth) = (try ControllerEvents(adapter: "hci0", file: near), Depth())
        events.start({ _, _ in depth.note() })
        push([4] + RadioTests.report, into: far, depth) { events.drain() }
        #expect(depth.growth <= Self.stackLimit)
        #expect(depth.count == Self.packets)
        events.end()
    }

    /// A socket whose peer has closed returns empty packets forever.
    @Test func readingEndsWhenTheOtherEndHasClosed() throws {
        let (near, far) = try pair()
        let (events, depth) = (try ControllerEvents(adapter: "hci0", file: near), Depth())
        let packet = [4] + RadioTests.report
        #expect(send(far, packet, packet.count, CInt(MSG_DONTWAIT)) == packet.count)
        close(far)
        events.start({ _, _ in depth.note() })
        for _ in 0..<3 { events.drain() }
        #expect(depth.count == 1)
        events.end()
    }

    @Test func aMillionEventsOfTheKernelCostTheSameEach() throws {
        let (near, far) = try pair()
        defer { close(far) }
        let channel = try ManagementChannel(adapter: "hci0", index: 0, file: near)
        let depth = Depth()
        channel.start { _ in depth.note() }
        let code = FakeKernel.bytes(ACC_MGMT_EV_DISCOVERING).prefix(2)
        push(code + [0, 0, 2, 0, 6, 1], into: far, depth) { channel.drain() }
        #expect(depth.growth <= Self.stackLimit)
        #expect(depth.count == Self.packets)
        channel.end()
    }

    /// A filter that is copied for each new sender makes the last 2000 cost 29 times the first.
    @Test func theThirtyThousandthSenderCostsAsMuchAsTheFirst() async throws {
        let kernel = FakeKernel()
        let folder = "/tmp/bluez-\(UInt64.random(in: 0 ... .max))"
        let radio = try await kernel.radio(stateFolder: folder)
        let reports = try await radio.scan(
            ScanParameters {
                $0.isActive = false
                $0.reportsDuplicates = false
            }
        )
        let batch = UInt64(2000)
        let costs = (UInt64(0)..<15).map { number in
            threadTime {
                for each in number * batch..<(number + 1) * batch {
                    let address = BluetoothAddress(value: each, kind: .random)
                    radio.report([AdvertisementReport(address: address, data: [])])
                }
            }
        }
        #expect(costs.last! < costs.first! * 10)
        withExtendedLifetime(reports) {}
    }

    @Test func theDuplicateFilterDistinguishesResponsesAndSets() {
        var filter = DuplicateFilter()
        let address = BluetoothAddress(value: 1)
        let advertisement = AdvertisementReport(address: address, data: [])
        let response = AdvertisementReport(address: address, properties: .scanResponse, data: [])
        let otherSet = AdvertisementReport(address: address, set: 3, data: [])
        let all = [advertisement, response, otherSet]
        #expect((all + all).map { filter.isNew($0) } == [true, true, true, false, false, false])
    }
}
