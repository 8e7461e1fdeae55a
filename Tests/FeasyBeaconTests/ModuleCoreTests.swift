import Testing

@testable import FeasyBeacon

/// The simulated module's answers, command by command, and the engine's use of such answers.
@Suite struct ModuleCoreTests {
    private let info = ModuleInfo(version: 830, bootloader: 600, model: 0x15)

    private func module(_ login: (any ModuleLogin)? = nil) -> BeaconModuleCore {
        BeaconModuleCore(
            configuration: BeaconConfiguration(model: 0x15, features: [.gSensor, .led]),
            info: info,
            mac: [0xDC, 0x0D, 0x30, 0x11, 0x22, 0x33],
            login: login
        )
    }

    private func actions(_ module: inout BeaconModuleCore) -> [BeaconModuleCore.Action] {
        var list: [BeaconModuleCore.Action] = []
        while let action = module.nextAction(at: .zero) { list.append(action) }
        return list
    }

    /// Sends text; returns what the module notifies.
    private func send(_ text: String, _ module: inout BeaconModuleCore) -> String {
        module.receive(text.utf8, at: .zero)
        return actions(&module).map { action in
            guard case .notify(let bytes) = action else { return "(\(action))" }
            return String(decoding: bytes, as: UTF8.self)
        }.joined()
    }

    private func opened() -> BeaconModuleCore {
        var module = module()
        #expect(send("AT+NAME\r\nx$OpenFscAtEngine$", &module) == "\r\nOpened\r\n")
        return module
    }

    @Test(arguments: [
        ("AT+NAME", "+NAME=Feasycom"), ("AT+VER", "+VER=830"), ("AT+MODEL", "+MODEL=21"),
        ("AT+MAC", "+MAC=DC:0D:30:11:22:33"), ("AT+VERSION", "+VERSION=5.1"),
        ("AT+PIN", "+PIN=000000"), ("AT+ADVIN", "+ADVIN=152"), ("AT+TXPOWER", "+TXPOWER=7"),
        ("AT+BWMODE", "+BWMODE=0"), ("AT+EXTEND", "+EXTEND="), ("AT+TLM", "+TLM=0"),
        ("AT+GSCFG", "+GSCFG=100,1000"), ("AT+LED", "+LED=0"),
    ])
    func queriesShowTheFactoryValues(_ command: String, _ line: String) {
        for end in ["\r", "\n", "\r\n"] {
            var module = opened()
            #expect(send(command + end, &module) == "\r\n\(line)\r\n\r\nOK\r\n")
        }
    }

    @Test(arguments: [
        "NAME", "AT", "AT+", "AT+KEYCFG", "AT+BUZ", "AT+NOTHING", "AT+NAME=", "AT+MODEL=21",
        "AT+MAC=1", "AT+ADVIN=99", "AT+ADVIN=0100", "AT+OTA", "AT+OTA=2", "AT+REBOOT=1",
        "AT+RESTORE=1", "AT+BADVDATA=10,00,1", "AT+VER=1", "AT+LED=2", "at+NAME",
    ])
    func otherCommandsAreRefused(_ command: String) {
        var module = opened()
        #expect(send(command + "\r", &module) == "\r\nERROR\r\n")
        #expect(!module.isUpgrading && module.slots.isEmpty)
    }

