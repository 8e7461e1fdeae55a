internal import CAccessory

/// Converts HCI events to reports and reassembles fragmented extended advertisements. Use one per
/// controller.
public struct AdvertisementReportDecoder: ~Copyable {
    private let joiner: UnsafeMutablePointer<acc_report_joiner>

    /// Creates a decoder without fragments.
    public init() {
        joiner = .allocate(capacity: 1)
        acc_report_joiner_init(joiner)
    }

    /// Decodes one event, starting at its event code, and calls `body` for each complete report. Other
    /// events are ignored. Returns false when the event is malformed; the reports before the error have
    /// been delivered.
    ///
    /// - Parameters:
    ///   - event: The event, starting at its code.
    ///   - time: The time of the reports.
    ///   - body: Called for each report.
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

    /// Decodes a packet of any kind. Packets without an RSSI get `rssi`.
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
