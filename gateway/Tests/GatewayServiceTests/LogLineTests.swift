import GatewayCore
import Logging
import ServiceLifecycle
import Testing

@testable import GatewayService

@Suite struct LogLineTests {
    /// Contains much data, as during the replay of a recording.
    private struct LargePart: Part {
        let bytes = [UInt8](repeating: 7, count: 10_000)
        func run() async throws {}
    }

    @Test func aPartsDescriptionIsItsName() async throws {
        #expect("\(LargePart())" == "LargePart")
        let group = ServiceGroup(
            services: [LargePart()],
            logger: Logger(label: "lifecycle") { _ in SwiftLogNoOpLogHandler() }
        )
        do {
            try await group.run()
            Issue.record("a service that returns is an error by default")
        } catch {
            #expect("\(error)".utf8.count < 300)
            #expect("\(error)".contains("LargePart"))
        }
    }

    @Test func aLongLineIsCut() {
        let long = String(repeating: "é", count: 3000)
        let short = GatewayLog.shortened(long)
        #expect(short.utf8.count < 1100)
        #expect(short.hasSuffix("(5000 bytes more)"))
        #expect(GatewayLog.shortened("short") == "short")
    }
}