    @Test func valuesAreSetAndRestored() throws {
        var module = opened()
        #expect(send("\r\n\r\n", &module) == "")
        #expect(send("AT+NAME=a=b\r", &module) == "\r\nOK\r\n" && module.values["NAME"] == "a=b")
        #expect(send("AT+NAME\r", &module) == "\r\n+NAME=a=b\r\n\r\nOK\r\n")
        #expect(
            send("AT+BADVDATA=3,0201,0\rAT+BADVDATA=1,FF,1\r", &module) == "\r\nOK\r\n\r\nOK\r\n"
        )
        #expect(
            send("AT+BADVDATA\r", &module)
                == "\r\n+BADVDATA=,1,FF,1\r\n\r\n+BADVDATA=,3,0201,0\r\n\r\nOK\r\n"
        )
        #expect(send("AT+BADVDATA=1,FE,0\r", &module) == "\r\nOK\r\n" && module.slots.count == 2)
        #expect(module.slots[1]?.advertisement == [0xFE] && module.slots[1]?.isEnabled == false)
        #expect(send("AT+REBOOT\r", &module) == "\r\nOK\r\n(\(BeaconModuleCore.Action.restart))")
        #expect(module.values["NAME"] == "a=b")
        #expect(send("AT+RESTORE\r", &module) == "\r\nOK\r\n")
        #expect(module.values["NAME"] == "Feasycom" && module.slots.isEmpty)
        let isSet = module.put("LED", "1")
        let isWrong = module.put("LED", "x")
        #expect(isSet && !isWrong && module.values["LED"] == "1")
    }

    @Test func theEngineClosesWithTheLink() {
        var module = opened()
        // opened again within a line, which is dropped
        #expect(send("AT+NA$OpenFscAtEngine$\r", &module) == "\r\nOpened\r\n")
        #expect(send("AT+NA", &module) == "" && module.deadline == nil)
        module.disconnected()
        #expect(actions(&module).isEmpty)
        #expect(send("ME\rAT+NAME\r", &module) == "")
        #expect(send("$OpenFscAtEngine$AT+LED\r", &module).hasSuffix("+LED=0\r\n\r\nOK\r\n"))
    }

    @Test func commandsCanBeIgnoredOrAnswered() {
        var module = module()
        module.react = { command in
            switch command {
            case "AT+LED=1": .ignore
            case "AT+NAME": .answer("BUSY")
            default: .perform
            }
        }
        #expect(send("$OpenFscAtEngine$", &module) == "\r\nOpened\r\n")
        #expect(send("AT+LED=1\r", &module) == "" && module.values["LED"] == "0")
        #expect(send("AT+NAME\r", &module) == "\r\nBUSY\r\n")
        #expect(send("AT+LED\r", &module) == "\r\n+LED=0\r\n\r\nOK\r\n")
        var deaf = self.module()
        deaf.react = { _ in .ignore }
        #expect(send("$OpenFscAtEngine$AT+LED\r", &deaf) == "")
    }

    @Test func hostsLogInOncePerLink() {
        var open = module()
        #expect(open.isAuthenticated && send("$OpenFscAtEngine$", &open) != "")
        var module = module(PlainLogin())
        #expect(!module.isAuthenticated)
        #expect(send("AUTH00000", &module) == "" && send("1", &module) == "AUTHERROR\r\n")
        #expect(!module.isAuthenticated)
        #expect(send("AUTH000000", &module) == "AUTHOK\r\n" && module.isAuthenticated)
        #expect(send("$OpenFscAtEngine$AT+PIN=123456\r", &module) == "\r\nOpened\r\n\r\nOK\r\n")
        module.disconnected()
        #expect(!module.isAuthenticated && send("AUTH000000", &module) == "AUTHERROR\r\n")
        #expect(send("AUTH123456", &module) == "AUTHOK\r\n")
    }

    private func file(_ bootloader: UInt16 = 651, model: UInt16 = 0x15) -> [UInt8] {
        DFUFile.make(
            program: [1, 2, 3],
            programCRC: 0,
            bootloader: bootloader,
            versions: 800...900,
            model: model
        )
    }

    @Test(arguments: [false, true])
    func anUpgradeIsInstalled(_ restores: Bool) throws {
        var module = opened()
        _ = send("AT+NAME=x\r", &module)
        #expect(send("AT+OTA=\(restores ? 1 : 0)\r", &module) == "\r\n\(info.answer)\r\nC")
        #expect(module.isUpgrading && module.deadline == .seconds(1))
        module.receive(XModem.packet(1, file()[...], withCRC: true), at: .zero)
        #expect(actions(&module) == [.notify([6])])
        module.receive([4], at: .zero)
        let made = try DFUFile(file())
        #expect(actions(&module) == [.notify([6]), .installed(made, restoredFactory: restores)])
        #expect(!module.isUpgrading && module.firmware == made && module.info.bootloader == 651)
        #expect(module.values["NAME"] == (restores ? "Feasycom" : "x"))
        // the engine is closed
        #expect(send("AT+NAME\r", &module) == "")
    }

    @Test func anUnfitUpgradeIsNotInstalled() {
        for (bytes, error) in [
            (file(model: 1), DFUError.otherModel(file: 1, module: 0x15)),
            (file(599), .olderBootloader(file: 599, module: 600)), ([1, 2, 3], .notDFU),
        ] {
            var module = opened()
            _ = send("AT+OTA=1\r", &module)
            module.receive(XModem.packet(1, bytes[...], withCRC: true) + [4], at: .zero)
            #expect(actions(&module).last == .upgradeFailed(.refused(error)))
            #expect(!module.isUpgrading && module.firmware == nil && module.info == info)
            #expect(send("AT+LED\r", &module) != "")
        }
        var lost = opened()
        _ = send("AT+OTA=0\r", &lost)
        lost.disconnected()
        #expect(actions(&lost) == [.upgradeFailed(.disconnected)] && !lost.isUpgrading)
        var cancelled = opened()
        _ = send("AT+OTA=0\r\u{18}\u{18}", &cancelled)
        #expect(!cancelled.isUpgrading && cancelled.firmware == nil)
    }
}

