// Measures walks of data through the rooms, for benchmarks/walk.py; each prints one JSON object.
//     walk-bench-swift reports FILE REPORTS    from a socket with HCI events to the beacon browser
import Foundation

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("reports", 3):
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    try await ReportWalk.run(events: CInt(numbers[0]), reports: numbers[1])
default:
    FileHandle.standardError.write(Data("usage: walk-bench-swift reports FILE REPORTS\n".utf8))
    exit(64)
}
