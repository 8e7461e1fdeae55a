internal import AccessoryConcurrency
internal import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc

/// One request to the controller for a connection's RSSI. Needs no privileges.
enum RSSIRequest {
    /// Timeout. HCI commands are answered within 2 s, or the kernel resets the controller.
    private static let limit = Duration.seconds(3)

    /// - Parameter failure: Converts a socket error.
    /// - Returns: The RSSI in dBm; 127: unknown to the controller.
    static func send(
        adapter: UInt16,
        handle: UInt16,
        failure: (CInt) -> RadioError
    ) async throws(RadioError) -> Int {
        let file = acc_bluez_open_answers(adapter)
        if file < 0 { throw failure(file) }
        let result = Completion<Result<Int8, RadioError>>()
        let time = TimeSource(ContinuousClock())
        EventLoop.shared.watch(file, for: .readable) { _ in
            var packet = [UInt8](repeating: 0, count: 260)
            let count = recv(file, &packet, packet.count, 0)
            guard count > 0 else { return }
            var strength: Int8 = 0
            let status = acc_bluez_read_rssi(packet, count, handle, &strength)
            if status < 0 { result.complete(.failure(.failed("the controller reports no RSSI"))) }
            if status > 0 { result.complete(.success(strength)) }
        }
        let status = acc_bluez_request_rssi(file, handle)
        if status < 0 { result.complete(.failure(failure(status))) }
        let timer = time.schedule(at: time.now() + limit) { result.complete(.failure(.timedOut)) }
        let answer = await withTaskCancellationHandler {
            await result.cause()
        } onCancel: {
            result.complete(.failure(.cancelled))
        }
        timer.cancel()
        EventLoop.shared.forget(file)
        close(file)
        return Int(try answer.get())
    }
}