/// The engine, answer by answer.
@Suite struct ATEngineStepTests {
    private func actions(_ engine: inout ATEngine, at now: Duration = .zero) -> [ATAction] {
        var list: [ATAction] = []
        while let action = engine.nextAction(at: now) { list.append(action) }
        return list
    }

    private func text(_ text: String) -> ATAction { .send(Array(text.utf8)) }

    /// Starts a request, and passes an answer for each sent text.
    private func run(_ request: ATRequest, _ answers: [String]) -> (sent: [String], ATOutcome?) {
        var engine = ATEngine()
        engine.start(request, at: .zero)
        var answers = answers[...]
        var sent: [String] = []
        var outcome: ATOutcome?
        while let action = engine.nextAction(at: .zero) {
            switch action {
            case .send(let bytes):
                sent.append(String(decoding: bytes, as: UTF8.self))
                if let answer = answers.popFirst() { engine.receive(answer.utf8, at: .zero) }
            case .done(let done, let result):
                #expect(done == request && !engine.isBusy && engine.deadline == nil)
                outcome = result
            }
        }
        return (sent, outcome)
    }

    @Test func requestsAreSentLineByLine() {
        let ok = "\r\nOK\r\n"
        func value(_ text: String) -> String { "\r\n+LED=\(text)\r\n" + ok }
        let rows: [(ATRequest, [String], [String], ATOutcome?)] = [
            (
                .open, ["\r\nOpened\r\n", "+VER=1\r\nOK\r\n"], ["$OpenFscAtEngine$", "AT+VER\r\n"],
                .ok(["1"])
            ),
            (
                .open, ["OK", "+VER=2\r\n+MAC=3\r\nOK\r\n"], ["$OpenFscAtEngine$", "AT+VER\r\n"],
                .ok(["2"])
            ),
            (.open, ["ERROR\r\n"], ["$OpenFscAtEngine$"], .failed(.refused)),
            (.query("LED"), [value("1")], ["AT+LED\r\n"], .ok(["1"])),
            (.query("LED"), ["+LED=1\r\n+LED=2\r\n" + ok], ["AT+LED\r\n"], .ok(["1", "2"])),
            (.query("LED"), ["+LED=1\r\nnoise\r\nOpened\r\n"], ["AT+LED\r\n"], nil),
            (.query("LED"), ["ERROR\r\n"], ["AT+LED\r\n"], .failed(.refused)),
            (.command("LED=1"), [value("1")], ["AT+LED=1\r\n"], .ok(["1"])),
            (.command("REBOOT"), ["ERROR\r\n"], ["AT+REBOOT\r\n"], .failed(.refused)),
            (.set("LED", "1"), [value("1")], ["AT+LED\r\n"], .notNeeded("1")),
            (
                .set("LED", "1"), [value("0"), ok, value("1")],
                ["AT+LED\r\n", "AT+LED=1\r\n", "AT+LED\r\n"], .ok(["1"])
            ),
            // the value cannot be read before it is set
            (
                .set("LED", "1"), ["ERROR\r\n", ok, value("1")],
                ["AT+LED\r\n", "AT+LED=1\r\n", "AT+LED\r\n"], .ok(["1"])
            ),
            (
                .set("LED", "1"), [value("0"), "ERROR\r\n"], ["AT+LED\r\n", "AT+LED=1\r\n"],
                .failed(.refused)
            ),
            (
                .set("LED", "1"), [value("0"), ok, value("2")],
                ["AT+LED\r\n", "AT+LED=1\r\n", "AT+LED\r\n"], .failed(.differs("2"))
            ),
        ]
        for (request, answers, sent, outcome) in rows {
            let result = run(request, answers)
            #expect(result.sent == sent && result.1 == outcome, "\(request) \(answers)")
        }
    }

