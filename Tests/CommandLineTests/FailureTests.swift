import AccessoryBase
import AccessoryLink
import AudioConversion
import AudioJack
import BluetoothLE
import FeasyBeacon
import Foundation
import Modem
import RequestTransfer
import SerialPort
import Testing

@testable import accessory

/// Swift Testing has a type of the same name
typealias ExitStatus = accessory.ExitStatus

/// Failures: their line, their parts, and the failures of each module's errors.
@Suite struct FailureTests {
    /// The status, the cause and the next step of an error.
    private typealias Row = (error: any AccessoryError, status: ExitStatus, nextStep: String?)

    /// Compares each error's failure; the cause is the error's.
    private func check(_ rows: [Row], _ place: SourceLocation = #_sourceLocation) {
        for (error, status, nextStep) in rows {
            let failure = Failure(error)
            #expect(failure.status == status, "\(error)", sourceLocation: place)
            #expect(failure.cause == error.cause, sourceLocation: place)
            #expect(failure.nextStep == nextStep, "\(error)", sourceLocation: place)
        }
    }

    @Test func theLineHasTheNextStep() {
        #expect(Failure(.usage, "a", nextStep: "b").line == "accessory: a; b")
        #expect(Failure(CancellationError()).line == "accessory: cancelled")
    }

    @Test func theNameOfAFileMayHaveASemicolon() {
        let error = RequestTransferError.cannotRead("fw; v2.dfu", errno: ENOENT)
        let failure = Failure(error)
        #expect(failure.cause == "cannot read fw; v2.dfu: no such file or directory")
        #expect(failure.nextStep == "check the path")
        let named = Failure(DFUError.notDFU).about("fw; v2.dfu")
        #expect(named.cause == "fw; v2.dfu: this is not a .dfu file")
        #expect(named.nextStep == "choose one from the module's vendor")
        #expect(named.status == .badInput)
    }

    @Test func theAdviceOfAReasonReplacesThatOfTheOuterError() {
        let port = SerialPortError.permissionDenied("/dev/ttyS9")
        let failure = Failure(DeviceOpenError.unknown(FailureReason(port)))
        #expect(failure.cause == "the device cannot be opened: /dev/ttyS9: permission denied")
        #expect(failure.nextStep == "add this user to the group dialout")
        let radio = DeviceOpenError.unknown(FailureReason(CentralError.radio(.noAdapter("hci1"))))
        #expect(Failure(radio).nextStep?.hasPrefix("run accessory doctor") == true)
    }

    @Test func otherErrorsAreCancellationsOrFaults() {
        struct Stray: Error {}
        let cancelled = Failure(CancellationError())
        #expect(cancelled.status == .cancelled && cancelled.cause == "cancelled")
        #expect(cancelled.nextStep == nil)
        let stray = Failure(Stray())
        #expect(stray == Failure(.software, "Stray()", nextStep: "please report this"))
        let known = Failure(.badInput, "x", nextStep: "y")
        #expect(Failure(known) == known)
    }

    @Test(arguments: [
        (ENOENT, ExitStatus.noInput, ExitStatus.cannotWrite, false),
        (EACCES, .noPermission, .noPermission, false),
        (EPERM, .noPermission, .noPermission, false),
        (ENOSPC, .noInput, .cannotWrite, true),
    ])
    func systemCalls(number: CInt, read: ExitStatus, write: ExitStatus, isFull: Bool) {
        let text = String(cString: strerror(number)).lowercased()
        errno = number
        let reading = Failure.reading("f")
        let space = "free some space"
        #expect(reading.status == read && reading.cause == "cannot read f: \(text)")
        #expect(reading.nextStep == (isFull ? space : "check the path"))
        errno = number
        let writing = Failure.writing("f")
        #expect(writing.status == write && writing.cause == "cannot write f: \(text)")
        #expect(writing.nextStep == (isFull ? space : "choose another output path"))
    }

