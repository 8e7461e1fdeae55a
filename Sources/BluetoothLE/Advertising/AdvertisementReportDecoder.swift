internal import CAccessory

/// Turns HCI events into reports, and joins extended advertisements that come in pieces. One for
/// each controller.
public struct AdvertisementReportDecoder: ~Copyable {
    private let joiner: UnsafeMutablePointer<acc_report_joiner>

    public init() {
        joiner = .allocate(capacity: 1)
        acc_report_joiner_init(joiner)
    }

    /// Reads one event, from its event code on; calls `body` for each whole report. What is no
    /// advertising report is passed over. Returns false when the event is damaged; the reports
    /// before the damage have then been delivered.
    ///
    /// - Parameter time: Given to the reports.
    @discardableResult
    public mutating func decode(
        event: Span<UInt8>,
        time: Duration,
        _ body: (AdvertisementReport) -> Void
    ) -> Bool {
        event.withUnsafeBufferPointer { buffer in
            read(ACC_PACKET_HCI_EVENT, buffer, rssi: nil, time: time, body)
        }
    }

    /// Any kind of packet; `rssi` is for packets that do not carry one.
    mutating func read(
        _ kind: acc_packet_kind,
        _ bytes: UnsafeBufferPointer<UInt8>,
        rssi: Int?,
        time: Duration,
        _ body: (AdvertisementReport) -> Void
    ) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        var reader: acc_report_reader = zeroed()
        let status = acc_report_reader_init(&reader, kind, start, bytes.count)
        guard status == .ok else { return status == .unsupported }
        var report: acc_report = zeroed()
        while acc_report_next(&reader, &report) {
            guard acc_report_join(joiner, &report) else { continue }
            var whole = AdvertisementReport(report, time: time)
            if whole.rssi == nil { whole.rssi = rssi }
            body(whole)
        }
        return reader.status == .ok
    }

    deinit {
        joiner.deallocate()
    }
}
