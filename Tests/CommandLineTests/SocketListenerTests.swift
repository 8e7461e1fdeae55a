import Glibc
import Testing

@testable import accessory

@Suite struct SocketListenerTests {
    /// A process left running by a request handler must not keep the device's connection open.
    @Test func connectionsStayInThisProcess() async throws {
        let scratch = try Scratch()
        let path = scratch.url("socket").path
        let listener = try SocketListener(path)
        let near = try SocketListener.connect(to: path)
        let far = try #require(await listener.connections.first { _ in true })
        #expect(fcntl(far, F_GETFD) & FD_CLOEXEC != 0)
        close(near)
        close(far)
        listener.close()
        #expect(access(path, F_OK) != 0)
    }
}
