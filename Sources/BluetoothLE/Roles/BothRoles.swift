extension Central {
    /// A central as a peripheral. Connecting it uses the link that the central has established, where
    /// the radio supports both roles on it.
    public func peripheral(_ central: RemoteCentral) -> Peripheral { peripheral(central.address) }
}

extension PeripheralManager {
    /// A peripheral as a central, on the peripheral's current link. Nil without a link, or when this
    /// manager does not serve it.
    public nonisolated func central(_ peripheral: Peripheral) -> RemoteCentral? {
        let connection = peripheral.state.withLock { $0.session?.connection }
        return centrals.first { $0.connection === connection }
    }
}
