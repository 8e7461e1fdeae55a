import AccessoryLink
import AccessorySimulators
import Communication
import Testing

/// Every call in every state, on both transports: its result and the next state.
@Suite(.timeLimit(.minutes(20))) struct TableTests {
    /// The manager's state before the call.
    enum Standing: String, CaseIterable {
        case noDevice, detected, idle, exchanging, cancelling
    }

    enum Call: String, CaseIterable {
        case open, exchange, cancel, close, release
    }

    /// The result of a call in a state.
    struct Row: CustomTestStringConvertible {
        let standing: Standing
        let call: Call
        /// The code by transport; nil if the call succeeds.
        let jack, bluetooth: Int?
        let state: HostState

        init(
            _ standing: Standing,
            _ call: Call,
            _ code: Int?,
            bluetooth: Int?? = .none,
            _ state: HostState
        ) {
            (self.standing, self.call, self.state) = (standing, call, state)
            jack = code
            self.bluetooth = bluetooth ?? code
        }

        var testDescription: String { "\(call) when \(standing)" }
    }

    static let rows = [
        Row(.noDevice, .open, -4, bluetooth: -2, .waitingDevice),
        Row(.noDevice, .exchange, -4, bluetooth: -2, .waitingDevice),
        Row(.noDevice, .cancel, -4, bluetooth: -2, .waitingDevice),
        Row(.noDevice, .close, nil, .waitingDevice),
        Row(.noDevice, .release, nil, .waitingDevice),

        Row(.detected, .open, nil, .idle),
        Row(.detected, .exchange, -2, .deviceDetected),
        Row(.detected, .cancel, -2, .deviceDetected),
        Row(.detected, .close, nil, .deviceDetected),
        Row(.detected, .release, nil, .deviceDetected),

        Row(.idle, .open, nil, .idle),
        Row(.idle, .exchange, nil, .idle),
        Row(.idle, .cancel, -1, .idle),
        Row(.idle, .close, nil, .deviceDetected),
        Row(.idle, .release, nil, .deviceDetected),

        Row(.exchanging, .open, nil, .dataExchange),
        Row(.exchanging, .exchange, -1, .dataExchange),
        Row(.exchanging, .cancel, nil, .dataExchange),
        Row(.exchanging, .close, nil, .deviceDetected),
        Row(.exchanging, .release, nil, .deviceDetected),

        Row(.cancelling, .open, nil, .dataExchange),
        Row(.cancelling, .exchange, -1, .dataExchange),
        Row(.cancelling, .cancel, -3, .dataExchange),
        Row(.cancelling, .close, nil, .deviceDetected),
        Row(.cancelling, .release, nil, .deviceDetected),
    ]

    @Test func theTableIsComplete() {
        let combinations = Set(Self.rows.map { "\($0.standing) \($0.call)" })
        #expect(combinations.count == Standing.allCases.count * Call.allCases.count)
    }

    @Test(arguments: rows, [TransportName.audioJack, .bluetooth])
    func everyCallInEveryState(_ row: Row, _ channel: TransportName) async throws {
        let isWorking = row.standing == .exchanging || row.standing == .cancelling
        let handler: ReaderSimulator.Handler = { request, work in
            if isWorking { await work.wait(.seconds(20)) }
            return request
        }
        try await Bench.run(channel, handler: handler) { bench in
            let expected = channel == .audioJack ? row.jack : row.bluetooth
            switch row.standing {
            case .noDevice: try await Self.goAway(bench)
            case .detected: try await Self.detect(bench)
            case .idle: try await bench.open()
            case .exchanging, .cancelling:
                try await Self.whileWorking(bench, row, expected)
                return
            }
            #expect(await code { try await row.call.make(on: bench) } == expected)
            #expect(await bench.manager.state == row.state)
            #expect(await bench.manager.isConnected == (row.state == .idle))
            await bench.manager.release()
        }
    }

    private static func goAway(_ bench: Bench) async throws {
        switch bench.medium {
        case .cable(let cable):
            // the cable is plugged in at first
            await bench.wait(for: .deviceDetected)
            cable.unplug()
            await bench.wait(for: .waitingDevice)
        case .air(let air, let phone, let board, _):
            air.setReach(false, between: phone, and: board)
        }
    }

    private static func detect(_ bench: Bench) async throws {
        for await _ in try await bench.manager.search(timeout: .seconds(5)) {}
        await bench.wait(for: .deviceDetected)
    }

    /// Makes the call during a running request, and checks the results of both.
    private static func whileWorking(_ bench: Bench, _ row: Row, _ expected: Int?) async throws {
        try await bench.open()
        async let outcome = code {
            try await bench.manager.exchange([7, 7, 7], timeout: .seconds(60))
        }
        try await bench.after(.seconds(5)) {
            #expect(await bench.manager.state == .dataExchange)
            #expect(await bench.readerState() == .dataProcess)
            if row.standing == .cancelling { try await bench.manager.cancelExchange() }
            guard row.state == .dataExchange else { return }
            #expect(await code { try await row.call.make(on: bench) } == expected)
            #expect(await bench.manager.state == .dataExchange)
        }
        // closing waits for the device, which needs time
        if row.state != .dataExchange {
            #expect(await code { try await row.call.make(on: bench) } == expected)
            #expect(await bench.manager.state == row.state)
        }
        let isEnded =
            row.standing == .cancelling || row.call == .cancel || row.state != .dataExchange
        #expect(await outcome == (isEnded ? 12 : nil))
        await bench.manager.release()
    }
}

extension TableTests.Call {
    func make(on bench: Bench) async throws {
        switch self {
        case .open: try await bench.open()
        case .exchange: try await bench.manager.exchange([1, 2, 3], timeout: .seconds(30))
        case .cancel: try await bench.manager.cancelExchange()
        case .close: await bench.manager.close()
        case .release: await bench.manager.release()
        }
    }
}
