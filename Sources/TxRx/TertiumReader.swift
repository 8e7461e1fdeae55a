public import AccessoryBase
internal import Synchronization

/// Commands to a Tertium reader over a ready device: numbered, checked, and answered with bytes.
///
///     let reader = TertiumReader(device, of: manager)
///     try await reader.perform(.setStandard)
///     let answer = try await reader.perform(.epcInventory)
public actor TertiumReader {
    /// Why a command has no result.
    public enum Failure: Error, Sendable, Hashable {
        /// The reader refused.
        case refused(ReaderReturnCode)
        /// No answer with the command's number arrived in time, only these lines.
        case noAnswer([ReaderLine])
        /// A command cannot have this many parameters.
        case tooManyParameters
    }

    /// The result of a command.
    public struct Answer: Sendable, Hashable {
        /// The data of the answer.
        public var data: [UInt8]
        /// Other lines that arrived with the answer, such as tags and events.
        public var lines: [ReaderLine]
    }

    private let device: TxRxDevice
    private let manager: TxRxManager
    private var sequence: UInt8 = 0

    /// - Parameters:
    ///   - device: A device connected by `manager`.
    ///   - manager: The manager that has connected the device.
    public init(_ device: TxRxDevice, of manager: TxRxManager) {
        self.device = device
        self.manager = manager
    }

    /// Sends a command; returns the reader's answer.
    ///
    /// - Throws: `Failure`, `TxRxError`.
    @discardableResult
    public func perform(
        _ command: ReaderCommand,
        _ parameters: [UInt8] = []
    ) async throws -> Answer {
        let number = sequence
        guard let request = ReaderRequest(command, parameters: parameters, sequence: number) else {
            throw Failure.tooManyParameters
        }
        sequence &+= 1
        let others = Mutex<[ReaderLine]>([])
        @Sendable func place(in lines: [ReaderLine]) -> Int? {
            lines.firstIndex { if case .answer(number, _, _) = $0 { true } else { false } }
        }
        do {
            let bytes = try await manager.send(Array(request.text.utf8), to: device) { bytes in
                let lines = ReaderLine.lines(bytes)
                if place(in: lines) != nil { return true }
                others.withLock { $0 += lines }
                return false
            }
            var lines = ReaderLine.lines(bytes)
            guard let place = place(in: lines), case .answer(_, let code, let data) = lines[place]
            else { throw Failure.noAnswer(lines) }
            guard code == .ok else { throw Failure.refused(code) }
            lines.remove(at: place)
            return Answer(data: data, lines: lines)
        } catch TxRxError.receivingTimedOut {
            let lines = others.withLock { $0 }
            throw lines.isEmpty ? TxRxError.receivingTimedOut : Failure.noAnswer(lines)
        }
    }
}

extension TertiumReader.Failure: AccessoryError {
    public var cause: String {
        switch self {
        case .refused(let code): "the reader refused: \(code)"
        case .noAnswer: "the reader did not answer the command"
        case .tooManyParameters:
            "the parameters are longer than \(ReaderRequest.longestParameters) bytes"
        }
    }

    public var nextStep: String? {
        switch self {
        case .refused: "check the command and its parameters"
        case .noAnswer: "send it again"
        case .tooManyParameters: "shorten them"
        }
    }

    public var code: Int? { if case .refused(let code) = self { Int(code.rawValue) } else { nil } }
}
