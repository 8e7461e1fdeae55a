import BlueZDaemon
import BluetoothLE
import Glibc

/// Scans for some seconds, and prints the CPU time of this process for each report.
func scan(adapter: String, choice: String, seconds: String, label: String) async throws {
    let radio = try await openRadio(adapter, try require(RadioChoice(rawValue: choice)))
    try await radio.setPower(true)
    let length = try require(Int(seconds))
    let batches = try await radio.scanBatches(ScanParameters { $0.reportsDuplicates = true })
    let before = processorTime()
    // on the thread that reads the bus, as a program of one thread does
    let counting = Task(executorPreference: SocketBearer.executor) {
        var count = 0
        for try await batch in batches { count += batch.count }
        return count
    }
    try await Task.sleep(for: .seconds(length))
    let used = processorTime() - before
    counting.cancel()
    let reports = try await counting.value
    let each = used / .milliseconds(max(reports, 1))
    print("\(label): \(reports) reports, \(used / .milliseconds(1)) ms of CPU, \(each) ms a report")
}

private func processorTime() -> Duration {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(.zero) { sum, time in
        sum + .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }
}
