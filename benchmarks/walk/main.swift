// Measures walks of data through the rooms, for benchmarks/walk.py; each prints one JSON object.
//     walk-bench-swift reports FILE REPORTS    from a socket with HCI events to the beacon browser
//     walk-bench-swift update BLOCK MTU        a firmware update of 1 MiB over the virtual air
import Foundation

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.dropFirst().compactMap { Int($0) }
switch (arguments.first, numbers.count) {
case ("reports", 2):
    try await ReportWalk.run(events: CInt(numbers[0]), reports: numbers[1])
case ("update", 2):
    try await UpdateWalk.run(block: numbers[0], mtu: numbers[1])
default:
    let usage = "usage: walk-bench-swift reports FILE REPORTS | update BLOCK MTU\n"
    FileHandle.standardError.write(Data(usage.utf8))
    exit(64)
}
