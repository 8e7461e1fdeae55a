// What centrals read and write.
extension MutableCharacteristic {
    /// The writes of centrals from now on, each to be answered by `respond(to:with:)`. While nobody
    /// responds, writes are refused with `requestNotSupported`, or stored if `storesWrites`.
    ///
    /// A second call returns the same stream, which is for one reader.
    ///
    /// - Parameter capacity: Requests that may wait for the reader; then the oldest is refused, with
    ///   `insufficientResources`, for each new one.
    /// - Throws: `unconfigured`.
    public func startRespondingToWriteRequests(
        capacity: Int = .max
    ) throws(MutableCharacteristicError) -> AsyncStream<WriteRequest> {
        if let requests = state.withLock({ $0.requests }) { return requests.stream }
        return try Self.startRespondingToWriteRequests(to: [self], capacity: capacity)
    }

    /// The writes of centrals to all of these from now on, in the order in which they came: for a
    /// protocol that one characteristic steers and another feeds. Streams that they had end.
    ///
    /// - Parameter capacity: As for one characteristic.
    /// - Throws: `unconfigured`, if one of them is in no service that was added.
    public static func startRespondingToWriteRequests(
        to characteristics: [MutableCharacteristic],
        capacity: Int = .max
    ) throws(MutableCharacteristicError) -> AsyncStream<WriteRequest> {
        guard characteristics.allSatisfy({ $0.state.withLock { place($0) != nil } }) else {
            throw .unconfigured
        }
        let (stream, continuation) = AsyncStream.makeStream(
            of: WriteRequest.self,
            bufferingPolicy: capacity == .max ? .unbounded : .bufferingNewest(max(1, capacity))
        )
        // the reader was cancelled: the next call begins anew
        let forget = characteristics.map { characteristic -> @Sendable () -> Void in
            { [weak characteristic] in characteristic?.state.withLock { $0.requests = nil } }
        }
        continuation.onTermination = { _ in for each in forget { each() } }
        for characteristic in characteristics {
            characteristic.stopRespondingToWriteRequests()
            characteristic.state.withLock {
                $0.requests = WriteRequests(stream: stream, continuation: continuation)
            }
        }
        return stream
    }

    /// Ends the stream. Requests that wait in it can still be read and answered.
    public func stopRespondingToWriteRequests() {
        let requests = state.withLock { state in
            defer { state.requests = nil }
            return state.requests
        }
        requests?.continuation.finish()
    }

    /// Answers a write: nil accepts, and the value written becomes the characteristic's; an error
    /// refuses. Only the first answer counts. The central does not learn what becomes of a write
    /// without response.
    public func respond(to request: WriteRequest, with error: ATTError? = nil) {
        request.answer.give(error, for: request.handle) { [self] in
            store(request.value, offset: request.offset)
        }
    }

    /// A central wrote.
    func receive(_ request: WriteRequest) {
        guard request.offset <= value.count else {
            return request.answer.give(.invalidOffset, for: request.handle) {}
        }
        guard let continuation = state.withLock({ $0.requests?.continuation }) else {
            return respond(to: request, with: storesWrites ? nil : .requestNotSupported)
        }
        if case .dropped(let oldest) = continuation.yield(request) {
            oldest.answer.give(.insufficientResources, for: oldest.handle) {}
        }
    }

    private func store(_ bytes: [UInt8], offset: Int) {
        let place = state.withLock { state in
            state.value = Self.cut(offset == 0 ? bytes : state.value.prefix(offset) + bytes)
            return Self.place(state)
        }
        place?.server.valueChanged()
    }
}
