internal import CAccessory

// What a client may do, and the answers that say no.
extension ATTServer {
    /// The value that the server knows by itself; nil when the application has to be asked.
    func value(of attribute: AttributeTable.Attribute) -> [UInt8]? {
        switch attribute.role {
        case .declaration, .stored: attribute.value
        case .onDemand: nil
        case .configuration(let handle, _): [subscriptions[handle]?.rawValue ?? 0, 0]
        }
    }

    func refusal(toRead attribute: AttributeTable.Attribute) -> ATTError? {
        let permissions = attribute.permissions
        let needs: [(AttributePermissions, LinkSecurity)] = [
            (.readable, .none), (.readEncryptionRequired, .encrypted),
            (.readAuthenticationRequired, .authenticated),
        ]
        return refusal(permissions, needs, .readAuthorizationRequired, .readNotPermitted)
    }

    func refusal(toWrite attribute: AttributeTable.Attribute, size: Int) -> ATTError? {
        let needs: [(AttributePermissions, LinkSecurity)] = [
            (.writeable, .none), (.writeEncryptionRequired, .encrypted),
            (.writeAuthenticationRequired, .authenticated),
        ]
        let refused = refusal(
            attribute.permissions,
            needs,
            .writeAuthorizationRequired,
            .writeNotPermitted
        )
        return refused ?? (size > Int(ACC_ATT_MAX_VALUE) ? .invalidValueLength : nil)
    }

    /// The strictest of the needs that are set decides.
    func refusal(
        _ permissions: AttributePermissions,
        _ needs: [(permission: AttributePermissions, level: LinkSecurity)],
        _ authorization: AttributePermissions,
        _ notPermitted: ATTError
    ) -> ATTError? {
        let needsAuthorization = permissions.contains(authorization)
        guard let need = needs.last(where: { permissions.contains($0.permission) }) else {
            return needsAuthorization && isAuthorized
                ? nil : (needsAuthorization ? .insufficientAuthorization : notPermitted)
        }
        if security < need.level {
            return need.level == .authenticated
                ? .insufficientAuthentication : .insufficientEncryption
        }
        return needsAuthorization && !isAuthorized ? .insufficientAuthorization : nil
    }

    func send(_ pdu: PDU) -> Action {
        .send(pdu.packet)
    }

    func failure(_ error: ATTError, _ request: UInt8, _ handle: UInt16) -> Action {
        send(.error(error, to: request, handle: handle))
    }
}
