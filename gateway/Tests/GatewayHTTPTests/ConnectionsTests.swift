import NIOCore
import NIOEmbedded
import Testing

@testable import GatewayHTTP

/// The limits of an HTTP server's connections, on a virtual clock.
@Suite struct ConnectionsTests {
    private let connections = Connections()
    private let loop = EmbeddedEventLoop()

    /// A new connection from an address.
    private func connect(from address: String) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: ConnectionHandler(connections), loop: loop)
        try channel.connect(to: SocketAddress(ipAddress: address, port: 1000)).wait()
        return channel
    }

    private func pass(_ time: TimeAmount) { loop.advanceTime(by: time) }

    @Test func aConnectionWithoutAPermittedRequestIsClosed() throws {
        let half = try connect(from: "10.0.0.1")
        let whole = try connect(from: "10.0.0.1")
        pass(.milliseconds(4999))
        #expect(half.isActive && connections.admit(whole))
        pass(.milliseconds(1))
        #expect(!half.isActive && whole.isActive)
        pass(.hours(1))
        #expect(whole.isActive && connections.admit(whole))
        #expect(!connections.admit(half))
    }

    /// One address cannot hold the connections of others, nor keep out its own next request.
    @Test func theOldestOfTooManyFromOneAddressIsClosed() throws {
        let other = try connect(from: "10.0.0.2")
        let crowd = try (0..<300).map { _ in try connect(from: "10.0.0.1") }
        let open = crowd.map(\.isActive)
        #expect(open == Array(repeating: false, count: 284) + Array(repeating: true, count: 16))
        #expect(other.isActive && connections.admit(other))
        // an admitted one is not counted
        #expect(connections.admit(crowd[284]))
        _ = try (0..<16).map { _ in try connect(from: "10.0.0.1") }
        #expect(crowd[284].isActive && !crowd[285].isActive)
    }

    @Test func theOldestOfTooManyIsClosed() throws {
        let crowd = try (0..<100).map { try connect(from: "10.0.1.\($0)") }
        let open = crowd.map(\.isActive)
        #expect(open == Array(repeating: false, count: 36) + Array(repeating: true, count: 64))
    }

    @Test func admittedConnectionsAreLimited() throws {
        let admitted = try (0..<128).map { _ in
            let channel = try connect(from: "10.0.0.1")
            #expect(connections.admit(channel))
            return channel
        }
        let next = try connect(from: "10.0.0.2")
        #expect(!connections.admit(next))
        try admitted[0].close().wait()
        #expect(connections.admit(next))
    }
}
