import BluetoothLE
import Foundation
import Radios

do {
    let radio = try await openRadio(CommandLine.arguments.dropFirst().first ?? defaultAdapter)
    try await radio.setPower(true)
    try await runWatch(PeripheralManager(radio: radio), Central(radio: radio)) { news in
        let line =
            switch news {
            case .time(let text): "the phone's time is \(text)"
            case .notification(let title, let message): "\(title): \(message)"
            case .removed: "a notification was removed"
            case .ended(let reason): "the phone sends nothing more: \(reason)"
            }
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
} catch {
    FileHandle.standardError.write(Data("WatchDisplay: \(error)\n".utf8))
    exit(1)
}
