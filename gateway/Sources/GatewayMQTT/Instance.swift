internal import AccessoryBase
internal import Foundation
internal import GatewayCore

/// The run of this gateway, by which it recognises another gateway with the same name.
///
/// Each run announces itself, retained, at `PREFIX/GATEWAY/instance`. A live gateway that receives another run's
/// announcement under its own name repeats its own, so that both know.
struct Instance {
    /// The announcement of a run.
    struct Announcement: Codable, Equatable {
        /// A random number of the run.
        let boot: String
        /// The host's name.
        let host: String
    }

    /// Seconds between two announcements while there is another gateway.
    private static let interval = 60.0
    /// Seconds without an announcement after which the other gateway is gone.
    private static let lifetime = 150.0

    let own: Announcement
    /// A run that ended before this one began: the broker may still have its announcement.
    private var predecessor: String?
    private var isFirst = true
    private var other: (host: String, heard: Double)?
    private var nextTime = Double.infinity

    init(
        boot: String = String(UInt64.random(in: 0...UInt64.max), radix: 16),
        host: String = ProcessInfo.processInfo.hostName
    ) {
        own = Announcement(boot: boot, host: host)
    }

    var payload: [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.member("boot", own.boot)
            $0.member("host", own.host)
        }
        return json.bytes
    }

    /// Records an announcement under this gateway's name. Returns the host of another gateway that is found by it.
    ///
    /// - Parameter now: Seconds on the monotonic clock, as all times of this type.
    mutating func received(_ payload: [UInt8], isRetained: Bool, at now: Double) -> String? {
        guard
            let found = try? JSONDecoder().decode(Announcement.self, from: Data(payload)),
            found.boot != own.boot
        else { return nil }
        if isRetained, isFirst { predecessor = found.boot }
        isFirst = false
        // a broker that restarts may bring back the announcement of an earlier run
        guard !isRetained || found.boot != predecessor else { return nil }
        let isNew = !isDoubled(at: now)
        other = (found.host, now)
        if isNew { nextTime = now }
        return isNew ? found.host : nil
    }

    /// Whether another live gateway has the same name.
    func isDoubled(at now: Double) -> Bool { other.map { now - $0.heard < Self.lifetime } ?? false }

    /// Whether to announce this run again.
    mutating func isDue(at now: Double) -> Bool {
        guard now >= nextTime else { return false }
        nextTime = isDoubled(at: now) ? now + Self.interval : .infinity
        return true
    }
}

/// Recognises two clients with one client id, which disconnect each other for ever.
struct SessionWatch {
    /// Seconds; a connection that was taken over ends within this time, as the other client connects again at once.
    private static let short = 5.0
    private static let limit = 3

    private var count = 0

    /// Records the end of an accepted connection. Returns whether it is the third in a row that ended soon.
    mutating func ended(after seconds: Double) -> Bool {
        count = seconds < Self.short ? count + 1 : 0
        return count == Self.limit
    }
}