    /// After an OK without a value, another one may be its copy. It is the answer if no value follows it in time.
    @Test func anOKWithoutAValueIsInDoubt() {
        let ok = "\r\nOK\r\n"
        let rows: [(ATRequest, [String], ATOutcome)] = [
            (.query("LED"), [ok], .ok([])),
            (.query("LED"), [ok, "+LED=1\r\n"], .timedOut),
            (.query("LED"), [ok, "+LED=1" + ok], .ok(["1"])),
            (.query("LED"), [ok, "ERROR\r\n"], .failed(.refused)),
            (.set("LED", "1"), [ok], .timedOut),
            (.set("LED", "1"), [ok, "+LED=0" + ok, ok, ok], .failed(.differs(nil))),
            (.set("LED", "1"), [ok, "+LED=0" + ok, ok, ok, "+LED=1" + ok], .ok(["1"])),
            // the copy of the first value, before the answer to the setting
            (.set("LED", "1"), ["+LED=0" + ok, "+LED=0" + ok, ok, "+LED=1" + ok], .ok(["1"])),
            // a copy that arrives before the command is sent
            (.set("LED", "1"), ["+LED=0" + ok + "+LED=0" + ok, ok, "+LED=1" + ok], .ok(["1"])),
        ]
        for (request, answers, outcome) in rows {
            var engine = ATEngine()
            engine.start(.command("LED=0"), at: .zero)
            _ = actions(&engine)
            engine.receive(ok.utf8, at: .zero)
            #expect(actions(&engine) == [.done(.command("LED=0"), .ok([]))])
            engine.start(request, at: .zero)
            var last = actions(&engine)
            for answer in answers {
                #expect(engine.isBusy)
                engine.receive(answer.utf8, at: .zero)
                last = actions(&engine)
            }
            if engine.isBusy {
                #expect(actions(&engine, at: .milliseconds(2999)) == [])
                last = actions(&engine, at: .seconds(3))
            }
            #expect(last == [.done(request, outcome)], "\(request) \(answers)")
        }
    }

    @Test func eachCommandHasItsTimeout() {
        var engine = ATEngine(timeout: .seconds(2))
        #expect(!engine.isBusy && engine.deadline == nil)
        engine.start(.set("LED", "1"), at: .seconds(1))
        #expect(engine.isBusy && engine.deadline == .seconds(3))
        #expect(actions(&engine, at: .seconds(1)) == [text("AT+LED\r\n")])
        engine.sent(at: .seconds(2))
        #expect(engine.deadline == .seconds(4))
        engine.receive("+LED=0\r\nOK\r\n".utf8, at: .seconds(3))
        #expect(actions(&engine, at: .seconds(3)) == [text("AT+LED=1\r\n")])
        #expect(engine.deadline == .seconds(5))
        #expect(actions(&engine, at: .milliseconds(4999)).isEmpty)
        #expect(actions(&engine, at: .seconds(5)) == [.done(.set("LED", "1"), .timedOut)])
        engine.sent(at: .seconds(9))
        #expect(!engine.isBusy && engine.deadline == nil)
        // a late answer is nobody's
        engine.receive("OK\r\n".utf8, at: .seconds(9))
        #expect(actions(&engine, at: .seconds(99)).isEmpty)
        engine.disconnected()
        #expect(actions(&engine).isEmpty)
        engine.start(.query("LED"), at: .zero)
        _ = actions(&engine)
        engine.receive("+LED=".utf8, at: .zero)
        engine.disconnected()
        #expect(actions(&engine) == [.done(.query("LED"), .failed(.disconnected))])
        // the incomplete line is dropped
        engine.start(.query("LED"), at: .zero)
        _ = actions(&engine)
        engine.receive("1\r\nOK\r\n".utf8, at: .zero)
        #expect(actions(&engine).last == .done(.query("LED"), .ok([])))
        #expect(ATEngine().deadline == nil)
        var usual = ATEngine()
        usual.start(.open, at: .zero)
        #expect(usual.deadline == .seconds(3))
    }

    @Test func onlyLinesAreSent() {
        let longest = String(repeating: "v", count: 1016 - 2)
        let rows: [(ATRequest, Bool)] = [
            (.set("N", longest), true), (.set("N", longest + "v"), false), (.query(""), false),
            (.query("A B"), false), (.query("A~"), true), (.query("A\u{7F}"), false),
            (.set("A", " "), true), (.set("A", "\u{1F}"), false), (.set("A", "\u{7F}"), false),
            (.set("", "1"), false), (.set("A", "é"), true), (.command("=1"), false),
            (.command("A=\r"), false), (.command("A=1"), true),
        ]
        for (request, isSent) in rows {
            var engine = ATEngine()
            let isStarted = engine.start(request, at: .zero)
            #expect(isStarted)
            let first = actions(&engine).first
            #expect((first == .done(request, .failed(.badText))) == !isSent, "\(request)")
        }
    }
}
