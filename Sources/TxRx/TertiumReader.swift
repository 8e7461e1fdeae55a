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
        /// No answer to the command arrived, only these lines.
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
        let bytes = try await manager.send(Array(request.text.utf8), to: device)
        var lines = ReaderLine.lines(bytes)
        for (place, line) in lines.enumerated() {
            guard case .answer(number, let code, let data) = line else { continue }
            guard code == .ok else { throw Failure.refused(code) }
            lines.remove(at: place)
            return Answer(data: data, lines: lines)
        }
        throw Failure.noAnswer(lines)
    }
}

extension TertiumReader.Failure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .refused(let code): "the reader refused: \(code)"
        case .noAnswer: "the reader did not answer the command; send it again"
        case .tooManyParameters:
            "the parameters are too long: a command has at most \(ReaderRequest.longestParameters) bytes"
        }
    }
}
