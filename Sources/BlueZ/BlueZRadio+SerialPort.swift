public import BluetoothLE
internal import CAccessoryBlueZ
internal import Dispatch
internal import Glibc

/// Classic Bluetooth serial ports (RFCOMM).
extension BlueZRadio {
    /// Opens a serial port on a classic Bluetooth device. If the device requires pairing, the kernel
    /// pairs with the help of a registered agent, such as bluetoothd's.
    ///
    /// - Parameters:
    ///   - device: The device's public address.
    ///   - channel: The RFCOMM channel, 1 to 30; nil: the channel of the device's Serial Port
    ///     service (UUID 1101), which is looked up first.
    /// - Throws: `failed` when the device has no Serial Port service.
    public func openSerialPort(
        to device: BluetoothAddress,
        channel: Int? = nil
    ) async throws(RadioError) -> RFCOMMLink {
        let number: Int
        if let channel { number = channel } else { number = try await serialPort(of: device) }
        let channel = try Self.check(number)
        var (local, peer) = (KernelAddress(classic: ownAddress).c, KernelAddress(classic: device).c)
        let file = acc_bluez_rfcomm_connect(&local, &peer, channel)
        if file < 0 { throw failure(file) }
        let error = await SocketWait.connected(file)
        guard error == 0 else {
            close(file)
            throw error == -ECANCELED ? .cancelled : failure(error)
        }
        return RFCOMMLink(file: file)
    }

    /// Accepts incoming connections to an RFCOMM channel of this adapter, for as long as the stream is
    /// retained. No service record is published: the peer has to know the channel.
    ///
    /// - Parameter channel: 1 to 30.
    public func incomingSerialPorts(
        channel: Int
    ) throws(RadioError) -> AsyncStream<RFCOMMLink> {
        let channel = try Self.check(channel)
        var local = KernelAddress(classic: ownAddress).c
        let file = acc_bluez_rfcomm_listen(&local, channel)
        if file < 0 { throw failure(file) }
        let (stream, entry) = AsyncStream.makeStream(of: RFCOMMLink.self)
        let listener = SocketListener(file: file, accept: acc_bluez_rfcomm_accept) { socket, _ in
            entry.yield(RFCOMMLink(file: socket))
        } onEnd: {
            entry.finish()
        }
        entry.onTermination = { _ in listener.close() }
        return stream
    }

    private static func check(_ channel: Int) throws(RadioError) -> UInt8 {
        guard (1...30).contains(channel) else {
            throw .invalidParameters("an RFCOMM channel is 1 to 30")
        }
        return UInt8(channel)
    }

    /// Queries the channel of a device's Serial Port service.
    private func serialPort(of device: BluetoothAddress) async throws(RadioError) -> Int {
        let (local, peer) = (KernelAddress(classic: ownAddress), KernelAddress(classic: device))
        let (answers, entry) = AsyncStream.makeStream(of: CInt.self)
        // paging an absent device blocks for seconds; a cancelled task must not wait for it
        DispatchQueue.global().async {
            var (local, peer) = (local.c, peer.c)
            let uuid = UInt16(ACC_BLUEZ_UUID_SERIAL_PORT)
            entry.yield(acc_bluez_rfcomm_find(&local, &peer, uuid))
        }
        guard let channel = await answers.first(where: { _ in true }) else { throw .cancelled }
        if channel == -ENOENT { throw .failed("the device offers no serial port") }
        if channel < 0 { throw failure(channel) }
        return Int(channel)
    }
}

extension KernelAddress {
    /// The address of a classic Bluetooth device.
    fileprivate init(classic address: BluetoothAddress) {
        self.init(bytes: address.littleEndian, type: UInt8(ACC_BLUEZ_CLASSIC))
    }
}
