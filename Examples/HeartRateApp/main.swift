import CoreBluetooth

let app = HeartRateApp {
    print("\($0) beats per minute")
    // also into a file or a pipe
    fflush(nil)
}
withExtendedLifetime(app) { dispatchMain() }
