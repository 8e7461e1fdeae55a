// Puts this package's GATT server or client on a unix socket that carries one ATT PDU a packet, so that
// other implementations can be tried against it, and so that it can be timed.
//     gatt-bearer serve PATH | client PATH | bench PATH
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let path = arguments.last else {
    FileHandle.standardError.write(Data("usage: gatt-bearer serve|client|bench PATH\n".utf8))
    exit(64)
}
switch arguments.first {
case "serve": try await Server.run(at: path)
case "client": await Client.run(at: path)
case "bench": try await Bench.run(at: path)
default: exit(64)
}
