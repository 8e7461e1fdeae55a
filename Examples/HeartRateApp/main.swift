import CoreBluetooth

let app = HeartRateApp { print("\($0) beats per minute") }
withExtendedLifetime(app) { dispatchMain() }
