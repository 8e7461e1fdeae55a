/// What a browser tells.
public enum BrowserEvent: Sendable {
    /// The radio's state changed.
    case stateChanged(BrowserState)
    /// A device was added to the list.
    case added(PeripheralItem)
    /// A device's name (over a connection) changed.
    case nameChanged(PeripheralItem)
    /// The name in a device's advertisements changed.
    case advertisingNameChanged(PeripheralItem)
    /// A device was heard again: its RSSI, and with it beacons, readings and times, are new.
    case rssiChanged(PeripheralItem)
    /// A device was not heard for too long, or made room for another.
    case removed(PeripheralItem)
    /// The list as a whole changed: it was cleared, or sorted.
    case listChanged
}

/// How what `startScanning` began ended.
public enum BrowserScanEnd: Sendable {
    /// By `stopScanning`, or by another `startScanning`.
    case stopped
    /// By itself; why, such as an adapter that was turned off.
    case failed(any Error)
}
