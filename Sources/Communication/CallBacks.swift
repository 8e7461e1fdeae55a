internal import AccessoryLink
import Synchronization

/// Calls callbacks one after the other: the events of an exchange go to its own callback, all other
/// events to the set callback.
final class CallBacks: Sendable {
    private typealias Call = @Sendable () -> Void

    private let shared = Shared()
    private let queue: AsyncStream<Call>.Continuation
    private let listening: Task<Void, Never>

    private final class Shared: Sendable {
        let callBack = Mutex<(any CommunicationCallBack)?>(nil)
    }

    init(_ path: any ReaderPath) {
        let (calls, queue) = AsyncStream.makeStream(of: Call.self)
        let events = path.otherEvents
        self.queue = queue
        listening = Task(executorPreference: path.executor) { [shared] in
            for await event in events {
                queue.yield { shared.callBack.withLock { $0 }?.call(event) }
            }
        }
        _ = Task(executorPreference: path.executor) { for await call in calls { call() } }
    }

    deinit {
        listening.cancel()
        queue.finish()
    }

    /// The callback set by `set`.
    var callBack: (any CommunicationCallBack)? { shared.callBack.withLock { $0 } }

    /// Sets the callback; returns the previous one.
    @discardableResult
    func set(_ callBack: (any CommunicationCallBack)?) -> (any CommunicationCallBack)? {
        shared.callBack.withLock { old in
            defer { old = callBack }
            return old
        }
    }

    /// Performs `exchange` and passes its events to `callBack`. Returns after the call for the last
    /// event.
    func serve(
        _ callBack: any CommunicationCallBack,
        _ exchange: (@escaping LinkReport) async throws(LinkError) -> [UInt8]
    ) async throws(LinkError) -> [UInt8] {
        let result: Result<[UInt8], LinkError>
        do throws(LinkError) {
            let answer = try await exchange { [queue] event in
                guard let event = CommunicationEvent(event) else { return }
                queue.yield { callBack.call(event) }
            }
            result = .success(answer)
        } catch {
            result = .failure(error)
        }
        await withCheckedContinuation { done in queue.yield { done.resume() } }
        return try result.get()
    }
}
