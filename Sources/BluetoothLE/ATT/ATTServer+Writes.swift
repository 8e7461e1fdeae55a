internal import CAccessory

// Writes, immediate and prepared, including subscriptions, and confirmations (Core 5.4, Vol 3, Part F,
// sections 3.4.5 to 3.4.7).
extension ATTServer {
    mutating func write(_ pdu: PDU, _ table: AttributeTable) -> Actions {
        let fields = pdu.fields
        guard let attribute = table[fields.handle] else {
            return [failure(.invalidHandle, fields.opcode, fields.handle)]
        }
        if let refused = refusal(toRequest: attribute, size: pdu.tail.count) {
            return [failure(refused, fields.opcode, fields.handle)]
        }
        if case .configuration(let handle, let properties) = attribute.role {
            if let refused = refusal(of: pdu.tail, properties) {
                return [failure(refused, fields.opcode, fields.handle)]
            }
            return [send(PDU(ACC_ATT_WRITE_RSP)), configure(handle, pdu.tail)]
        }
        waiting = .write(handle: fields.handle)
        let write = Write(handle: fields.handle, offset: 0, value: pdu.tail)
        return Actions(.write([write], wantsResponse: true))
    }

    /// Processes a command. Invalid commands are ignored (section 3.4.5.3). So are signed ones,
    /// because no signing key is ever exchanged.
    mutating func command(_ packet: [UInt8], _ table: AttributeTable) -> Actions {
        guard let pdu = try? PDU(packet: packet), pdu.opcode == ACC_ATT_WRITE_CMD,
            let attribute = table[pdu.fields.handle],
            refusal(toWrite: attribute, size: pdu.tail.count) == nil
        else { return [] }
        guard attribute.writes != .write else {
            droppedCommands += 1
            return []
        }
        if case .configuration(let handle, let properties) = attribute.role {
            return refusal(of: pdu.tail, properties) == nil ? [configure(handle, pdu.tail)] : []
        }
        let write = Write(handle: pdu.fields.handle, offset: 0, value: pdu.tail)
        return Actions(.write([write], wantsResponse: false))
    }

    mutating func prepare(_ pdu: PDU, _ table: AttributeTable) -> Actions {
        let fields = pdu.fields
        // the response repeats the part, so it must fit the MTU like the request
        guard pdu.tail.count <= mtu - 5 else {
            return [failure(.invalidPDU, fields.opcode, fields.handle)]
        }
        guard let attribute = table[fields.handle] else {
            return [failure(.invalidHandle, fields.opcode, fields.handle)]
        }
        if let refused = refusal(toRequest: attribute, size: 0) {
            return [failure(refused, fields.opcode, fields.handle)]
        }
        guard prepared.count < limits.preparedWrites else {
            return [failure(.prepareQueueFull, fields.opcode, fields.handle)]
        }
        prepared.append(Write(handle: fields.handle, offset: Int(fields.offset), value: pdu.tail))
        return [
            send(
                PDU(
                    ACC_ATT_PREPARE_WRITE_RSP,
                    handle: fields.handle,
                    offset: fields.offset,
                    tail: pdu.tail
                )
            )
        ]
    }

    /// Executes prepared writes. The parts for each attribute are joined in the order of arrival
    /// (section 3.4.6.3).
    mutating func execute(_ flags: UInt8, _ table: AttributeTable) -> Actions {
        let parts = prepared
        prepared = []
        let request = UInt8(ACC_ATT_EXECUTE_WRITE_REQ.rawValue)
        guard flags <= 1 else { return [failure(.invalidPDU, request, 0)] }
        guard flags == 1, !parts.isEmpty else { return [send(PDU(ACC_ATT_EXECUTE_WRITE_RSP))] }

        var writes: [Write] = []
        for part in parts {
            if let last = writes.last, last.handle == part.handle,
                last.offset + last.value.count == part.offset
            {
                writes[writes.count - 1] = Write(
                    handle: last.handle,
                    offset: last.offset,
                    value: last.value + part.value
                )
            } else {
                writes.append(part)
            }
        }
        for write in writes {
            if let refused = refusal(ofConfigurationIn: write, table) {
                return [failure(refused, request, write.handle)]
            }
            // only the application knows the length of an on-demand value
            if let attribute = table[write.handle], let current = value(of: attribute),
                write.offset > current.count
            {
                return [failure(.invalidOffset, request, write.handle)]
            }
            guard write.offset + write.value.count <= Int(ACC_ATT_MAX_VALUE) else {
                return [failure(.invalidValueLength, request, write.handle)]
            }
        }
        let configurations = writes.filter { configuration(at: $0.handle, table) != nil }
        writes.removeAll { configuration(at: $0.handle, table) != nil }
        guard !writes.isEmpty else {
            var actions = Actions(send(PDU(ACC_ATT_EXECUTE_WRITE_RSP)))
            actions += configure(configurations, table)
            return actions
        }
        waiting = .execute(configurations: configurations)
        return [.write(writes, wantsResponse: true)]
    }

    private func configuration(
        at handle: UInt16,
        _ table: AttributeTable
    ) -> (of: UInt16, CharacteristicProperties)? {
        guard case .configuration(let of, let properties) = table[handle]?.role else { return nil }
        return (of, properties)
    }

    /// The error for an invalid write to a client characteristic configuration, which must be
    /// written as a whole. Nil for any other attribute.
    private func refusal(ofConfigurationIn write: Write, _ table: AttributeTable) -> ATTError? {
        guard let (_, properties) = configuration(at: write.handle, table) else { return nil }
        return write.offset > 0 ? .invalidOffset : refusal(of: write.value, properties)
    }

    /// Applies prepared and validated configuration writes.
    mutating func configure(_ writes: [Write], _ table: AttributeTable) -> [Action] {
        writes.compactMap { write in
            configuration(at: write.handle, table).map { configure($0.of, write.value) }
        }
    }

    mutating func configure(_ handle: UInt16, _ value: [UInt8]) -> Action {
        let subscription = Subscription(rawValue: value[0])
        subscriptions[handle] = subscription.isEmpty ? nil : subscription
        return .subscription(handle: handle, subscription)
    }

    func refusal(of value: [UInt8], _ properties: CharacteristicProperties) -> ATTError? {
        guard value.count == 2 else { return .invalidValueLength }
        // the other bits are reserved (Vol 3, Part G, section 3.3.3.3)
        guard value[0] & ~3 == 0, value[1] == 0 else { return .valueNotAllowed }
        let wanted = Subscription(rawValue: value[0])
        if wanted.contains(.notifications), !properties.canNotify {
            return .cccdImproperlyConfigured
        }
        if wanted.contains(.indications), !properties.canIndicate {
            return .cccdImproperlyConfigured
        }
        return nil
    }

    mutating func confirm() -> Actions {
        guard let done = indicated else { return [] }
        indicated = nil
        return [.confirmed(handle: done.handle)]
    }
}
