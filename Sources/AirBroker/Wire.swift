internal import BluetoothLE

/// A request of a program to the broker.
enum Request: Codable, Sendable {
    case power(Bool)
    case scan(ScanParameters)
    case stopScan
    case advertise(AdvertisingParameters)
    case update(set: Int, data: [UInt8], scanResponse: [UInt8])
    case stopSet(Int)
    case connect(BluetoothAddress, ConnectionParameters)
    /// Cancels the request with this number.
    case cancel(Int)
    case accept
    case stopAccepting
    case link(Int, LinkRequest)
    /// Sets the program's pairing agent; nil: none.
    case agent(PairingAgent.Capability?)
    case answer(question: Int, PairingAgent.Answer)
    case bonds
    case removeBond(BluetoothAddress)
}

/// A request about a connection.
enum LinkRequest: Codable, Sendable {
    case parameters
    case update(ConnectionParameters)
    case readRSSI
    case secure(LinkSecurity)
    case openChannel(psm: UInt16, mtu: Int)
    case acceptChannels(psm: UInt16, mtu: Int)
    case stopAcceptingChannels(psm: UInt16)
}

/// A request with its number.
struct NumberedRequest: Codable, Sendable {
    let number: Int
    let request: Request
}

/// A message from the broker.
enum Message: Codable, Sendable {
    /// The first message, which describes the program's adapter.
    case welcome(name: String, address: BluetoothAddress, features: RadioFeatures)
    case reply(to: Int, Reply)
    case state(RadioState)
    case report(AdvertisementReport)
    case scanEnded(RadioError)
    case setEnded(Int, RadioError?)
    /// A connection was accepted. The message has the file for its attributes.
    case incoming(LinkInfo)
    case acceptingEnded(RadioError)
    case security(link: Int, ConnectionSecurity)
    case linkEnded(Int, DisconnectReason)
    case question(Int, PairingAgent.Question, BluetoothAddress)
    /// The answer to the question is no longer needed.
    case questionEnded(Int)
    /// A channel was opened. The message has the file for its packets.
    case channel(link: Int, psm: UInt16, largestPacketOut: Int)
}

/// The result of a request.
enum Reply: Codable, Sendable {
    case done
    case failed(RadioError)
    case number(Int)
    case parameters(LinkParameters?)
    case addresses([BluetoothAddress])
    /// A connection. The reply has the file for its attributes.
    case link(LinkInfo)
    /// A channel. The reply has the file for its packets.
    case channel(largestPacketOut: Int)
}

/// The description of a connection for its program.
struct LinkInfo: Codable, Sendable {
    let number: Int
    let peer: BluetoothAddress
    let isCentral: Bool
}
