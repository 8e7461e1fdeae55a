internal import AccessoryBase
internal import FoundationEssentials
internal import Glibc

/// A file that always contains one complete state. The next state is written to a second file, which
/// replaces the first once it is on disk.
struct StateFile: Sendable {
    let path: String
    /// More than a full table of attributes takes.
    private static let limit = 1 << 28

    /// Reads the state; nil when there is no file.
    func load() throws(PeripheralManagerError) -> SavedState? {
        guard let bytes = LocalFile.read(path, limit: Self.limit) else {
            if errno == ENOENT { return nil }
            throw .restoreFailed("\(path): \(reason)")
        }
        do {
            let state = try JSONDecoder().decode(SavedState.self, from: Data(bytes))
            guard state.version == 1 else {
                throw PeripheralManagerError.restoreFailed("\(path) is of a newer version")
            }
            return state
        } catch let error as PeripheralManagerError {
            throw error
        } catch {
            throw .restoreFailed("\(path) holds no state: \(error)")
        }
    }

    func save(_ state: SavedState) throws(PeripheralManagerError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let bytes: Data
        do {
            bytes = try encoder.encode(state)
        } catch {
            throw .saveFailed(FailureReason(error))
        }
        let partial = path + ".partial"
        let file = open(FileName.bytes(partial), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(partial) }
        let isWritten = write(bytes, to: file) && fsync(file) == 0
        let failed = isWritten ? nil : failure(partial)
        Glibc.close(file)
        if let failed {
            unlink(FileName.bytes(partial))
            throw failed
        }
        guard rename(FileName.bytes(partial), FileName.bytes(path)) == 0 else {
            let failed = failure(path)
            unlink(FileName.bytes(partial))
            throw failed
        }
    }

    private func write(_ bytes: Data, to file: CInt) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(
                    file,
                    UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                    rest.count
                )
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    private func failure(_ path: String) -> PeripheralManagerError {
        .saveFailed("\(path): \(reason)")
    }

    private var reason: String { String(cString: strerror(errno)) }
}
