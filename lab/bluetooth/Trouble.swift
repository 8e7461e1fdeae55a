import BlueZ
import BluetoothLE

/// Tests an adapter that cannot be used: the error has the expected text and is thrown at once.
func refused(adapter: String, expected: String) async throws {
    let failure = try await failure(RadioError.self) {
        let radio = try await BlueZRadio(adapter)
        try await radio.setPower(true)
    }
    report(
        "\(adapter) is refused: \(expected)",
        failure.map { "\($0.error)".contains(expected) && $0.after < atOnce } ?? false,
        "\(failure?.error, default: "no error") after \(failure?.after, default: "-")"
    )
}

/// Tests that all operations of an adapter end when it is unplugged. The caller unplugs it after the
/// line "ready".
func taken(adapter: String) async throws {
    let radio = try await poweredRadio(adapter)
    let set = try await radio.advertise(AdvertisingParameters(data: [2, 1, 6]))
    let reports = try await radio.scan(ScanParameters())
    let states = radio.states
    sayReady()
    var error: (any Error)?
    do {
        for try await _ in reports {}
    } catch let ending {
        error = ending
    }
    let start = ContinuousClock.now
    let setError = await set.ended()
    let history = await states.reduce(into: [RadioState]()) { $0.append($1) }
    let refusal = try await failure(RadioError.self) { try await radio.setPower(true) }
    let took = ContinuousClock.now - start
    let gone = RadioError.noAdapter(adapter)
    report(
        "an adapter that is unplugged ends all at once",
        error as? RadioError == gone && setError == gone && history.last == .unsupported
            && refusal?.error == gone && took < atOnce,
        "\(history), \(took)"
    )
}
