/// One end of a credit-based channel on a virtual air.
final class VirtualChannel: ChannelBearer {
    private let air: VirtualAir
    private let link: AirState.LinkID
    private let side: LinkModel.Side
    private let number: Int
    let largestPacketOut: Int
    let inbox = Inbox()

    init(
        air: VirtualAir,
        link: AirState.LinkID,
        side: LinkModel.Side,
        number: Int,
        largestPacketOut: Int
    ) {
        self.air = air
        self.link = link
        self.side = side
        self.number = number
        self.largestPacketOut = largestPacketOut
    }

    func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        inbox.open(onPacket: onPacket, onEnd: onEnd)
    }

    func send(_ packet: [UInt8]) {
        precondition(packet.count <= largestPacketOut, "longer than what the peer accepts")
        air.send(packet, on: number, of: link, by: side)
    }

    func drained() async {
        await air.drained(link, side)
    }

    func close() {
        air.closeChannel(number, of: link)
    }
}

extension VirtualAir {
    func openChannel(
        psm: UInt16,
        mtu: Int,
        over connection: VirtualConnection
    ) -> Result<VirtualChannel, RadioError> {
        change { state, effects in
            let side = connection.side
            guard let link = state.links[connection.link] else {
                return .failure(.disconnected(connection.endReason ?? .connectionTimeout))
            }
            guard let acceptor = link.acceptors[side.other.rawValue][psm] else {
                return .failure(.failed("the peer has no channel \(psm)"))
            }
            let number = state.newID()
            let channels = [LinkModel.Side.central, .peripheral].map {
                VirtualChannel(
                    air: self,
                    link: connection.link,
                    side: $0,
                    number: number,
                    largestPacketOut: $0 == side ? acceptor.mtu : mtu
                )
            }
            state.links[connection.link]?.channels[number] = channels
            effects.append { acceptor.entry.yield(channels[side.other.rawValue]) }
            return .success(channels[side.rawValue])
        }
    }

    func acceptChannels(
        psm: UInt16,
        mtu: Int,
        over connection: VirtualConnection
    ) throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
        let (stream, entry) = AsyncThrowingStream.makeStream(
            of: (any ChannelBearer).self,
            throwing: (any Error).self
        )
        let side = connection.side.rawValue
        let id = try change { state, _ -> Result<Int, RadioError> in
            guard let link = state.links[connection.link] else {
                return .failure(.disconnected(connection.endReason ?? .connectionTimeout))
            }
            guard link.acceptors[side][psm] == nil else { return .failure(.busy) }
            let id = state.newID()
            state.links[connection.link]?.acceptors[side][psm] =
                AirState.ChannelAcceptor(id: id, mtu: mtu, entry: entry)
            return .success(id)
        }.get()
        entry.onTermination = { [weak self, link = connection.link] _ in
            self?.change { state, _ in
                guard state.links[link]?.acceptors[side][psm]?.id == id else { return }
                state.links[link]?.acceptors[side][psm] = nil
            }
        }
        return stream
    }

    func closeChannel(_ number: Int, of link: AirState.LinkID) {
        change { state, effects in
            guard let ends = state.links[link]?.channels.removeValue(forKey: number) else { return }
            state.links[link]?.model.drop(channel: number, at: .central)
            state.links[link]?.model.drop(channel: number, at: .peripheral)
            effects.append { for end in ends { end.inbox.put(.end) } }
        }
    }
}
