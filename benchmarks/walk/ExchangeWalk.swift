import AccessoryLink
import Allocations
import AudioJack
import CAccessory
import ReaderSimulators
import Synchronization

/// Exchanges of 4 KiB, there and back, over the virtual cable.
enum ExchangeWalk {
    private static let size = 4096

    /// - Parameters:
    ///   - blockSize: Samples in a block.
    ///   - exchanges: Number of exchanges.
    static func run(blockSize: Int, exchanges: Int) async throws {
        let modem = try await Self.modem(blockSize: blockSize)
        let cable = VirtualCable(blockSize: blockSize)
        let (reader, jack) = try await open(cable.host, cable.accessory)
        let request = [UInt8](repeating: 0x5A, count: size)
        _ = try await jack.exchange(request)
        let (began, time, before) = (Usage.now, cable.elapsed, allocations_so_far())
        for _ in 0..<exchanges { _ = try await jack.exchange(request) }
        let allocations = allocations_so_far() - before
        let spent = .now - began
        let blocks = (cable.elapsed - time) / .seconds(1) * 48_000 / Double(blockSize) * 2
        await jack.close()
        await reader.stop()
        let kibibytes = Double(2 * size * exchanges) / 1024
        let cpu = spent.cpu * 1e3 / kibibytes
        print(
            "{\"block\":\(blockSize),\"blocks\":\(Int(blocks)),\"allocations\":\(allocations),"
                + "\"cpu_ms_per_kib\":\(cpu),\"modem_ms_per_kib\":\(modem),"
                + "\"walk_ms_per_kib\":\(cpu - modem)}"
        )
    }

    private static func open(
        _ host: any AudioPort,
        _ accessory: any AudioPort,
        tap: LinkTap? = nil
    ) async throws -> (ReaderSimulator, HostLink) {
        let reader = ReaderSimulator(accessory) { request, _ in request }
        try await reader.start()
        let jack = HostLink(over: host, tap: tap)
        try await jack.open()
        return (reader, jack)
    }

    /// CPU time of the modems of both ends alone for the sound of an exchange, ms/KiB.
    private static func modem(blockSize: Int) async throws -> Double {
        let cable = VirtualCable(blockSize: blockSize)
        let (host, accessory) = (RecordingPort(cable.host), RecordingPort(cable.accessory))
        let frames = Mutex<[[UInt8]]>([])
        let tap = LinkTap { _, payload in
            frames.withLock { $0.append(payload) }
            return .pass
        }
        let (reader, jack) = try await open(host, accessory, tap: tap)
        for port in [host, accessory] { port.sound.withLock { $0 = [] } }
        frames.withLock { $0 = [] }
        _ = try await jack.exchange([UInt8](repeating: 0x5A, count: size))
        let sounds = [host, accessory].map { $0.sound.withLock { $0 } }
        let payloads = frames.withLock { $0 }
        await jack.close()
        await reader.stop()
        let modem = try BareModem(blockSize: blockSize)
        let began = Usage.now
        for sound in sounds { modem.receive(sound) }
        modem.detectTone(sounds[1])
        for payload in payloads { modem.send(payload) }
        return (Usage.now - began).cpu * 1e3 / (Double(2 * size) / 1024)
    }
}

/// The core's modem, as both ends use it, without the rest.
private final class BareModem {
    private let modulator = UnsafeMutablePointer<acc_modulator>.allocate(capacity: 1)
    private let profile: UnsafeMutablePointer<acc_modem_profile>
    private let block: UnsafeMutableBufferPointer<Float>
    private var detector = acc_tone_detector()

    init(blockSize: Int) throws {
        profile = .allocate(capacity: 1)
        profile.initialize(to: acc_modem_profile())
        let name = "reader".utf8.map { CChar(bitPattern: $0) }
        precondition(acc_modem_profile_parse(name, name.count, profile) == .ok)
        precondition(acc_modulator_init(modulator, profile, 48_000, 0.9) == .ok)
        block = .allocate(capacity: blockSize)
        acc_tone_detector_init(&detector, 48_000, ACC_TONE_WAKE_HERTZ, 100)
    }

    deinit {
        modulator.deallocate()
        profile.deallocate()
        block.deallocate()
    }

    func receive(_ sound: [Float]) {
        let size = acc_demodulator_size(profile, 48_000, .frames)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        defer { memory.deallocate() }
        var demodulator: OpaquePointer?
        precondition(
            acc_demodulator_init(memory, size, profile, 48_000, .frames, &demodulator) == .ok
        )
        var event = acc_demodulator_event()
        sound.withUnsafeBufferPointer { sound in
            for start in stride(from: 0, to: sound.count, by: block.count) {
                var taken = 0
                repeat {
                    taken += acc_demodulator_push(
                        demodulator!,
                        sound.baseAddress! + start + taken,
                        block.count - taken,
                        &event
                    )
                } while event.kind != .none
            }
        }
    }

    func detectTone(_ sound: [Float]) {
        sound.withUnsafeBufferPointer { sound in
            for start in stride(from: 0, to: sound.count, by: block.count) {
                _ = acc_tone_detector_push(&detector, sound.baseAddress! + start, block.count)
            }
        }
    }

    func send(_ payload: [UInt8]) {
        var frame = [UInt8](repeating: 0, count: payload.count + Int(ACC_FRAME_OVERHEAD))
        let size = acc_frame_write(0, payload, payload.count, &frame, frame.count)
        precondition(acc_modulator_send_frame(modulator, frame, size) == .ok)
        while acc_modulator_is_busy(modulator) {
            _ = acc_modulator_render(modulator, block.baseAddress!, block.count)
        }
    }
}

/// A port that also stores the samples it captures.
private final class RecordingPort: VirtualTimePort {
    let sound = Mutex<[Float]>([])
    private let port: VirtualCableEnd

    init(_ port: VirtualCableEnd) {
        self.port = port
    }

    var sampleRate: Int { port.sampleRate }
    var blockSize: Int { port.blockSize }
    var latency: Duration { port.latency }
    var isPlugged: Bool? { port.isPlugged }
    var events: AsyncStream<AudioPortEvent> { port.events }

    func start() throws(AudioPortError) { try port.start() }

    func transfer(_ output: [Float], isBusy: Bool) async throws(AudioPortError) -> [Float] {
        let captured = try await port.transfer(output, isBusy: isBusy)
        sound.withLock { $0 += captured }
        return captured
    }

    func wake() { port.wake() }
    func holdTime() { port.holdTime() }
    func releaseTime() { port.releaseTime() }
    func stop() { port.stop() }
}
