/// Where readings go. A sink is one folder; the service lists them.
public protocol Sink: AnyObject, Sendable {
    /// As in metrics and logs: "mqtt".
    var name: String { get }
    /// Whether it wants each advertisement as received, not only what was decoded.
    var takesAdvertisements: Bool { get }

    /// Takes an item. Returns at once, whatever the sink's other end does: the scan waits for it.
    func offer(_ item: Item)

    /// Delivers until the task is cancelled, then closes what it opened.
    func run() async throws

    /// Returns when everything offered before has been delivered.
    func drain() async
}
