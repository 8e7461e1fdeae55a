import AccessoryConcurrency
import Testing

@Suite(.timeLimit(.minutes(20))) struct BroadcasterTests {
    @Test func allListenersReceiveTheSameOrder() async {
        let broadcaster = Broadcaster<Int>()
        let streams = (0..<4).map { _ in broadcaster.stream() }
        await withTaskGroup(of: Void.self) { group in
            for sender in 0..<4 {
                group.addTask { for value in 0..<500 { broadcaster.send(sender * 1000 + value) } }
            }
        }
        broadcaster.finish()
        var heard: [[Int]] = []
        for stream in streams {
            var values: [Int] = []
            for await value in stream { values.append(value) }
            heard.append(values)
        }
        #expect(heard[0].count == 2000)
        for other in heard { #expect(other == heard[0]) }
        for sender in 0..<4 {
            let own = heard[0].filter { $0 / 1000 == sender }
            #expect(own == own.sorted())
        }
    }

    @Test func aLateListenerReceivesTheLatestValueThenAll() async {
        let broadcaster = Broadcaster(replaying: 1)
        broadcaster.send(2)
        let stream = broadcaster.stream { $0 * 10 }
        broadcaster.send(3)
        broadcaster.finish()
        let late = broadcaster.stream()
        #expect(await stream.reduce(into: []) { $0.append($1) } == [20, 30])
        #expect(await late.reduce(into: []) { $0.append($1) } == [3])
    }

    /// Waking a listener and cancelling it use the same two locks.
    @Test func listenersAreCancelledWhileValuesArrive() async {
        let broadcaster = Broadcaster<Int>()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for value in 0..<20_000 {
                    broadcaster.send(value)
                    await Task.yield()
                }
            }
            group.addTask {
                for _ in 0..<5_000 {
                    let stream = broadcaster.stream()
                    let listener = Task { for await _ in stream {} }
                    await Task.yield()
                    listener.cancel()
                    await listener.value
                }
            }
        }
        broadcaster.finish()
        for await _ in broadcaster.stream() { Issue.record("a value after the end") }
    }
}
