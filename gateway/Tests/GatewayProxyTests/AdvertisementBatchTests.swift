import BluetoothLE
import Testing

@testable import GatewayProxy

@Suite struct AdvertisementBatchTests {
    private func report(
        _ data: [UInt8],
        rssi: Int? = -61,
        kind: BluetoothAddress.Kind = .random
    ) -> AdvertisementReport {
        AdvertisementReport(
            address: BluetoothAddress(value: 0xC0FF_EE00_0001, kind: kind),
            rssi: rssi,
            data: data
        )
    }

    @Test func reportsAreFieldsOfOneMessage() {
        var batch = AdvertisementBatch()
        var isFull = batch.append(report([2, 1, 6]))
        isFull = batch.append(report([], rssi: nil, kind: .public)) || isFull
        #expect(!isFull)
        let (message, count) = batch.take()
        #expect(count == 2 && message.type == 93)
        #expect(
            message.payload
                == hex("0a 11 08 818080f0fe9f30 10 79 18 01 22 03 020106")
                + hex("0a 0d 08 818080f0fe9f30 10 fe01 22 00")
        )
        #expect(batch.count == 0)
    }

    @Test func sixteenReportsFillABatch() {
        var batch = AdvertisementBatch()
        let full = (1...16).filter { batch.append(report([UInt8($0)])) }
        #expect(full == [16])
    }

    @Test func longDataKeepsItsLength() throws {
        var batch = AdvertisementBatch()
        let data = [UInt8](repeating: 9, count: 1650)
        _ = batch.append(report(data))
        let payload = batch.take().message.payload
        var reader = ProtobufReader(payload[...])
        guard case .bytes(let one)? = try reader.next()?.value else {
            throw ProtobufError.malformed
        }
        let rest = try reader.next()
        #expect(rest == nil)
        var fields = ProtobufReader(one)
        var last: ProtobufReader.Value?
        while let field = try fields.next() { last = field.value }
        #expect(last == .bytes(data[...]))
    }
}
