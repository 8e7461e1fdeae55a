// The program that the lab runs in its guest: tests radios on the kernel's sockets with each other and with
// other stacks. BluetoothLab COMMAND ADAPTER...: prints one line per scenario; exits with 1 if one failed.
import BlueZ
import BluetoothLE
import Glibc

let commands: [String: @Sendable ([String]) async throws -> Void] = [
    "hear": { try await hear(adapter: $0[0], name: $0[1]) },
    "link": { try await link(peripheral: $0[0], central: $0[1]) },
    "load": { try await load(peripheral: $0[0], central: $0[1]) },
    "power": { try await power(peripheral: $0[0], central: $0[1]) },
    "pair": { try await pair(peripheral: $0[0], central: $0[1]) },
    "channel": { try await channel(peripheral: $0[0], central: $0[1]) },
    "refused": { try await refused(adapter: $0[0], expected: $0[1]) },
    "taken": { try await taken(adapter: $0[0]) },
    "serve": { try await serve(adapter: $0[0]) },
    "converse": { try await converse(adapter: $0[0]) },
    "offer": { try await offer(adapter: $0[0], choice: $0[1]) },
    "measure": {
        try await measure(adapter: $0[0], choice: $0[1], address: $0[2], label: $0[3])
    },
    "often": { try await often(adapter: $0[0], choice: $0[1], address: $0[2], count: $0[3]) },
    "scan": {
        try await scan(adapter: $0[0], choice: $0[1], seconds: $0[2], label: $0[3])
    },
    "visit": { try await visit(adapter: $0[0], address: $0[1]) },
]
let arguments = Array(CommandLine.arguments.dropFirst())
guard let name = arguments.first, let command = commands[name] else {
    print("usage: BluetoothLab \(commands.keys.sorted().joined(separator: "|")) ADAPTER...")
    exit(64)
}
do {
    try await command(Array(arguments.dropFirst()))
} catch {
    report("\(name) runs to its end", false, "\(error)")
}
exit(hasFailed ? 1 : 0)
