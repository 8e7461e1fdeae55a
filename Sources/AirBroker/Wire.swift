internal import BluetoothLE

/// What an adapter's user asks of the broker.
enum Request: Codable, Sendable {
    case power(Bool)
    case scan(ScanParameters)
    case stopScan
    case advertise(AdvertisingParameters)
    case update(set: Int, data: [UInt8], scanResponse: [UInt8])
    case stopSet(Int)
    case connect(BluetoothAddress, ConnectionParameters)
    /// Gives up the request of this number.
    case cancel(Int)
    case accept
    case stopAccepting
    case link(Int, LinkRequest)
    /// Who is asked when a device wants to pair; nil: nobody.
    case agent(PairingAgent.Capability?)
    case answer(question: Int, PairingAgent.Answer)
    case bonds
    case removeBond(BluetoothAddress)
}

/// What is asked of a connection.
enum LinkRequest: Codable, Sendable {
    case parameters
    case update(ConnectionParameters)
    case readRSSI
    case secure(LinkSecurity)
    case openChannel(psm: UInt16, mtu: Int)
    case acceptChannels(psm: UInt16, mtu: Int)
    case stopAcceptingChannels(psm: UInt16)
    case disconnect
}

/// A request and its number.
struct NumberedRequest: Codable, Sendable {
    let number: Int
    let request: Request
}

/// What the broker says.
enum Message: Codable, Sendable {
    /// The first message: which adapter this is.
    case welcome(name: String, address: BluetoothAddress, features: RadioFeatures)
    case reply(to: Int, Reply)
    case state(RadioState)
    case report(AdvertisementReport)
    case scanEnded(RadioError)
    case setEnded(Int, RadioError?)
    /// Comes with the file that carries its attributes.
    case incoming(LinkInfo)
    case acceptingEnded(RadioError)
    case security(link: Int, ConnectionSecurity)
    case linkEnded(Int, DisconnectReason)
    case question(Int, PairingAgent.Question, BluetoothAddress)
    /// Its answer counts no more.
    case questionEnded(Int)
    /// Comes with the file that carries its packets.
    case channel(link: Int, psm: UInt16, largestPacketOut: Int)
}

/// How a request ended.
enum Reply: Codable, Sendable {
    case done
    case failed(RadioError)
    case number(Int)
    case parameters(LinkParameters?)
    case addresses([BluetoothAddress])
    /// Comes with the file that carries its attributes.
    case link(LinkInfo)
    /// Comes with the file that carries its packets.
    case channel(largestPacketOut: Int)
}

/// A connection, as its user has to know it.
struct LinkInfo: Codable, Sendable {
    let number: Int
    let peer: BluetoothAddress
    let isCentral: Bool
}
