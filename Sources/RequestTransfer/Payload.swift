internal import FoundationEssentials
internal import SwiftProtobuf

/// The payload of a message. All of its kinds can be written.
func encode(_ message: some Message) -> [UInt8] {
    let bytes: [UInt8]? = try? message.serializedBytes()
    guard let bytes else {
        preconditionFailure("\(type(of: message)) has a field that is required")
    }
    return bytes
}

/// A message of a payload.
///
/// - Throws: `protocolMismatch` when it is none.
func decode<Payload: Message>(_ payload: [UInt8]) throws(RequestTransferError) -> Payload {
    do {
        return try Payload(serializedBytes: payload)
    } catch {
        throw .protocolMismatch
    }
}

/// An object as it travels: JSON on one line.
func encode(json object: some Encodable) throws(RequestTransferError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
        return [UInt8](try encoder.encode(object))
    } catch {
        throw .malformed
    }
}

/// An object that has arrived.
///
/// - Throws: `malformed` when it is none.
func decode<Object: Decodable>(
    json bytes: [UInt8],
    as type: Object.Type
) throws(RequestTransferError) -> Object {
    do {
        return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
        throw .malformed
    }
}
