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
        refusal(toRead: attribute.permissions)
    }

    func refusal(toRead permissions: AttributePermissions) -> ATTError? {
        refusal(
            permissions,
            (.readable, .readEncryptionRequired, .readAuthenticationRequired),
            .readAuthorizationRequired,
            .readNotPermitted
        )
    }

    func refusal(toWrite attribute: AttributeTable.Attribute, size: Int) -> ATTError? {
        let refused = refusal(
            attribute.permissions,
            (.writeable, .writeEncryptionRequired, .writeAuthenticationRequired),
            .writeAuthorizationRequired,
            .writeNotPermitted
        )
        return refused ?? (size > Int(ACC_ATT_MAX_VALUE) ? .invalidValueLength : nil)
    }

    func refusal(toRequest attribute: AttributeTable.Attribute, size: Int) -> ATTError? {
        if attribute.writes == .writeWithoutResponse { return .writeNotPermitted }
        return refusal(toWrite: attribute, size: size)
    }

    /// The error for a missing permission; the strictest requirement applies.
    private func refusal(
        _ permissions: AttributePermissions,
        _ needs: (
            plain: AttributePermissions, encrypted: AttributePermissions,
            authenticated: AttributePermissions
        ),
        _ authorization: AttributePermissions,
        _ notPermitted: ATTError
    ) -> ATTError? {
        let needsAuthorization = permissions.contains(authorization)
        if permissions.contains(needs.authenticated) {
            if security < .authenticated { return .insufficientAuthentication }
        } else if permissions.contains(needs.encrypted) {
            if security < .encrypted { return .insufficientEncryption }
        } else if !permissions.contains(needs.plain), !needsAuthorization {
            return notPermitted
        }
        return needsAuthorization && !isAuthorized ? .insufficientAuthorization : nil
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
