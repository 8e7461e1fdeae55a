// Measures walks of data through the rooms, for benchmarks/walk.py; each prints one JSON object.
//     walk-bench-swift reports FILE REPORTS    from a socket with HCI events to the beacon browser
//     walk-bench-swift update BLOCK MTU        a firmware update of 1 MiB over the virtual air
//     walk-bench-swift exchange BLOCK NUMBER   exchanges of 4 KiB over the virtual cable
//     walk-bench-swift cable BYTES DECIBELS    messages both ways by the cable modem over a virtual cable
//     walk-bench-swift cable-exchange BYTES DECIBELS RATE BLOCK
//                                              a request, then an answer, at a sample rate
import Foundation

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.dropFirst().compactMap { Int($0) }
switch (arguments.first, numbers.count) {
case ("reports", 2):
    try await ReportWalk.run(events: CInt(numbers[0]), reports: numbers[1])
case ("update", 2):
    try await UpdateWalk.run(block: numbers[0], mtu: numbers[1])
case ("exchange", 2):
    try await ExchangeWalk.run(blockSize: numbers[0], exchanges: numbers[1])
case ("cable", 2):
    try await CableWalk.run(size: numbers[0], decibels: numbers[1])
case ("cable-exchange", 4):
    try await CableWalk.exchange(
        size: numbers[0],
        decibels: numbers[1],
        rate: numbers[2],
        blockSize: numbers[3]
    )
default:
    let usage =
        "usage: walk-bench-swift reports FILE REPORTS | update BLOCK MTU | exchange BLOCK NUMBER "
        + "| cable BYTES DECIBELS | cable-exchange BYTES DECIBELS RATE BLOCK\n"
    FileHandle.standardError.write(Data(usage.utf8))
    exit(64)
}
