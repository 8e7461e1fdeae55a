import AccessoryBase
import AccessoryLink
import AudioJack
import BluetoothLE
import FeasyBeacon
import FirmwareUpdate
import Foundation
import Modem
import RequestTransfer
import SerialPort
import Testing
import TxRx

@testable import accessory

/// The cause and the next step of an error say different things, at any depth of errors within errors.
@Suite struct AdviceTests {
    private static let reason = FailureReason("the inner cause", nextStep: "do the inner step")

    private static let radios: [RadioError] = [
        .noAdapter("hci0"), .noAdapter("virtual"), .poweredOff, .blocked, .notPermitted(reason),
        .notPermitted("x"), .owned(by: "bluetoothd"), .busy, .notSupported(reason),
        .invalidParameters(reason), .timedOut, .disconnected(.remoteUser), .pairingFailed(reason),
        .failed(reason), .failed("x"), .cancelled,
    ]

    private static let centrals: [CentralError] =
        radios.map(CentralError.radio) + [
            .isScanning, .isPoweredOff, .restoreFailed(reason), .invalidPeripheral,
            .disconnected(nil), .disconnected(.remoteUser), .linksLost(count: 3, .remoteUser),
            .servicesChanged, .servicesKeepChanging, .forcedDisconnect, .serviceScanTimeout,
            .connectionTimeout, .mtuExchangeTimeout, .serviceDiscoveryTimeout,
            .characteristicDiscoveryTimeout, .readTimeout, .writeTimeout, .serviceNotFound(0x180A),
            .characteristicNotFound(0x2A19), .readNotSupported, .writeNotSupported,
            .notifyNotSupported,
        ]

    private static let attributes: [GATTError] =
        (UInt8.min...UInt8.max).map { .att(ATTError(rawValue: $0), handle: 3) } + [
            .disconnected, .timedOut, .malformedAnswer, .unexpectedAnswer(opcode: 5, to: 8),
            .unexpectedError(request: 6, to: 8), .endlessValue, .longWriteNotSupported(limit: 20),
            .reliableWriteMismatch, .valueTooLong(limit: 512),
        ]

    private static let links: [LinkError] = [
        .busy, .nothingToCancel, .notOpen, .alreadyCancelling, .noDevice, .tooLong,
        .outputFailed(reason), .inputFailed(reason), .handshakeFailed, .connectionFailed,
        .decodingFailed, .outOfMemory, .deviceSilent, .byteFormat, .frameFormat, .unknown,
        .writeFailed, .readFailed, .wrongState, .cancelled, .cancelFailed, .unplugged, .focusLost,
        .serviceEnded, .interrupted, .disconnected, .timedOut,
    ]

    private static let devices: [any AccessoryError] =
        links.map(DeviceOpenError.link) as [any AccessoryError]
        + (centrals as [any AccessoryError] + attributes).flatMap {
            let reason = FailureReason($0)
            return [
                DeviceOpenError.connectionFailed(reason), DeviceOpenError.unknown(reason),
                DeviceSearchError.failed(reason),
                DeviceSearchError.failed(FailureReason(DeviceOpenError.unknown(reason))),
                TxRxError.system(reason), TxRxError.internalError(reason),
                TxRxError.setModeFailed(reason),
                PeripheralManagerError.restoreFailed(reason),
                PeripheralManagerError.saveFailed(reason),
                SuotaError.preparationFailed(reason), BeaconModuleError.loginFailed(reason),
                AudioPortError.outputFailed(device: "hw:0", reason: reason),
                AudioPortError.deviceLost("hw:0", reason: reason),
            ] as [any AccessoryError]
        } + [
            DeviceOpenError.illegalAddress("x"), DeviceOpenError.unsupported,
            DeviceOpenError.poweredOff,
            DeviceOpenError.otherIsOpen("x", .duplex), DeviceOpenError.modeIsFixed,
            DeviceSearchError.unsupported, DeviceSearchError.poweredOff,
        ]

