internal import AccessoryConcurrency
internal import BluetoothLE
internal import FeasyBeacon
import Synchronization

/// The login of a beacon module: its service, and the centrals that have logged in.
final class LoginGate: Sendable {
    private struct State {
        /// Bytes written since the last answer.
        var requests: [ObjectIdentifier: [UInt8]] = [:]
        var admitted: Set<ObjectIdentifier> = []
    }

    private let pin: String
    private let login: any ModuleLogin
    /// The MAC address, six bytes in the printed order.
    private let mac: [UInt8]
    private let input = MutableCharacteristic(
        uuid: BeaconModuleSession.usualOutput,
        properties: [.write, .writeWithoutResponse]
    )
    private let output = MutableCharacteristic(
        uuid: BeaconModuleSession.notifying,
        properties: .notify
    )
    private let state = Mutex(State())

    init(pin: String, login: any ModuleLogin, mac: [UInt8]) {
        self.pin = pin
        self.login = login
        self.mac = mac
    }

    func makeService() -> MutableService {
        MutableService(uuid: BeaconModuleSession.service, characteristics: [output, input])
    }

    /// Answers logins until the task is cancelled. Call it after the service has been added.
    func serve(on time: TimeSource) throws(MutableCharacteristicError) -> Task<Void, Never> {
        let requests = try input.startRespondingToWriteRequests()
        return time.task { [weak self] in
            for await request in requests { await self?.receive(request) }
        }
    }

    func admits(_ central: RemoteCentral) -> Bool {
        state.withLock { $0.admitted.contains(ObjectIdentifier(central)) }
    }

    func left(_ central: RemoteCentral) {
        state.withLock { state in
            state.requests[ObjectIdentifier(central)] = nil
            state.admitted.remove(ObjectIdentifier(central))
        }
    }

    private func receive(_ request: WriteRequest) async {
        input.respond(to: request)
        let central = request.central
        guard central.isConnected else { return }
        let id = ObjectIdentifier(central)
        let answer = state.withLock { state -> [UInt8]? in
            state.requests[id, default: []] += request.value
            guard let verdict = login.answer(to: state.requests[id]!, pin: pin, mac: mac) else {
                return nil
            }
            state.requests[id] = nil
            if verdict.isAuthenticated { state.admitted.insert(id) }
            return verdict.answer
        }
        guard let answer else { return }
        let size = min(20, central.mtu - 3)
        for start in stride(from: 0, to: answer.count, by: size) {
            let piece = Array(answer[start..<min(start + size, answer.count)])
            // a central that has disconnected gets no answer
            guard (try? await output.update(piece, to: central)) != nil else { return }
        }
    }
}
