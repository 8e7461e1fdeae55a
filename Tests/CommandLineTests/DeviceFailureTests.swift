import AccessoryBase
import AccessoryLink
import BluetoothLE
import FeasyBeacon
import FirmwareUpdate
import Testing
import TxRx

@testable import accessory

/// The failures of the errors of readers, modules and updates.
@Suite struct DeviceFailureTests {
    private func check(_ rows: [(any AccessoryError, ExitStatus)]) {
        for (error, status) in rows {
            let failure = Failure(error)
            #expect(failure.status == status, "\(error)")
            #expect(failure.cause == error.cause && failure.nextStep == error.nextStep)
        }
    }

    @Test func txRx() {
        let rows: [(ExitStatus, [TxRxError])] = [
            (
                .timeout,
                [
                    .connectTimedOut, .disconnectTimedOut, .sendingTimedOut, .receivingTimedOut,
                    .receivingEventTimedOut, .setModeTimedOut,
                ]
            ),
            (
                .noDevice,
                [
                    .unableToScanBluetoothDisabled, .deviceNotFound, .servicesNotFound,
                    .noModeCharacteristic,
                ]
            ),
            (.deviceLost, [.bluetoothNotReadyOrLost, .notConnected]), (.usage, [.invalidData]),
            (.deviceError, [.system("x"), .setModeRefused(.unlikely), .setModeFailed("x")]),
            (
                .software,
                [
                    .scanAlreadyStarted, .scanNotStarted, .unableToPerformDuringScan,
                    .alreadyConnecting, .alreadyConnected, .servicesNotDiscoveredYet,
                    .alreadyDisconnecting, .notSendingData, .alreadySendingData, .waitingForAnswer,
                    .alreadySettingMode, .setModeDuringOperation, .internalError("x"),
                ]
            ),
        ]
        for (status, errors) in rows {
            check(errors.map { ($0, status) })
            for error in errors { #expect(Failure(error).code == error.code) }
        }
    }

    @Test func modules() {
        check([
            (BeaconModuleError.noModule, .noDevice),
            (BeaconModuleError.notWritable(BluetoothUUID(0xFFF1)), .deviceError),
            (BeaconModuleError.badPIN, .usage), (BeaconModuleError.noLoginProvider, .software),
            (BeaconModuleError.loginFailed("x"), .software),
            (BeaconModuleError.pinRefused, .noPermission),
            (BeaconModuleError.loginTimedOut, .timeout), (BeaconModuleError.lost, .deviceLost),
            (BeaconModuleError.notOpen, .cancelled),
            (BeaconConfiguratorError.slotTwice(1), .badInput),
            (BeaconConfiguratorError.unknownModel("x"), .deviceError),
            (BeaconConfiguratorError.handedOver, .software),
            (BeaconConfiguratorError.notLoaded, .software),
        ])
        let pin = Failure(BeaconModuleError.pinNeeded)
        #expect(pin == Failure(.usage, "the module asks for a PIN", nextStep: "add --pin"))
        let lost = Failure(BeaconModuleError.notConnected(.servicesChanged))
        #expect(lost == Failure(CentralError.servicesChanged))
        let refused = Failure(BeaconModuleError.refused(.timedOut))
        #expect(refused == Failure(GATTError.timedOut))
        let session = Failure(BeaconConfiguratorError.session(.pinRefused))
        #expect(session == Failure(BeaconModuleError.pinRefused))
    }

    @Test func outcomesOfCommands() {
        let rows: [(ATOutcome, ExitStatus)] = [
            (.timedOut, .timeout), (.failed(.disconnected), .deviceLost),
            (.ok([]), .deviceError), (.notNeeded("1"), .deviceError),
        ]
        for (outcome, status) in rows { #expect(outcome.status == status, "\(outcome)") }
    }

    @Test func upgrades() {
        check([
            (ModuleUpgradeError.busy, .software), (ModuleUpgradeError.unreadable("f"), .noInput),
            (ModuleUpgradeError.notFirmware("f"), .badInput),
            (ModuleUpgradeError.uploadModel(3), .badInput),
            (ModuleUpgradeError.otherTransport(nil), .noDevice),
            (ModuleUpgradeError.otherTransport(.suota), .usage),
            (ModuleUpgradeError.cannotRestore, .usage),
            (ModuleUpgradeError.session(.lost), .deviceLost),
            (ModuleUpgradeError.upgrade(.noInfo), .deviceError),
            (DFUUpgradeError.noInfo, .deviceError), (DFUUpgradeError.disconnected, .deviceLost),
            (DFUUpgradeError.transfer(.noAnswer), .timeout),
        ])
        let suota = Failure(ModuleUpgradeError.suota(.notConnected))
        #expect(suota == Failure(SuotaError.notConnected))
    }

    @Test func updates() {
        let rows: [(SuotaError, ExitStatus)] = [
            (.gattOperationFailed(.block, .insufficientAuthentication), .noPermission),
            (.gattOperationFailed(.block, .invalidHandle), .deviceError),
            (.gattOperationFailed(.block), .deviceError), (.mtuRequestFailed, .deviceError),
            (.preparationFailed("x"), .deviceError), (.notSupported, .noDevice),
            (.serviceDiscoveryFailed, .noDevice), (.firmwareLoadFailed("x"), .badInput),
            (.invalidFirmwareCRC, .badInput), (.refused([]), .badInput),
            (.timedOut(.block), .timeout), (.notConnected, .deviceLost), (.aborted, .cancelled),
            (.badParameter("x"), .usage),
        ]
        for (error, status) in rows {
            let failure = Failure(error)
            #expect(failure.status == status && failure.code == error.code, "\(error)")
            #expect(failure.cause == error.cause && failure.nextStep == error.nextStep)
        }
    }

    @Test func readers() {
        let rows: [(DeviceOpenError, ExitStatus)] = [
            (.link(.deviceSilent), .timeout), (.link(.noDevice), .noDevice),
            (.illegalAddress("x"), .usage), (.modeIsFixed, .usage),
            (.otherIsOpen("x", .duplex), .deviceBusy), (.connectionFailed("x"), .noDevice),
            (.unsupported, .noDevice), (.poweredOff, .noDevice), (.unknown("x"), .deviceError),
        ]
        for (error, status) in rows {
            let failure = Failure(error)
            #expect(failure.status == status && failure.code == error.code, "\(error)")
        }
        let off = Failure(DeviceOpenError.poweredOff)
        #expect(off.cause == "the Bluetooth adapter is turned off" && off.nextStep == "turn it on")
        let search = Failure(DeviceSearchError.poweredOff)
        #expect(search.status == .noDevice && search.code == -2 && search.nextStep == "turn it on")
    }
}
