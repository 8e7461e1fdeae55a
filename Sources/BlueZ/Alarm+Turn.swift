package import AccessoryConcurrency
package import BluetoothLE

// A controller makes one connection at a time: attempts wait for an alarm that each rings at its end.
extension Alarm {
    /// Returns when another attempt has ended.
    package func nextTurn() async throws(RadioError) {
        await withTaskCancellationHandler {
            await wait()
        } onCancel: {
            // also wakes the other waiters, which check again
            ring()
        }
        if Task.isCancelled { throw .cancelled }
    }
}
