import AccessoryConcurrency
import Testing

@testable import FeasyBeacon

@Suite struct ATEngineTests {
    @Test func openQuerySet() {
        var bench = ModuleBench()
        #expect(bench.run(.open) == .ok(["830"]))
        #expect(bench.run(.query("NAME")) == .ok(["Feasycom"]))
        #expect(bench.run(.set("NAME", "Door 4")) == .ok(["Door 4"]))
        #expect(bench.run(.set("NAME", "Door 4")) == .notNeeded("Door 4"))
        #expect(bench.run(.query("MAC")) == .ok(["DC:0D:30:11:22:33"]))
        #expect(bench.run(.query("NOTHING")) == .failed(.refused))
        #expect(bench.run(.set("ADVIN", "99")) == .failed(.refused))
        #expect(bench.run(.set("MAC", "1")) == .failed(.refused))
        #expect(bench.run(.command("REBOOT")) == .ok([]) && bench.restarts == 1)
        #expect(bench.run(.command("RESTORE")) == .ok([]))
        #expect(bench.run(.query("NAME")) == .ok(["Feasycom"]))
    }

    @Test("nothing is answered before the engine is open")
    func closed() {
        var bench = ModuleBench()
        #expect(bench.run(.query("NAME")) == .timedOut)
        #expect(bench.now >= .seconds(3) && ATOutcome.timedOut.code == 4)
        bench.module.disconnected()
        #expect(bench.run(.open) == .ok(["830"]))
        bench.module.disconnected()
        #expect(bench.run(.query("NAME")) == .timedOut)
    }

    /// A late answer, and one that comes twice, belong to no later request.
    @Test(arguments: [false, true])
    func lateAnswersAreDropped(isCancelled: Bool) {
        var engine = ATEngine()
        engine.start(.query("NAME"), at: .zero)
        #expect(engine.nextAction(at: .zero) == .send(Array("AT+NAME\r\n".utf8)))
        if isCancelled {
            engine.cancel(at: .seconds(3))
        } else {
            #expect(engine.nextAction(at: .seconds(3)) == .done(.query("NAME"), .timedOut))
        }
        #expect(engine.nextAction(at: .seconds(3)) == nil && !engine.isBusy)
        engine.start(.query("LED"), at: .seconds(4))
        #expect(engine.deadline == .seconds(6) && engine.nextAction(at: .seconds(4)) == nil)
        engine.sent(at: .seconds(4))
        engine.receive(Array("+NAME=x\r\nOK\r\n".utf8), at: .seconds(5))
        #expect(engine.nextAction(at: .seconds(6)) == .send(Array("AT+LED\r\n".utf8)))
        engine.receive(Array("+LED=1\r\nOK\r\nOK\r\n".utf8), at: .seconds(7))
        #expect(engine.nextAction(at: .seconds(7)) == .done(.query("LED"), .ok(["1"])))
        // not late any more
        engine.start(.query("LED"), at: .seconds(7))
        #expect(engine.nextAction(at: .seconds(7)) == .send(Array("AT+LED\r\n".utf8)))
    }

    @Test("a request that was not sent leaves nothing behind; a new link neither")
    func nothingIsLate() {
        var engine = ATEngine()
        engine.start(.query("NAME"), at: .zero)
        _ = engine.nextAction(at: .zero)
        engine.cancel(at: .zero)
        engine.start(.query("LED"), at: .seconds(1))
        engine.cancel(at: .seconds(2))
        engine.start(.query("LED"), at: .seconds(2))
        #expect(engine.deadline == .seconds(3))
        engine.disconnected()
        #expect(engine.nextAction(at: .seconds(2)) == .done(.query("LED"), .failed(.disconnected)))
        engine.start(.open, at: .seconds(2))
        #expect(engine.nextAction(at: .seconds(2)) == .send(Array(ATEngine.opening.utf8)))
    }

    @Test func slots() throws {
        var bench = ModuleBench()
        _ = bench.run(.open)
        let slot = try #require(BeaconSlot(number: 3, advertisement: [2, 1, 6], isEnabled: false))
        #expect(bench.run(.command("BADVDATA=" + slot.wire)) == .ok([]))
        #expect(bench.run(.query("BADVDATA")) == .ok([",3,020106,0"]))
        #expect(BeaconSlot(wire: ",3,020106,0") == slot)
        #expect(bench.run(.command("BADVDATA=10,00,1")) == .failed(.refused))
    }

