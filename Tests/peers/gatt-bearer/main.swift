// Puts this package's GATT server or client on a unix socket that carries one ATT PDU a packet, so that
// other implementations can be tried against it, and so that it can be timed.
//     gatt-bearer serve PATH | client PATH | bench PATH
// or counts what notifications to many centrals of this process cost:
//     gatt-bearer fanout NOTIFICATIONS
import BluetoothLE
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let path = arguments.last else {
    FileHandle.standardError.write(
        Data("usage: gatt-bearer serve|client|bench PATH, or fanout NOTIFICATIONS\n".utf8)
    )
    exit(64)
}
switch arguments.first {
case "serve":
    try await withTaskExecutorPreference(SocketBearer.executor) { try await Server.run(at: path) }
case "client": await Client.run(at: path)
case "bench": try await Bench.run(at: path)
case "fanout":
    for carrier in ["pipes", "air"] { try await FanOut.run(Int(path) ?? 0, over: carrier) }
default: exit(64)
}
