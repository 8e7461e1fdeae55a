public import BluetoothLE
internal import CoreBluetooth
public import FoundationEssentials

/// The radio and the clock of CoreBluetooth's managers, for tests. An adapter of a `VirtualAir` with a
/// `VirtualClock` makes a test exact and fast: a delegate's callback counts as work of the clock until it returns.
public struct ManagerRadio: Sendable {
    private let host: Host

    /// - Parameters:
    ///   - radio: The adapter that the managers share.
    ///   - clock: The clock of the radio.
    ///   - folder: Where the managers save their state; nil: nowhere.
    public init(
        _ radio: any Radio,
        clock: some Clock<Duration> = ContinuousClock(),
        folder: URL? = nil
    ) {
        host = Host(radio, clock: clock, folder: folder)
    }

    /// Gives this radio to the managers that the process creates from now on.
    public func use() { host.becomeDefault() }

    /// Gives this radio to the managers that `work` creates.
    public func use<Result>(_ work: () throws -> Result) rethrows -> Result {
        try Host.$ofTask.withValue(host, operation: work)
    }
}
