import Testing

@testable import GatewayMQTT

/// Each fault of TLS has a text of its own. The lines are libmosquitto's.
@Suite struct TLSReportTests {
    private static let refused =
        "OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed"

    private func failure(_ lines: [String], _ fault: String? = nil) -> MQTTFailure? {
        var report = TLSReport()
        for line in lines { report.note(line, certificateFault: fault) }
        return report.failure("cannot connect")
    }

    @Test(
        arguments: [
            ([refused], "certificate has expired", "refused: certificate has expired", "clock"),
            ([refused], "certificate is not yet valid", "not yet valid", "clock"),
            ([refused], "unable to get local issuer certificate", "local issuer", "'ca'"),
            (
                ["Error: host name verification failed.", refused],
                "unspecified certificate verification error", "for another name", "'brokers'"
            ),
            (
                [
                    "OpenSSL Error[0]: error:0A00045C:SSL routines::tlsv13 alert certificate required"
                ],
                nil, "refuses this gateway: tlsv13 alert certificate required", "'key'"
            ),
            (
                ["OpenSSL Error[0]: error:0A00010B:SSL routines::wrong version number"], nil,
                "does not seem to use TLS at this port", "mqtt://"
            ),
            (
                ["OpenSSL Error[0]: error:0A000126:SSL routines::unexpected eof while reading"],
                nil,
                "does not seem to use TLS at this port", "mqtt://"
            ),
            (
                ["Error: Unable to load CA certificates, check cafile \"x.crt\"."], nil,
                "Unable to load CA certificates, check cafile \"x.crt\".", "'ca'"
            ),
        ] as [([String], String?, String, String)]
    )
    func eachFaultHasItsText(lines: [String], fault: String?, text: String, step: String) {
        let failure = failure(lines, fault)
        #expect(failure?.cause.hasPrefix("cannot connect: ") == true)
        #expect(failure?.cause.contains(text) == true, "\(failure as Any)")
        #expect(failure?.nextStep?.contains(step) == true, "\(failure as Any)")
    }

    @Test func otherLinesAreNoFault() { #expect(failure(["Error: No such file"]) == nil) }
}
