internal import AccessoryBase
public import BluetoothLE

extension TxRxProfile {
    /// Finds the first of `profiles` whose service a connected peripheral has; nil if the
    /// peripheral is not a TxRx device.
    ///
    /// - Throws: `CentralError`, `GATTError` or `CancellationError`.
    public static func find(
        on peripheral: Peripheral,
        among profiles: [TxRxProfile] = standard
    ) async throws -> TxRxProfile? {
        let services = Set(try await peripheral.discoverServices().map(\.uuid))
        return profiles.first { services.contains($0.service) }
    }
}

/// The characteristics of a connected device, subscribed to its answers.
struct TxRxLine {
    let profile: TxRxProfile
    let rx: Characteristic
    let mode: Characteristic?
    private let answers: AsyncThrowingStream<[UInt8], any Error>
    private let events: AsyncThrowingStream<[UInt8], any Error>?

    /// - Throws: `TxRxError.servicesNotFound`; `CentralError` and `GATTError`.
    init(on peripheral: Peripheral, among profiles: [TxRxProfile]) async throws {
        guard let profile = try await TxRxProfile.find(on: peripheral, among: profiles) else {
            throw TxRxError.servicesNotFound
        }
        self.profile = profile
        let all = try await peripheral.service(profile.service).characteristics()
        func find(_ uuid: BluetoothUUID?) -> Characteristic? { all.first { $0.uuid == uuid } }
        guard let rx = find(profile.rx), let tx = find(profile.tx) else {
            throw TxRxError.servicesNotFound
        }
        self.rx = rx
        mode = find(profile.mode)
        answers = try await tx.notifications()
        events = try await find(profile.event)?.notifications()
    }

    /// Delivers the device's data until the link ends, then throws.
    func listen(
        onAnswer: @escaping @Sendable ([UInt8]) async -> Void,
        onEvent: @escaping @Sendable ([UInt8]) async -> Void
    ) async throws {
        try await withThrowingTaskGroup { [answers, events] group in
            group.addTask { for try await packet in answers { await onAnswer(packet) } }
            if let events {
                group.addTask { for try await packet in events { await onEvent(packet) } }
            }
            try await group.next()
            group.cancelAll()
        }
    }
}

extension TxRxError {
    /// Converts an error of a lower layer to a `TxRxError`.
    init(_ error: any Error) {
        switch error {
        case let error as TxRxError: self = error
        case let error as CentralError: self.init(error)
        case GATTError.disconnected: self = .bluetoothNotReadyOrLost
        default: self = .system(FailureReason(error))
        }
    }

    private init(_ error: CentralError) {
        switch error {
        case .isPoweredOff, .disconnected, .forcedDisconnect: self = .bluetoothNotReadyOrLost
        case .connectionTimeout, .serviceDiscoveryTimeout, .characteristicDiscoveryTimeout:
            self = .connectTimedOut
        case .serviceNotFound, .characteristicNotFound, .notifyNotSupported, .writeNotSupported:
            self = .servicesNotFound
        case .invalidPeripheral: self = .deviceNotFound
        case .writeTimeout: self = .sendingTimedOut
        default: self = .system(FailureReason(error))
        }
    }

    /// Converts the error of a write to the mode characteristic to a `TxRxError`.
    static func settingMode(_ error: any Error) -> TxRxError {
        switch error {
        case GATTError.att(let answer, _): .setModeRefused(answer)
        case CentralError.writeTimeout: .setModeTimedOut
        case CentralError.disconnected, CentralError.forcedDisconnect: .bluetoothNotReadyOrLost
        default: .setModeFailed(FailureReason(error))
        }
    }
}
