import AccessoryBase
import AccessoryLink
import Testing

/// The numbers of the reader interface (docs/coming-from-mpos.md), and which calls were refused.
@Suite struct LinkErrorTests {
    @Test func eachErrorHasItsNumber() {
        for (error, code, isRefusal) in [
            (.busy, -1, true), (.nothingToCancel, -1, true), (.notOpen, -2, true),
            (.alreadyCancelling, -3, true),
            (.noDevice, -4, true), (.tooLong, nil, true), (.outputFailed("x"), -1, false),
            (.inputFailed("x"), -2, false), (.handshakeFailed, -3, false),
            (.connectionFailed, -2, false),
            (.decodingFailed, 3, false), (.outOfMemory, 4, false), (.deviceSilent, 5, false),
            (.byteFormat, 6, false), (.frameFormat, 7, false), (.unknown, 8, false),
            (.writeFailed, 9, false),
            (.readFailed, 10, false), (.wrongState, 11, false), (.cancelled, 12, false),
            (.cancelFailed, 13, false), (.unplugged, 14, false), (.focusLost, 15, false),
            (.serviceEnded, 16, false), (.interrupted, 17, false), (.disconnected, 20, false),
            (.timedOut, nil, false),
        ] as [(LinkError, Int?, Bool)] {
            #expect(error.code == code && error.isRefusal == isRefusal, "\(error)")
        }
    }

    @Test func eachFailedOpeningHasItsNumber() {
        for (error, code) in [
            (.link(.handshakeFailed), -3), (.link(.timedOut), nil), (.illegalAddress("x"), -1),
            (.connectionFailed("x"), -2), (.otherIsOpen("x", .duplex), -2), (.unsupported, -4),
            (.poweredOff, -5),
            (.unknown("x"), -6), (.modeIsFixed, nil),
        ] as [(DeviceOpenError, Int?)] {
            #expect(error.code == code, "\(error)")
        }
        #expect("\(DeviceOpenError.otherIsOpen("x", .duplex))".contains("in duplex mode"))
        #expect(
            "\(DeviceOpenError.otherIsOpen("x", .masterSlave))".contains("in master-slave mode")
        )
    }

    @Test func aSearchFailsLikeAnOpening() {
        for (error, search, code) in [
            (.unsupported, .unsupported, -1), (.poweredOff, .poweredOff, -2),
            (.unknown("x"), .failed(FailureReason(DeviceOpenError.unknown("x"))), -3),
        ] as [(DeviceOpenError, DeviceSearchError, Int)] {
            #expect(DeviceSearchError(error) == search && search.code == code)
        }
    }

    @Test func eventsOfTransportsAreComparedByValue() {
        #expect(TransportEvent(1) == TransportEvent(1) && TransportEvent(1) != TransportEvent(2))
        #expect(TransportEvent("1") != TransportEvent(1) && "\(TransportEvent(7))" == "7")
        #expect(
            TransportKind.stream.loss == .disconnected
                && TransportKind.stream.failedOpening == .connectionFailed
        )
        #expect("\(TransportKind("x", loss: .unplugged))" == "x")
    }
}
