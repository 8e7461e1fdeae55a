internal import AccessoryBase
internal import FeasyBeacon
internal import Foundation
internal import GatewayConfiguration

/// A received request: JSON with `id`, `do` and the members of that operation.
struct Command: Sendable, Hashable {
    enum Action: Sendable, Hashable {
        case read(Attribute)
        case write(Attribute, [UInt8], withResponse: Bool)
        case subscribe(Attribute)
        case unsubscribe(Attribute)
        case update(UpdateOptions)
        case beacon(settings: [String: SettingValue], slots: [BeaconSlot])
    }

    /// The options of an image transfer.
    struct UpdateOptions: Sendable, Hashable {
        var file = ""
        var bank: Int?
        var runningBank: Int?
        var blockSize: Int?
        var isFeasycom = false
    }

    /// Maximum length of a request, bytes; ten advertisements and all settings of a module need
    /// 2000.
    static let limit = 16 << 10
    /// Maximum length of an id, bytes.
    private static let longestID = 128

    /// The sender's id of the request, repeated in each answer.
    let id: String
    let verb: CommandSettings.Verb
    let action: Action

    /// - Throws: `badRequest`, with the member's name in the reason.
    init(json: [UInt8]) throws(CommandError) {
        guard json.count <= Self.limit else {
            throw CommandError(.badRequest, "the request is longer than \(Self.limit) bytes")
        }
        let fields: CommandFields
        do {
            fields = try JSONDecoder().decode(CommandFields.self, from: Data(json))
        } catch let error as CommandError {
            throw error
        } catch {
            let fault = (error as? DecodingError).map {
                JSONSyntax.explanation(of: $0, in: json) {
                    _ = try JSONDecoder().decode(CommandFields.self, from: Data($0))
                }
            }
            throw CommandError(
                .badRequest,
                "the request is not a JSON object with id and do" + (fault.map { ": \($0)" } ?? "")
            )
        }
        guard 1...Self.longestID ~= fields.id.utf8.count else {
            throw CommandError(.badRequest, "id must have 1 to \(Self.longestID) bytes")
        }
        id = fields.id
        verb = fields.verb
        action = try fields.action()
    }

    /// The id of a request that may be invalid otherwise; nil if it is missing.
    static func id(json: [UInt8]) -> String? {
        struct Identity: Decodable { let id: String }
        guard json.count <= limit,
            let id = try? JSONDecoder().decode(Identity.self, from: Data(json)).id
        else { return nil }
        return id.utf8.count <= longestID ? id : nil
    }
}

/// A setting of a beacon module in JSON: text, a number, or true and false.
enum SettingValue: Sendable, Hashable, Decodable {
    case text(String)
    case number(Double)
    case flag(Bool)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }
}
