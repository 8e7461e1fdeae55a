public import AccessoryBase

/// Why a transfer by XMODEM failed.
public enum XModemError: Error, Sendable, Hashable {
    /// The peer did not answer.
    case noAnswer
    /// The peer cancelled the transfer.
    case cancelled
    /// A packet was sent or requested the maximum number of times.
    case tooManyTries
    /// Every packet was acknowledged, but not the end: the receiver may have the whole file or not.
    case endNotAcknowledged
    /// A packet arrived that is neither the next nor the last one.
    case outOfOrder
    /// More bytes arrived than the receiver accepts.
    case tooLong
}

extension XModemError: AccessoryError {
    public var cause: String {
        switch self {
        case .noAnswer: "the module does not answer"
        case .cancelled: "the module cancelled the transfer"
        case .tooManyTries: "a packet did not arrive"
        case .endNotAcknowledged: "the module has every packet but did not acknowledge the end"
        case .outOfOrder: "packets arrived out of order"
        case .tooLong: "the file is too long for the module"
        }
    }

    public var nextStep: String? {
        switch self {
        case .noAnswer, .tooManyTries: "move closer and try again"
        case .cancelled, .outOfOrder: "try again"
        case .endNotAcknowledged: "check which firmware it runs, then try again"
        case .tooLong: "choose another"
        }
    }
}

/// Bytes, sizes and limits of XMODEM-1K as used by Feasycom's modules.
enum XModem {
    static let soh: UInt8 = 0x01
    static let stx: UInt8 = 0x02
    static let eot: UInt8 = 0x04
    static let ack: UInt8 = 0x06
    static let nak: UInt8 = 0x15
    static let can: UInt8 = 0x18
    static let pad: UInt8 = 0x1A
    /// Requests packets with a CRC.
    static let crcRequest = UInt8(ascii: "C")
    /// Also requests packets with a CRC, in newer boot loaders.
    static let otherCRCRequest = UInt8(ascii: "S")

    static let size = 1024
    static let shortSize = 128
    static let tries = 25
    static let endTries = 3
    /// Some receivers wait for a second of silence after the end before they acknowledge it; another end begins it anew.
    static let endPause = Duration.seconds(2)
    /// The pause after the last end: a receiver may be as long silent as during the tries of a packet.
    static let lastEndPause = timeout * tries
    /// Maximum number of requests that a receiver sends into a silence, and the longest interval between them.
    static let silences = 7
    static let longestInterval = Duration.seconds(4)
    static let startTries = 16
    static let startInterval = Duration.milliseconds(800)
    static let timeout = Duration.seconds(1)
    /// Maximum assumed delay of an answer; a later one may be mistaken for the next answer.
    static let latest = Duration.seconds(5)
    /// Timeout within a packet. It is shorter than the sender's timeout, so that the packet is
    /// requested only once.
    static let packetTimeout = Duration.milliseconds(700)

    /// Builds a packet: number (from 1, modulo 256) and data, padded to 1024 bytes with one 0x1A
    /// and zeros.
    static func packet(_ number: Int, _ data: ArraySlice<UInt8>, withCRC: Bool) -> [UInt8] {
        var body = Array(data)
        if body.count < size {
            body.append(pad)
            body += repeatElement(0, count: size - body.count)
        }
        let number = UInt8(truncatingIfNeeded: number)
        return [stx, number, ~number] + body + check(body, withCRC: withCRC)
    }

    static func check(_ body: some Sequence<UInt8>, withCRC: Bool) -> [UInt8] {
        guard withCRC else { return [body.reduce(0, &+)] }
        let crc = crc16(body)
        return [UInt8(crc >> 8), UInt8(truncatingIfNeeded: crc)]
    }
}
