/// The state of a browser's radio. Raw values are those of CoreBluetooth.
public enum BrowserState: Int, Sendable, Codable {
    case unknown = 0
    case resetting = 1
    case unsupported = 2
    case unauthorized = 3
    case poweredOff = 4
    case poweredOn = 5
}