    @Test("a set fails if the module accepts the value but does not store it")
    func verification() {
        var engine = ATEngine()
        engine.start(.set("LED", "1"), at: .zero)
        let isSecondTaken = engine.start(.open, at: .zero)
        #expect(!isSecondTaken)
        var sent: [String] = []
        for answer in ["+LED=0\r\nOK\r\n", "OK\r\n", "+LED=0\r\nOK\r\n"] {
            guard case .send(let bytes)? = engine.nextAction(at: .zero) else { continue }
            sent.append(String(decoding: bytes, as: UTF8.self))
            engine.receive(Array(answer.utf8), at: .zero)
        }
        #expect(sent == ["AT+LED\r\n", "AT+LED=1\r\n", "AT+LED\r\n"])
        #expect(
            engine.nextAction(at: .zero) == .done(.set("LED", "1"), .failed(.differs("0")))
        )
    }

    @Test(
        "an invalid command is refused and not sent",
        arguments: [
            ATRequest.query(""), .query("A B"), .set("NAME", "a\r\nAT+RESTORE"),
            .command("X\u{7F}"),
            .set("NAME", String(repeating: "x", count: 2000)),
        ]
    )
    func badText(request: ATRequest) {
        var engine = ATEngine()
        engine.start(request, at: .zero)
        #expect(engine.nextAction(at: .zero) == .done(request, .failed(.badText)))
        #expect(!engine.isBusy && engine.deadline == nil)
    }

    @Test func linkLost() {
        var engine = ATEngine()
        _ = engine.start(.open, at: .zero)
        _ = engine.nextAction(at: .zero)
        engine.disconnected()
        #expect(engine.nextAction(at: .zero) == .done(.open, .failed(.disconnected)))
    }

    @Test("a request ends for any input, however the input is split")
    func garbage() {
        let words = [
            "OK", "ERROR", "+NAME=", "+VER=830", "Opened", "\r\n", "\r", "\n", "x", "=", "\0",
        ].map { Array($0.utf8) }
        for seed in UInt64(1)...500 {
            var random = SeededRandom(seed: seed)
            var bytes: [UInt8] = []
            for _ in 0..<random.next() % 60 {
                bytes +=
                    random.next() % 4 == 0
                    ? [UInt8(truncatingIfNeeded: random.next())]
                    : words[Int(random.next() % UInt64(words.count))]
            }
            let requests: [ATRequest] = [
                .open, .query("NAME"), .set("NAME", "x"), .command("REBOOT"),
            ]
            for request in requests {
                var whole = ATEngine()
                var pieces = ATEngine()
                _ = whole.start(request, at: .zero)
                _ = pieces.start(request, at: .zero)
                whole.receive(bytes, at: .zero)
                for byte in bytes { pieces.receive([byte], at: .zero) }
                var outcomes: [ATOutcome] = []
                while let action = whole.nextAction(at: .seconds(9)) {
                    if request != .open {
                        #expect(pieces.nextAction(at: .seconds(9)) == action, "seed \(seed)")
                    }
                    if case .done(_, let outcome) = action { outcomes.append(outcome) }
                }
                #expect(outcomes.count == 1, "seed \(seed)")
            }
        }
    }

    @Test("a module keeps its rules for any input")
    func garbageToModule() {
        for seed in UInt64(1)...200 {
            var random = SeededRandom(seed: seed)
            var bench = ModuleBench()
            bench.module.receive(Array("$OpenFscAtEngine$".utf8), at: .zero)
            let words = ["AT+", "ADVIN", "=", "100", "0", "OTA=0", "GSCFG=", ",", "\r\n", "\u{18}"]
            for _ in 0..<200 {
                let word = words[Int(random.next() % UInt64(words.count))]
                bench.module.receive(Array(word.utf8), at: bench.now)
                bench.now += .milliseconds(Int64(random.next() % 300))
                while bench.module.nextAction(at: bench.now) != nil {}
            }
            for parameter in bench.module.configuration.parameters
            where parameter.range != .readOnly {
                let wire = bench.module.values[parameter.key]
                let value = wire.flatMap { parameter.range.value($0) }
                #expect(value != nil, "seed \(seed): \(parameter.key)=\(wire ?? "nil")")
            }
        }
    }

    @Test("chunks of twenty bytes, ten milliseconds apart")
    func pacing() {
        var pacer = WritePacer(interval: .milliseconds(1))
        pacer.append(0..<50)
        var pieces: [(Duration, Int)] = []
        while let deadline = pacer.deadline(at: .zero) {
            if pacer.nextPiece(at: deadline - .nanoseconds(1)) != nil, !pieces.isEmpty {
                Issue.record("too early")
            }
            if let piece = pacer.nextPiece(at: deadline) { pieces.append((deadline, piece.count)) }
        }
        #expect(pieces.map(\.1).reduce(0, +) + 20 == 50 || pieces.map(\.1) == [20, 20, 10])
    }
}
