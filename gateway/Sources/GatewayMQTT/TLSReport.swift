/// What libmosquitto and OpenSSL report while a connection with TLS fails.
struct TLSReport {
    /// The first cause and what to do.
    private(set) var cause: (text: String, nextStep: String)?

    /// Records a line of libmosquitto's log.
    ///
    /// - Parameter certificateFault: Why OpenSSL refuses the broker's certificate; nil if it does not.
    mutating func note(_ line: String, certificateFault: String?) {
        guard cause == nil else { return }
        let reason = line.split(separator: ":").last.map { $0.drop { $0 == " " } } ?? ""
        if line.contains("host name verification failed") {
            cause = (
                "the broker's certificate is for another name",
                "use a name of the certificate in 'brokers', or make one for this name"
            )
        } else if line.hasPrefix("OpenSSL Error"), let certificateFault {
            cause = (
                "the broker's certificate is refused: \(certificateFault)",
                Self.nextStep(certificateFault)
            )
        } else if line.hasPrefix("OpenSSL Error"), reason.contains("alert") {
            cause = ("the broker refuses this gateway: \(reason)", "see 'certificate' and 'key'")
        } else if line.hasPrefix("OpenSSL Error"),
            ["wrong version number", "unexpected eof"].contains(where: reason.contains)
        {
            cause = (
                "the broker does not seem to use TLS at this port: \(reason)",
                "use its port for TLS, or mqtt:// without TLS"
            )
        } else if line.hasPrefix("OpenSSL Error") || line.contains("Unable to load") {
            cause = ("TLS failed: \(reason)", "see 'ca', 'certificate' and 'key'")
        }
    }

    private static func nextStep(_ certificateFault: String) -> String {
        let isTime = ["expired", "not yet valid"].contains(where: certificateFault.contains)
        return isTime
            ? "renew it, or set this machine's clock"
            : "set 'ca' to the certificate of the authority that made it"
    }

    /// The failure; nil if nothing was reported.
    func failure(_ what: String) -> MQTTFailure? {
        cause.map { MQTTFailure("\(what): \($0.text)", nextStep: $0.nextStep) }
    }
}
