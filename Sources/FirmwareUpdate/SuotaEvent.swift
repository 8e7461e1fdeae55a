public import BluetoothLE

/// An event of the preparation or update of a device. There is one case for each callback of
/// Dialog's library, with its numbers.
public enum SuotaEvent: Sendable, Equatable {
    /// The device connected or disconnected.
    case connectionChanged(SuotaConnectionStatus)
    /// The services and characteristics were discovered.
    case servicesDiscovered
    /// A characteristic was read, with its value.
    case characteristicRead(SuotaCharacteristicGroup, BluetoothUUID, [UInt8])
    /// All device information was read, or the device has none.
    case deviceInfoReadCompleted(SuotaDeviceInfoStatus)
    /// All characteristics needed for an update were read.
    case deviceReady
    /// A log line, with the state of the update and its subject.
    case log(SuotaProtocolState, SuotaLogType, String)
    /// A chunk was sent.
    case chunkSent(SuotaChunkCount)
    /// The device accepted this block, from 1, of `of` blocks.
    case blockSent(block: Int, of: Int)
    /// Speeds in bytes/s: of the last block, the fastest block, the slowest block, and the whole
    /// update. Emitted every 500 ms from the first chunk. During the first block all four are the
    /// speed so far.
    case speedStatistics(current: Double, max: Double, min: Double, average: Double)
    /// Bytes sent in the last second. Emitted every second.
    case currentSpeed(Double)
    /// The share of blocks sent, per cent.
    case progress(Double)
    /// The update succeeded. `total` is the time since the call of `start`. `upload` is the time
    /// from the first chunk to the last block's status in the successful attempt, or `unknownTime`
    /// if a restart found the image on the device.
    case success(total: Duration, upload: Duration)
    /// The update failed.
    case failure(SuotaError)
    /// The reboot command was sent.
    case rebootSent

    /// An unknown time, -1 s as in Dialog's library.
    public static let unknownTime = Duration.seconds(-1)
}

/// Whether the device is connected. Raw values are those of Dialog's library.
public enum SuotaConnectionStatus: Int, Sendable {
    case connected = 0
    case disconnected = 1
}

/// Whether the device has any device information.
public enum SuotaDeviceInfoStatus: Int, Sendable {
    case noDeviceInfo = 0
    case success = 1
}

/// The state of an update.
public enum SuotaProtocolState: Int, Sendable {
    case enableNotifications = 0
    case setMemoryDevice = 1
    case setGPIOMap = 2
    case sendBlock = 3
    case endSignal = 4
    case error = 5
}

/// The subject of a log line.
public enum SuotaLogType: Int, Sendable {
    case info = 0
    case block = 1
    case chunk = 2
}

/// The number of a sent chunk, from 1.
public struct SuotaChunkCount: Sendable, Hashable {
    /// The chunk's number within the file.
    public var count: Int
    /// The number of chunks of the file.
    public var total: Int
    /// The chunk's number within its block.
    public var chunk: Int
    /// The number of chunks of the block.
    public var chunksOfBlock: Int
    /// The block's number, from 1.
    public var block: Int
    /// The number of blocks of the file.
    public var blocks: Int
}
