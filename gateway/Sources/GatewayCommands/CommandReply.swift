internal import AccessoryBase
internal import GatewayCore

/// Builds the JSON of answers.
struct CommandReply {
    /// The result of a command, besides its success.
    enum Outcome: Sendable, Hashable {
        case done
        case value([UInt8])
        case saved([String], unchanged: [String])
        case updated(milliseconds: Int, attempts: Int)
    }

    let id: String?
    let verb: CommandSettings.Verb?

    func succeeded(_ outcome: Outcome) -> [UInt8] {
        write { json in
            json.member("ok", true)
            switch outcome {
            case .done: break
            case .value(let bytes):
                json.name("value")
                json.hex(bytes)
            case .saved(let saved, let unchanged):
                json.name("saved")
                json.array { json in for name in saved { json.value(name) } }
                json.name("unchanged")
                json.array { json in for name in unchanged { json.value(name) } }
            case .updated(let milliseconds, let attempts):
                json.member("milliseconds", milliseconds)
                json.member("attempts", attempts)
            }
        }
    }

    func failed(_ error: CommandError) -> [UInt8] {
        write { json in
            json.member("ok", false)
            json.member("error", error.kind.rawValue)
            json.member("reason", error.description)
            if let code = error.code { json.member("code", code) }
        }
    }

    /// - Parameter progress: Per cent.
    func progress(_ progress: Int) -> [UInt8] { write { $0.member("progress", progress) } }

    /// A value received on a subscription.
    ///
    /// - Parameter time: Milliseconds since 1970.
    func notified(_ attribute: Attribute, _ value: [UInt8], at time: Int64) -> [UInt8] {
        write { json in
            json.member("service", "\(attribute.service)")
            json.member("characteristic", "\(attribute.characteristic)")
            json.name("value")
            json.hex(value)
            json.member("ts", Int(time))
        }
    }

    private func write(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            if let id {
                json.member("id", id)
            } else {
                json.name("id")
                json.null()
            }
            if let verb { json.member("do", verb.rawValue) }
            members(&json)
        }
        return json.bytes
    }
}
