import Testing

@testable import BluetoothLE

/// The codes and the texts of errors, and their conversions.
@Suite struct ErrorTests {
    /// Core 5.4, Vol 3, Part F, table 3.4; Core Specification Supplement, Part B.
    @Test(
        arguments: [
            (.invalidHandle, 0x01, "invalid handle"),
            (.readNotPermitted, 0x02, "read not permitted"),
            (.writeNotPermitted, 0x03, "write not permitted"), (.invalidPDU, 0x04, "invalid PDU"),
            (.insufficientAuthentication, 0x05, "insufficient authentication"),
            (.requestNotSupported, 0x06, "request not supported"),
            (.invalidOffset, 0x07, "invalid offset"),
            (.insufficientAuthorization, 0x08, "insufficient authorization"),
            (.prepareQueueFull, 0x09, "prepare queue full"),
            (.attributeNotFound, 0x0A, "attribute not found"),
            (.attributeNotLong, 0x0B, "attribute not long"),
            (.encryptionKeyTooShort, 0x0C, "encryption key too short"),
            (.invalidValueLength, 0x0D, "invalid attribute value length"),
            (.unlikely, 0x0E, "unlikely error"),
            (.insufficientEncryption, 0x0F, "insufficient encryption"),
            (.unsupportedGroupType, 0x10, "unsupported group type"),
            (.insufficientResources, 0x11, "insufficient resources"),
            (.databaseOutOfSync, 0x12, "database out of sync"),
            (.valueNotAllowed, 0x13, "value not allowed"),
            (.writeRequestRejected, 0xFC, "write request rejected"),
            (.cccdImproperlyConfigured, 0xFD, "CCCD improperly configured"),
            (.procedureInProgress, 0xFE, "procedure already in progress"),
            (.outOfRange, 0xFF, "out of range"),
            (ATTError(rawValue: 0x80), 0x80, "application error 0x80"),
            (ATTError(rawValue: 0x9F), 0x9F, "application error 0x9F"),
            (ATTError(rawValue: 0x00), 0x00, "reserved error 0x00"),
            (ATTError(rawValue: 0x7F), 0x7F, "reserved error 0x7F"),
            (ATTError(rawValue: 0xA0), 0xA0, "reserved error 0xA0"),
        ] as [(ATTError, UInt8, String)]
    )
    func codesOfServers(error: ATTError, code: UInt8, text: String) {
        #expect(
            error.rawValue == code && error.code == Int(code)
                && error.cause == text && error.nextStep != nil
        )
    }

    /// Core 5.4, Vol 1, Part F, section 1.3.
    @Test(
        arguments: [
            (.authenticationFailure, 0x05, "authentication failed"),
            (.connectionTimeout, 0x08, "the device is out of range"),
            (.remoteUser, 0x13, "the peer disconnected"),
            (.remoteLowResources, 0x14, "the peer is out of resources"),
            (.remotePowerOff, 0x15, "the peer was turned off"), (.localHost, 0x16, "disconnected"),
            (.integrityFailure, 0x3D, "a packet's integrity check failed"),
            (.notEstablished, 0x3E, "the connection could not be established"),
            (DisconnectReason(rawValue: 0x3B), 0x3B, "disconnected, reason 0x3b"),
        ] as [(DisconnectReason, UInt8, String)]
    )
    func reasonsOfDisconnections(reason: DisconnectReason, code: UInt8, text: String) {
        #expect(reason.rawValue == code && reason.description == text)
    }

    /// Each error of a radio, its text, whether it may pass, and the central's error for it.
    private static let radioErrors: [(RadioError, String, Bool, CentralError)] = [
        (
            .noAdapter("hci7"), "there is no Bluetooth adapter hci7", false,
            .radio(.noAdapter("hci7"))
        ),
        (.poweredOff, "the Bluetooth adapter is turned off", true, .isPoweredOff),
        (.blocked, "the Bluetooth adapter is blocked by a switch", true, .radio(.blocked)),
        (
            .notPermitted("a right"), "not permitted: a right", false,
            .radio(.notPermitted("a right"))
        ),
        (.owned(by: "bluetoothd"), "bluetoothd holds it", true, .radio(.owned(by: "bluetoothd"))),
        (
            .busy, "the radio is already performing this operation", true,
            .radio(.busy)
        ),
        (
            .notSupported("channels"), "the adapter does not support channels", false,
            .radio(.notSupported("channels"))
        ),
        (.invalidParameters("too long"), "too long", false, .radio(.invalidParameters("too long"))),
        (.timedOut, "the adapter or the device did not answer in time", true, .connectionTimeout),
        (
            .disconnected(.remoteUser), "the peer disconnected", false, .disconnected(.remoteUser)
        ),
        (
            .pairingFailed("no key"), "pairing failed: no key", false,
            .radio(.pairingFailed("no key"))
        ),
        (.failed("a reason"), "a reason", false, .radio(.failed("a reason"))),
        (.cancelled, "cancelled", false, .radio(.cancelled)),
    ]

    @Test(arguments: radioErrors)
    func errorsOfRadios(error: RadioError, text: String, mayPass: Bool, central: CentralError) {
        #expect(error.cause == text && error.mayPass == mayPass)
        #expect((error.nextStep == nil) == (error == .cancelled))
        #expect(CentralError(error) == central)
        let translated = CentralError.translated(error)
        if error == .cancelled {
            #expect(translated is CancellationError)
        } else {
            #expect(translated as? CentralError == central)
        }
    }

    @Test func otherErrorsAreNotTranslated() {
        #expect(CentralError.translated(GATTError.timedOut) as? GATTError == .timedOut)
        #expect(CentralError.translated(CentralError.readTimeout) as? CentralError == .readTimeout)
        #expect(CentralError.translated(CancellationError()) is CancellationError)
    }

    @Test(
        arguments: [
            (CentralError.isScanning, "another program scans with this adapter"),
            (.isPoweredOff, "the Bluetooth adapter is turned off"),
            (.serviceScanTimeout, "the scan timed out"),
            (
                .invalidPeripheral,
                "not a peripheral's address, or an attribute of another peripheral"
            ), (.restoreFailed("a reason"), "the saved state could not be read: a reason"),
            (
                .connectionTimeout,
                "the peripheral did not answer in time"
            ), (.disconnected(.remoteUser), "the link was lost: the peer disconnected"),
            (.disconnected(nil), "the peripheral is not connected"),
            (.forcedDisconnect, "this program disconnected the peripheral"),
            (.serviceDiscoveryTimeout, "the services could not be discovered in time"),
            (
                .characteristicDiscoveryTimeout,
                "the characteristics could not be discovered in time"
            ), (.serviceNotFound(0x180F), "the peripheral has no service 180F"),
            (.characteristicNotFound(0x2A19), "the service has no characteristic 2A19"),
            (.servicesChanged, "the peripheral's services have changed"),
            (.servicesKeepChanging, "the peripheral's services keep changing"),
            (.mtuExchangeTimeout, "the peripheral did not answer the exchange of the MTU in time"),
            (.linksLost(count: 4, .remoteUser), "the link was lost 4 times: the peer disconnected"),
            (.linksLost(count: 4, nil), "the link was lost 4 times"),
            (.readTimeout, "the value could not be read in time"),
            (.writeTimeout, "the value could not be written in time"),
            (.readNotSupported, "the characteristic cannot be read"),
            (.writeNotSupported, "the characteristic cannot be written in this way"),
            (.notifyNotSupported, "the characteristic neither notifies nor indicates"),
            (.radio(.busy), RadioError.busy.cause),
        ] as [(CentralError, String)]
    )
    func textsOfCentrals(error: CentralError, text: String) {
        #expect(error.cause == text && error.nextStep != nil)
    }

    @Test(
        arguments: [
            (
                .att(.invalidHandle, handle: 7), "the server answered: invalid handle (handle 7)"
            ), (.disconnected, "the link was lost"),
            (.timedOut, "the server did not answer in time"),
            (.malformedAnswer, "the server's answer violates the protocol"),
            (
                .unexpectedAnswer(opcode: 0x05, to: 0x08),
                "the server answered Read By Type (0x08) with Find Information (0x05)"
            ),
            (
                .unexpectedError(request: 0x06, to: 0x10),
                "the server answered Read By Group Type (0x10) with an error for Find By Type Value (0x06)"
            ),
            (
                .unexpectedAnswer(opcode: 0x15, to: 0x0A),
                "the server answered Read (0x0A) with 0x15"
            ),
            (.endlessValue, "the server's value is longer than 512 bytes, or has no end"),
            (
                .longWriteNotSupported(limit: 20),
                "long writes are not supported: the server takes up to 20 bytes"
            ),
            (.valueTooLong(limit: 512), "the value is longer than 512 bytes"),
            (
                .reliableWriteMismatch,
                "the server echoed a different value and nothing was written"
            ),
        ] as [(GATTError, String)]
    )
    func textsOfClients(error: GATTError, text: String) {
        #expect(error.cause == text && error.nextStep != nil)
    }

    @Test(
        arguments: [
            (.isAdvertising, "advertising is already running"),
            (.restoreFailed("a reason"), "the saved state cannot be restored: a reason"),
            (.stopAdvertisingTimeout, "advertising did not stop in time"),
            (.advertisementTooLong(limit: 31), "the advertisement is longer than 31 bytes"),
            (.tableFull, "no handles are left"),
            (.saveFailed("a reason"), "the state cannot be saved: a reason"),
            (.radio(.busy), RadioError.busy.cause),
        ] as [(PeripheralManagerError, String)]
    )
    func textsOfPeripheralManagers(error: PeripheralManagerError, text: String) {
        #expect(error.cause == text && error.nextStep != nil)
    }

    @Test func textsOfServicesAndCharacteristics() {
        #expect(
            [MutableServiceError.unconfigured, .alreadyAdded].map(\.cause) == [
                "the service has not been added to this manager",
                "the service has already been added",
            ]
        )
        let errors: [MutableCharacteristicError] = [
            .unconfigured, .notSerializable, .notifyNotSupported, .notSubscribed, .disconnected,
        ]
        #expect(
            errors.map(\.cause) == [
                "the characteristic's service has not been added to a manager",
                "the text has no value in the characteristic's profile",
                "the characteristic has neither the notify nor indicate property",
                "the central has not subscribed to the characteristic",
                "the central has disconnected",
            ]
        )
    }
}
