import BlueZ
import BluetoothLE

private let psm: UInt16 = 0x80
private let count = 200

/// A credit-based channel beside the attributes.
func channel(peripheral: String, central: String) async throws {
    let far = try await poweredRadio(peripheral)
    let near = try await poweredRadio(central)
    let device = try require(far.address)
    let incoming = try await far.incomingConnections()
    let set = try await far.advertise(AdvertisingParameters(data: [2, 1, 6]))
    let (here, there) = try await within("connect") {
        async let there = incoming.first { _ in true }
        let here = try await near.connect(to: device, ConnectionParameters())
        return (here, try require(try await there))
    }
    let refused = try await failure(RadioError.self) {
        _ = try await within("refusal") { try await here.openChannel(psm: psm, mtu: 512) }
    }
    report(
        "a channel to a number that nobody serves is refused",
        refused != nil,
        "\(refused?.error, default: "-")"
    )
    let channels = try await there.incomingChannels(psm: psm, mtu: 1024)
    let (out, into) = try await within("channel") {
        async let into = channels.first { _ in true }
        let out = try await here.openChannel(psm: psm, mtu: 512)
        return (out, try require(try await into))
    }
    report(
        "both ends of a channel know its sizes",
        out.largestPacketOut == 1024 && into.largestPacketOut == 512
    )
    let arrived = await packets(from: out, to: into, size: 1024)
    let back = await packets(from: into, to: out, size: 512)
    report("\(count) packets arrive each way", arrived && back)
    await here.disconnect()
    await set.stop()
}

private func packets(
    from: any ChannelBearer,
    to: any ChannelBearer,
    size: Int
) async -> Bool {
    let (stream, entry) = AsyncStream.makeStream(of: [UInt8].self)
    to.start {
        entry.yield($0)
    } onEnd: {
        entry.finish()
    }
    for index in 0..<count {
        from.send([UInt8](repeating: UInt8(truncatingIfNeeded: index), count: size))
        await from.drained()
    }
    var index = 0
    for await packet in stream {
        let expected = [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: size)
        guard packet == expected else { return false }
        index += 1
        if index == count { return true }
    }
    return false
}
