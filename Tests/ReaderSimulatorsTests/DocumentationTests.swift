import AccessoryConcurrency
import AccessoryLink
import AudioJack
import ReaderSimulators
import TestSupport
import Testing

/// The examples of the documentation, verbatim and run.
@Suite(.timeLimit(.minutes(20))) struct DocumentationTests {
    @Test func exampleOfAudioJack() async throws {
        let cable = VirtualCable()
        let reader = ReaderSimulator(cable.accessory) { request, work in
            try await work.progress(Array("insert card".utf8))
            return request.reversed()
        }
        try await reader.start()

        let jack = HostLink(over: cable.host)  // ALSAPort() for a real jack
        let watch = Task { [events = jack.events] in
            for await case .progress(let message) in events {
                print("the reader says", String(decoding: message, as: UTF8.self))
            }
        }
        try await jack.open()
        let answer = try await jack.exchange(Array("read card".utf8), timeout: .seconds(30))
        await jack.close()
        watch.cancel()

        #expect(answer == Array("drac daer".utf8))
    }

    @Test(arguments: ["AudioJack", "AccessoryLink", "AccessorySimulators", "ReaderSimulators"])
    func articlesShowWhatIsTested(_ room: String) throws {
        try Repository.expectExamples(
            of: "Sources/\(room)/\(room).docc/\(room).md",
            in: ["ReaderSimulators", "FirmwareUpdate"]
                .map { "Tests/\($0)Tests/DocumentationTests.swift" }
        )
    }
}

/// The documentation's examples on a pipe, verbatim and run.
@Suite(.timeLimit(.minutes(20))) struct PipeExampleTests: ExampleSuite {
    let clock = VirtualClock()

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func BytePipe() -> AccessoryLink.BytePipe { .init(clock: clock) }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func HostLink(over link: any ByteLink) -> AccessoryLink.HostLink {
        .init(over: link, clock: clock)
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func DeviceLink(over link: any ByteLink) -> AccessoryLink.DeviceLink {
        .init(over: link, clock: clock)
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func ReaderSimulator(
        over link: any ByteLink,
        handler: @escaping ReaderSimulators.ReaderSimulator.Handler
    ) -> ReaderSimulators.ReaderSimulator {
        .init(over: link, clock: clock, handler: handler)
    }

    @Test func exampleOfAccessoryLink() async throws {
        try await clock.run {
            let pipe = BytePipe()
            let device = DeviceLink(over: pipe.accessory)
            let service = Task { [events = device.events] in
                for await case .received(let request) in events {
                    try await device.respond(request.reversed())
                }
            }
            try await device.start()

            let host = HostLink(over: pipe.host)
            try await host.open()
            let answer = try await host.exchange([1, 2, 3], timeout: .seconds(10))
            await host.close()
            service.cancel()

            #expect(answer == [3, 2, 1])
        }
    }

    @Test func exampleOfAccessorySimulators() async throws {
        try await clock.run {
            let pipe = BytePipe()

            let reader = ReaderSimulator(over: pipe.accessory) { request, work in
                try await work.progress(Array("insert card".utf8))
                return request + [0x90, 0x00]
            }
            try await reader.start()

            let host = HostLink(over: pipe.host)
            try await host.open()
            let answer = try await host.exchange([0x00, 0xA4], timeout: .seconds(10))
            await reader.misbehave(.silentInExchange)

            #expect(answer == [0x00, 0xA4, 0x90, 0x00])
            pipe.cut()
        }
    }
}
