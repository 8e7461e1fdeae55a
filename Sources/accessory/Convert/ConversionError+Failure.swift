internal import AudioConversion

extension ConversionError {
    /// The failure with the files' names.
    func failure(source: String, target: String) -> Failure {
        var failure = Failure(self)
        failure.cause = cause(
            source: source == "-" ? "standard input" : source,
            target: target == "-" ? "standard output" : target
        )
        return failure
    }
}

extension ConversionReport {
    /// The error of a truncated source, after everything in it was converted.
    func cutFailure(source: String) -> Failure? {
        guard isCut else { return nil }
        let name = source == "-" ? "standard input" : source
        return Failure(
            .badInput,
            "\(name) is truncated and was converted up to its end",
            nextStep: "get a complete copy"
        )
    }
}
