// Runs this package's GATT on a unix socket that carries one ATT PDU per packet, for tests with other
// implementations and for benchmarks.
//     gatt-bearer serve PATH              a server
//     gatt-bearer client PATH             a client that uses every function of a server
//     gatt-bearer bench PATH              a client that measures a server's speed
//     gatt-bearer managers PATH           measures CoreBluetooth's managers beside Peripheral
//     gatt-bearer connects PATH           connects 10,000 times by CoreBluetooth, and prints the memory
//     gatt-bearer discoveries REPORTS     measures didDiscover at 50,000 advertisements/s
//     gatt-bearer fanout NOTIFICATIONS    measures notifications to many centrals of this process
import BluetoothLE
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let path = arguments.last else {
    FileHandle.standardError.write(
        Data(
            "usage: gatt-bearer serve|client|bench|managers|connects PATH, discoveries REPORTS, or fanout NOTIFICATIONS\n"
                .utf8
        )
    )
    exit(64)
}
switch arguments.first {
case "serve":
    try await withTaskExecutorPreference(SocketBearer.executor) { try await Server.run(at: path) }
case "client": await Client.run(at: path)
case "bench": try await Bench.run(at: path)
case "managers": try await Managers.run(at: path)
case "connects": try await Managers.connect(10_000, at: path)
case "discoveries": try await Managers.discover(Int(path) ?? 0)
case "fanout":
    for carrier in ["pipes", "air"] { try await FanOut.run(Int(path) ?? 0, over: carrier) }
default: exit(64)
}
