internal import AccessoryBase
package import AccessoryConcurrency

private let log = Log("radio")

extension RadioError {
    /// Whether a retry may succeed, once the adapter is on or another program releases it.
    package var mayPass: Bool {
        switch self {
        case .poweredOff, .blocked, .owned, .busy, .timedOut: true
        default: false
        }
    }
}

extension Radio {
    /// Advertises again once the radio is ready, after a set that ended by itself.
    ///
    /// - Parameter cause: Why the set ended.
    /// - Throws: Permanent errors, mainly `noAdapter`; `cancelled`.
    package func advertise(
        _ parameters: AdvertisingParameters,
        after cause: RadioError,
        on time: TimeSource
    ) async throws(RadioError) -> any AdvertisingSet {
        var cause = cause
        while cause.mayPass {
            log.notice("\(name): advertising stopped: \(cause.cause); advertises again")
            // limits the rate at which two programs take the set from each other
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
