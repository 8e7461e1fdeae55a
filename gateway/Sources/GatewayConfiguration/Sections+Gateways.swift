extension Configuration {
    /// The section `gateways`: several gateways that act as one sensor.
    public struct Gateways: Sendable, Hashable {
        /// The shared key, at least 32 characters.
        public var key: String
        /// The names of all gateways.
        public var members: [String]
        /// The room of the devices that this gateway receives best; nil: its name.
        public var room: String?
        /// Time for which a reading waits for another gateway's publication, milliseconds.
        public var hold: Int64 = 200
    }
}

extension Configuration.Gateways {
    init(_ section: Section, _ files: Files) {
        (key, members) = ("", [])
        section.allow("key_file", "members", "room", "hold")
        room = section.text("room")
        hold = section.time("hold", hold)
        if !(100...60_000).contains(hold) { section.fault("hold", "must be from 100ms to 60s") }
        members = section.values("members", "the name of a gateway") {
            Configuration.isTopicLevel($0) ? $0 : nil
        }
        if members.isEmpty, section.list("members").isEmpty {
            section.fault("members", "is missing; list the names of all gateways")
        }
        readKey(section, files)
    }

    private mutating func readKey(_ section: Section, _ files: Files) {
        guard let path = section.text("key_file").map(files.path) else {
            return section.fault(
                "key_file",
                "is missing; create the same file on each gateway, with openssl rand -hex 32"
            )
        }
        do {
            let words = try Files.secretLine(path).split(whereSeparator: \.isWhitespace)
            key = words.count == 1 ? String(words[0]) : ""
            if key.utf8.count < 32 {
                section.fault(
                    "key_file",
                    "\(path) must have one word of at least 32 characters; use openssl rand -hex 32"
                )
            }
        } catch {
            section.fault("key_file", error.reason)
        }
    }
}
