internal import AccessoryBase

/// An attribute of a peripheral that breaks the rules and is not used as declared.
public struct AttributeFault: Hashable, Sendable {
    /// The attribute's handle.
    public let handle: UInt16
    /// What is wrong.
    public let text: String
}

extension AttributeFault: CustomStringConvertible {
    public var description: String { "\(text) (handle 0x\(Hexadecimal.text(handle, digits: 4)))" }
}

/// Receives the faults that a discovery finds.
typealias FaultHandler = @Sendable (AttributeFault) -> Void
