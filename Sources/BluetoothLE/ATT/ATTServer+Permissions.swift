internal import AccessoryBase
internal import CAccessory

private let log = Log("peripheral")

// The permissions of clients, and the error responses.
extension ATTServer {
    /// The value stored in the server; nil when the application provides it.
    func value(of attribute: AttributeTable.Attribute) -> [UInt8]? {
        switch attribute.role {
        case .declaration, .stored: attribute.value
        case .onDemand: nil
        case .configuration(let handle, _): [subscriptions[handle]?.rawValue ?? 0, 0]
        }
    }

    func refusal(toRead attribute: AttributeTable.Attribute) -> ATTError? {
        refusal(of: .read, attribute, orElse: .readNotPermitted)
    }

    func refusal(toWrite attribute: AttributeTable.Attribute, size: Int) -> ATTError? {
        let refused = refusal(of: .write, attribute, orElse: .writeNotPermitted)
        return refused ?? (size > Int(ACC_ATT_MAX_VALUE) ? .invalidValueLength : nil)
    }

    func refusal(toRequest attribute: AttributeTable.Attribute, size: Int) -> ATTError? {
        if attribute.writes == .writeWithoutResponse { return .writeNotPermitted }
        return refusal(toWrite: attribute, size: size)
    }

    /// The error for a missing permission, by which the client knows what to do first (Core 5.4, Vol 3,
    /// Part C, section 10.3.1).
    private func refusal(
        of operation: AttributeOperation,
        _ attribute: AttributeTable.Attribute,
        orElse notPermitted: ATTError
    ) -> ATTError? {
        guard let level = attribute.permissions.level(for: operation) else { return notPermitted }
        if security < level {
            return level == .encrypted ? .insufficientEncryption : .insufficientAuthentication
        }
        if level > .none, keySize < attribute.minimumKeySize { return .encryptionKeyTooShort }
        return attribute.permissions.needsAuthorization(for: operation) && !isAuthorized
            ? .insufficientAuthorization : nil
    }

    func send(_ pdu: PDU) -> Action {
        .send(pdu.packet)
    }

    func failure(_ error: ATTError, _ request: UInt8, _ handle: UInt16) -> Action {
        // the usual end of a discovery
        if error != .attributeNotFound {
            log.debug("refused request \(request) to handle \(handle): \(error.cause)")
        }
        return send(.error(error, to: request, handle: handle))
    }
}
