public import AccessoryBase

/// The progress of an upgrade, with the numbers of the vendor's library.
public enum DFUProgress: Int, Sendable {
    /// The transfer has begun.
    case begun = 110
    /// A part of the file was acknowledged.
    case running = 121
    /// The upgrade failed.
    case failed = 120
    /// The module has the whole file.
    case done = 10_086
}

/// Why an upgrade failed.
public enum DFUUpgradeError: Error, Sendable, Hashable {
    /// The module did not answer with its description.
    case noInfo
    /// The file is not for this module. Nothing was sent.
    case refused(DFUError)
    /// The transfer by XMODEM failed.
    case transfer(XModemError)
    /// The link was lost. The module keeps its old firmware.
    case disconnected
}

extension DFUUpgradeError: AccessoryError {
    public var cause: String {
        switch self {
        case .noInfo: "the module does not start the upgrade"
        case .refused(let error): error.cause
        case .transfer(let error): error.cause
        case .disconnected: "the connection was lost and the module keeps its old firmware"
        }
    }

    public var nextStep: String? {
        switch self {
        case .noInfo: "open its engine first"
        case .refused(let error): error.nextStep
        case .transfer(let error): error.nextStep
        case .disconnected: "try again"
        }
    }
}

/// The host's end of an upgrade with a `.dfu` file as a state machine. The engine must be open.
/// Times count from any fixed moment.
///
/// `AT+OTA=0`, or `AT+OTA=1` to restore factory settings, makes the module send its description and
/// then request the file by XMODEM-1K. The command's value is this project's choice.
public struct DFUUpgrade: Sendable {
    /// An action of the upgrade.
    public enum Action: Sendable, Hashable {
        /// Send these bytes to the module.
        case send([UInt8])
        /// The module's description, before any part of the file is sent.
        case info(ModuleInfo)
        /// The progress, with the acknowledged fraction of the file, 0 to 1.
        case progress(DFUProgress, fraction: Double)
        /// The upgrade has ended, with its error; nil if the module has the whole file.
        case finished(DFUUpgradeError?)
    }

    private let file: DFUFile
    private let isForced: Bool
    private var line: [UInt8] = []
    private var sender: XModemSender?
    private var isOver = false
    private var infoDeadline: Duration?
    private var queue: [Action] = []

    private static let infoTimeout = Duration.seconds(3)

    /// - Parameters:
    ///   - file: The upgrade file.
    ///   - restoresFactory: Whether to also restore the factory settings.
    ///   - force: Whether to send the file even if it is for another model or version.
    ///   - now: The current time.
    public init(
        _ file: DFUFile,
        restoresFactory: Bool = false,
        force: Bool = false,
        at now: Duration
    ) {
        self.file = file
        isForced = force
        infoDeadline = now + Self.infoTimeout
        queue = [.send(Array("AT+OTA=\(restoresFactory ? 1 : 0)\r\n".utf8))]
    }

    /// The time of the next call of `nextAction` without further input; nil: never.
    public var deadline: Duration? { sender?.deadline ?? infoDeadline }

    /// Handles bytes from the module.
    public mutating func receive(_ bytes: some Sequence<UInt8>, at now: Duration) {
        for byte in bytes where !isOver {
            if sender != nil {
                sender!.receive([byte], at: now)
            } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                handle(String(decoding: line, as: UTF8.self), at: now)
                line = []
            } else if line.count < ATLineReader.limit {
                line.append(byte)
            }
        }
    }

    /// Records that the last bytes were sent, which takes time over a radio. The timeout of their
    /// answer starts now.
    public mutating func sent(at now: Duration) {
        if infoDeadline != nil { infoDeadline = now + Self.infoTimeout }
        sender?.sent(at: now)
    }

    /// Handles link loss. If the end of the file was already sent, the module may have installed
    /// it.
    public mutating func disconnected() {
        finish(sender?.isEnding == true ? .transfer(.endNotAcknowledged) : .disconnected)
    }

    /// Ends the upgrade, and cancels it on the module.
    public mutating func cancel() {
        guard !isOver, sender == nil else {
            sender?.cancel()
            return
        }
        queue.append(.send([XModem.can, XModem.can]))
        finish(.transfer(.cancelled))
    }

    /// Returns the next action to perform; nil if there is none.
    public mutating func nextAction(at now: Duration) -> Action? {
        if let infoDeadline, now >= infoDeadline { finish(.noInfo) }
        while !isOver, let action = sender?.nextAction(at: now) {
            switch action {
            case .send(let bytes): queue.append(.send(bytes))
            case .progress(let done, let total):
                queue.append(.progress(.running, fraction: Double(done) / Double(total)))
            case .finished(let error): finish(error.map { .transfer($0) })
            }
        }
        return queue.isEmpty ? nil : queue.removeFirst()
    }

    private mutating func handle(_ line: String, at now: Duration) {
        if line.hasPrefix("ERR") { return finish(.noInfo) }
        guard let info = ModuleInfo(answer: line) else { return }
        infoDeadline = nil
        queue.append(.info(info))
        if !isForced {
            do throws(DFUError) {
                try file.admit(on: info)
            } catch {
                queue.append(.send([XModem.can, XModem.can]))
                return finish(.refused(error))
            }
        }
        queue.append(.progress(.begun, fraction: 0))
        sender = XModemSender(file.bytes, at: now)
    }

    private mutating func finish(_ error: DFUUpgradeError?) {
        guard !isOver else { return }
        isOver = true
        infoDeadline = nil
        if sender != nil {
            queue.append(.progress(error == nil ? .done : .failed, fraction: error == nil ? 1 : 0))
        }
        sender = nil
        queue.append(.finished(error))
    }
}
