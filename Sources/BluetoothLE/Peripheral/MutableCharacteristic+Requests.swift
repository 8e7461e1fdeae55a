// Read and write requests from centrals.
extension MutableCharacteristic {
    /// The write requests of centrals from now on. Answer each with `respond(to:with:)`. Without a
    /// reader, writes are rejected with `requestNotSupported`, or stored if `storesWrites`.
    ///
    /// A second call returns the same stream, which supports one reader.
    ///
    /// - Parameter capacity: Requests buffered for the reader. Each further request rejects the
    ///   oldest one with `insufficientResources`.
    /// - Throws: `unconfigured`.
    public func startRespondingToWriteRequests(
        capacity: Int = .max
    ) throws(MutableCharacteristicError) -> AsyncStream<WriteRequest> {
        if let requests = state.withLock({ $0.requests }) { return requests.stream }
        return try Self.startRespondingToWriteRequests(to: [self], capacity: capacity)
    }

    /// The write requests to all of these characteristics from now on, in the order received: for
    /// protocols with a control and a data characteristic. Existing streams of the characteristics
    /// end.
    ///
    /// - Parameters:
    ///   - characteristics: The characteristics, in any order.
    ///   - capacity: Requests buffered for the reader, as for one characteristic.
    /// - Throws: `unconfigured`, if the service of a characteristic has not been added.
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
        // the reader was cancelled: the next call starts a new stream
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

    /// Ends the stream. Buffered requests can still be read and answered.
    public func stopRespondingToWriteRequests() {
        let requests = state.withLock { state in
            defer { state.requests = nil }
            return state.requests
        }
        requests?.continuation.finish()
    }

    /// Answers a write. Nil accepts it and stores the value in the characteristic; an error rejects it.
    /// Only the first answer counts. For a write without response, the central does not receive the
    /// result.
    public func respond(to request: WriteRequest, with error: ATTError? = nil) {
        request.answer.answer(error, for: request.handle) { [self] in
            store(request.value, offset: request.offset)
        }
    }

    /// Handles a central's write.
    func receive(_ request: WriteRequest) {
        guard request.offset <= value.count else {
            return request.answer.answer(.invalidOffset, for: request.handle) {}
        }
        guard let continuation = state.withLock({ $0.requests?.continuation }) else {
            return respond(to: request, with: storesWrites ? nil : .requestNotSupported)
        }
        if case .dropped(let oldest) = continuation.yield(request) {
            oldest.answer.answer(.insufficientResources, for: oldest.handle) {}
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
