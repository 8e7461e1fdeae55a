public import BluetoothLE

/// What is told while a device is prepared and updated; one case for each callback of Dialog's
/// library, with its numbers.
public enum SuotaEvent: Sendable, Equatable {
    case connectionChanged(SuotaConnectionStatus)
    case servicesDiscovered
    /// The value of a characteristic was read.
    case characteristicRead(SuotaCharacteristicGroup, BluetoothUUID, [UInt8])
    case deviceInfoReadCompleted(SuotaDeviceInfoStatus)
    /// Everything is read that an update needs.
    case deviceReady
    case log(SuotaProtocolState, SuotaLogType, String)
    case chunkSent(SuotaChunkCount)
    /// The device has accepted that block, from 1, of so many.
    case blockSent(block: Int, of: Int)
    /// Bytes a second: of the last block, the fastest, the slowest, and all of them. Every 500 ms
    /// from the first chunk on; until the first block is over all four are what was sent so far.
    case speedStatistics(current: Double, max: Double, min: Double, average: Double)
    /// Bytes of the last second. Every second.
    case currentSpeed(Double)
    /// Per cent of the blocks.
    case progress(Double)
    /// Done: time from the call of `start`, and from the first chunk to the last block's status, of
    /// the attempt that succeeded; `unknownTime` when only a restart found the image on the device.
    case success(total: Duration, upload: Duration)
    case failure(SuotaError)
    case rebootSent

    /// A time that is not known, -1 s, as Dialog's library has it.
    public static let unknownTime = Duration.seconds(-1)
}

/// Whether the device is connected; numbers of Dialog's library.
public enum SuotaConnectionStatus: Int, Sendable {
    case connected = 0
    case disconnected = 1
}

/// Whether there was any device information to read.
public enum SuotaDeviceInfoStatus: Int, Sendable {
    case noDeviceInfo = 0
    case success = 1
}

/// Where an update is.
public enum SuotaProtocolState: Int, Sendable {
    case enableNotifications = 0
    case setMemoryDevice = 1
    case setGPIOMap = 2
    case sendBlock = 3
    case endSignal = 4
    case error = 5
}

/// What a line of the log is about.
public enum SuotaLogType: Int, Sendable {
    case info = 0
    case block = 1
    case chunk = 2
}

/// Which chunk was sent; numbers count from 1.
public struct SuotaChunkCount: Sendable, Hashable {
    /// Of the whole file.
    public var count: Int
    public var total: Int
    /// Of its block.
    public var chunk: Int
    public var chunksOfBlock: Int
    public var block: Int
    public var blocks: Int
}
