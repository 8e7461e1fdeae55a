import AudioJack

/// Performs one exchange with the reader on an audio port: opens a session, sends the request, switches the reader
/// off, and returns the answer.
func readCard(on port: some AudioPort, timeout: Duration = .seconds(30)) async throws -> String {
    let jack = HostLink(over: port)
    do {
        try await jack.open()
        let answer = try await jack.exchange(Array("read card".utf8), timeout: timeout)
        await jack.close()
        return String(decoding: answer, as: UTF8.self)
    } catch {
        await jack.close()
        throw error
    }
}
