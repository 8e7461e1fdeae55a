internal import FoundationEssentials
internal import SwiftProtobuf

/// Encodes a message as a payload. Every message can be encoded.
func encode(_ message: some Message) -> [UInt8] {
    let bytes: [UInt8]? = try? message.serializedBytes()
    guard let bytes else {
        preconditionFailure("\(type(of: message)) has a field that is required")
    }
    return bytes
}

/// Decodes a message from a payload.
///
/// - Throws: `protocolMismatch` if it cannot be decoded.
func decode<Payload: Message>(_ payload: [UInt8]) throws(RequestTransferError) -> Payload {
    do {
        return try Payload(serializedBytes: payload)
    } catch {
        throw .protocolMismatch
    }
}

/// Encodes an object for the wire: JSON on one line.
func encode(json object: some Encodable) throws(RequestTransferError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
        return [UInt8](try encoder.encode(object))
    } catch {
        throw .malformed
    }
}

/// Decodes an object.
///
/// - Throws: `malformed` if it cannot be decoded.
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
