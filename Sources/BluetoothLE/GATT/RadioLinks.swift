internal import AccessoryConcurrency
import Synchronization

/// The open links of a radio, with raw ATT. Each link has both roles, whichever end established it: a
/// server, of the newest `PeripheralManager` of the radio, and a client for a `Peripheral`. Without
/// a manager, the server has the two mandatory services. A system that owns GATT joins the roles itself.
public final class RadioLinks: Sendable {
    private struct Entry {
        let connection: any RadioConnection
        let link: GATTLink
    }

    private struct WeakHost {
        weak var host: (any AttributeHost)?
    }

    private struct State {
        var entries: [Entry] = []
        /// The servers of the radio, newest last.
        var hosts: [WeakHost] = []

        var newestHost: (any AttributeHost)? { hosts.lazy.compactMap(\.host).last }
    }

    private let mandatory = MandatoryServices()
    private let state = Mutex(State())

    /// Creates the links of one radio.
    public init() {}

    // MARK: Client

    /// The attributes of the device at the other end of a new connection.
    func client(
        over connection: any RadioConnection,
        time: TimeSource,
        requestTimeout: Duration,
        onValue: @escaping ValueHandler,
        onFault: @escaping FaultHandler
    ) -> any RemoteGATT {
        if let system = connection as? any GATTConnection {
            return system.remoteGATT(time: time, requestTimeout: requestTimeout, onValue: onValue)
        }
        let host: any AttributeHost = state.withLock { $0.newestHost } ?? mandatory
        let link = link(over: connection, time: time, host: host)
        _ = link.attachClient(requestTimeout: requestTimeout, onValue: onValue)
        host.serve(link, over: connection)
        return GATTClient(link: link, onFault: onFault)
    }

    /// The attributes of a device that is connected to this end; nil when it is not, or another
    /// `Peripheral` uses them.
    func client(
        of address: BluetoothAddress,
        requestTimeout: Duration,
        onValue: @escaping ValueHandler,
        onFault: @escaping FaultHandler
    ) -> (connection: any RadioConnection, client: any RemoteGATT)? {
        let entries = state.withLock { $0.entries }
        let entry = entries.first { !$0.connection.isCentral && $0.connection.peer == address }
        guard let entry,
            entry.link.attachClient(requestTimeout: requestTimeout, onValue: onValue)
        else { return nil }
        let client = GATTClient(link: entry.link, isOwner: false, onFault: onFault)
        return (entry.connection, client)
    }

    // MARK: Server

    /// The central at the other end of a connection, which `host` serves.
    func central(
        over connection: any RadioConnection,
        time: TimeSource,
        host: any AttributeHost
    ) -> any LocalGATT {
        if let system = connection as? any GATTConnection {
            return system.localGATT(time: time, host: host)
        }
        return link(over: connection, time: time, host: host)
    }

    /// Adds a server. It takes over the links that no other one serves.
    func add(_ host: any AttributeHost) {
        let entries = state.withLock { state in
            state.hosts.append(WeakHost(host: host))
            return state.entries
        }
        for entry in entries where entry.link.host === mandatory {
            entry.link.attach(host)
            host.serve(entry.link, over: entry.connection)
        }
    }

    /// Removes a server. The links that this end established remain, with the mandatory services.
    func remove(_ host: any AttributeHost) {
        let entries = state.withLock { state in
            state.hosts.removeAll { $0.host == nil || $0.host === host }
            return state.entries
        }
        for entry in entries where entry.link.host === host && entry.connection.isCentral {
            entry.link.attach(mandatory)
            mandatory.serve(entry.link, over: entry.connection)
        }
    }

    private func link(
        over connection: any RadioConnection,
        time: TimeSource,
        host: any AttributeHost
    ) -> GATTLink {
        let link = GATTLink(
            bearer: connection.attributes,
            time: time,
            host: host,
            limits: ATTServer.Limits(mtu: min(max(connection.largestPacket, 23), 517)),
            securityNow: { connection.securityNow }
        )
        state.withLock { $0.entries.append(Entry(connection: connection, link: link)) }
        link.whenEnded { [weak self, weak link] in
            self?.state.withLock { $0.entries.removeAll { $0.link === link } }
        }
        return link
    }
}