    @Test func theNumbersAreThoseOfTheSystem() {
        // sysexits.h, timeout(1), and 128 + SIGINT
        let numbers: [(ExitStatus, Int32)] = [
            (.usage, 64), (.badInput, 65), (.noInput, 66), (.noDevice, 69), (.software, 70),
            (.cannotWrite, 73), (.deviceLost, 74), (.deviceBusy, 75), (.deviceError, 76),
            (.noPermission, 77), (.timeout, 124), (.cancelled, 130),
        ]
        #expect(numbers.map(\.0) == ExitStatus.allCases)
        for (status, number) in numbers { #expect(status.rawValue == number) }
        let lines = ExitStatus.table.split(separator: "\n")
        #expect(lines.count == 13 && lines[0] == "  0  done")
        #expect(lines[1] == " 64  the command line is wrong")
        #expect(lines[11] == "124  the accessory did not answer in time")
    }

    @Test func radios() {
        let again = "connect again"
        let close = "end the other program"
        let range = "check that the device is on and in range"
        check([
            (
                RadioError.noAdapter("hci9"), .noDevice,
                "run accessory doctor to see the adapters, or use --adapter virtual"
            ),
            (RadioError.poweredOff, .noDevice, "turn it on: bluetoothctl power on"),
            (RadioError.blocked, .noDevice, "unblock it: rfkill unblock bluetooth"),
            (
                RadioError.notPermitted("x"), .noPermission,
                "grant the right, or use bluetoothd's radio"
            ),
            (RadioError.owned(by: "x"), .deviceBusy, close),
            (RadioError.busy, .deviceBusy, "wait for its end"),
            (RadioError.notSupported("x"), .noDevice, "use another adapter"),
            (RadioError.invalidParameters("x"), .usage, "choose another value"),
            (RadioError.timedOut, .timeout, range),
            (RadioError.disconnected(.remoteUser), .deviceLost, again),
            (RadioError.pairingFailed("x"), .deviceError, "pair again"),
            (RadioError.cancelled, .cancelled, nil),
        ])
        let failed = Failure(RadioError.failed("broken"))
        #expect(failed == Failure(.deviceLost, "broken", nextStep: "try again"))
    }

    @Test func centrals() {
        let list = "list the devices: accessory scan"
        let tree = "list its attributes: accessory gatt ADDRESS tree"
        let uuid = BluetoothUUID(0x180A)
        check([
            (CentralError.radio(.timedOut), .timeout, "check that the device is on and in range"),
            (CentralError.isScanning, .deviceBusy, "end the other program"),
            (CentralError.isPoweredOff, .noDevice, "turn it on: bluetoothctl power on"),
            (CentralError.restoreFailed("x"), .badInput, "remove it to start again"),
            (CentralError.invalidPeripheral, .usage, "scan for the peripheral"),
            (CentralError.disconnected(nil), .deviceLost, "connect again"),
            (CentralError.servicesChanged, .deviceLost, "discover them again"),
            (CentralError.forcedDisconnect, .cancelled, "connect again"),
            (CentralError.serviceScanTimeout, .timeout, list),
            (CentralError.connectionTimeout, .timeout, list),
            (CentralError.mtuExchangeTimeout, .timeout, "check that it is on and in range"),
            (
                CentralError.linksLost(count: 4, nil), .deviceLost,
                "check that it is on and in range"
            ), (CentralError.servicesKeepChanging, .deviceLost, "try again later"),
            (CentralError.serviceDiscoveryTimeout, .timeout, list),
            (CentralError.characteristicDiscoveryTimeout, .timeout, list),
            (CentralError.readTimeout, .timeout, list), (CentralError.writeTimeout, .timeout, list),
            (CentralError.serviceNotFound(uuid), .deviceError, tree),
            (CentralError.characteristicNotFound(uuid), .deviceError, tree),
            (CentralError.readNotSupported, .deviceError, tree),
            (CentralError.writeNotSupported, .deviceError, tree),
            (CentralError.notifyNotSupported, .deviceError, tree),
        ])
    }

    @Test func attributes() {
        let tree = "list its attributes: accessory gatt ADDRESS tree"
        check([
            (GATTError.disconnected, .deviceLost, "connect again"),
            (GATTError.timedOut, .timeout, "connect again"),
            (GATTError.malformedAnswer, .deviceError, "connect again"),
            (
                GATTError.unexpectedAnswer(opcode: 5, to: 8), .deviceError,
                "tell the device's maker"
            ),
            (GATTError.unexpectedError(request: 6, to: 8), .deviceError, "tell the device's maker"),
            (GATTError.endlessValue, .deviceError, "tell the device's maker"),
            (GATTError.longWriteNotSupported(limit: 20), .deviceError, "write less"),
            (GATTError.reliableWriteMismatch, .deviceError, "write it again"),
            (GATTError.valueTooLong(limit: 512), .usage, "write less"),
        ])
        // the codes of the Core Specification, Vol 3, Part F, 3.4.1.1
        let answers: [(ATTError, Int, String?)] = [
            (.invalidHandle, 0x01, tree), (.readNotPermitted, 0x02, tree),
            (.writeNotPermitted, 0x03, tree),
            (.insufficientAuthentication, 0x05, "pair first, with a number: --pair"),
            (.encryptionKeyTooShort, 0x0C, "pair first: --encrypt"),
            (.insufficientEncryption, 0x0F, "pair first: --encrypt"),
            (.attributeNotFound, 0x0A, "discover its services again"),
        ]
        for (error, code, nextStep) in answers {
            let failure = Failure(GATTError.att(error, handle: 3))
            #expect(failure.status == .deviceError && failure.code == code, "\(error)")
            #expect(failure.nextStep == nextStep, "\(error)")
        }
    }

    @Test func peripherals() {
        let shorten = "shorten the file's lists and values"
        check([
            (
                PeripheralManagerError.radio(.timedOut), .timeout,
                "check that the device is on and in range"
            ),
            (PeripheralManagerError.advertisementTooLong(limit: 31), .badInput, shorten),
            (PeripheralManagerError.tableFull, .badInput, shorten),
            (
                PeripheralManagerError.restoreFailed("x"), .badInput,
                "remove it to start again"
            ),
            (
                PeripheralManagerError.saveFailed("x"), .cannotWrite,
                "make its folder writable, or free some space"
            ),
            (
                PeripheralManagerError.stopAdvertisingTimeout, .timeout,
                "turn the adapter off and on"
            ),
            (
                PeripheralManagerError.isAdvertising, .deviceBusy,
                "stop it first"
            ),
        ])
    }

    @Test func soundFiles() {
        let rows: [(WAVError, ExitStatus)] = [
            (.cannotOpen(path: "a", code: EACCES), .noPermission),
            (.cannotRead(path: "a", code: EACCES), .noPermission),
            (.cannotWrite(path: "a", code: EACCES), .noPermission),
            (.cannotOpen(path: "a", code: ENOENT), .noInput),
            (.cannotRead(path: "a", code: EIO), .noInput),
            (.cannotWrite(path: "a", code: ENOSPC), .cannotWrite),
            (.notWAV(path: "a"), .badInput), (.empty(path: "a"), .badInput),
            (.truncated(path: "a"), .badInput), (.malformed(path: "a"), .badInput),
            (.unsupported(path: "a", coding: 2), .badInput),
            (.cutShort(path: "a", stated: 2, frames: 1), .badInput),
            (.tooLong(path: "a"), .badInput),
            (.noChannel(path: "a", channel: 3, channels: 2), .usage),
        ]
        for (error, status) in rows {
            let failure = Failure(error)
            #expect(failure.status == status && failure.cause == error.cause, "\(error)")
            #expect(failure.nextStep == error.nextStep)
        }
        #expect(Failure(WAVError.empty(path: "/dev/stdin")).cause == "standard input is empty")
    }

    @Test func soundPorts() {
        let rows: [(AudioPortError, ExitStatus)] = [
            (.noSuchDevice("a"), .noDevice), (.outputFailed(device: "a", reason: "b"), .noDevice),
            (.inputFailed(device: "a", reason: "b"), .noDevice),
            (.permissionDenied("a"), .noPermission), (.deviceBusy("a"), .deviceBusy),
            (.deviceLost("a", reason: "r"), .deviceLost), (.stopped, .cancelled),
        ]
        for (error, status) in rows {
            let failure = Failure(error)
            #expect(failure.status == status && failure.cause == error.cause, "\(error)")
            #expect(failure.nextStep == error.nextStep)
        }
    }

    @Test func conversions() {
        let format = PCMFormat(sampleRate: 8000, depth: .bits16, channels: 1, container: .wav)
        let rows: [(ConversionError, ExitStatus, String, String?)] = [
            (.unreadable(errno: EACCES), .noPermission, "standard input ", "check its permissions"),
            (.unreadable(errno: EIO), .noInput, "standard input ", "check the path"),
            (.empty, .badInput, "standard input is empty", "check that it is an MP3 file"),
            (.noSound, .badInput, "standard input has no", "check that it is an MP3 file"),
            (.notMP3(found: "a"), .badInput, "standard input is not", "convert it to MP3 first"),
            (.sameFile, .usage, "standard output is both", "choose another target"),
            (
                .cannotCreate(errno: EACCES), .noPermission, "standard output ",
                "choose another target"
            ),
            (
                .cannotCreate(errno: EIO), .cannotWrite, "standard output cannot be created",
                "choose another target, or free some space"
            ),
            (
                .cannotCreate(errno: ENOENT), .cannotWrite, "standard output cannot be created",
                "make its folder, or choose another target"
            ),
            (
                .cannotWrite(errno: EIO), .cannotWrite, "standard output cannot be written",
                "choose another target, or free some space"
            ),
            (.tooLong, .cannotWrite, "standard output is longer", "use --container raw"),
            (.unsupportedFormat(format), .usage, "", "choose another format"),
            (.outOfMemory, .software, "not enough memory", "close other programs"),
        ]
        for (error, status, cause, nextStep) in rows {
            let failure = error.failure(source: "-", target: "-")
            #expect(failure.status == status && failure.nextStep == nextStep, "\(error)")
            #expect(failure.cause.hasPrefix(cause), "\(failure.cause)")
        }
        #expect(ConversionError.empty.failure(source: "a", target: "b").cause == "a is empty")
        #expect(ConversionError.sameFile.failure(source: "a", target: "b").cause.hasPrefix("b is"))
    }

    @Test func links() {
        let rows: [(LinkError, ExitStatus, String?)] = [
            (.noDevice, .noDevice, "plug it in and try again"),
            (.outputFailed("x"), .noDevice, "run accessory doctor to find the reason"),
            (.inputFailed("x"), .noDevice, "run accessory doctor to find the reason"),
            (.handshakeFailed, .noDevice, "check that it is charged"),
            (.connectionFailed, .noDevice, "check that it is on and in range"),
            (.deviceSilent, .timeout, "check that it is powered on"),
            (.timedOut, .timeout, "increase --timeout, or check that it is powered on"),
            (.cancelled, .cancelled, nil),
            (.cancelFailed, .cancelled, "check that it is powered on"),
            (.unplugged, .deviceLost, "plug it in and try again"),
            (.serviceEnded, .deviceLost, "try again"), (.interrupted, .deviceLost, "try again"),
            (.disconnected, .deviceLost, "try again"),
            (.writeFailed, .deviceLost, "open the device again"),
            (.readFailed, .deviceLost, "open the device again"),
            (.focusLost, .deviceBusy, "close that program"),
            (.tooLong, .badInput, "send it in parts"),
            (.decodingFailed, .deviceError, "send the command again"),
            (.outOfMemory, .deviceError, "open the device again"),
            (.byteFormat, .deviceError, "send the command again"),
            (.frameFormat, .deviceError, "send the command again"),
            (.unknown, .deviceError, "open the device again"),
            (.wrongState, .deviceError, "send the command again"),
            (.busy, .software, "wait for its end or cancel it"),
            (.nothingToCancel, .software, "start an exchange first"),
            (.notOpen, .software, "open it first"),
            (.alreadyCancelling, .software, "wait for its end"),
        ]
        for (error, status, nextStep) in rows {
            let failure = Failure(error)
            #expect(failure.status == status && failure.code == error.code, "\(error)")
            #expect(failure.nextStep == nextStep, "\(error)")
            #expect(failure.cause == error.cause)
        }
    }

    @Test func requests() {
        let rows: [(RequestTransferError, ExitStatus)] = [
            (.notConnected, .deviceLost), (.interrupted, .deviceLost), (.packetLoss, .deviceLost),
            (.unconfirmed(.lost), .deviceLost), (.noSpace(path: "a"), .deviceError),
            (.noSuchFile("a"), .deviceError), (.wrongCheck(path: "a"), .deviceError),
            (.protocolMismatch, .deviceError), (.busy, .deviceBusy),
            (.transferRunning, .deviceBusy), (.noSuchRequest(id: "a"), .badInput),
            (.otherName("a", expected: "b"), .badInput), (.noStoragePath, .badInput),
            (.tooLarge("a"), .badInput), (.tooMany(limit: 1), .badInput), (.malformed, .badInput),
            (.cannotRead("a", errno: 1), .noInput), (.cannotWrite("a", errno: 1), .cannotWrite),
            (.timedOut, .timeout), (.unconfirmed(.silent), .timeout), (.cancelled, .cancelled),
        ]
        for (error, status) in rows {
            let failure = Failure(error)
            #expect(failure.status == status && failure.code == error.code, "\(error)")
            let parts = [failure.cause, failure.nextStep].compactMap(\.self)
            #expect(parts.joined(separator: "; ") == "\(error)")
        }
        let busy = Failure(RequestTransferError.transferRunning)
        #expect(
            busy.cause == "a transfer is already running" && busy.nextStep == "wait for its end"
        )
    }
}
