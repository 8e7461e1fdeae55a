/// An event of a browser.
public enum BrowserEvent: Sendable {
    /// The radio's state changed.
    case stateChanged(BrowserState)
    /// A device was added to the list.
    case added(PeripheralItem)
    /// A device's name, as read over a connection, changed.
    case nameChanged(PeripheralItem)
    /// The name in a device's advertisements changed.
    case advertisingNameChanged(PeripheralItem)
    /// A device was received again: its RSSI is new, and its beacons, readings and times may be
    /// new.
    case rssiChanged(PeripheralItem)
    /// No report of the device was received for its lifetime, or another device replaced it.
    case removed(PeripheralItem)
    /// The whole list changed: it was cleared or sorted.
    case listChanged
}

/// How a scan started by `startScanning` ended.
public enum BrowserScanEnd: Sendable {
    /// Stopped by `stopScanning`, or by another `startScanning`.
    case stopped
    /// Ended by itself, with the reason, such as an adapter that was powered off.
    case failed(any Error)
}
