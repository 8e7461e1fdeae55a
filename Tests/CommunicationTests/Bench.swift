import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import AudioJack
import BluetoothLE
import BluetoothSerial
import Communication
import Modem
import Testing

/// The transport of a test.
enum TransportName: Sendable {
    case audioJack, bluetooth
}

/// A manager and a simulated reader, joined by a virtual cable or on a virtual air, in virtual time.
struct Bench: Sendable {
    /// The medium of the channel.
    enum Medium: Sendable {
        case cable(VirtualCable)
        case air(VirtualAir, phone: VirtualRadio, board: VirtualRadio, VirtualClock)
    }

    let medium: Medium
    let manager: CommunicationManager
    /// The identifier that opens the reader; nil on the jack.
    let identifier: String?
    /// The reader's end.
    let device: @Sendable () async -> DeviceLink?
    let readerState: @Sendable () async -> DeviceState
    let misbehave: @Sendable (ReaderFault?) async -> Void

    /// Runs `test` on each side's own time.
    ///
    /// - Parameters:
    ///   - profiles: On Bluetooth, the profiles that the manager tries. The reader offers the last one.
    ///   - mode: The reader's, and on the jack the manager's.
    @discardableResult
    static func run<Result: Sendable>(
        _ channel: TransportName,
        seed: UInt32 = 1,
        profiles: [SerialProfile] = [.nordicUART],
        mode: LinkMode = .masterSlave,
        handler: @escaping ReaderSimulator.Handler = { request, _ in request },
        _ test: @escaping @Sendable (Bench) async throws -> Result
    ) async throws -> Result {
        switch channel {
        case .audioJack:
            return try await test(try await onJack(seed: seed, mode, handler))
        case .bluetooth:
            let clock = VirtualClock()
            return try await clock.run {
                let (bench, reader) = try await onAir(clock, seed, profiles, mode, handler)
                let result = try await test(bench)
                await reader.stop()
                return result
            }
        }
    }

    private static func onJack(
        seed: UInt32,
        _ mode: LinkMode,
        _ handler: @escaping ReaderSimulator.Handler
    ) async throws -> Bench {
        let cable = VirtualCable(seed: UInt64(seed))
        var options = AudioJackOptions(try ModemProfile("manchester:9600"))
        options.link.seed = seed
        options.link.mode = mode
        let reader = ReaderSimulator(cable.accessory, options: options, handler: handler)
        try await reader.start()
        return Bench(
            medium: .cable(cable),
            manager: CommunicationManager(AudioJackTransport(cable.host, options: options)),
            identifier: nil,
            device: { reader.link },
            readerState: { await reader.link.state },
            misbehave: { await reader.misbehave($0) }
        )
    }

    private static func onAir(
        _ clock: VirtualClock,
        _ seed: UInt32,
        _ profiles: [SerialProfile],
        _ mode: LinkMode,
        _ handler: @escaping ReaderSimulator.Handler
    ) async throws -> (Bench, BluetoothReaderSimulator) {
        let air = VirtualAir(clock: clock, seed: UInt64(seed))
        let (phone, board) = (air.addAdapter(), air.addAdapter())
        let reader = BluetoothReaderSimulator(
            PeripheralManager(radio: board, clock: clock),
            profile: profiles.last!,
            name: "Till 7",
            options: LinkOptions {
                $0.seed = seed
                $0.mode = mode
            },
            clock: clock,
            handler: handler
        )
        try await reader.start()
        let manager = CommunicationManager(
            BluetoothSerialTransport(
                Central(radio: phone, clock: clock),
                options: BluetoothSerialOptions { $0.profiles = profiles },
                clock: clock
            ),
            options: LinkOptions { $0.seed = seed }
        )
        let bench = Bench(
            medium: .air(air, phone: phone, board: board, clock),
            manager: manager,
            identifier: board.address?.description,
            device: { await reader.link },
            readerState: { await reader.state },
            misbehave: { await reader.misbehave($0) }
        )
        return (bench, reader)
    }

    /// Opens the reader.
    func open(mode: LinkMode? = nil) async throws {
        try await manager.open(identifier, mode: mode)
    }

    /// Runs `body` after `delay` in the medium's time.
    func after(_ delay: Duration, _ body: @Sendable () async throws -> Void) async throws {
        switch medium {
        case .cable(let cable):
            try await cable.at(cable.elapsed + delay, perform: body)
        case .air(_, _, _, let clock):
            try await clock.sleep(for: delay)
            try await body()
        }
    }

    /// Unplugs the reader, or breaks the connection.
    func lose() {
        switch medium {
        case .cable(let cable): cable.unplug()
        case .air(let air, let phone, let board, _): air.disconnect(phone, board)
        }
    }

    /// Returns when the manager has reached a state.
    func wait(for state: HostState) async {
        for await other in manager.states where other == state { break }
    }
}

/// The error code that a call throws; nil if it succeeds.
func code(_ call: () async throws -> Void) async -> Int? {
    do {
        try await call()
        return nil
    } catch let error as LinkError {
        return error == .timedOut ? 0 : error.code
    } catch let error as DeviceOpenError {
        return error.code
    } catch let error as DeviceSearchError {
        return error.code
    } catch {
        Issue.record("\(error)")
        return nil
    }
}