    private static let modules: [any AccessoryError] = {
        let sessions: [BeaconModuleError] =
            centrals.map(BeaconModuleError.notConnected) + attributes.map(BeaconModuleError.refused)
            + [
                .noModule, .notWritable(0xFFF2), .pinNeeded, .badPIN, .noLoginProvider,
                .loginFailed(reason), .pinRefused, .loginTimedOut, .lost, .notOpen,
            ]
        let files: [DFUError] = [
            .notDFU, .truncated, .badCRC, .noProgram, .badVersions(lowest: 3, highest: 1),
            .otherModel(file: 1, module: 2), .versionOutside(1...2, module: 3),
            .olderBootloader(file: 1, module: 2),
        ]
        let transfers: [XModemError] = [
            .noAnswer, .cancelled, .tooManyTries, .endNotAcknowledged, .outOfOrder, .tooLong,
        ]
        let upgrades: [DFUUpgradeError] =
            files.map(DFUUpgradeError.refused) + transfers.map(DFUUpgradeError.transfer) + [
                .noInfo, .disconnected,
            ]
        let parameters: [BeaconParameterError] = [
            .unknownName("x"), .readOnly("x"), .wrongKind("x"), .outOfRange("x", allowed: "1 to 2"),
            .neverAdvertises,
        ]
        let configurations: [BeaconConfiguratorError] =
            sessions.map(BeaconConfiguratorError.session)
            + parameters.map(BeaconConfiguratorError.parameter) + [
                .handedOver, .notLoaded, .slotTwice(3), .unknownModel("x"),
            ]
        let all: [ModuleUpgradeError] =
            sessions.map(ModuleUpgradeError.session) + files.map(ModuleUpgradeError.file)
            + upgrades.map(ModuleUpgradeError.upgrade) + updates.map(ModuleUpgradeError.suota) + [
                .busy, .unreadable("x"), .notFirmware("x"), .uploadModel(3), .otherTransport(nil),
                .cannotRestore,
            ]
        return configurations as [any AccessoryError] + all
    }()

    private static let updates: [SuotaError] =
        attributes.compactMap {
            if case .att(let error, _) = $0 { .gattOperationFailed(.block, error) } else { nil }
        } + [
            .notSupported, .serviceDiscoveryFailed, .gattOperationFailed(.block), .mtuRequestFailed,
            .firmwareLoadFailed(reason), .firmwareLoadFailed("x"), .invalidFirmwareCRC,
            .timedOut(.end),
            .notConnected, .aborted, .preparationFailed(reason), .badParameter(reason),
        ]
        + (UInt8.min...UInt8.max).flatMap {
            [.device(SuotaStatus(rawValue: $0)), .protocolError(SuotaStatus(rawValue: $0), .block)]
        }

    private static let files: [any AccessoryError] = [
        RequestTransferError.noSpace(path: "a"),
        RequestTransferError.pathRefused("a", .relativePart),
        RequestTransferError.cannotRead("a", errno: ENOENT),
        RequestTransferError.cannotWrite("a", errno: EIO),
        RequestTransferError.noSuchFile("a"), RequestTransferError.wrongCheck(path: "a"),
        RequestTransferError.unconfirmed(.silent), RequestTransferError.transferRunning,
        WAVError.cannotOpen(path: "a", code: ENOENT), WAVError.notWAV(path: "a"),
        WAVError.cutShort(path: "a", stated: 2, frames: 1), WAVError.tooLong(path: "a"),
        SerialPortError.noSuchPort("a"), SerialPortError.permissionDenied("a"),
        SerialPortError.busy("a"),
        SerialPortError.notSerial("a"), SerialPortError.failed("a", errno: EIO),
        AudioPortError.noSuchDevice("a"), AudioPortError.permissionDenied("a"),
        AudioPortError.deviceBusy("a"),
    ]

    /// The parts of a text between semicolons, colons and commas.
    private func clauses(_ text: String) -> [String] {
        text.split { ";:,".contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.count > 8 }
    }

    @Test func noErrorSaysTheSameTwice() {
        // one sum of all is too much for Swift 6.2's type checker
        let lists: [[any AccessoryError]] = [
            Self.radios, Self.centrals, Self.attributes, Self.links, Self.devices, Self.modules,
            Self.updates, Self.files,
        ]
        let all = lists.flatMap(\.self)
        #expect(all.count > 3000)
        for error in all {
            for line in ["\(error)", Failure(error).line] {
                let parts = clauses(line)
                #expect(Set(parts).count == parts.count, "\(line)")
            }
            guard let step = error.nextStep else { continue }
            #expect("\(error)" == "\(error.cause); \(step)")
            for clause in clauses(step) where error.cause.contains(clause) {
                Issue.record("\(error): the cause has the next step '\(clause)'")
            }
        }
    }
}
