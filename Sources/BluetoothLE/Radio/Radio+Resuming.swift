package import AccessoryConcurrency

extension RadioError {
    /// Whether the same may succeed later, once the adapter is on or another program lets it go.
    package var mayPass: Bool {
        switch self {
        case .poweredOff, .blocked, .owned, .busy, .timedOut: true
        default: false
        }
    }
}

extension Radio {
    /// Advertises anew once the radio can, after a set that ended by itself.
    ///
    /// - Parameter cause: Why it ended.
    /// - Throws: What cannot pass, `noAdapter` above all; `cancelled`.
    package func advertise(
        _ parameters: AdvertisingParameters,
        after cause: RadioError,
        on time: TimeSource
    ) async throws(RadioError) -> any AdvertisingSet {
        var cause = cause
        while cause.mayPass {
            // two programs that take the set from each other let the adapter breathe
            try? await time.wait(time.now() + .seconds(1))
            for await state in states where state == .poweredOn { break }
            if Task.isCancelled { throw .cancelled }
            do {
                return try await advertise(parameters)
            } catch {
                cause = error
            }
        }
        throw cause
    }
}
