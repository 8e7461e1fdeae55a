import BluetoothLE
import Glibc
import Radios
import Synchronization

/// Scans for some seconds, and prints the CPU time of this process: for the start, and then per report.
/// The first two seconds count as the start: they decode every device that bluetoothd remembers, and run
/// code for the first time, when an emulated processor translates it.
func scan(adapter: String, choice: String, seconds: String, label: String) async throws {
    let radio = try await openRadio(adapter, try require(RadioChoice(rawValue: choice)))
    try await radio.setPower(true)
    let length = try require(Int(seconds))
    let before = processorTime()
    let batches = try await radio.scanBatches(ScanParameters { $0.reportsDuplicates = true })
    let reports = Atomic(0)
    // on the thread that reads the bus, as in a program with one thread
    let counting = Task(executorPreference: SocketBearer.executor) {
        for try await batch in batches { reports.add(batch.count, ordering: .relaxed) }
    }
    try await Task.sleep(for: .seconds(2))
    let (first, start) = (reports.load(ordering: .relaxed), processorTime())
    try await Task.sleep(for: .seconds(length - 2))
    let (count, used) = (reports.load(ordering: .relaxed) - first, processorTime() - start)
    counting.cancel()
    try await counting.value
    let each = used / .milliseconds(max(count, 1))
    print(
        "\(label): \((start - before) / .milliseconds(1)) ms of CPU to start, "
            + "then \(each) ms a report (\(count) reports)"
    )
}

private func processorTime() -> Duration {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(.zero) { sum, time in
        sum + .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }
}
